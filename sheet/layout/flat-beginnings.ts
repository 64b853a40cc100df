import type { InSteps } from "../in-steps.ts"
import { isPauseDue, type Skyline } from "./packer.ts"
import type { Rectangles } from "./rectangles.ts"
import type { Search } from "./sequence-search.ts"
import {
  type GrowingSkyline,
  lowerWall,
  lowestSegment,
  placeAt,
  raiseToWall,
  segmentWidth,
} from "./skyline-moves.ts"

/**
 * The first part of a packing. `placed` holds turn, sheet, x, y of each rectangle, four numbers
 * apiece, in the order of placing. `skyline` lies above them, and `rest` holds the remaining turns.
 */
export type Beginning = { placed: Int32Array; skyline: Skyline; rest: Int32Array }

// The charges to a state beside its waste, as shares of the mean area: each segment of its skyline,
// each rectangle spent, chance. `restCharge` is the share of half the squared sides of each remaining
// rectangle, which makes large and long ones count.
const segmentCharge = 0.1
const spentCharge = 0.03
const chanceCharge = 0.05
const restCharge = 0.015

// Levels of the beam per rectangle. States of one level cover about the same area.
const levelsPerRectangle = 2

// The children that a level keeps for each state that will go on. At twice as many it drops half.
const keptChildren = 4

// The elementary steps (see `effort.ts`) of a state, and of each of its successors.
const stepsPerState = 1_500
const stepsPerChild = 12

type Placed = { before: Placed | null; turn: number; x: number; y: number }

/** A state; `remaining` counts rectangles by type, `count` all of them. `key` identifies `remaining`. */
type State = {
  skyline: GrowingSkyline
  placed: Placed | null
  remaining: Uint16Array
  count: number
  key: number
  area: number
  charge: number
  waste: number
}

/** A successor of a state: `turn` is placed on its lowest segment, or -1 raises that segment. */
type Child = { state: State; turn: number; rank: number }

/** The children that reach a level. Children of rank `enough` and above are not needed. */
type Children = { list: Child[]; enough: number }

/** The constants of one search. `charges` holds the amount that placing a turn adds to a charge. */
type Beam = {
  search: Search
  beamWidth: number
  lastHeight: number
  levels: number
  total: number
  mean: number
  slack: number
  byWidth: Int32Array
  areas: Float64Array
  charges: Float64Array
  keys: Int32Array
  levelsOfChildren: Children[]
}

/**
 * Searches for beginnings of a packing that ends at `lastHeight`: with hardly any waste, a skyline
 * of few segments, and many rectangles remaining, none of them large or long. It is a beam search
 * (Lowerre's, as Ow and Morton, _Filtered beam search in scheduling_, 1988, describe it). Each step
 * fills or raises the lowest, leftmost segment of a skyline. Among all states that cover about the
 * same area the best `beamWidth` go on, until fewer than `leastRest` rectangles remain or none
 * fits. Returns the last states, best first.
 */
export function* beginFlat(
  search: Search,
  sequence: Int32Array,
  lastHeight: number,
  leastRest: number,
  beamWidth: number,
): InSteps<Beginning[]> {
  const beam = createBeam(search, sequence, lastHeight, beamWidth)
  const remaining = new Uint16Array(search.rectangles.types)
  for (const turn of sequence) remaining[turn >> 1]++
  const skyline = { x: [0], y: [0] }
  let last: State[] = [
    { skyline, placed: null, remaining, count: sequence.length, key: 0, area: 0, charge: 0, waste: 0 },
  ]
  expand(beam, last[0], 0)
  for (let level = 1; level < beam.levelsOfChildren.length; level++) {
    const states = statesOf(beam, level)
    if (states.length === 0) continue
    if (states[0].count < leastRest) break
    last = states
    for (const state of states) {
      expand(beam, state, level)
      if (isPauseDue(search.packer)) yield
    }
  }
  return last.map((state) => toBeginning(state, search.rectangles))
}

function createBeam(search: Search, sequence: Int32Array, lastHeight: number, beamWidth: number): Beam {
  const { rectangles, packer, random } = search
  const { types, width, height } = rectangles
  const areas = Float64Array.from(width, (side, turn) => side * height[turn])
  let total = 0
  for (const turn of sequence) total += areas[turn]
  const mean = total / sequence.length
  const chargeOf = (side: number, turn: number) =>
    spentCharge * mean - (restCharge * (side * side + height[turn] * height[turn])) / 2
  const turns = Array.from(width.keys()).filter((turn) => width[turn] > 0)
  return {
    search,
    beamWidth,
    lastHeight,
    levels: levelsPerRectangle * sequence.length,
    total,
    mean,
    slack: packer.stripWidth * lastHeight - total,
    byWidth: Int32Array.from(turns.sort((a, b) => width[a] - width[b] || a - b)),
    areas,
    charges: Float64Array.from(width, chargeOf),
    keys: Int32Array.from({ length: types }, () => random() * 2 ** 32),
    levelsOfChildren: [],
  }
}

