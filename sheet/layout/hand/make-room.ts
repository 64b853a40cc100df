import { createPace, type InSteps } from "../../in-steps.ts"
import type { LaidCopy, Layout, Placement, SheetLayout } from "../layout.ts"
import { type Hand, openHand } from "./hand.ts"
import type { HandInput } from "./turned-piece.ts"

/** Copies placed between two pauses. */
const placedAtOnce = 8

/** A copy that has to move looks this many of its longer sides around before it goes to an end. */
const looksAround = 1.5

/** Where pins and the rest lie, in `Placement`s of printed boxes, sheet by sheet. */
type Sheets = Placement[][]

/**
 * A layout in which pins lie exactly where they are, and everything else where it was in `start` as
 * far as that is free. A copy that is in the way moves to the nearest free place, or to the end of a
 * sheet, the largest first; so do copies that `start` does not have. Pins that cannot be kept, over
 * the edge or too close to an earlier one, move as well. Placements are those of printed boxes,
 * without a label's reserve; pins that were kept are marked. Every piece has to fit a sheet.
 */
export function* makeRoom(
  input: HandInput,
  pins: readonly LaidCopy[],
  start: readonly LaidCopy[],
): InSteps<Layout> {
  const hand = openHand(input)
  const sheets: Sheets = []
  const isPlaced = input.pieces.map(({ count }) => new Uint8Array(count))
  const isPauseDue = createPace(placedAtOnce)
  const moved: LaidCopy[] = []
  for (const [list, isPin] of [
    [pins, true],
    [start, false],
  ] as const) {
    for (const laid of list) {
      if (isPlaced[laid.piece]?.[laid.copy] !== 0) continue
      const placement = placementOf(input, laid)
      const isKept = isSound(input, laid) && isFreeAt(hand, input, placement, sheets[laid.sheet] ?? [])
      if (isKept) {
        isPlaced[laid.piece][laid.copy] = 1
        while (sheets.length <= laid.sheet) sheets.push([])
        sheets[laid.sheet].push(isPin ? { ...placement, pinned: true } : placement)
      } else if (!moved.some(({ piece, copy }) => piece === laid.piece && copy === laid.copy))
        moved.push(laid)
      if (isPauseDue(1)) yield
    }
  }
  const waiting = [...moved.filter(({ piece, copy }) => isPlaced[piece][copy] === 0)]
  const isWaiting = new Set(waiting.map(({ piece, copy }) => `${piece} ${copy}`))
  input.pieces.forEach(({ count }, piece) => {
    for (let copy = 0; copy < count; copy++) {
      if (isPlaced[piece][copy] || isWaiting.has(`${piece} ${copy}`)) continue
      waiting.push({ piece, copy, sheet: -1, x: 0, y: 0, turn: 0 })
    }
  })
  const areaOf = ({ piece }: LaidCopy) => input.pieces[piece].widthPx * input.pieces[piece].heightPx
  waiting.sort((a, b) => areaOf(b) - areaOf(a))
  for (const laid of waiting) {
    settle(hand, input, sheets, laid)
    yield
  }
  return {
    sheets: sheets
      .filter((placements) => placements.length > 0)
      .map((placements) => cutTo(input, placements)),
  }
}

function isSound({ bounds }: HandInput, { x, y, sheet, turn }: LaidCopy): boolean {
  return [x, y, sheet].every(Number.isInteger) && sheet >= 0 && (turn === 0 || bounds.rotate)
}

// The turns that a copy may lie in, its own first.
function turnsOf({ bounds, inks }: HandInput, { piece, turn }: LaidCopy): LaidCopy["turn"][] {
  if (!bounds.rotate) return [0]
  const all = inks[piece] === null ? ([0, 90] as const) : ([0, 90, 180, 270] as const)
  return [turn, ...all.filter((each) => each !== turn)]
}

// Puts a copy on the nearest free place around where it was, else at the end of its sheet, of
// another one, or of a new one.
function settle(hand: Hand, input: HandInput, sheets: Sheets, laid: LaidCopy): void {
  const { widthPx, heightPx } = input.pieces[laid.piece]
  if (laid.sheet >= 0 && laid.sheet < sheets.length) {
    const withinPx = Math.round(looksAround * Math.max(widthPx, heightPx))
    const near = nearestPlace(hand, input, sheets[laid.sheet], laid, withinPx)
    if (near !== null) {
      sheets[laid.sheet].push(near)
      return
    }
  }
  const own = laid.sheet >= 0 ? Math.min(laid.sheet, sheets.length) : sheets.length - 1
  const others = [...sheets.keys()].filter((index) => index !== own)
  for (const index of [Math.max(0, own), ...others, sheets.length]) {
    if (index >= sheets.length) sheets.push([])
    const end = sheets[index].reduce((most, { y, heightPx }) => Math.max(most, y + heightPx), 0)
    const wish = { ...laid, x: input.bounds.edgePx, y: Math.max(input.bounds.edgePx, end - heightPx) }
    const place = nearestPlace(
      hand,
      input,
      sheets[index],
      wish,
      input.bounds.widthPx + 2 * heightPx + widthPx,
    )
    if (place === null) continue
    sheets[index].push(place)
    return
  }
  throw new RangeError(`piece ${laid.piece} fits no sheet`)
}

function nearestPlace(
  hand: Hand,
  input: HandInput,
  others: readonly Placement[],
  laid: LaidCopy,
  withinPx: number,
): Placement | null {
  let best: Placement | null = null
  let bestPx = withinPx
  for (const turn of turnsOf(input, laid)) {
    // Turned about its middle.
    const upright = placementOf(input, laid)
    const turned = placementOf(input, { ...laid, turn })
    const x = laid.x + ((upright.widthPx - turned.widthPx) >> 1)
    const y = laid.y + ((upright.heightPx - turned.heightPx) >> 1)
    const found = hand.take([{ ...turned, x, y }], others).nearestFree(0, 0, bestPx)
    if (found === null) continue
    best = { ...turned, x: x + found.dx, y: y + found.dy }
    bestPx = Math.max(0, Math.ceil(Math.hypot(found.dx, found.dy)) - 1)
    if (bestPx === 0) break
  }
  return best
}

function isFreeAt(hand: Hand, input: HandInput, placement: Placement, others: readonly Placement[]): boolean {
  // Further away nothing reaches, strips and reserves included.
  const around = 2 * input.bounds.gapPx + input.label.stripPx + input.label.reservePx
  const near = others.filter(
    (other) =>
      other.x < placement.x + placement.widthPx + around &&
      placement.x < other.x + other.widthPx + around &&
      other.y < placement.y + placement.heightPx + around &&
      placement.y < other.y + other.heightPx + around,
  )
  return hand.take([placement], near).isFree(0, 0)
}

function placementOf({ pieces, label }: HandInput, { piece, copy, x, y, turn }: LaidCopy): Placement {
  const widthPx = pieces[piece].widthPx
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

// Cuts a sheet to its content, the feet's reserve included.
function cutTo({ bounds, label }: HandInput, placements: Placement[]): SheetLayout {
  const ends = placements.map(({ y, heightPx, rotated, halfTurned }) =>
    rotated || halfTurned ? y + heightPx : y + heightPx + label.reservePx,
  )
  placements.sort((a, b) => a.y - b.y || a.x - b.x || a.piece - b.piece || a.copy - b.copy)
  return { widthPx: bounds.widthPx, lengthPx: Math.max(...ends) + bounds.edgePx, placements }
}
