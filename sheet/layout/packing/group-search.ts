import { createPace, type InSteps } from "../../in-steps.ts"
import type { Random } from "../random.ts"
import {
  type Film,
  type GroupBox,
  type Meter,
  type PlacedBox,
  placeGroup,
  type Segment,
  type Wish,
} from "./group-skyline.ts"

/** The boxes of one order. Groups of a lower rank lie further up the film. */
export type Group = { rank: number; boxes: readonly GroupBox[] }

/** Groups with their boxes, in the sequence in which they are placed. */
type Sequence = { rank: number; wishes: Wish[] }[]

/** The film before a group is placed, on the sheet where it is placed. */
type Before = { sheet: number; skyline: readonly Segment[]; filmBefore: number }
type Packing = { befores: Before[]; boxes: PlacedBox[][]; film: number }

const stepsPerPause = 400_000
/** The search accepts a film this much longer, less and less, so that it leaves dead ends. */
const firstHeat = 0.05
const turns = ["given", "turned", "any"] as const

/**
 * Places groups one after the other and searches for the sequence that takes the least film:
 * simulated annealing over groups of one rank, the boxes within a group, and their turns. A changed
 * sequence is packed anew from the first group that changed. `sheetOverhead` counts a further sheet's edges.
 * Answers the boxes of each group with their sheet.
 */
export function* searchGroups(
  groups: readonly Group[],
  film: Film,
  {
    steps,
    random,
    sheetOverhead,
    onShare,
  }: {
    steps: number
    random: Random
    sheetOverhead: number
    onShare?: (share: number) => void
  },
): InSteps<{ sheet: number; boxes: PlacedBox[] }[]> {
  const meter: Meter = { steps: 0 }
  const pace = createPace(stepsPerPause)
  let sequence = beginning(groups)
  const first = pack(sequence, null, 0, film, sheetOverhead, meter)
  if (first === null) throw new Error("a group fits no sheet")
  let current: Packing = first
  let best = current
  while (meter.steps < steps && groups.length > 0) {
    const before = meter.steps
    const changed = change(sequence, random)
    const next: Packing | null =
      changed && pack(changed.sequence, current, changed.from, film, sheetOverhead, meter)
    const heat = firstHeat * (1 - meter.steps / steps) ** 2 * best.film * -Math.log(1 - random()) * 0.1
    if (changed && next && next.film <= current.film + heat) {
      sequence = changed.sequence
      current = next
      if (current.film < best.film) best = current
    }
    if (pace(meter.steps - before + 100)) {
      onShare?.(Math.min(1, meter.steps / steps))
      yield
    }
    // Changes that change nothing count as well, so that the search ends.
    meter.steps++
  }
  return best.boxes.map((boxes, i) => ({ sheet: best.befores[i].sheet, boxes }))
}

function beginning(groups: readonly Group[]): Sequence {
  const area = ({ boxes }: Group) => boxes.reduce((sum, { width, height }) => sum + width * height, 0)
  return [...groups]
    .sort((a, b) => a.rank - b.rank || area(b) - area(a))
    .map(({ rank, boxes }) => ({
      rank,
      wishes: [...boxes]
        .sort((a, b) => b.width * b.height - a.width * a.height)
        .map((box) => ({ box, turn: "any" as const })),
    }))
}

function pack(
  sequence: Sequence,
  known: Packing | null,
  from: number,
  film: Film,
  sheetOverhead: number,
  meter: Meter,
): Packing | null {
  const flat: Segment[] = [{ x: 0, y: 0, width: film.width }]
  const befores = known ? known.befores.slice(0, from) : []
  const boxes = known ? known.boxes.slice(0, from) : []
  let state: Before =
    known && from < known.befores.length ? known.befores[from] : { sheet: 0, skyline: flat, filmBefore: 0 }
  for (let i = from; i < sequence.length; i++) {
    let placed = placeGroup(state.skyline, sequence[i].wishes, film, meter)
    if (placed === null) {
      const filmBefore = state.filmBefore + endOf(state.skyline) + sheetOverhead
      state = { sheet: state.sheet + 1, skyline: flat, filmBefore }
      placed = placeGroup(flat, sequence[i].wishes, film, meter)
      if (placed === null) return null
    }
    befores[i] = state
    boxes[i] = placed.boxes
    state = { ...state, skyline: placed.skyline }
  }
  return { befores, boxes, film: state.filmBefore + endOf(state.skyline) }
}

function endOf(skyline: readonly Segment[]): number {
  return skyline.reduce((end, { y }) => Math.max(end, y), 0)
}

// A change to the sequence and the first group that it concerns. Null where chance drew none.
function change(sequence: Sequence, random: Random): { sequence: Sequence; from: number } | null {
  const below = (count: number) => Math.floor(random() * count)
  const next = [...sequence]
  const a = below(next.length)
  const kind = random()
  if (kind < 0.45) {
    const first = next.findIndex(({ rank }) => rank === next[a].rank)
    const count = next.filter(({ rank }) => rank === next[a].rank).length
    const b = first + below(count)
    if (a === b) return null
    if (kind < 0.2) [next[a], next[b]] = [next[b], next[a]]
    else next.splice(b, 0, ...next.splice(a, 1))
    return { sequence: next, from: Math.min(a, b) }
  }
  const wishes = [...next[a].wishes]
  const i = below(wishes.length)
  if (kind < 0.75 && wishes.length > 1) {
    const [moved] = wishes.splice(i, 1)
    wishes.splice(below(wishes.length + 1), 0, moved)
  } else wishes[i] = { ...wishes[i], turn: turns[below(turns.length)] }
  next[a] = { ...next[a], wishes }
  return { sequence: next, from: a }
}
