import type { InSteps } from "../../in-steps.ts"
import { tooLargePieces } from "../lay-out.ts"
import type { Effort, Layout, PieceType, Placement, SheetBounds } from "../layout.ts"
import { createRandom } from "../random.ts"
import { type Group, type PlacedGroup, searchGroups } from "./group-search.ts"
import { type Film, type GroupBox, type PlacedBox, placeGroup } from "./group-skyline.ts"

/**
 * Pieces that lie together, further up the film if `rank` is lower. `isLoose`: they only have to
 * lie beyond those of lower ranks.
 */
export type PieceGroup = { rank: number; pieces: readonly number[]; isLoose: boolean }

/** A group, or a part of one that is too long for a sheet, as it lies on one sheet. */
export type LaidGroup = { rank: number; copies: { piece: number; copy: number }[] }

type GroupsResult =
  | { kind: "laid-out"; layout: Layout; groups: LaidGroup[] }
  | { kind: "too-large"; pieces: number[] }

type Options = {
  effort: Effort
  seed?: number
  /** The least length of the edge along which a piece lies beside one of its own group. */
  neckPx: number
  /** Gets, at every pause, the share of the search that is done, 0 to 1. */
  onShare?: (share: number) => void
}

/** The segments compared at each effort. A desktop core compares some 50,000 in a millisecond. */
const effortSteps: Record<Effort, number> = { quick: 2_000_000, balanced: 50_000_000, best: 500_000_000 }

/**
 * Lays out boxes by group. Each group is one region that scissors cut off along the gaps. Down any
 * line of the film groups follow each other by rank. A group that is too long for a sheet is parted.
 * The same input, effort and seed give the same layout in every runtime.
 */
export function* layOutByOrder(
  pieces: readonly PieceType[],
  groups: readonly PieceGroup[],
  bounds: SheetBounds,
  { effort, seed = 1, neckPx, onShare }: Options,
): InSteps<GroupsResult> {
  const tooLarge = tooLargePieces(pieces, bounds)
  if (tooLarge.length > 0) return { kind: "too-large", pieces: tooLarge }
  const { gapPx, edgePx, rotate } = bounds
  const film: Film = {
    width: bounds.widthPx - 2 * edgePx + gapPx,
    length: bounds.maxLengthPx - 2 * edgePx + gapPx,
    neck: neckPx,
    rotate,
  }
  const asked = groups.flatMap((group): Group[] => {
    const boxes = boxesOf(pieces, group, gapPx)
    if (group.isLoose) return boxes.map((box) => ({ rank: group.rank, boxes: [box] }))
    return parted(boxes, film).map((part) => ({ rank: group.rank, boxes: part }))
  })
  const search = {
    steps: effortSteps[effort],
    random: createRandom(seed),
    sheetOverhead: Math.max(0, 2 * edgePx - gapPx),
    onShare,
  }
  let placed = yield* searchGroups(asked, film, search)
  // A search that fills each sheet first finds fewer sheets where their film is hardly enough.
  if (mayBeFewer(placed, film)) {
    const filled = yield* searchGroups(asked, film, {
      ...search,
      random: createRandom(seed),
      isFilledFirst: true,
    })
    if (lengthsOf(filled).length < lengthsOf(placed).length) placed = filled
  }
  if (mayBeOne(placed, film)) {
    // On a longer film the search shortens groups that the end of a sheet would cut in two.
    const roll = { ...film, length: 2 * film.length }
    const joined = yield* searchGroups(asked, roll, { ...search, random: createRandom(seed) })
    if (lengthsOf(joined).every((length) => length <= film.length) && lengthsOf(joined).length === 1)
      placed = joined
  }
  const sheets: Placement[][] = []
  const laid = joinSheets(placed, film)
  for (const { sheet, boxes } of laid) {
    sheets[sheet] ??= []
    sheets[sheet].push(...boxes.map((box) => placementOf(box, bounds)))
  }
  return {
    kind: "laid-out",
    layout: {
      sheets: sheets.map((placements) => {
        placements.sort((a, b) => a.y - b.y || a.x - b.x)
        const end = placements.reduce((most, { y, heightPx }) => Math.max(most, y + heightPx), 0)
        return { widthPx: bounds.widthPx, lengthPx: end + edgePx, placements }
      }),
    },
    groups: laid.map(({ rank, boxes }) => ({
      rank,
      copies: boxes.map(({ piece, copy }) => ({ piece, copy })),
    })),
  }
}

