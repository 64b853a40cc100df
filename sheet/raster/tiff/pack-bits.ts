import type { Inflate } from "../inflate.ts"
import type { RasterKernel } from "../raster-kernel.ts"
import { openUnpacked } from "./unpacked-bytes.ts"

/** The longest run. */
const RUN_BYTES = 128

/**
 * Opens a stream of PackBits (TIFF 6, section 9): a byte n below 128 precedes n + 1 bytes as they are, one
 * above it a byte that is repeated 257 − n times, and 128 says nothing.
 */
export function openPackBits(kernel: RasterKernel, longestTake: number): Inflate {
  /** The bytes still to come as they are; below 0, the repetitions of the next byte. */
  let run = 0
  return openUnpacked(kernel, longestTake, {
    overrun: RUN_BYTES,
    unpack(input, from, output, at, enough) {
      while (at < enough && from < input.length) {
        if (run === 0) {
          const head = input[from++]
          if (head !== 128) run = head < 128 ? head + 1 : head - 257
        } else if (run < 0) {
          output.fill(input[from++], at, at - run)
          at -= run
          run = 0
        } else {
          const count = Math.min(run, input.length - from)
          for (let i = 0; i < count; i++) output[at++] = input[from++]
          run -= count
        }
      }
      return { from, at }
    },
    reset() {
      run = 0
    },
  })
}
