import type { InSteps } from "../../in-steps.ts"
import { checkLayoutInSteps } from "../check/check-layout.ts"
import type { LaidCopy, Layout, Placement } from "../layout.ts"
import type { HandInput } from "./turned-piece.ts"

/**
 * Returns those of `laid` that may stay where they are beside `fixed` ones and each other: if two are
 * too close, the earlier one. Copies that were not ordered, or that `fixed` has, are left out.
 */
export function* soundCopies(
  input: HandInput,
  fixed: readonly LaidCopy[],
  laid: readonly LaidCopy[],
): InSteps<LaidCopy[]> {
  const taken = input.pieces.map(({ count }) => new Uint8Array(count))
  for (const { piece, copy } of fixed) taken[piece][copy] = 1
  let remaining = laid.filter((candidate) => {
    if (taken[candidate.piece]?.[candidate.copy] !== 0 || !isWhole(candidate)) return false
    taken[candidate.piece][candidate.copy] = 1
    return true
  })
  for (;;) {
    const all = [...fixed, ...remaining]
    const wrong = yield* wrongOnes(input, all)
    if (wrong.size === 0) return remaining
    remaining = remaining.filter((candidate) => !wrong.has(candidate))
  }
}

function isWhole({ x, y, sheet }: LaidCopy): boolean {
  return [x, y, sheet].every(Number.isInteger) && sheet >= 0
}

// Returns copies that break a rule, the later one of each pair, as far as one check reports them.
function* wrongOnes(input: HandInput, all: readonly LaidCopy[]): InSteps<Set<LaidCopy>> {
  const { inks, bounds, label } = input
  const pieces = input.pieces.map((piece) => ({ ...piece, count: 0 }))
  const sheets: LaidCopy[][] = []
  for (const laid of all) {
    while (sheets.length <= laid.sheet) sheets.push([])
    sheets[laid.sheet].push(laid)
  }
  const placed = sheets.map((sheet) =>
    sheet.map((laid) =>
      packedPlacement(input, { ...placementOf(input, laid), copy: pieces[laid.piece].count++ }),
    ),
  )
  const layout = { sheets: placed.map((placements) => sheetOf(input, placements)) }
  const violations = yield* checkLayoutInSteps({ pieces, inks, bounds, foot: label }, layout)
  const wrong = new Set<LaidCopy>()
  for (const { code, sheet, placements } of violations) {
    // A sheet may be empty so far. Each copy beyond the film's end is wrong, and of a pair the later one.
    if (code === "wrong-length") continue
    const indices = code === "too-long" ? placements : [Math.max(...placements)]
    for (const index of indices) wrong.add(sheets[sheet][index])
  }
  return wrong
}

/** Returns the printed box of a copy. */
export function placementOf(
  { pieces, label }: HandInput,
  { piece, copy, x, y, turn }: Omit<LaidCopy, "sheet">,
): Placement {
  const { widthPx } = pieces[piece]
  const heightPx = pieces[piece].heightPx - label.reservePx
  const rotated = turn === 90 || turn === 270
  return {
    piece,
    copy,
    x,
    y,
    widthPx: rotated ? heightPx : widthPx,
    heightPx: rotated ? widthPx : heightPx,
    rotated,
    ...(turn >= 180 ? { halfTurned: true as const } : {}),
  }
}

/** Returns the layout of pieces with their reserve, cut to content and without empty sheets. */
export function packedLayout(input: HandInput, sheets: readonly (readonly Placement[])[]): Layout {
  const packed = sheets.filter((placements) => placements.length > 0)
  return {
    sheets: packed.map((placements) =>
      sheetOf(
        input,
        placements
          .map((placement) => packedPlacement(input, placement))
          .sort((a, b) => a.y - b.y || a.x - b.x || a.piece - b.piece || a.copy - b.copy),
      ),
    ),
  }
}

function packedPlacement({ label: { reservePx } }: HandInput, placement: Placement): Placement {
  const { x, y, widthPx, heightPx, rotated, halfTurned } = placement
  return rotated
    ? { ...placement, x: halfTurned ? x : x - reservePx, widthPx: widthPx + reservePx }
    : { ...placement, y: halfTurned ? y - reservePx : y, heightPx: heightPx + reservePx }
}

function sheetOf({ bounds }: HandInput, placements: Placement[]): Layout["sheets"][number] {
  const end = placements.reduce((most, { y, heightPx }) => Math.max(most, y + heightPx), 0)
  return { widthPx: bounds.widthPx, lengthPx: end + bounds.edgePx, placements }
}
