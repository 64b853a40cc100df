import { gangSheet } from "../../harness/nest/gang-sheets.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { boundsOf } from "../../harness/nest/polygon.ts"
import { stepsPerMs } from "../../sheet/layout/effort.ts"
import { layOutWithin, maxSidePx } from "../../sheet/layout/lay-out.ts"
import type { PolygonJob } from "./polygon-nest.ts"

const dpi = 300

/** Positions across the film on the coarsest steps of a gang sheet. */
export const sheetAcross = 256

/** Returns a generated gang sheet in pixels; it may be turned in any way. */
export function sheetJob(sheetSeed: number): PolygonJob {
  const { widthIn, gapIn, items } = gangSheet(sheetSeed)
  return {
    widthPx: widthIn * dpi,
    gapPx: gapIn * dpi,
    pieces: items.map(({ polygon, quantity }) => ({
      polygon: polygon.map(([x, y]) => [Math.round(x * dpi), Math.round(y * dpi)] as const),
      turns: [0, 1, 2, 3],
      quantity,
    })),
  }
}

/** Returns the length of our own rectangle layout of the same job, at a second. */
export function boxesLength({ widthPx, gapPx, pieces }: PolygonJob): number {
  const boxes = pieces.map(({ polygon, quantity }) => {
    const { x1, y1 } = boundsOf(polygon)
    return { widthPx: x1, heightPx: y1, count: quantity }
  })
  const bounds = { widthPx, maxLengthPx: maxSidePx, edgePx: 0, gapPx, rotate: true }
  const result = layOutWithin(boxes, bounds, 1000 * stepsPerMs, { host: layoutHost })
  if (result.kind !== "laid-out" || result.layout.sheets.length !== 1)
    throw new Error("boxes do not fit one strip")
  return result.layout.sheets[0].lengthPx
}
