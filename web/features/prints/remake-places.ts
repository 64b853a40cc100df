import type { ManifestRow } from "../../../contract/prints/manifest.ts"

/** A copy and the box that it takes on its sheet, in inches. */
export type FilmPiece = { row: ManifestRow; x: number; y: number; width: number; height: number }
type Point = { x: number; y: number }

/** Returns the copies whose places on film are known. */
export function piecesOf(rows: readonly ManifestRow[]): FilmPiece[] {
  return rows.flatMap((row) => {
    const { xIn, yIn, widthIn, heightIn } = row
    if (xIn === null || yIn === null || widthIn === null || heightIn === null) return []
    return [{ row, x: xIn, y: yIn, width: widthIn, height: heightIn }]
  })
}

/**
 * Returns the piece at a point, or null. Boxes of nested pieces lie over each other: the one whose middle is
 * nearest counts.
 */
export function pieceNear(pieces: readonly FilmPiece[], { x, y }: Point): number | null {
  let nearest: number | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [index, piece] of pieces.entries()) {
    const [dx, dy] = [Math.abs(x - middleOf(piece).x), Math.abs(y - middleOf(piece).y)]
    if (dx > piece.width / 2 || dy > piece.height / 2) continue
    const distance = dx / piece.width + dy / piece.height
    if (distance < least) [nearest, least] = [index, distance]
  }
  return nearest
}

/** Returns the pieces whose middles a frame holds. */
export function piecesIn(pieces: readonly FilmPiece[], from: Point, to: Point): FilmPiece[] {
  const isBetween = (value: number, one: number, other: number) =>
    value >= Math.min(one, other) && value <= Math.max(one, other)
  return pieces.filter((piece) => {
    const { x, y } = middleOf(piece)
    return isBetween(x, from.x, to.x) && isBetween(y, from.y, to.y)
  })
}

/** Returns the piece that a key leads to; null for other keys, and at the film's edge. */
export function pieceTowards(pieces: readonly FilmPiece[], from: number, key: string): number | null {
  if (key === "Home") return 0
  if (key === "End") return pieces.length - 1
  const ways: Record<string, Point> = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
  }
  const way = ways[key]
  const here = pieces[from]
  if (!way || !here) return null
  const middle = middleOf(here)
  let nearest: number | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [index, piece] of pieces.entries()) {
    const { x, y } = middleOf(piece)
    const ahead = (x - middle.x) * way.x + (y - middle.y) * way.y
    if (ahead <= 0) continue
    const aside = Math.abs((x - middle.x) * way.y) + Math.abs((y - middle.y) * way.x)
    // A piece straight ahead comes before a nearer one to the side.
    const distance = ahead + 2 * aside
    if (distance < least) [nearest, least] = [index, distance]
  }
  return nearest
}

function middleOf({ x, y, width, height }: FilmPiece): Point {
  return { x: x + width / 2, y: y + height / 2 }
}
