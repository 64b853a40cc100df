/** A picture of ink or none. */
export type Drawing = { widthPx: number; heightPx: number; isInk: (x: number, y: number) => boolean }

/** A stroke of ink, or of none: the pixels of a disc, a box or a line. */
type Stroke = { isInk: boolean; covers: (x: number, y: number) => boolean }

/**
 * Draws a silhouette that is hard to trace: single pixels, needles, combs, rings in rings, specks that touch
 * with their corners, halftones, or nothing at all.
 */
export function hardSilhouette(random: () => number): Drawing {
  const whole = (below: number) => Math.floor(random() * below)
  const size = () => (random() < 0.2 ? 1 + whole(4) : 4 + whole(260))
  const [widthPx, heightPx] = [size(), size()]
  const strokes: Stroke[] = []
  const count = random() < 0.05 ? 0 : 1 + whole(14)
  for (let i = 0; i < count; i++) strokes.push(stroke(widthPx, heightPx, whole, random() < 0.65))
  const speckles = random() < 0.2 ? 1 + whole(40) : 0
  const seed = whole(1 << 30)
  return {
    widthPx,
    heightPx,
    isInk(x, y) {
      // Scattered by a hash, so that a pixel is the same at every call.
      const hash =
        Math.imul(Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b) ^ seed, 0xc2b2ae35) >>> 8
      if (speckles > 0 && hash % 1000 < speckles) return (hash & 1024) === 0
      return strokes.findLast(({ covers }) => covers(x, y))?.isInk ?? false
    },
  }
}

function stroke(width: number, height: number, whole: (below: number) => number, isInk: boolean): Stroke {
  const [x0, y0] = [whole(width), whole(height)]
  const [x1, y1] = [whole(width), whole(height)]
  const radius = whole(Math.max(2, Math.min(width, height) / 2))
  const thickness = whole(3) / 2 + 0.5
  const period = 2 + whole(6)
  const shapes: Stroke["covers"][] = [
    (x, y) => x === x0 && y === y0,
    (x, y) => Math.hypot(x - x0, y - y0) < radius,
    (x, y) => Math.abs(Math.hypot(x - x0, y - y0) - radius) < thickness,
    (x, y) =>
      x >= Math.min(x0, x1) && x <= Math.max(x0, x1) && y >= Math.min(y0, y1) && y <= Math.max(y0, y1),
    (x, y) => distanceToLine(x, y, x0, y0, x1, y1) < thickness,
    // A wedge that ends in a needle.
    (x, y) => y >= y0 && Math.abs(x - x0) < (y - y0) / (4 + period),
    // Pixels that touch with their corners alone, and a comb.
    (x, y) => x >= x0 && y >= y0 && (x + y) % 2 === 0 && x < x0 + 40 && y < y0 + 40,
    (x, y) => y >= y0 && x % period === 0,
    (x, y) => x % period === 0 && y % period === 0,
  ]
  return { isInk, covers: shapes[whole(shapes.length)] }
}

function distanceToLine(x: number, y: number, x0: number, y0: number, x1: number, y1: number): number {
  const [dx, dy] = [x1 - x0, y1 - y0]
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / square))
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy)
}
