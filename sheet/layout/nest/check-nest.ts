import type { Layout, PieceType, Placement, SheetBounds, SheetLayout } from "../layout.ts"
import { type Foot, noFoot } from "./outline.ts"
import { type PrintedInk, spreadPx } from "./printed-ink.ts"

const maxViolations = 100

/** A run in one row of cells on the sheet, in sheet pixels, half-open. */
type InkRun = { left: number; top: number; right: number; bottom: number }

/**
 * Checks a nested layout against its order, and shares no code with the search. Every copy occurs
 * once, in its size and an allowed turn, inside the edges. The sheet is cut to content and not too
 * long. The ink of every two copies is at least the gap apart, measured from run to run. The strips
 * at their feet are clear of all ink and of each other. `inks[piece]` is null for a piece that is
 * ink all over. Returns one sentence per violation.
 */
export function checkNest(
  pieces: readonly PieceType[],
  inks: readonly (PrintedInk | null)[],
  bounds: SheetBounds,
  layout: Layout,
  foot: Foot = noFoot,
): string[] {
  const violations: string[] = []
  const times = pieces.map((piece) => new Array<number>(piece.count).fill(0))
  const shapes = new Map<string, InkRun[]>()
  const runsOf = (placement: Placement): InkRun[] => {
    const turn = turnOf(placement)
    const key = `${placement.piece} ${turn}`
    const known = shapes.get(key)
    if (known) return known
    const runs = inkRuns(inks[placement.piece], pieces[placement.piece], foot.reservePx, turn)
    shapes.set(key, runs)
    return runs
  }
  layout.sheets.forEach((sheet, index) => {
    const name = `sheet ${index + 1}`
    const ordered = sheet.placements.filter(({ piece, copy }) => copy in (times[piece] ?? []))
    if (ordered.length < sheet.placements.length)
      violations.push(`${name} holds copies that were not ordered`)
    for (const { piece, copy } of ordered) times[piece][copy]++
    violations.push(...checkFrame(name, sheet, pieces, bounds))
    violations.push(...checkDistances(name, ordered, runsOf, bounds.gapPx))
    if (foot.stripPx > 0) violations.push(...checkStrips(name, sheet, ordered, runsOf, foot))
  })
  times.forEach((counts, piece) => {
    counts.forEach((count, copy) => {
      if (count !== 1) violations.push(`piece ${piece} copy ${copy} is placed ${count} times`)
    })
  })
  return violations.slice(0, maxViolations)
}

/** Quarter turns clockwise. */
function turnOf({ rotated, halfTurned }: Placement): number {
  return (rotated ? 1 : 0) + (halfTurned ? 2 : 0)
}

function checkFrame(
  name: string,
  sheet: SheetLayout,
  pieces: readonly PieceType[],
  bounds: SheetBounds,
): string[] {
  const found: string[] = []
  const { edgePx } = bounds
  if (sheet.placements.length === 0) found.push(`${name} is empty`)
  if (sheet.widthPx !== bounds.widthPx) found.push(`${name} is ${sheet.widthPx} wide, not ${bounds.widthPx}`)
  if (sheet.lengthPx > bounds.maxLengthPx) found.push(`${name} is ${sheet.lengthPx} long, which is too long`)
  let end = 0
  for (const placement of sheet.placements) {
    const { piece, copy, x, y, widthPx, heightPx, rotated } = placement
    const who = `${name}: piece ${piece} copy ${copy}`
    const size = pieces[piece]
    if (!size) continue
    if (
      widthPx !== (rotated ? size.heightPx : size.widthPx) ||
      heightPx !== (rotated ? size.widthPx : size.heightPx)
    )
      found.push(`${who} is ${widthPx}×${heightPx}`)
    if (turnOf(placement) > 0 && !bounds.rotate) found.push(`${who} is turned`)
    if (![x, y].every(Number.isInteger)) found.push(`${who} is not on whole pixels`)
    const isInside =
      Math.min(x, y) >= edgePx &&
      x + widthPx <= bounds.widthPx - edgePx &&
      y + heightPx <= sheet.lengthPx - edgePx
    if (!isInside) found.push(`${who} reaches over the edge`)
    end = Math.max(end, y + heightPx)
  }
  if (sheet.placements.length > 0 && sheet.lengthPx !== end + edgePx)
    found.push(`${name} is ${sheet.lengthPx} long, its content ends at ${end}`)
  return found
}