// Joins whole sheets that lie on one below each other, unless an order would lie before one of a lower rank.
function joinSheets(placed: readonly PlacedGroup[], film: Film): readonly PlacedGroup[] {
  const lengths = lengthsOf(placed)
  const ranksOn = (of: number) => placed.filter(({ sheet }) => sheet === of).map(({ rank }) => rank)
  for (let below = 1; below < lengths.length; below++) {
    for (let above = 0; above < below; above++) {
      const isInTurn = Math.max(...ranksOn(below)) <= Math.min(...ranksOn(above + 1))
      if (lengths[above] + lengths[below] > film.length || !(isInTurn || below === above + 1)) continue
      const moved = placed.map((group): PlacedGroup => {
        if (group.sheet !== below) return group.sheet < below ? group : { ...group, sheet: group.sheet - 1 }
        return {
          ...group,
          sheet: above,
          boxes: group.boxes.map((box) => ({ ...box, y: box.y + lengths[above] })),
        }
      })
      return joinSheets(moved, film)
    }
  }
  return placed
}

/** The share of one sheet up to which two together may become one. */
const nearlyOne = 1.2

/** The share of the fewer sheets' film up to which one sheet less is tried. */
const nearlyFewer = 1.05

function mayBeFewer(placed: readonly PlacedGroup[], film: Film): boolean {
  const lengths = lengthsOf(placed)
  const used = lengths.reduce((sum, length) => sum + length, 0)
  return lengths.length > 2 && used <= nearlyFewer * (lengths.length - 1) * film.length
}

function mayBeOne(placed: readonly PlacedGroup[], film: Film): boolean {
  const lengths = lengthsOf(placed)
  return lengths.length === 2 && lengths[0] + lengths[1] <= nearlyOne * film.length
}

/** Returns the end of the last box on each sheet. */
function lengthsOf(placed: readonly PlacedGroup[]): number[] {
  const lengths: number[] = []
  for (const { sheet, boxes } of placed)
    for (const { y, width, height, isTurned } of boxes)
      lengths[sheet] = Math.max(lengths[sheet] ?? 0, y + (isTurned ? width : height))
  return lengths
}

function boxesOf(pieces: readonly PieceType[], group: PieceGroup, gapPx: number): GroupBox[] {
  return group.pieces.flatMap((piece) => {
    const { widthPx, heightPx, count } = pieces[piece]
    const size = { width: widthPx + gapPx, height: heightPx + gapPx }
    return Array.from({ length: count }, (_, copy) => ({ piece, copy, ...size }))
  })
}

// Returns the boxes, in as many parts as it takes for each to fit a sheet.
function parted(boxes: readonly GroupBox[], film: Film): (readonly GroupBox[])[] {
  const flat = [{ x: 0, y: 0, width: film.width, rank: 0 }]
  const largestFirst = [...boxes].sort((a, b) => b.width * b.height - a.width * a.height)
  const requests = largestFirst.map((box) => ({ box, turn: "any" as const, choice: 0 }))
  if (boxes.length < 2 || placeGroup(flat, requests, 0, film, { steps: 0 }))
    return boxes.length > 0 ? [boxes] : []
  const half = boxes.length >> 1
  return [...parted(boxes.slice(0, half), film), ...parted(boxes.slice(half), film)]
}

function placementOf(
  { piece, copy, x, y, width, height, isTurned }: PlacedBox,
  { edgePx, gapPx }: SheetBounds,
): Placement {
  const [wide, tall] = isTurned ? [height, width] : [width, height]
  return {
    piece,
    copy,
    x: x + edgePx,
    y: y + edgePx,
    widthPx: wide - gapPx,
    heightPx: tall - gapPx,
    rotated: isTurned,
  }
}
