/** One row of luma, and the rows of chroma that are nearest and next to it. */
export type YuvRow = {
  luma: Uint8Array
  blue: [near: Uint8Array, far: Uint8Array]
  red: [near: Uint8Array, far: Uint8Array]
}

/**
 * Returns chroma at pixel `x`: nine parts of the nearest sample, three of each beside it and one of the
 * farthest, rounded as libwebp rounds.
 */
function chromaAt([near, far]: [Uint8Array, Uint8Array], x: number, widthPx: number): number {
  if (x === 0 || (x === widthPx - 1 && widthPx % 2 === 0)) {
    const i = x >> 1
    return (3 * near[i] + far[i] + 2) >> 2
  }
  const right = (x + 1) >> 1
  const left = right - 1
  const sum = near[left] + near[right] + far[left] + far[right] + 8
  return x % 2 === 1
    ? (((sum + 2 * (near[right] + far[left])) >> 3) + near[left]) >> 1
    : (((sum + 2 * (near[left] + far[right])) >> 3) + near[right]) >> 1
}

/** Makes a row of opaque RGBA8, by the full-range fractions of libwebp. */
export function makePixels({ luma, blue, red }: YuvRow, widthPx: number, target: Uint8Array): void {
  for (let x = 0, to = 0; x < widthPx; x++, to += 4) {
    const y = (luma[x] * 19_077) >> 8
    const u = chromaAt(blue, x, widthPx)
    const v = chromaAt(red, x, widthPx)
    target[to] = clip(y + ((v * 26_149) >> 8) - 14_234)
    target[to + 1] = clip(y - ((u * 6419) >> 8) - ((v * 13_320) >> 8) + 8708)
    target[to + 2] = clip(y + ((u * 33_050) >> 8) - 17_685)
    target[to + 3] = 255
  }
}

/** Returns a value of six bits of fraction as a byte. */
function clip(value: number): number {
  return value < 0 ? 0 : value >= 16_384 ? 255 : value >> 6
}
