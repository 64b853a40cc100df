import type { InSteps } from "../in-steps.ts"
import {
  type Box,
  boxOf,
  doMeet,
  grown,
  inBox,
  moved,
  type Polygons,
  united,
  withoutHoles,
} from "./polygons.ts"

/**
 * The outline of one piece as it lies on the sheet, and the same with half the joining distance more,
 * each made on demand: thousands of pieces share one design's. `box` is around the wider. `open` and
 * `wideOpen` are the same before parts are joined and holes closed.
 */
export type LyingOutline = {
  outline(): Polygons
  wide(): Polygons
  open(): Polygons
  wideOpen(): Polygons
  /** True if parts were joined or holes closed. */
  isJoined: boolean
  box: Box
  /** Equal for pieces with the same outline, turned alike, which lies at `x` and `y` in steps. */
  shape: string
  x: number
  y: number
}

/**
 * The pieces checked, or united, between two rests. Each unites once more with the lower edge of all
 * before, so fewer pieces take longer in all; these take some 60 ms if all meet.
 */
const CHUNK = 32

/** The pairs remembered: pairs that lie to each other as an earlier pair are checked only once. */
const MAX_REMEMBERED = 4_000

function rememberedPairs<T>(find: (a: LyingOutline, b: LyingOutline) => T) {
  const known = new Map<string, { result: T; x: number; y: number }>()
  return (a: LyingOutline, b: LyingOutline): { result: T; x: number; y: number } => {
    const key = `${a.shape} ${b.shape} ${b.x - a.x} ${b.y - a.y}`
    const before = known.get(key)
    if (before) return { result: before.result, x: a.x - before.x, y: a.y - before.y }
    const result = find(a, b)
    if (known.size < MAX_REMEMBERED) known.set(key, { result, x: a.x, y: a.y })
    return { result, x: 0, y: 0 }
  }
}

/**
 * Finds pieces that lie so close that their widened outlines meet: for each piece, its neighbours
 * among those before it from the top.
 */
export function* neighboursOf(
  pieces: readonly LyingOutline[],
): InSteps<{ isClose: boolean; above: number[] }[]> {
  const neighbours = pieces.map(() => ({ isClose: false, above: [] as number[] }))
  const order = pieces.map((_, i) => i).sort((a, b) => pieces[a].box.top - pieces[b].box.top || a - b)
  const areClose = rememberedPairs((a, b) => {
    const both = overlap(a.box, b.box)
    return both !== null && doMeet(inBox(a.wide(), both), inBox(b.wide(), both))
  })
  let open: number[] = []
  for (const [n, i] of order.entries()) {
    const { box } = pieces[i]
    open = open.filter((other) => pieces[other].box.bottom > box.top)
    for (const other of open) {
      if (overlap(box, pieces[other].box) === null || !areClose(pieces[i], pieces[other]).result) continue
      neighbours[i].isClose = true
      neighbours[other].isClose = true
      neighbours[i].above.push(other)
    }
    open.push(i)
    if (n % CHUNK === 0) yield
  }
  return neighbours
}

/**
 * Finds pieces whose joined parts or closed holes another piece lies in or close to, without being so
 * close to their ink's outlines that the two are cut as one.
 */
export function* crowdedOf(
  pieces: readonly LyingOutline[],
  neighbours: readonly { above: readonly number[] }[],
): InSteps<Set<number>> {
  const crowded = new Set<number>()
  const areCrowded = rememberedPairs((a, b) => {
    const both = overlap(a.box, b.box)
    return both !== null && !doMeet(inBox(a.wideOpen(), both), inBox(b.wideOpen(), both))
  })
  for (const [i, { above }] of neighbours.entries()) {
    for (const other of above) {
      const two = [i, other].filter((piece) => pieces[piece].isJoined)
      if (two.length === 0 || !areCrowded(pieces[i], pieces[other]).result) continue
      for (const piece of two) crowded.add(piece)
    }
    if (i % CHUNK === 0) yield
  }
  return crowded
}

export function overlap(a: Box, b: Box): Box | null {
  const box = {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
  return box.left < box.right && box.top < box.bottom ? box : null
}

/**
 * Unites outlines that meet, and those that nearly do: a strip between two is filled if it is
 * narrower than `2 * margin`. Pieces come in from the top; outlines above all that follow are
 * finished and leave.
 *
 *     ╭────╮╭────╮     done        ┌ the part that goes on below stays a polygon
 *     │    ╰╯    │   ─────────     ┘ without the holes that are done
 *     ╰──╮    ╭──╯     next piece's top
 */
export function* joinedOutlines(
  pieces: readonly LyingOutline[],
  neighbours: readonly { isClose: boolean; above: readonly number[] }[],
  margin: number,
  isFilled: (hole: Polygons[number]) => boolean,
): Generator<Polygons> {
  const order = pieces
    .map((_, i) => i)
    .filter((i) => neighbours[i].isClose)
    .sort((a, b) => pieces[a].box.top - pieces[b].box.top || a - b)
  const bridgeOf = rememberedPairs((a, b) => bridge(a, b, margin))
  let standing: Polygons = []
  for (let from = 0; from < order.length; from += CHUNK) {
    const next = order.slice(from, from + CHUNK)
    const bridges = next.flatMap((i) =>
      neighbours[i].above.flatMap((other) => {
        const { result, x, y } = bridgeOf(pieces[i], pieces[other])
        return moved(result, x, y)
      }),
    )
    const all = united([...standing, ...next.flatMap((i) => pieces[i].outline()), ...bridges])
    const whole = withoutHoles(all, isFilled)
    const last = order[from + CHUNK]
    const line = last === undefined ? Number.POSITIVE_INFINITY : pieces[last].box.top - 2 * margin
    const done: Polygons = []
    standing = []
    for (const polygon of whole) (boxOf([polygon]).bottom < line ? done : standing).push(polygon)
    yield done
  }
}

/** Fills the strip between two outlines: both widened, united and narrowed again, near where they meet. */
function bridge(a: LyingOutline, b: LyingOutline, margin: number): Polygons {
  const both = overlap(a.box, b.box)
  if (both === null) return []
  const around = {
    left: both.left - 3 * margin,
    top: both.top - 3 * margin,
    right: both.right + 3 * margin,
    bottom: both.bottom + 3 * margin,
  }
  // Narrowed one by one, they would part again.
  return grown(united([...inBox(a.wide(), around), ...inBox(b.wide(), around)]), -margin, "round")
}
