import type { RowSource } from "../raster/artwork.ts"
import type { Dotting } from "./soft-rows.ts"

/** The pixels of the square in which a screen's histogram is taken, by its side: some hundred cells even at 10 lpi. */
const SAMPLE_PX = 512
/** The parts of the histogram, and those of the range of the spot's values by which cells differ. */
const LEVELS = 1 << 16
const APART = 1 << 10
/** The parts of a turn in the table of cosines. */
const TURN = 1 << 12
/** The order in which 8 × 8 cells grow (Bayer 1973), so that dots of few pixels give every tone together. */
const CELLS = 8
/** A shift of the screen, in cells, which keeps pixels from lying alike on both sides of a dot's middle. */
const SHIFT = [0.137, 0.291] as const

/**
 * Opens a screen of dots or lines (Ulichney, "Digital halftoning", 1987): a spot function over coordinates turned by
 * `angle` degrees, whose unit is exactly one line. Alpha that exceeds a pixel's threshold is ink.
 *
 *   dot    (cos 2πu + cos 2πv) / 2, round at both ends and a chequerboard at the half
 *   line   cos 2πv
 *
 * A pixel's threshold is the rank of its spot's value among all pixels', from their own histogram on the print's grid,
 * so that the share of ink is alpha / 255 whatever the numbers of lines, pixels and degrees. Few pixels a cell have
 * few different values; cells then grow one after the other.
 */
export function openScreen(
  { widthPx }: RowSource,
  shape: "dot" | "line",
  linesPerPx: number,
  angle: number,
): Dotting {
  const turn = (angle * Math.PI) / 180
  // Over a cosine's period; y counts downwards, the angle upwards.
  const across = Math.cos(turn) * linesPerPx
  const along = Math.sin(turn) * linesPerPx
  const cosines = Float64Array.from({ length: TURN }, (_, i) => Math.cos((2 * Math.PI * (i + 0.5)) / TURN))
  const order = bayer()
  const isDot = shape === "dot"
  /** Returns a pixel's place among LEVELS. */
  const levelOf = (x: number, y: number) => {
    const u = x * across - y * along + SHIFT[0]
    const v = x * along + y * across + SHIFT[1]
    const cellU = Math.floor(u)
    const cellV = Math.floor(v)
    const wave = cosines[((v - cellV) * TURN) | 0]
    const spot = isDot ? (wave + cosines[((u - cellU) * TURN) | 0]) / 2 : wave
    const cell = order[(cellV & (CELLS - 1)) * CELLS + (cellU & (CELLS - 1))]
    return (((1 - spot) / 2) * (LEVELS - APART) + (cell * APART) / (CELLS * CELLS)) | 0
  }
  const ranks = new Float64Array(LEVELS)
  for (let y = 0; y < SAMPLE_PX; y++) for (let x = 0; x < SAMPLE_PX; x++) ranks[levelOf(x, y)]++
  let below = 0
  for (let level = 0; level < LEVELS; level++) {
    const here = ranks[level]
    ranks[level] = ((below + here / 2) / SAMPLE_PX ** 2) * 255
    below += here
  }
  return {
    ahead: 0,
    open: (held) => (y) => {
      const row = held(y)
      for (let x = 0, at = 3; x < widthPx; x++, at += 4) {
        const alpha = row[at]
        if (alpha !== 0 && alpha !== 255) row[at] = alpha > ranks[levelOf(x, y)] ? 255 : 0
      }
    },
  }
}

/** Returns the numbers 0 to 63 in the order of Bayer's matrix. */
function bayer(): Uint8Array {
  return Uint8Array.from({ length: CELLS * CELLS }, (_, i) => {
    const x = i % CELLS
    const y = Math.floor(i / CELLS)
    let value = 0
    for (let bit = 0; bit < 3; bit++) value = (value << 2) | ((((x ^ y) >> bit) & 1) << 1) | ((y >> bit) & 1)
    return value
  })
}
