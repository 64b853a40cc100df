import type { Inflated } from "../../sheet/kernel/raster-inflate.twin.ts"
import { ArtworkError } from "../../sheet/raster/artwork.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { type InflateWindow, openInflate } from "../../sheet/raster/inflate.ts"
import { openKernel } from "../../sheet/raster/raster-kernel.ts"

/** Returns an inflater for repeated use, with a guard behind its window. */
export type Inflating = {
  /**
   * Inflates a stream that is fed in pieces of these lengths (the last one repeats), and taken
   * `take` bytes at a time and at its end byte by byte, as far as it goes. Throws where the
   * inflater writes outside its window.
   */
  run(stream: Uint8Array, feeds: readonly number[], take: number): Inflated
  close(): void
}

const GUARD_BYTES = 64
const GUARD = 0xa5

export function openInflating(host: RasterHost, longestTake: number, window?: InflateWindow): Inflating {
  const kernel = openKernel(host, "measure")
  const inflate = openInflate(kernel, longestTake, window)
  const guard = kernel.view(kernel.allocate(GUARD_BYTES), GUARD_BYTES)
  let output = new Uint8Array(1 << 16)
  let have = 0

  function takeAll(length: number): void {
    for (let at = inflate.take(length); at !== 0; at = inflate.take(length)) {
      if (have + length > output.length) {
        const longer = new Uint8Array((have + length) * 2)
        longer.set(output)
        output = longer
      }
      output.set(kernel.view(at, length), have)
      have += length
    }
  }

  function outcomeOf(stream: Uint8Array, feeds: readonly number[], take: number): Inflated["outcome"] {
    try {
      for (let fed = 0, i = 0; fed < stream.length; i++) {
        const piece = stream.subarray(fed, fed + feeds[Math.min(i, feeds.length - 1)])
        inflate.feed(piece)
        fed += piece.length
        takeAll(take)
      }
      // A reader of rows may only learn at the end that less than one row remains.
      takeAll(1)
      return inflate.hasEnded() ? "ended" : "needs-input"
    } catch (error) {
      if (error instanceof ArtworkError) return "damaged"
      throw error
    }
  }

  return {
    run(stream, feeds, take) {
      inflate.reset()
      guard.fill(GUARD)
      have = 0
      const outcome = outcomeOf(stream, feeds, take)
      if (guard.some((byte) => byte !== GUARD)) throw new Error("the inflater wrote outside its window")
      return { bytes: output.subarray(0, have), outcome }
    },
    close: () => kernel.close(),
  }
}
