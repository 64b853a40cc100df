import type { Box, Picture } from "./artwork.ts"

/** The least alpha that is seen: less is what Lanczos leaves around a hard edge of a picture that it enlarges. */
const SEEN_ALPHA = 16

/** Returns the box of the pixels that have at least such an alpha, by default of all that are not clear; null if there are none. */
export function inkOf({ widthPx, heightPx, rgba }: Picture, leastAlpha = 1): Box | null {
  const hasInk = (pixel: number) => pixel >>> 24 >= leastAlpha
  // Pixels are read as little-endian RGBA.
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, widthPx * heightPx)
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0]
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx
    let x = 0
    while (x < widthPx && !hasInk(pixels[row + x])) x++
    if (x === widthPx) continue
    let end = widthPx
    while (!hasInk(pixels[row + end - 1])) end--
    if (top > y) top = y
    bottom = y + 1
    if (left > x) left = x
    if (right < end) right = end
  }
  return right === 0 ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

/** Returns a picture without the rows and columns around what is seen of it; one without ink stays as it is. */
export function croppedToInk(picture: Picture): Picture {
  const ink = inkOf(picture, SEEN_ALPHA)
  if (ink === null) return picture
  const rgba = new Uint8Array(ink.width * ink.height * 4)
  for (let y = 0; y < ink.height; y++) {
    const from = ((ink.y + y) * picture.widthPx + ink.x) * 4
    rgba.set(picture.rgba.subarray(from, from + ink.width * 4), y * ink.width * 4)
  }
  return { widthPx: ink.width, heightPx: ink.height, rgba }
}
