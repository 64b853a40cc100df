import { createPace, type InSteps } from "../../in-steps.ts"
import type { Random } from "../random.ts"
import {
  type BoxRequest,
  type Film,
  type GroupBox,
  type Meter,
  type PlacedBox,
  placeGroup,
  type Segment,
} from "./group-skyline.ts"

/** The boxes of one order. Groups of a lower rank lie further up the film. */
export type Group = { rank: number; boxes: readonly GroupBox[] }

/** The boxes of a group in their places. */
export type PlacedGroup = { sheet: number; rank: number; boxes: PlacedBox[] }

/** Groups with their boxes, in the sequence in which they are placed. */
type Sequence = { rank: number; requests: BoxRequest[] }[]

/** A group in its place, and the film once it lies there. */
type Placed = PlacedGroup & {
  skyline: readonly Segment[]
  filmBefore: number
  /** The highest rank so far, and that of all earlier sheets: nothing lower may follow those. */
  highest: number
  least: number
}

type SearchOptions = {
  steps: number
  random: Random
  sheetOverhead: number
  /** True: a sheet that another follows counts as long as a sheet may be, so that it is filled first. */
  isFilledFirst?: boolean
  onShare?: (share: number) => void
}

const stepsPerPause = 400_000
/** The groups that are searched at once, the window's stride, and how often it slides along. */
const windowGroups = 8
const windowStride = 4
const sweeps = 2
/** The widths of film that a window may take more, less and less, to leave dead ends. */
const firstHeat = 0.02
/** The share that the lowest end of a window's skyline counts, beside its mean. */
const endShare = 0.3
/** The number of places tried beside the best one. */
const mostChoice = 3
const turns = ["given", "turned", "any"] as const

/**
 * Places groups one after the other and searches for the sequence that takes the fewest sheets, then
 * the least film. A window slides along the sequence: simulated annealing over the groups in it, the
 * boxes of each, their turns and places. The measure is the film used up where the window ends, because
 * later groups would drown a small gain. `sheetOverhead` counts a further sheet's edges. Returns the
 * boxes of each group with their sheet.
 */
export function* searchGroups(
  groups: readonly Group[],
  film: Film,
  { steps, random, sheetOverhead, isFilledFirst = false, onShare }: SearchOptions,
): InSteps<PlacedGroup[]> {
  const bounds = { ...film, sheetOverhead, isFilledFirst }
  const meter: Meter = { steps: 0 }
  const pace = createPace(stepsPerPause)
  let sequence = beginning(groups)
  let best = pack(sequence, [], sequence.length, bounds, meter)
  if (best === null) throw new Error("a group fits no sheet")
  const windows = Math.max(1, Math.ceil((sequence.length - windowGroups) / windowStride) + 1)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    let placed: Placed[] = []
    for (let window = 0; window < windows; window++) {
      const from = window * windowStride
      const to = Math.min(sequence.length, from + windowGroups)
      const isLast = to === sequence.length
      const begin = meter.steps
      const until = (steps * (sweep * windows + window + 1)) / (sweeps * windows)
      const costOf = (list: readonly Placed[]) => (isLast ? costOfAll(list, film) : usedFilm(list))
      let current = pack(sequence, placed.slice(0, from), to, bounds, meter)
      if (current === null) break
      let shortest = { sequence, placed: current }
      while (meter.steps < until) {
        const before = meter.steps
        const changed = change(sequence, from, to, random)
        const next: Placed[] | null =
          changed && pack(changed.sequence, current.slice(0, changed.from), to, bounds, meter)
        const remaining = 1 - (meter.steps - begin) / Math.max(1, until - begin)
        const heat = firstHeat * film.width * remaining ** 2 * -Math.log(1 - random())
        if (changed && next && costOf(next) <= costOf(current) + heat) {
          sequence = changed.sequence
          current = next
          if (costOf(next) < costOf(shortest.placed)) shortest = { sequence, placed: next }
        }
        // Changes that change nothing count as well, so that the search ends.
        meter.steps++
        if (pace(meter.steps - before)) {
          onShare?.(Math.min(1, meter.steps / steps))
          yield
        }
      }
      sequence = shortest.sequence
      placed = shortest.placed
    }
    const whole = pack(sequence, placed, sequence.length, bounds, meter)
    if (whole && costOfAll(whole, film) < costOfAll(best, film)) best = whole
  }
  return best.map(({ sheet, rank, boxes }) => ({ sheet, rank, boxes }))
}

