/** Opens the ways from one colour, 0xbbggrr, to others, as lengths in codes of sRGB: from black to white 441. Alpha does not count. */
export function openWay(colour: number) {
  const red = colour & 255
  const green = (colour >>> 8) & 255
  const blue = (colour >>> 16) & 255
  let [towardsR, towardsG, towardsB] = [0, 0, 0]
  return {
    /** Takes the way to a colour as the one that `along` measures by, and returns its length. */
    take(pixel: number): number {
      towardsR = (pixel & 255) - red
      towardsG = ((pixel >>> 8) & 255) - green
      towardsB = ((pixel >>> 16) & 255) - blue
      return Math.sqrt(towardsR * towardsR + towardsG * towardsG + towardsB * towardsB)
    },
    /** Returns how far a colour lies along the way taken, times the way's length. */
    along: (pixel: number): number =>
      ((pixel & 255) - red) * towardsR +
      (((pixel >>> 8) & 255) - green) * towardsG +
      (((pixel >>> 16) & 255) - blue) * towardsB,
    /** Returns the square of the length of the way to a colour. */
    square(pixel: number): number {
      const r = (pixel & 255) - red
      const g = ((pixel >>> 8) & 255) - green
      const b = ((pixel >>> 16) & 255) - blue
      return r * r + g * g + b * b
    },
  }
}
