import type { RasterHost } from "./host.ts"

/**
 * A pause, awaited with the number of pixels worked on since the last call. Holds the work while its
 * consumer is behind, and lets the host do something else now and then.
 */
export type Pause = (pixels: number) => Promise<void>

/** The pixels decoded, measured and compressed in some five milliseconds. */
const PIXELS_AT_ONCE = 262_144

/** The time of a pixel that the host's zlib compresses, as a multiple of others'. */
export const ZLIB_PIXELS = 8

/** Rests after every few milliseconds of work, if the host has other work. */
export function restingPause({ rest }: RasterHost): Pause {
  let done = 0
  return async (pixels) => {
    done += pixels
    if (rest === undefined || done < PIXELS_AT_ONCE) return
    done = 0
    await rest()
  }
}
