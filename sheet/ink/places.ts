import { INK_MAX_PLACES, type InkPlace } from "./finding.ts"

/** A half-open box in pixels of the ink grid. */
export type GridBox = { left: number; top: number; right: number; bottom: number }

/** The worst places met so far, and how many there were. The lower its rank, the worse is a place. */
export type Places = {
  add(box: GridBox, rank: number): void
  count(): number
  /** Returns the kept boxes, the worst first. */
  worst(): { box: GridBox; rank: number }[]
}

/** Returns an empty collection. It holds a hundred boxes at most, however many are added. */
export function openPlaces(): Places {
  let kept: { box: GridBox; rank: number }[] = []
  let count = 0
  let worstDropped = Number.POSITIVE_INFINITY
  const cut = () => {
    kept = kept.sort((a, b) => a.rank - b.rank).slice(0, INK_MAX_PLACES)
  }
  return {
    add(box, rank) {
      count++
      if (rank >= worstDropped) return
      kept.push({ box, rank })
      if (kept.length < 2 * INK_MAX_PLACES) return
      cut()
      worstDropped = kept[INK_MAX_PLACES - 1].rank
    },
    count: () => count,
    worst() {
      cut()
      return kept
    },
  }
}

/** Returns a box in thousandths of the grid, never empty. */
export function placeOf(box: GridBox, grid: { columns: number; rows: number }): InkPlace {
  const x = Math.floor((box.left / grid.columns) * 1000)
  const y = Math.floor((box.top / grid.rows) * 1000)
  return {
    x,
    y,
    width: Math.max(1, Math.ceil((box.right / grid.columns) * 1000) - x),
    height: Math.max(1, Math.ceil((box.bottom / grid.rows) * 1000) - y),
  }
}
