import { type Inflate, openInflate } from "../inflate.ts"
import type { RasterKernel } from "../raster-kernel.ts"
import { openLzw } from "./lzw.ts"
import { openPackBits } from "./pack-bits.ts"
import { openPlain } from "./plain-bytes.ts"
import { COMPRESSION } from "./tiff-tag.ts"

/** Opens the reader of strips or tiles that are compressed in this way; null if there is none. */
export function openStream(kernel: RasterKernel, compression: number, longestTake: number): Inflate | null {
  switch (compression) {
    case COMPRESSION.none:
      return openPlain(kernel, longestTake)
    case COMPRESSION.lzw:
      return openLzw(kernel, longestTake)
    case COMPRESSION.deflate:
    case COMPRESSION.oldDeflate:
      return openInflate(kernel, longestTake)
    case COMPRESSION.packBits:
      return openPackBits(kernel, longestTake)
    default:
      return null
  }
}
