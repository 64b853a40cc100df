/**
 * Polygons as x and y in turn, in cells from the picture's top left corner. Ink lies to the right of
 * each in its direction, so outlines have a positive area and holes a negative one.
 */
export type TracedRings = Int32Array[]

/** The steps of a coordinate in a cell, so that all coordinates are whole. */
export const HALVES = 2

const [TOP, RIGHT, BOTTOM, LEFT] = [0, 1, 2, 3]

/** The sides that lines run between, by the ink at top left (8), top right, bottom right, bottom left (1). */
const linesAt = [
  [],
  [LEFT, BOTTOM],
  [BOTTOM, RIGHT],
  [LEFT, RIGHT],
  [RIGHT, TOP],
  [LEFT, TOP, RIGHT, BOTTOM],
  [BOTTOM, TOP],
  [LEFT, TOP],
  [TOP, LEFT],
  [TOP, BOTTOM],
  [TOP, RIGHT, BOTTOM, LEFT],
  [TOP, RIGHT],
  [RIGHT, LEFT],
  [RIGHT, BOTTOM],
  [BOTTOM, LEFT],
  [],
]

/**
 * Opens marching squares (Lorensen and Cline, 1987, in two dimensions) over rows of ink or none, from
 * the top. Lines run halfway between the middles of an inked cell and a clear one:
 *
 *     ░ ░ ░ ░        ░╱▔▔╲░      A corner of ink is cut by √2/4 of a cell. Cells that touch with
 *     ░ ▓ ▓ ░   ──►  ▕ ▓ ▓ ▏     their corners are joined, so nothing of the ink is left outside.
 *     ░ ░ ░ ░        ░╲▁▁╱░
 *
 * Holds two rows and the lines' points in memory. `push` returns false once there are more than
 * `maxPoints`; then no further call is allowed.
 */
export function openTrace(
  columns: number,
  maxPoints: number,
): { push(row: Uint8Array): boolean; finish(): TracedRings } {
  let above = new Uint8Array(columns + 2)
  let current = new Uint8Array(columns + 2)
  /** The points below each corner of the row above, or -1. */
  const below = new Int32Array(columns + 1).fill(-1)
  let capacity = 4096
  let xs = new Int32Array(capacity)
  let ys = new Int32Array(capacity)
  let next = new Int32Array(capacity)
  let count = 0
  let y = 0

  function point(x: number, down: number): number {
    if (count === capacity) {
      capacity *= 2
      xs = grown(xs, capacity)
      ys = grown(ys, capacity)
      next = grown(next, capacity)
    }
    xs[count] = x
    ys[count] = down
    return count++
  }

  /** Marches over the corners between the row above and the current one. */
  function march(): boolean {
    const ends = [-1, -1, -1, -1]
    for (let x = 0; x <= columns; x++) {
      const topRight = above[x + 1]
      const bottomLeft = current[x]
      const bottomRight = current[x + 1]
      const corner = (above[x] << 3) | (topRight << 2) | (bottomRight << 1) | bottomLeft
      if (corner === 0 || corner === 15) continue
      ends[TOP] = below[x]
      ends[RIGHT] = topRight === bottomRight ? -1 : point(2 * x + 1, 2 * y)
      ends[BOTTOM] = bottomLeft === bottomRight ? -1 : point(2 * x, 2 * y + 1)
      const lines = linesAt[corner]
      for (let i = 0; i < lines.length; i += 2) next[ends[lines[i]]] = ends[lines[i + 1]]
      below[x] = ends[BOTTOM]
      ends[LEFT] = ends[RIGHT]
    }
    return count <= maxPoints
  }

  function push(row: Uint8Array): boolean {
    const spare = above
    above = current
    current = spare
    current.set(row, 1)
    const isFine = march()
    y++
    return isFine
  }

  return {
    push,
    finish() {
      push(new Uint8Array(columns))
      const rings: TracedRings = []
      for (let first = 0; first < count; first++) {
        if (next[first] < 0) continue
        const points: number[] = []
        for (let at = first; next[at] >= 0; ) {
          points.push(xs[at], ys[at])
          const following = next[at]
          next[at] = -1
          at = following
        }
        rings.push(withSharpCorners(points))
      }
      return rings
    },
  }
}

function grown(values: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length)
  larger.set(values)
  return larger
}

/** The length, in halves of a cell, from which straight edges meet in a sharp corner. */
const SHARP_HALVES = 6

/** Removes points within straight lines, and gives boxes their corners back. */
function withSharpCorners(points: number[]): Int32Array {
  const kept: number[] = []
  const length = points.length
  for (let i = 0; i < length; i += 2) {
    const [x, y] = [points[i], points[i + 1]]
    const before = (i + length - 2) % length
    const after = (i + 2) % length
    const turn =
      (x - points[before]) * (points[after + 1] - y) - (y - points[before + 1]) * (points[after] - x)
    if (turn !== 0) kept.push(x, y)
  }
  const count = kept.length / 2
  const at = (i: number) => ((i + count) % count) * 2
  const isLong = (from: number, to: number) => {
    const [dx, dy] = [Math.abs(kept[to] - kept[from]), Math.abs(kept[to + 1] - kept[from + 1])]
    return (dx === 0 || dy === 0) && dx + dy >= SHARP_HALVES
  }
  const isCut = (i: number) => {
    const [from, to] = [at(i), at(i + 1)]
    const isSlant = Math.abs(kept[to] - kept[from]) === 1 && Math.abs(kept[to + 1] - kept[from + 1]) === 1
    return isSlant && isLong(at(i - 1), from) && isLong(to, at(i + 2))
  }
  const sharp: number[] = []
  for (let i = 0; i < count; i++) {
    if (isCut(i - 1)) continue
    const [before, from, to] = [at(i - 1), at(i), at(i + 1)]
    // The corner lies on the line that arrives, where the leaving line begins.
    const isAcross = kept[before + 1] === kept[from + 1]
    if (!isCut(i)) sharp.push(kept[from], kept[from + 1])
    else if (isAcross) sharp.push(kept[to], kept[from + 1])
    else sharp.push(kept[from], kept[to + 1])
  }
  return Int32Array.from(sharp)
}
