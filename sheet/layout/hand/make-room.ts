import type { InSteps } from "../../in-steps.ts"
import type { LaidCopy, Layout, Placement } from "../layout.ts"
import { type Hand, openHand } from "./hand.ts"
import type { HandInput } from "./turned-piece.ts"
import { packedLayout, placementOf, soundCopies } from "./valid-copies.ts"

/**
 * The share of its longer side, in bounds, within which a copy that has to move looks for a place
 * before the end of the film.
 */
const looksAround = 0.75
const mostAroundPx = 900
/** The pairs of runs compared for one copy, and about for all: some hundredths of a second. */
const mostLooks = 400_000
const leastLooks = 40_000
const allLooks = 2_400_000

/**
 * Returns a layout, of pieces with their reserve, in which pins lie exactly where they are, and
 * everything else where it was in `start` as far as that is free. A copy that is in the way moves to a
 * free place close by, or to the end of a sheet, the largest first; so do copies that `start` does not
 * have. Pins that cannot be kept, over the edge or too close to an earlier one, move as well; those
 * that were kept are marked. Every piece has to fit a sheet.
 */
export function* makeRoom(
  input: HandInput,
  pins: readonly LaidCopy[],
  start: readonly LaidCopy[],
): InSteps<Layout> {
  const kept = yield* soundCopies(input, [], pins)
  const lying = yield* soundCopies(input, kept, start)
  const sheets: Placement[][] = []
  const put = (sheet: number, placement: Placement) => {
    while (sheets.length <= sheet) sheets.push([])
    sheets[sheet].push(placement)
  }
  for (const laid of kept) put(laid.sheet, { ...placementOf(input, laid), pinned: true })
  for (const laid of lying) put(laid.sheet, placementOf(input, laid))
  const hand = openHand(input)
  const waiting = waitingCopies(input, [...kept, ...lying], [...pins, ...start])
  const looks = Math.max(leastLooks, Math.min(mostLooks, Math.floor(allLooks / waiting.length)))
  for (const laid of waiting) {
    settle(hand, input, sheets, laid, looks)
    yield
  }
  return packedLayout(input, sheets)
}

// Returns the copies without a place yet, at their former place if they had one, the largest first.
function waitingCopies(
  { pieces, bounds }: HandInput,
  placed: readonly LaidCopy[],
  starts: readonly LaidCopy[],
): LaidCopy[] {
  const keyOf = ({ piece, copy }: Pick<LaidCopy, "piece" | "copy">) => `${piece} ${copy}`
  const isPlaced = new Set(placed.map(keyOf))
  const startOf = new Map<string, LaidCopy>()
  for (const laid of starts) if (!startOf.has(keyOf(laid))) startOf.set(keyOf(laid), laid)
  const waiting = pieces.flatMap(({ count }, piece) =>
    Array.from({ length: count }, (_, copy) => ({ piece, copy })).flatMap((item): LaidCopy[] => {
      if (isPlaced.has(keyOf(item))) return []
      const start = startOf.get(keyOf(item))
      if (!start) return [{ ...item, sheet: -1, x: 0, y: 0, turn: 0 }]
      const isWhole = [start.x, start.y, start.sheet].every(Number.isInteger)
      return [
        { ...start, ...(isWhole ? {} : { sheet: -1, x: 0, y: 0 }), turn: bounds.rotate ? start.turn : 0 },
      ]
    }),
  )
  const areaOf = ({ piece }: LaidCopy) => pieces[piece].widthPx * pieces[piece].heightPx
  return waiting.sort((a, b) => areaOf(b) - areaOf(a))
}

// Puts a copy on a free place around its former one, else at the end of its sheet, of another one, or
// of a new one.
function settle(hand: Hand, input: HandInput, sheets: Placement[][], copy: LaidCopy, looks: number): void {
  const laid = fitting(input, copy)
  const placement = placementOf(input, laid)
  const side = Math.max(placement.widthPx, placement.heightPx)
  if (laid.sheet >= 0 && laid.sheet < sheets.length) {
    const withinPx = Math.min(mostAroundPx, Math.round(looksAround * side))
    const free = hand.take([placement], sheets[laid.sheet]).nearestFree(0, 0, withinPx, looks)
    if (free) {
      sheets[laid.sheet].push({ ...placement, x: placement.x + free.dx, y: placement.y + free.dy })
      return
    }
  }
  const own = laid.sheet >= 0 && laid.sheet < sheets.length ? laid.sheet : Math.max(0, sheets.length - 1)
  const others = [...sheets.keys()].filter((index) => index !== own)
  for (const index of [own, ...others, sheets.length]) {
    const place = placeAtEnd(hand, input, sheets[index] ?? [], placement, looks)
    if (place === null) continue
    if (index >= sheets.length) sheets.push([])
    sheets[index].push(place)
    return
  }
  throw new RangeError(`piece ${laid.piece} fits no sheet`)
}

// Returns a copy upright or lying as the film allows, unchanged if that fits.
function fitting(input: HandInput, laid: LaidCopy): LaidCopy {
  const { widthPx, edgePx } = input.bounds
  const fits = (turn: LaidCopy["turn"]) =>
    placementOf(input, { ...laid, turn }).widthPx <= widthPx - 2 * edgePx - input.label.reservePx
  return input.bounds.rotate && !fits(laid.turn) ? { ...laid, turn: laid.turn % 180 === 0 ? 90 : 0 } : laid
}

// Puts a copy as far up and left as is free in the last rows of a sheet, else below all of it.
function placeAtEnd(
  hand: Hand,
  { bounds, label }: HandInput,
  others: readonly Placement[],
  placement: Placement,
  looks: number,
): Placement | null {
  const { edgePx, gapPx } = bounds
  const end = others.reduce((most, { y, heightPx }) => Math.max(most, y + heightPx), 0)
  const x = edgePx + label.reservePx
  const y = Math.max(edgePx + label.reservePx, end - placement.heightPx)
  const inEnd = { ...placement, x, y }
  const free = hand.take([inEnd], others).nearestFree(0, 0, bounds.widthPx, looks)
  if (free) return { ...inEnd, x: x + free.dx, y: y + free.dy }
  const below = { ...placement, x, y: end + label.reservePx + 2 * gapPx + label.stripPx }
  return hand.take([below], []).isFree(0, 0) ? below : null
}
