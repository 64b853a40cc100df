import type { RasterKernel } from "../raster-kernel.ts"
import type { TiffPicture } from "./tiff-picture.ts"

/**
 * Undoes what was done to a row of samples before it was packed: differences to the pixel before (TIFF 6,
 * section 14), and the order of bytes in 16-bit samples. Returns the address of the row, which may be
 * `target`.
 */
export function undoPredictor(
  { calls, view }: RasterKernel,
  { depth, isDiffered, isLittle }: TiffPicture,
  source: number,
  target: number,
  bytes: number,
  samples: number,
): number {
  if (depth < 16) {
    if (!isDiffered) return source
    calls.unfilter(1, source, source, target, bytes, samples)
    return target
  }
  if (!isDiffered && !isLittle) return source
  const from = view(source, bytes)
  const to = view(target, bytes)
  const [high, low] = isLittle ? [1, 0] : [0, 1]
  const step = 2 * samples
  for (let i = 0; i < bytes; i += 2) {
    let value = (from[i + high] << 8) | from[i + low]
    if (isDiffered && i >= step) value += (to[i - step] << 8) | to[i - step + 1]
    to[i] = value >> 8
    to[i + 1] = value
  }
  return target
}
