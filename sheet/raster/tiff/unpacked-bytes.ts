import type { Inflate } from "../inflate.ts"
import type { RasterKernel } from "../raster-kernel.ts"

const NOTHING = new Uint8Array(0)

/** The bytes unpacked at once, at least, so that what remains is seldom moved. */
const FRESH_BYTES = 64 * 1024

/**
 * One unpacking: reads `input` from `from` on, writes to `output` from `at` on, and stops at `enough` or
 * at the input's end. Returns how far it came in both. May write `overrun` bytes behind `enough`.
 */
type Unpack = (
  input: Uint8Array,
  from: number,
  output: Uint8Array,
  at: number,
  enough: number,
) => { from: number; at: number }

/**
 * Makes a stream of a way of packing that ends with its input and has no checksum. It is read as an
 * inflater is. `reset` starts the packing over.
 */
export function openUnpacked(
  kernel: RasterKernel,
  longestTake: number,
  packing: { overrun: number; unpack: Unpack; reset(): void },
): Inflate {
  const capacity = 2 * longestTake + FRESH_BYTES
  const buffer = kernel.allocate(capacity + packing.overrun)
  // Growth of the memory detaches views, so this is taken on first use.
  let output = NOTHING
  let input = NOTHING
  let read = 0
  let taken = 0
  let filled = 0

  return {
    feed(bytes) {
      if (read < input.length) throw new Error("bytes were fed before the last ones were read")
      input = bytes as Uint8Array<ArrayBuffer>
      read = 0
    },
    take(length) {
      if (filled - taken < length) {
        if (output.length === 0)
          output = kernel.view(buffer, capacity + packing.overrun) as Uint8Array<ArrayBuffer>
        if (taken + length > capacity) {
          output.copyWithin(0, taken, filled)
          filled -= taken
          taken = 0
        }
        const come = packing.unpack(input, read, output, filled, taken + length)
        read = come.from
        filled = come.at
        if (filled - taken < length) return 0
      }
      taken += length
      return buffer + taken - length
    },
    hasEnded: () => true,
    reset() {
      input = NOTHING
      read = 0
      taken = 0
      filled = 0
      packing.reset()
    },
  }
}
