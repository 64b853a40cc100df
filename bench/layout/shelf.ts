import type { PieceType, SheetBounds } from "../../sheet/layout/layout.ts"

type Shelf = { usedWidth: number; heightPx: number }

/**
 * Packs by first-fit decreasing height: pieces lie down where that fits, are sorted by height and go
 * on the first shelf with room, as today's simple gang sheet builders do. Shelves fill sheets of
 * bounded length. Returns the film's length in pixels over all sheets.
 */
export function lengthByShelves(pieces: readonly PieceType[], bounds: SheetBounds): number {
  const room = bounds.widthPx - 2 * bounds.edgePx + bounds.gapPx
  const rows = pieces
    .map(({ widthPx, heightPx, count }) => {
      const isLaidDown = bounds.rotate && heightPx > widthPx && heightPx + bounds.gapPx <= room
      return isLaidDown
        ? { width: heightPx, height: widthPx, count }
        : { width: widthPx, height: heightPx, count }
    })
    .sort((a, b) => b.height - a.height || b.width - a.width)
  const shelves: Shelf[] = []
  for (const { width, height, count } of rows)
    for (let copy = 0; copy < count; copy++) {
      const step = width + bounds.gapPx
      let shelf = shelves.find(({ usedWidth }) => usedWidth + step <= room)
      if (shelf === undefined) {
        shelf = { usedWidth: 0, heightPx: height }
        shelves.push(shelf)
      }
      shelf.usedWidth += step
    }
  return stackShelves(shelves, bounds)
}

// Shelves are stacked tallest first; a sheet ends where the next one no longer fits.
function stackShelves(shelves: readonly Shelf[], bounds: SheetBounds): number {
  let total = 0
  let used = 0
  for (const { heightPx } of shelves) {
    const next = used === 0 ? bounds.edgePx + heightPx : used + bounds.gapPx + heightPx
    if (next + bounds.edgePx > bounds.maxLengthPx) {
      total += used + bounds.edgePx
      used = bounds.edgePx + heightPx
    } else used = next
  }
  return total + (used > 0 ? used + bounds.edgePx : 0)
}
