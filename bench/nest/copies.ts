import { gangSheet } from "../../harness/nest/gang-sheets.ts"
import { drawn, inkOf, silhouetteOf } from "../../harness/nest/ink.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { boundsOf } from "../../harness/nest/polygon.ts"
import type { Effort, PieceType } from "../../sheet/layout/layout.ts"
import { layOutShapes } from "../../sheet/layout/nest/lay-out-shapes.ts"
import type { PrintedInk } from "../../sheet/layout/nest/printed-ink.ts"
import { describeLayout } from "../../sheet/layout/utilisation.ts"
import { cpuSeconds } from "./polygon-nest.ts"

const dpi = 300
const bounds = { widthPx: 22 * dpi, maxLengthPx: 100 * dpi, edgePx: 75, gapPx: 75, rotate: true }
/** Designs of the generated gang sheets are up to a foot wide; orders of hundreds are of smaller ones. */
const scale = 0.6
/** Wide enough that silhouettes are as fine as those of uploads. */
const artworkPx = 900

export type CopiesFigures = {
  cpuSeconds: number
  /** CPU time until the first layout that saves film. */
  firstNestMs: number
  savedPercent: number
}

/** The layout of an order of so many copies, as a print gets it; `instant` as its first preview. */
export function measureCopies(designs: number, copies: number, effort: Effort): CopiesFigures {
  const { pieces, inks } = orderOf(designs, copies)
  const start = cpuSeconds()
  let firstNestMs = 0
  const result = layOutShapes(pieces, inks, bounds, layoutHost, {
    effort,
    onBetter(layout, boxesLengthPx) {
      const isShorter = describeLayout(layout).lengthPx < boxesLengthPx
      if (isShorter && firstNestMs === 0) firstNestMs = 1000 * (cpuSeconds() - start)
    },
  })
  const used = cpuSeconds() - start
  if (result.kind !== "laid-out" || result.violations.length > 0)
    throw new Error("the order is laid out wrongly")
  const saved = 1 - describeLayout(result.layout).lengthPx / result.boxesLengthPx
  return { cpuSeconds: used, firstNestMs, savedPercent: 100 * saved }
}

function orderOf(designs: number, copies: number): { pieces: PieceType[]; inks: PrintedInk[] } {
  const polygons: ReturnType<typeof gangSheet>["items"][number]["polygon"][] = []
  for (let seed = 1; polygons.length < designs; seed++)
    polygons.push(...gangSheet(seed).items.map(({ polygon }) => polygon))
  const inks = polygons
    .slice(0, designs)
    .map((polygon) =>
      inkOf(silhouetteOf(drawn(polygon, artworkPx)), Math.round(boundsOf(polygon).x1 * dpi * scale)),
    )
  const pieces = inks.map(({ widthPx, heightPx }, i) => ({
    widthPx,
    heightPx,
    count: Math.floor(copies / designs) + (i < copies % designs ? 1 : 0),
  }))
  return { pieces, inks }
}