// Adds every successor of a state to the level that it reaches.
function expand(beam: Beam, state: State, level: number): void {
  const { search, lastHeight, byWidth, areas, charges, mean } = beam
  const { width, height } = search.rectangles
  const { skyline, remaining, charge, waste } = state
  const { y } = skyline
  const low = lowestSegment(skyline)
  const room = segmentWidth(skyline, low, search.packer.stripWidth)
  const [leftWall, rightWall] = [y[low - 1], y[low + 1]]
  let tried = 0
  for (const turn of byWidth) {
    if (width[turn] > room) break
    const top = y[low] + height[turn]
    if (remaining[turn >> 1] === 0 || top > lastHeight) continue
    tried++
    const isWide = width[turn] === room
    let segments = isWide ? y.length : y.length + 1
    if (top === leftWall) segments--
    if (isWide && top === rightWall) segments--
    const unevenness = mean * (segmentCharge * segments + chanceCharge * search.random())
    const reached = Math.floor((beam.levels * (state.area + areas[turn])) / beam.total)
    const rank = waste + charge + charges[turn] + unevenness
    addChild(beam, Math.max(level + 1, reached), state, turn, rank)
  }
  search.packer.work += stepsPerState + stepsPerChild * tried
  if (y.length === 1) return
  const raised = waste + raiseWaste(beam, state, low)
  const rank = raised + charge + mean * segmentCharge * (y.length - 1)
  if (raised <= beam.slack) addChild(beam, level + 1, state, -1, rank)
}

function addChild(beam: Beam, level: number, state: State, turn: number, rank: number): void {
  const { levelsOfChildren } = beam
  while (levelsOfChildren.length <= level)
    levelsOfChildren.push({ list: [], enough: Number.POSITIVE_INFINITY })
  const children = levelsOfChildren[level]
  if (rank >= children.enough) return
  const { list } = children
  list.push({ state, turn, rank })
  const kept = keptChildren * beam.beamWidth
  if (list.length < 2 * kept) return
  list.sort((a, b) => a.rank - b.rank)
  list.length = kept
  children.enough = list[kept - 1].rank
}

// Returns the best states of a level, each once. Empties the level.
function statesOf(beam: Beam, level: number): State[] {
  const { list } = beam.levelsOfChildren[level]
  beam.levelsOfChildren[level] = { list: [], enough: 0 }
  list.sort((a, b) => a.rank - b.rank)
  const met = new Set<number>()
  const states: State[] = []
  for (const child of list) {
    if (states.length === beam.beamWidth) break
    const state = stateOf(beam, child)
    const key = keyOf(state)
    if (met.has(key)) continue
    met.add(key)
    states.push(state)
  }
  return states
}

function stateOf(beam: Beam, { state, turn }: Child): State {
  const { width, height } = beam.search.rectangles
  const skyline = { x: state.skyline.x.slice(), y: state.skyline.y.slice() }
  const low = lowestSegment(skyline)
  if (turn < 0) {
    raiseToWall(skyline, low)
    return { ...state, skyline, waste: state.waste + raiseWaste(beam, state, low) }
  }
  const placed = { before: state.placed, turn, x: skyline.x[low], y: skyline.y[low] }
  placeAt(skyline, low, width[turn], height[turn], beam.search.packer.stripWidth)
  const remaining = state.remaining.slice()
  remaining[turn >> 1]--
  return {
    skyline,
    placed,
    remaining,
    count: state.count - 1,
    key: (state.key + beam.keys[turn >> 1]) | 0,
    area: state.area + beam.areas[turn],
    charge: state.charge + beam.charges[turn],
    waste: state.waste,
  }
}

function raiseWaste({ search }: Beam, { skyline }: State, low: number): number {
  return (lowerWall(skyline, low) - skyline.y[low]) * segmentWidth(skyline, low, search.packer.stripWidth)
}

// Hashes a state. States with equal keys count as equal; a rare collision only loses one state.
function keyOf({ skyline, key }: State): number {
  const { x, y } = skyline
  let hash = 0
  for (let i = 0; i < x.length; i++) hash = Math.imul(hash ^ x[i] ^ (y[i] << 12), 0x9e3779b1) ^ (hash >>> 15)
  return (key >>> 0) * 2 ** 20 + (hash & 0xfffff)
}

function toBeginning(state: State, { width }: Rectangles): Beginning {
  const numbers: number[] = []
  for (let at = state.placed; at !== null; at = at.before) numbers.push(at.y, at.x, 0, at.turn)
  const rest: number[] = []
  state.remaining.forEach((count, type) => {
    const turn = width[2 * type] > 0 ? 2 * type : 2 * type + 1
    for (let i = 0; i < count; i++) rest.push(turn)
  })
  const skyline = { x: Int32Array.from(state.skyline.x), y: Int32Array.from(state.skyline.y) }
  return { placed: Int32Array.from(numbers.reverse()), skyline, rest: Int32Array.from(rest) }
}
