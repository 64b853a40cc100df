/** A copy's box, enlarged by the gap as all of these sizes are. */
export type GroupBox = { piece: number; copy: number; width: number; height: number }

/** A box in its place on the film's inner box. */
export type PlacedBox = GroupBox & { x: number; y: number; isTurned: boolean }

/**
 * A request for a box's place: as given, turned, or either way; and in the best place, the next best, and
 * so on.
 */
export type BoxRequest = { box: GroupBox; turn: "given" | "turned" | "any"; choice: number }

/**
 * A level piece of the lower border of placed boxes, from left to right. `rank` is the highest of
 * those above it.
 */
export type Segment = { x: number; y: number; width: number; rank: number }

/** A count of the segments compared: the search's measure of effort. */
export type Meter = { steps: number }

export type Film = { width: number; length: number; neck: number; rotate: boolean }

type Place = { x: number; y: number; cost: number; isTurned: boolean }

/**
 * Places the boxes of one group on the film, one by one, below all that is there, and never below a
 * box of higher rank. The first lies wherever it lies best. Each further one lies beside or below one
 * of its own group, along an edge of `neck` or more, with nothing in between but the gap. So scissors
 * that follow the gaps around the group cut it off in one piece. Null if the film is too short, or a
 * box finds no such place.
 */
export function placeGroup(
  skyline: readonly Segment[],
  requests: readonly BoxRequest[],
  rank: number,
  film: Film,
  meter: Meter,
): { skyline: Segment[]; boxes: PlacedBox[] } | null {
  let segments = [...skyline]
  const boxes: PlacedBox[] = []
  for (const { box, turn, choice } of requests) {
    const places: Place[] = []
    if (turn !== "turned")
      findPlaces(places, segments, box.width, box.height, false, boxes, rank, film, meter)
    const mayTurn = film.rotate && turn !== "given" && box.width !== box.height
    if (mayTurn) findPlaces(places, segments, box.height, box.width, true, boxes, rank, film, meter)
    if (places.length === 0) return null
    places.sort((a, b) => a.cost - b.cost)
    const place = places[Math.min(choice, places.length - 1)]
    const [width, height] = place.isTurned ? [box.height, box.width] : [box.width, box.height]
    boxes.push({ ...box, x: place.x, y: place.y, isTurned: place.isTurned })
    segments = covered(segments, { x: place.x, y: place.y + height, width, rank })
  }
  return { skyline: segments, boxes }
}

// Adds the possible places of a box. A place costs the film that it wastes above the box, and more
// the further down it reaches.
function findPlaces(
  places: Place[],
  segments: readonly Segment[],
  width: number,
  height: number,
  isTurned: boolean,
  own: readonly PlacedBox[],
  rank: number,
  { width: filmWidth, length, neck }: Film,
  meter: Meter,
): void {
  let low = Number.POSITIVE_INFINITY
  for (const { y } of segments) low = Math.min(low, y)
  const consider = (x: number) => {
    if (x < 0 || x + width > filmWidth) return
    let y = 0
    let filled = 0
    for (const segment of segments) {
      const across = Math.min(segment.x + segment.width, x + width) - Math.max(segment.x, x)
      if (across <= 0) continue
      if (segment.rank > rank) return
      y = Math.max(y, segment.y)
      filled += across * segment.y
    }
    meter.steps += segments.length
    if (y + height > length) return
    if (own.length > 0 && !own.some((box) => isBeside(box, x, y, width, height, neck))) return
    const waste = y * width - filled
    places.push({ x, y, cost: waste + (y + height - low) * width, isTurned })
  }
  for (const segment of segments) {
    consider(segment.x)
    if (segment.width !== width) consider(segment.x + segment.width - width)
  }
  for (const box of own) {
    const wide = box.isTurned ? box.height : box.width
    consider(box.x + wide)
    consider(box.x - width)
  }
}

function isBeside(
  box: PlacedBox,
  x: number,
  y: number,
  width: number,
  height: number,
  neck: number,
): boolean {
  const [wide, tall] = box.isTurned ? [box.height, box.width] : [box.width, box.height]
  const across = Math.min(box.x + wide, x + width) - Math.max(box.x, x)
  const down = Math.min(box.y + tall, y + height) - Math.max(box.y, y)
  return (across === 0 && down >= neck) || (down === 0 && across >= neck)
}

// Returns the skyline below a placed box.
function covered(segments: readonly Segment[], top: Segment): Segment[] {
  const next: Segment[] = []
  const push = (segment: Segment) => {
    const last = next.at(-1)
    if (segment.width <= 0) return
    if (last && last.y === segment.y && last.rank === segment.rank) last.width += segment.width
    else next.push({ ...segment })
  }
  let isPushed = false
  for (const segment of segments) {
    const end = segment.x + segment.width
    const topEnd = top.x + top.width
    if (end <= top.x) push(segment)
    else {
      push({ ...segment, width: top.x - segment.x })
      if (!isPushed) push(top)
      isPushed = true
      const from = Math.max(segment.x, topEnd)
      push({ ...segment, x: from, width: end - from })
    }
  }
  return next
}
