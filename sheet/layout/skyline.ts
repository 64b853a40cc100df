import type { Skyline } from "./packer.ts"
import type { Rectangles } from "./rectangles.ts"

/**
 * Returns the skyline over rectangles of one sheet. `placed` holds turn, sheet, x, y of each, four
 * numbers apiece. Each rectangle lies above earlier ones that it overlaps sideways.
 */
export function skylineOver({ width, height }: Rectangles, placed: Int32Array, stripWidth: number): Skyline {
  const xs = [0]
  const ys = [0]
  const endOf = (segment: number) => (segment + 1 < xs.length ? xs[segment + 1] : stripWidth)
  for (let i = 0; i < placed.length; i += 4) {
    const left = placed[i + 2]
    const right = left + width[placed[i]]
    let first = 0
    while (endOf(first) <= left) first++
    let last = first
    while (endOf(last) < right) last++
    // The remainders of the segments at either side.
    const before = xs[first] < left ? 1 : 0
    const behind = right < endOf(last) ? [ys[last]] : []
    const start = first + before
    xs.splice(start, last + 1 - start, left, ...behind.map(() => right))
    ys.splice(start, last + 1 - start, placed[i + 3] + height[placed[i]], ...behind)
  }
  const isBorder = (_: number, segment: number) => segment === 0 || ys[segment] !== ys[segment - 1]
  return { x: Int32Array.from(xs.filter(isBorder)), y: Int32Array.from(ys.filter(isBorder)) }
}
