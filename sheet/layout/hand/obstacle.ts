import type { Stencil } from "./stencil.ts"

/**
 * A mask that moves and a stencil that it may not touch, which lies at (x, y) from the mask. The
 * displacements at which they meet all lie in the box from `left`, `top` to `right`, `bottom`.
 */
export type Obstacle = {
  mask: Stencil
  target: Stencil
  x: number
  y: number
  left: number
  top: number
  right: number
  bottom: number
  /** The row of the mask that last blocked a whole span: it often does so again. */
  hint: number
}

export function obstacleOf(mask: Stencil, target: Stencil, x: number, y: number): Obstacle {
  return {
    mask,
    target,
    x,
    y,
    left: x + target.left - mask.right + 1,
    right: x + target.right - mask.left,
    top: y + target.tops[0] - mask.tops[mask.tops.length - 1] + 1,
    bottom: y + target.tops[target.tops.length - 1] - mask.tops[0],
    hint: Number.NaN,
  }
}

/**
 * Displacements along one row, from `from` on: bit i of `bits` is set if dx = from + i is blocked.
 */
export type RowSpan = { from: number; count: number; bits: Int32Array }

/**
 * Marks the displacements of row `dy` that the obstacle blocks, comparing every band of both, or only
 * one in every `strideRows` rows. Returns true, and may stop early, once one run blocks the whole span.
 * `spent` counts the compared pairs of runs.
 */
export function blockRow(
  obstacle: Obstacle,
  dy: number,
  span: RowSpan,
  strideRows: number,
  spent: { runs: number },
): boolean {
  const { mask, target, x, y, hint } = obstacle
  const top = Math.max(mask.tops[0] + dy, target.tops[0] + y)
  const bottom = Math.min(mask.tops[mask.tops.length - 1] + dy, target.tops[target.tops.length - 1] + y)
  if (top >= bottom) return false
  if (hint + dy >= top && hint + dy < bottom) {
    const a = bandAt(mask.tops, hint)
    const b = bandAt(target.tops, hint + dy - y)
    if (blockBands(mask, a, target, b, x, span, spent)) return true
  }
  let row = top + Math.min(strideRows, bottom - top) - 1
  let a = bandAt(mask.tops, row - dy)
  let b = bandAt(target.tops, row - y)
  for (;;) {
    if (blockBands(mask, a, target, b, x, span, spent)) {
      obstacle.hint = row - dy
      return true
    }
    row = Math.max(row + strideRows, Math.min(mask.tops[a + 1] + dy, target.tops[b + 1] + y))
    if (row >= bottom) return false
    while (mask.tops[a + 1] + dy <= row) a++
    while (target.tops[b + 1] + y <= row) b++
  }
}

// Returns the index of the band that holds a row.
function bandAt(tops: Int32Array, row: number): number {
  let low = 0
  let high = tops.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (tops[middle] <= row) low = middle
    else high = middle
  }
  return low
}

function blockBands(
  mask: Stencil,
  a: number,
  target: Stencil,
  b: number,
  x: number,
  span: RowSpan,
  spent: { runs: number },
): boolean {
  const aEnds = mask.ends
  const bEnds = target.ends
  const shift = x - span.from
  for (let i = mask.starts[a]; i < mask.starts[a + 1]; i += 2) {
    const from = shift + 1 - aEnds[i + 1]
    const to = shift - 1 - aEnds[i]
    for (let j = target.starts[b]; j < target.starts[b + 1]; j += 2) {
      spent.runs++
      const first = bEnds[j] + from
      const last = bEnds[j + 1] + to
      if (last < 0 || first >= span.count) continue
      if (first <= 0 && last >= span.count - 1) return true
      setBits(span.bits, Math.max(0, first), Math.min(span.count - 1, last))
    }
  }
  return false
}

function setBits(bits: Int32Array, first: number, last: number): void {
  const firstWord = first >> 5
  const lastWord = last >> 5
  const head = -1 << (first & 31)
  const tail = -1 >>> (31 - (last & 31))
  if (firstWord === lastWord) {
    bits[firstWord] |= head & tail
    return
  }
  bits[firstWord] |= head
  for (let word = firstWord + 1; word < lastWord; word++) bits[word] = -1
  bits[lastWord] |= tail
}