function beginning(groups: readonly Group[]): Sequence {
  const area = ({ boxes }: Group) => boxes.reduce((sum, { width, height }) => sum + width * height, 0)
  return [...groups]
    .sort((a, b) => a.rank - b.rank || area(b) - area(a))
    .map(({ rank, boxes }) => ({
      rank,
      requests: [...boxes]
        .sort((a, b) => b.width * b.height - a.width * a.height)
        .map((box) => ({ box, turn: "any" as const, choice: 0 })),
    }))
}

// Places the groups up to `to` after those that are placed. Null if they cannot go on so.
function pack(
  sequence: Sequence,
  placedBefore: readonly Placed[],
  to: number,
  film: Film & Pick<SearchOptions, "sheetOverhead" | "isFilledFirst">,
  meter: Meter,
): Placed[] | null {
  const flat: Segment[] = [{ x: 0, y: 0, width: film.width, rank: 0 }]
  const placed = [...placedBefore]
  let state = placed.at(-1) ?? {
    sheet: 0,
    rank: 0,
    boxes: [],
    skyline: flat,
    filmBefore: 0,
    highest: 0,
    least: 0,
  }
  for (let i = placed.length; i < to; i++) {
    const { rank, requests } = sequence[i]
    if (rank < state.least) return null
    let group = placeGroup(state.skyline, requests, rank, film, meter)
    if (group === null) {
      const filmBefore = film.isFilledFirst
        ? (state.sheet + 1) * film.length
        : filmOf(placed) + film.sheetOverhead
      if (rank < state.highest) return null
      state = { ...state, sheet: state.sheet + 1, filmBefore, least: state.highest }
      group = placeGroup(flat, requests, rank, film, meter)
      if (group === null) return null
    }
    state = { ...state, ...group, rank, highest: Math.max(state.highest, rank) }
    placed.push(state)
  }
  return placed
}

// Returns the film of all sheets, up to the lowest end.
function filmOf(placed: readonly Placed[]): number {
  const last = placed.at(-1)
  return last ? last.filmBefore + endOf(last.skyline) : 0
}

// Returns the cost of everything: the fewest sheets, then the least film.
function costOfAll(placed: readonly Placed[], { length }: Film): number {
  return filmOf(placed) + length * (placed.at(-1)?.sheet ?? 0)
}

// Returns the film used up where more is to follow: the mean of the skyline, and some of its end.
function usedFilm(placed: readonly Placed[]): number {
  const last = placed.at(-1)
  if (!last) return 0
  let [area, width] = [0, 0]
  for (const segment of last.skyline) {
    area += segment.y * segment.width
    width += segment.width
  }
  return last.filmBefore + (1 - endShare) * (area / width) + endShare * endOf(last.skyline)
}

function endOf(skyline: readonly Segment[]): number {
  return skyline.reduce((end, { y }) => Math.max(end, y), 0)
}

// Draws a change to the sequence and the first group that it concerns. Null if chance drew none.
function change(
  sequence: Sequence,
  first: number,
  end: number,
  random: Random,
): { sequence: Sequence; from: number } | null {
  const below = (count: number) => Math.floor(random() * count)
  const next = [...sequence]
  const a = first + below(end - first)
  const kind = random()
  if (kind < 0.45) {
    const b = first + below(end - first)
    if (a === b) return null
    if (kind < 0.2) [next[a], next[b]] = [next[b], next[a]]
    else next.splice(b, 0, ...next.splice(a, 1))
    return { sequence: next, from: Math.min(a, b) }
  }
  const requests = [...next[a].requests]
  const i = below(requests.length)
  if (kind < 0.6 && requests.length > 1) {
    const [moved] = requests.splice(i, 1)
    requests.splice(below(requests.length + 1), 0, moved)
  } else if (kind < 0.8) requests[i] = { ...requests[i], turn: turns[below(turns.length)] }
  else requests[i] = { ...requests[i], choice: requests[i].choice > 0 ? 0 : 1 + below(mostChoice) }
  next[a] = { ...next[a], requests }
  return { sequence: next, from: a }
}
