import { findRuns } from "./bits.ts"
import { type Blob, openBlobs } from "./blobs.ts"
import type { InkGrid } from "./ink-grid.ts"
import { openPlaces, type Places } from "./places.ts"

/** The dots of an artwork that are too small to hold; the largest's diameter, and their number. */
export type Dots = { places: Places; largestMm: number }

/**
 * A part counts as a dot while its box is no longer than this many limits: a hair is a thin stroke. A
 * square dot's diagonal is √2 of its side.
 */
const LONGEST = 1.5

/** The size below which a dot is noise of alpha. */
const LEAST_MM = 0.06

/**
 * Opens a search for specks (ink alone on the film) and pinholes (film in the middle of ink). The size of a
 * dot is the diameter of the disc with its area; ink counts by its alpha, and film by what is missing of it,
 * so that smoothed edges count where they are.
 *
 *   ·▓▓░     a speck: alpha ≥ 16, joined by sides and corners
 *   ▓·░▓     a pinhole: alpha < 240, joined by sides, not open to the picture's border
 */
export function openDots(grid: InkGrid, limitMm: number) {
  const { columns, rows, mmPerPx } = grid
  const mostPx = LONGEST * (limitMm / mmPerPx) + 1
  const specks: Dots = { places: openPlaces(), largestMm: 0 }
  const pinholes: Dots = { places: openPlaces(), largestMm: 0 }
  const keep = (dots: Dots, { area, box }: Blob) => {
    const sizeMm = 2 * Math.sqrt(area / Math.PI) * mmPerPx
    if (
      sizeMm < LEAST_MM ||
      sizeMm >= limitMm ||
      box.right - box.left > mostPx ||
      box.bottom - box.top > mostPx
    )
      return
    dots.places.add(box, -sizeMm)
    dots.largestMm = Math.max(dots.largestMm, sizeMm)
  }
  const ink = openBlobs(columns, 1, (blob) => keep(specks, blob))
  const film = openBlobs(columns, 0, (blob) => {
    const { left, right, top, bottom } = blob.box
    if (left > 0 && top > 0 && right < columns && bottom < rows) keep(pinholes, blob)
  })
  const runs = new Int32Array(columns + 2)
  const inverse = new Uint32Array(Math.ceil(columns / 32))
  const lastWord = (columns & 31) === 0 ? 0xffffffff : (1 << (columns & 31)) - 1
  const lastInk = new Uint32Array(inverse.length)
  const lastFull = new Uint32Array(inverse.length)

  return {
    /** Takes row y: its pixels, and the planes of those with any ink and with full ink. */
    push(alphas: Uint8Array, any: Uint32Array, full: Uint32Array, y: number): void {
      const inkOf = (from: number, to: number) => {
        if (to - from > mostPx) return to - from
        let sum = 0
        for (let x = from; x < to; x++) sum += alphas[x]
        return sum / 255
      }
      const filmOf = (from: number, to: number) => to - from - inkOf(from, to)
      // Most rows of drawn artwork repeat the one above: ink that is either full or not there.
      if (y > 0 && isSame(any, full, lastInk) && isSame(full, full, lastFull)) {
        ink.repeat()
        film.repeat()
        return
      }
      ink.push(runs, findRuns(any, columns, runs), y, inkOf)
      for (let w = 0; w < inverse.length; w++) inverse[w] = ~full[w]
      inverse[inverse.length - 1] &= lastWord
      film.push(runs, findRuns(inverse, columns, runs), y, filmOf)
      lastInk.set(any)
      lastFull.set(full)
    },
    finish(): { specks: Dots; pinholes: Dots } {
      ink.finish(rows)
      film.finish(rows)
      return { specks, pinholes }
    },
  }
}

/** Says whether three rows of bits are the same. */
function isSame(a: Uint32Array, b: Uint32Array, c: Uint32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] || a[i] !== c[i]) return false
  return true
}
