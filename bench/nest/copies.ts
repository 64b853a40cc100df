import { gangSheet } from "../../harness/nest/gang-sheets.ts"
import { drawn, silhouetteOf } from "../../harness/nest/ink.ts"
import { boundsOf } from "../../harness/nest/polygon.ts"
import type { Effort } from "../../sheet/layout/layout.ts"
import type { LayoutItem } from "../../sheet/preflight/print-layout.ts"
import { film, planSound } from "./demo.ts"
import { cpuSeconds } from "./polygon-nest.ts"

/**
 * Designs of the generated gang sheets are up to a foot wide; orders of hundreds are of smaller
 * ones.
 */
const smallScale = 0.6
/** The width at which silhouettes are as fine as those of uploads. */
const artworkPx = 900

type CopiesFigures = {
  cpuSeconds: number
  /** CPU time until the first layout that saves film. */
  firstNestMs: number
  savedPercent: number
}

/** Returns figures for a print of so many copies; with `quick`, for its first preview. */
export function measureCopies(designs: number, copies: number, effort: Effort): CopiesFigures {
  const items = mixedItems(designs, copies)
  const start = cpuSeconds()
  let firstNestMs = 0
  const plan = planSound(items, film, effort, ({ lengthIn, boxesLengthIn }) => {
    if (lengthIn < boxesLengthIn && firstNestMs === 0) firstNestMs = 1000 * (cpuSeconds() - start)
  })
  const used = cpuSeconds() - start
  return { cpuSeconds: used, firstNestMs, savedPercent: 100 * (plan.savedShare ?? 0) }
}

/** Returns copies of as many generated gang sheets' designs, from the one of seed `firstSheet` on. */
export function mixedItems(
  designs: number,
  copies: number,
  { firstSheet, scale } = { firstSheet: 1, scale: smallScale },
): LayoutItem[] {
  const polygons: ReturnType<typeof gangSheet>["items"][number]["polygon"][] = []
  for (let seed = firstSheet; polygons.length < designs; seed++)
    polygons.push(...gangSheet(seed).items.map(({ polygon }) => polygon))
  return polygons.slice(0, designs).map((polygon, i) => {
    const silhouette = silhouetteOf(drawn(polygon, artworkPx))
    return {
      image: { widthPx: silhouette.widthPx, heightPx: silhouette.heightPx, trim: null },
      widthIn: Math.round(boundsOf(polygon).x1 * film.dpi * scale) / film.dpi,
      quantity: Math.floor(copies / designs) + (i < copies % designs ? 1 : 0),
      silhouette,
    }
  })
}
