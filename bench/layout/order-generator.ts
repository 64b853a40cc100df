import type { PieceType, SheetBounds } from "../../sheet/layout/layout.ts"
import { createRandom } from "../../sheet/layout/random.ts"

/** Pixels per inch of the orders. */
export const dpi = 300

/**
 * The film most sellers print on: a 22 in roll, sheets up to 100 in, a quarter inch at the edge and
 * between pieces.
 */
export const rollBounds: SheetBounds = {
  widthPx: 22 * dpi,
  maxLengthPx: 100 * dpi,
  edgePx: dpi / 4,
  gapPx: dpi / 4,
  rotate: true,
}

// Printed widths that sellers offer: chest and sleeve prints are small, fronts and backs large, in
// half inches.
const leastWidthIn = 2
const mostWidthIn = 14
// From a wide line of lettering to a tall figure.
const leastAspect = 0.35
const mostAspect = 1.5

/**
 * Generates a seeded order as sellers place them: 5 to 40 designs, 2 to 14 in wide, trimmed to any
 * height, 1 to 60 copies each. Copies are spread evenly over magnitudes, because most designs sell a
 * few times and a few sell in dozens.
 */
export function generateOrder(seed: number): PieceType[] {
  const random = createRandom(seed)
  const designs = 5 + Math.floor(random() * 36)
  return Array.from({ length: designs }, () => {
    const widthIn = leastWidthIn + Math.floor(random() * (2 * (mostWidthIn - leastWidthIn) + 1)) / 2
    const aspect = leastAspect * (mostAspect / leastAspect) ** random()
    return {
      widthPx: Math.round(widthIn * dpi),
      heightPx: Math.round(widthIn * aspect * dpi),
      count: Math.min(60, Math.floor(61 ** random())),
    }
  })
}
