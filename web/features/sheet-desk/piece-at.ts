import { printedBox } from "../../../sheet/preflight/piece-size.ts"
import type { Silhouette } from "../../../sheet/silhouette.ts"
import { pinKey } from "../sheet-preview/pin.ts"
import type { PackedSheets } from "../sheet-preview/use-sheet-layout.ts"
import type { Lying } from "./hand-moves.ts"

/**
 * Returns the copy under a point of a sheet, in sheet pixels, or null. If boxes lie over each other, as those
 * of nested shapes do, it is the one with ink there, else the one whose middle is nearest.
 */
export function pieceAt(
  packed: PackedSheets,
  lying: Iterable<Lying>,
  silhouettes: ReadonlyMap<string, Silhouette>,
  at: { sheet: number; x: number; y: number },
): Lying | null {
  const hit = [...lying].filter(
    ({ sheet, x, y, widthPx, heightPx }) =>
      sheet === at.sheet && at.x >= x && at.y >= y && at.x < x + widthPx && at.y < y + heightPx,
  )
  const inked = hit.length > 1 ? hit.filter((piece) => hasInk(packed, piece, silhouettes, at)) : hit
  const among = inked.length > 0 ? inked : hit
  const away = ({ x, y, widthPx, heightPx }: Lying) =>
    Math.hypot(x + widthPx / 2 - at.x, y + heightPx / 2 - at.y)
  return among.reduce<Lying | null>((best, one) => (best && away(best) <= away(one) ? best : one), null)
}

/** Returns keys of the copies of a sheet that a rectangle touches; corners in sheet pixels. */
export function piecesWithin(
  lying: Iterable<Lying>,
  sheet: number,
  a: { x: number; y: number },
  b: { x: number; y: number },
): string[] {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)]
  return [...lying]
    .filter(
      (piece) =>
        piece.sheet === sheet &&
        piece.x < right &&
        piece.x + piece.widthPx > left &&
        piece.y < bottom &&
        piece.y + piece.heightPx > top,
    )
    .map(pinKey)
}

function hasInk(
  { items, template }: PackedSheets,
  piece: Lying,
  silhouettes: ReadonlyMap<string, Silhouette>,
  at: { x: number; y: number },
): boolean {
  const item = items.find(({ id }) => id === piece.itemId)
  const silhouette = item && silhouettes.get(item.silhouettePath)
  if (!item || !silhouette) return true
  const box = printedBox(item.art, template.trim)
  const [across, down] = upright(piece, at)
  const x = box.x + (template.mirror ? 1 - across : across) * box.width
  const y = box.y + down * box.height
  const row = silhouette.rows[Math.floor(y / silhouette.cellPx)] ?? []
  const column = Math.floor(x / silhouette.cellPx)
  for (let i = 0; i < row.length; i += 2) if (column >= row[i] && column < row[i + 1]) return true
  return false
}

/** Returns a point's place in the artwork before its turn, 0 to 1 across and down. */
function upright({ x, y, widthPx, heightPx, turn }: Lying, at: { x: number; y: number }): [number, number] {
  const across = (at.x - x) / widthPx
  const down = (at.y - y) / heightPx
  switch (turn) {
    case 0:
      return [across, down]
    case 90:
      return [down, 1 - across]
    case 180:
      return [1 - across, 1 - down]
    case 270:
      return [1 - down, across]
  }
}
