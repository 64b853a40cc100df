import type { Inflate } from "../inflate.ts"
import type { RasterKernel } from "../raster-kernel.ts"
import { openUnpacked } from "./unpacked-bytes.ts"

/** Opens a stream of bytes as they are. */
export function openPlain(kernel: RasterKernel, longestTake: number): Inflate {
  return openUnpacked(kernel, longestTake, {
    overrun: 0,
    unpack(input, from, output, at, enough) {
      const piece = input.subarray(from, from + enough - at)
      output.set(piece, at)
      return { from: from + piece.length, at: at + piece.length }
    },
    reset() {},
  })
}
