import { inkRects } from "../../sheet/layout/check/ink-rects.ts"
import { type PrintLayoutInput, printLayoutInput } from "../../sheet/preflight/print-inks.ts"
import type { LayoutItem, LayoutTemplate } from "../../sheet/preflight/print-layout.ts"

/**
 * Returns the area that a print fills however it is laid out, in square pixels, and that of a sheet of a
 * length: no layout has fewer sheets than the first is of the second. Inks are the gap apart in every
 * direction, so their points within half the gap belong to no other piece, and reach at most that far out of
 * the film inside its edges:
 *
 *     ╭─────────────╮
 *     │ ┌─────────┐ │  A row of pixels counts with what of it is within half the gap all through, so the sum
 *     │ │   ink   │ │  is never too large. A quarter turn changes no area.
 */
export function filledPx2(items: readonly LayoutItem[], template: LayoutTemplate) {
  const input = printLayoutInput(items, template)
  const { gapPx, widthPx, edgePx } = input.bounds
  const inksPx2 = items.reduce((sum, { quantity }, piece) => sum + quantity * grownPx2(input, piece), 0)
  return {
    inksPx2,
    sheetPx2: (lengthPx: number) => (widthPx - 2 * edgePx + gapPx) * (lengthPx - 2 * edgePx + gapPx),
  }
}

/** Returns the area within half the gap of a piece's ink. */
function grownPx2({ pieces, inks, bounds }: PrintLayoutInput, piece: number): number {
  const { widthPx, heightPx } = pieces[piece]
  const ink = inks[piece]
  const rects = ink ? inkRects(ink) : [{ left: 0, top: 0, right: widthPx, bottom: heightPx }]
  const half = bounds.gapPx / 2
  let px2 = 0
  for (let y = Math.floor(-half); y < heightPx + half; y++) {
    const reaches: [number, number][] = []
    for (const { left, top, right, bottom } of rects) {
      const away = Math.max(0, top - y, y + 1 - bottom)
      if (away > half) continue
      const reach = Math.sqrt(half ** 2 - away ** 2)
      reaches.push([left - reach, right + reach])
    }
    let end = Number.NEGATIVE_INFINITY
    for (const [from, to] of reaches.sort(([a], [b]) => a - b)) {
      px2 += Math.max(0, to - Math.max(from, end))
      end = Math.max(end, to)
    }
  }
  return px2
}
