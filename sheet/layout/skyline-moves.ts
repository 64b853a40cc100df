/** A skyline that a search changes: the start of each segment, from left to right, and its height. */
export type GrowingSkyline = { x: number[]; y: number[] }

/** Returns the index of the lowest segment; of several, the leftmost. */
export function lowestSegment({ y }: GrowingSkyline): number {
  let low = 0
  for (let i = 1; i < y.length; i++) if (y[i] < y[low]) low = i
  return low
}

/** Returns a segment's width on a strip `stripWidth` wide. */
export function segmentWidth({ x }: GrowingSkyline, segment: number, stripWidth: number): number {
  return (segment + 1 < x.length ? x[segment + 1] : stripWidth) - x[segment]
}

/** Places a rectangle, which must fit, into the left corner of a segment. */
export function placeAt(
  skyline: GrowingSkyline,
  segment: number,
  width: number,
  height: number,
  stripWidth: number,
): void {
  const { x, y } = skyline
  if (width < segmentWidth(skyline, segment, stripWidth)) {
    x.splice(segment + 1, 0, x[segment] + width)
    y.splice(segment + 1, 0, y[segment])
  }
  y[segment] += height
  joinNeighbours(skyline, segment)
}

/** Returns the height of a segment's lower wall. There must be another segment. */
export function lowerWall({ y }: GrowingSkyline, segment: number): number {
  return Math.min(y[segment - 1] ?? Number.POSITIVE_INFINITY, y[segment + 1] ?? Number.POSITIVE_INFINITY)
}

/** Raises the lowest segment to its lower wall. There must be another segment. */
export function raiseToWall(skyline: GrowingSkyline, segment: number): void {
  skyline.y[segment] = lowerWall(skyline, segment)
  joinNeighbours(skyline, segment)
}

function joinNeighbours({ x, y }: GrowingSkyline, segment: number): void {
  for (const right of [segment + 1, segment]) {
    if (right === 0 || right >= x.length || y[right] !== y[right - 1]) continue
    x.splice(right, 1)
    y.splice(right, 1)
  }
}
