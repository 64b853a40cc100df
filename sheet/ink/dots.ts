import { type Blob, openBlobs } from "./blobs.ts"
import type { InkGrid } from "./ink-grid.ts"
import type { InkRow } from "./ink-rows.ts"
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
    if (sizeMm < LEAST_MM || sizeMm >= limitMm) return
    dots.places.add(box, -sizeMm)
    dots.largestMm = Math.max(dots.largestMm, sizeMm)
  }
  let alphas: Uint8Array = new Uint8Array(columns)
  const inkOf = (from: number, to: number) => {
    if (to - from > mostPx) return to - from
    let sum = 0
    for (let x = from; x < to; x++) sum += alphas[x]
    return sum / 255
  }
  const filmOf = (from: number, to: number) => to - from - inkOf(from, to)
  const ink = openBlobs(columns, { reach: 1, longest: mostPx }, inkOf, (blob) => keep(specks, blob))
  const film = openBlobs(columns, { reach: 0, longest: mostPx }, filmOf, (blob) => {
    const { left, right, top, bottom } = blob.box
    if (left > 0 && top > 0 && right < columns && bottom < rows) keep(pinholes, blob)
  })

  return {
    push(row: InkRow, y: number): void {
      alphas = row.alphas
      if (row.isRepeated) {
        ink.repeat(!row.hasHalf)
        film.repeat(!row.hasHalf)
      } else {
        ink.push(row.any, y)
        film.push(row.film, y)
      }
    },
    finish(): { specks: Dots; pinholes: Dots } {
      ink.finish(rows)
      film.finish(rows)
      return { specks, pinholes }
    },
  }
}
