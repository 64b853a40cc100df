import type { RasterHost } from "./host.ts"

/**
 * Awaited with the number of pixels worked on since the last call. Holds the work while its
 * consumer is behind, and lets the host see to something else now and then.
 */
export type Pause = (pixels: number) => Promise<void>

/** Decoded, measured and compressed in some five milliseconds. */
const PIXELS_AT_ONCE = 262_144

/** A pixel that the host's zlib compresses takes so many times as long as others. */
export const ZLIB_PIXELS = 8

/** Rests after every few milliseconds of work, where the host has others to see to. */
export function restingPause({ rest }: RasterHost): Pause {
  let done = 0
  return async (pixels) => {
    done += pixels
    if (rest === undefined || done < PIXELS_AT_ONCE) return
    done = 0
    await rest()
  }
}
