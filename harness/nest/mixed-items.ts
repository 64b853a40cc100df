import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import type { LayoutItem } from "../../sheet/preflight/print-layout.ts"
import { gangSheet } from "./gang-sheets.ts"
import { drawn, silhouetteOf } from "./ink.ts"
import { boundsOf } from "./polygon.ts"

/**
 * Designs of the generated gang sheets are up to a foot wide; orders of hundreds are of smaller
 * ones.
 */
const smallScale = 0.6
/** The width at which silhouettes are as fine as those of uploads. */
const artworkPx = 900

/** Returns copies of as many generated gang sheets' designs, from the one of seed `firstSheet` on. */
export function mixedItems(
  designs: number,
  copies: number,
  { firstSheet, scale } = { firstSheet: 1, scale: smallScale },
): LayoutItem[] {
  const { dpi } = defaultSheetTemplate
  const polygons: ReturnType<typeof gangSheet>["items"][number]["polygon"][] = []
  for (let seed = firstSheet; polygons.length < designs; seed++)
    polygons.push(...gangSheet(seed).items.map(({ polygon }) => polygon))
  return polygons.slice(0, designs).map((polygon, i) => {
    const silhouette = silhouetteOf(drawn(polygon, artworkPx))
    return {
      image: { widthPx: silhouette.widthPx, heightPx: silhouette.heightPx, trim: null },
      widthIn: Math.round(boundsOf(polygon).x1 * dpi * scale) / dpi,
      quantity: Math.floor(copies / designs) + (i < copies % designs ? 1 : 0),
      silhouette,
    }
  })
}