// The ink of a piece in one turn, relative to its top left corner, sorted from the top. A
// silhouette is painted cell by cell, turned, and read off line by line.
function inkRuns(ink: PrintedInk | null, piece: PieceType, reservePx: number, turn: number): InkRun[] {
  const isLying = turn % 2 === 1
  const [pieceWidth, inkHeight] = [piece.widthPx, piece.heightPx - reservePx]
  if (ink === null) return [turned({ left: 0, top: 0, right: pieceWidth, bottom: inkHeight }, piece, turn)]
  const { silhouette, box, mirror } = ink
  const spread = spreadPx(ink)
  const rows = silhouette.rows.length
  const columns = Math.ceil(silhouette.widthPx / silhouette.cellPx)
  // Lying pieces are painted and read column by column, so every run is flat on the sheet. A free
  // cell ends a line.
  const [lines, along] = isLying ? [columns, rows] : [rows, columns]
  const stride = along + 1
  const cells = new Uint8Array(lines * stride)
  silhouette.rows.forEach((row, y) => {
    for (let i = 0; i < row.length; i += 2) {
      if (isLying) for (let x = row[i]; x < row[i + 1]; x++) cells[x * stride + y] = 1
      else cells.fill(1, y * stride + row[i], y * stride + row[i + 1])
    }
  })
  // The printed range of a span of cells, across or down.
  const span = (cell: number, end: number, start: number, length: number, printed: number) => {
    const from = Math.floor(((cell * silhouette.cellPx - start) * printed) / length) - spread
    const to = Math.ceil(((end * silhouette.cellPx - start) * printed) / length) + spread
    return [Math.max(0, from), Math.min(printed, to)]
  }
  const runs: InkRun[] = []
  const keep = (firstColumn: number, lastColumn: number, firstRow: number, lastRow: number) => {
    const across = span(firstColumn, lastColumn + 1, box.x, box.width, pieceWidth)
    const [top, bottom] = span(firstRow, lastRow + 1, box.y, box.height, inkHeight)
    const [left, right] = mirror ? [pieceWidth - across[1], pieceWidth - across[0]] : across
    if (left < right && top < bottom) runs.push(turned({ left, top, right, bottom }, piece, turn))
  }
  for (let at = cells.indexOf(1); at >= 0; ) {
    const end = cells.indexOf(0, at)
    const line = Math.floor(at / stride)
    const [first, last] = [at - line * stride, end - line * stride - 1]
    if (isLying) keep(line, line, first, last)
    else keep(first, last, line, line)
    at = cells.indexOf(1, end)
  }
  return runs.sort((a, b) => a.top - b.top)
}

// A rectangle of an upright piece after the piece is turned clockwise.
function turned(
  { left, top, right, bottom }: InkRun,
  { widthPx, heightPx }: PieceType,
  turn: number,
): InkRun {
  if (turn === 0) return { left, top, right, bottom }
  if (turn === 1) return { left: heightPx - bottom, top: left, right: heightPx - top, bottom: right }
  if (turn === 3) return { left: top, top: widthPx - right, right: bottom, bottom: widthPx - left }
  return {
    left: widthPx - right,
    top: heightPx - bottom,
    right: widthPx - left,
    bottom: heightPx - top,
  }
}

function moved({ left, top, right, bottom }: InkRun, { x, y }: Placement): InkRun {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
}

function isCrossing(a: InkRun, b: InkRun): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

