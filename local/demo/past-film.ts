import type { Id } from "../../contract/id.ts"

export type PastPiece = { itemId: Id; imageId: Id; widthPx: number; heightPx: number; count: number }
type Placement = {
  itemId: Id
  copy: number
  stampKey: string
  x: number
  y: number
  widthPx: number
  heightPx: number
  rotated: false
  label: null
}
export type PastSheet = { widthPx: number; lengthPx: number; placements: Placement[] }

const WIDTH_IN = 22
const MAX_LENGTH_IN = 100
const GAP_IN = 0.25

/** Lays each piece, the large ones first, as near to the roll as it fits, on sheets of at most 100 in. */
export function layOnFilm(pieces: readonly PastPiece[], dpi: number): PastSheet[] {
  const [widthPx, mostPx, gap] = [WIDTH_IN, MAX_LENGTH_IN, GAP_IN].map((inches) => Math.round(inches * dpi))
  const copies = pieces
    .flatMap(({ count, ...piece }) => Array.from({ length: count }, (_, copy) => ({ ...piece, copy })))
    .sort((a, b) => b.heightPx - a.heightPx)
  const sheets: PastSheet[] = [{ widthPx, lengthPx: gap, placements: [] }]
  for (const { itemId, imageId, copy, ...box } of copies) {
    let sheet = sheets[sheets.length - 1]
    let place = freePlace(sheet, box, gap)
    if (place.y + box.heightPx + gap > mostPx) {
      sheet = { widthPx, lengthPx: gap, placements: [] }
      sheets.push(sheet)
      place = { x: gap, y: gap }
    }
    const stampKey = `stamps/${imageId}/${box.widthPx}`
    sheet.placements.push({ itemId, copy, stampKey, ...place, ...box, rotated: false, label: null })
    sheet.lengthPx = Math.max(sheet.lengthPx, place.y + box.heightPx + gap)
  }
  return sheets
}

type Box = { widthPx: number; heightPx: number }

/** Returns the free place that is nearest to the roll, among those beside or below another piece. */
function freePlace({ widthPx, placements }: PastSheet, box: Box, gap: number): { x: number; y: number } {
  const lefts = [gap, ...placements.map((one) => one.x + one.widthPx + gap)]
  const tops = [gap, ...placements.map((one) => one.y + one.heightPx + gap)].sort((a, b) => a - b)
  const isFree = (x: number, y: number) =>
    x + box.widthPx + gap <= widthPx &&
    placements.every(
      (one) =>
        x + box.widthPx + gap <= one.x ||
        one.x + one.widthPx + gap <= x ||
        y + box.heightPx + gap <= one.y ||
        one.y + one.heightPx + gap <= y,
    )
  for (const y of tops) for (const x of lefts) if (isFree(x, y)) return { x, y }
  throw new Error("a piece is wider than the film")
}
