/**
 * Returns the PSNR of two RGBA pictures over premultiplied colours: clear pixels' colour does not count.
 */
export function psnr(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new Error(`pictures of ${a.length} and ${b.length} bytes`)
  let sum = 0
  for (let i = 0; i < a.length; i += 4) {
    const [alphaA, alphaB] = [a[i + 3], b[i + 3]]
    if (alphaA === 0 && alphaB === 0) continue
    for (let c = 0; c < 3; c++) {
      const difference = (a[i + c] * alphaA - b[i + c] * alphaB) / 255
      sum += difference * difference
    }
    sum += (alphaA - alphaB) ** 2
  }
  return sum === 0 ? 99 : 10 * Math.log10((255 * 255 * a.length) / sum)
}