// Checks that strips lie on the sheet, clear of all ink and of each other.
function checkStrips(
  name: string,
  sheet: SheetLayout,
  placements: readonly Placement[],
  runsOf: (placement: Placement) => InkRun[],
  { stripPx, reservePx }: Foot,
): string[] {
  const found: string[] = []
  const strips = placements.map((placement) => {
    const turn = turnOf(placement)
    const { widthPx, heightPx } =
      turn % 2 === 1 ? { widthPx: placement.heightPx, heightPx: placement.widthPx } : placement
    const top = heightPx - reservePx
    const upright = { left: 0, top, right: widthPx, bottom: top + stripPx }
    return moved(turned(upright, { widthPx, heightPx, count: 1 }, turn), placement)
  })
  strips.forEach((strip, i) => {
    const who = `${name}: the strip of piece ${placements[i].piece} copy ${placements[i].copy}`
    if (strip.left < 0 || strip.top < 0 || strip.right > sheet.widthPx || strip.bottom > sheet.lengthPx)
      found.push(`${who} leaves the sheet`)
    placements.forEach((other, j) => {
      const box = { left: 0, top: 0, right: other.widthPx, bottom: other.heightPx }
      const isHit =
        (j > i && isCrossing(strip, strips[j])) ||
        (isCrossing(strip, moved(box, other)) &&
          runsOf(other).some((run) => isCrossing(strip, moved(run, other))))
      if (isHit) found.push(`${who} is not clear of piece ${other.piece} copy ${other.copy}`)
    })
  })
  return found
}

function checkDistances(
  name: string,
  placements: readonly Placement[],
  runsOf: (placement: Placement) => InkRun[],
  gapPx: number,
): string[] {
  const found: string[] = []
  const byTop = [...placements].sort((a, b) => a.y - b.y)
  byTop.forEach((a, i) => {
    for (let j = i + 1; j < byTop.length && byTop[j].y < a.y + a.heightPx + gapPx; j++) {
      const b = byTop[j]
      if (b.x >= a.x + a.widthPx + gapPx || a.x >= b.x + b.widthPx + gapPx) continue
      if (!isApart(a, runsOf(a), b, runsOf(b), gapPx))
        found.push(
          `${name}: piece ${a.piece} copy ${a.copy} and piece ${b.piece} copy ${b.copy} are closer than ${gapPx}`,
        )
    }
  })
  return found
}

// Tells whether all runs of two pieces are at least the gap apart. Only runs within the gap of the
// other's box are compared.
function isApart(a: Placement, aRuns: InkRun[], b: Placement, bRuns: InkRun[], gapPx: number): boolean {
  const near = (runs: InkRun[], own: Placement, other: Placement) =>
    runs.flatMap((run) => {
      const left = run.left + own.x
      const right = run.right + own.x
      const top = run.top + own.y
      const bottom = run.bottom + own.y
      const isNear =
        left < other.x + other.widthPx + gapPx &&
        right > other.x - gapPx &&
        top < other.y + other.heightPx + gapPx &&
        bottom > other.y - gapPx
      return isNear ? [{ left, top, right, bottom }] : []
    })
  const first = near(aRuns, a, b)
  const second = near(bRuns, b, a)
  const tallest = second.reduce((most, run) => Math.max(most, run.bottom - run.top), 0)
  let start = 0
  for (const run of first) {
    while (start < second.length && second[start].top + tallest + gapPx <= run.top) start++
    for (let k = start; k < second.length && second[k].top < run.bottom + gapPx; k++) {
      const other = second[k]
      const across = Math.max(other.left - run.right, run.left - other.right)
      const down = Math.max(other.top - run.bottom, run.top - other.bottom)
      if (across < 0 && down < 0) return false
      if (Math.max(0, across) ** 2 + Math.max(0, down) ** 2 < gapPx ** 2) return false
    }
  }
  return true
}
