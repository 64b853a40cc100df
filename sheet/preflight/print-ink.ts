import type { PrintedInk } from "../layout/nest/printed-ink.ts"
import type { Silhouette } from "../silhouette.ts"
import type { Artwork } from "./piece-size.ts"
import { pieceSize, printedBox } from "./piece-size.ts"
import type { LayoutItem, LayoutTemplate } from "./print-layout.ts"

/** The ink of every item at its printed size; null, ink all over, where its silhouette is not known. */
export function printedInks(items: readonly LayoutItem[], template: LayoutTemplate): (PrintedInk | null)[] {
  return items.map(({ image, widthIn, silhouette }) =>
    silhouette && isOf(image, silhouette)
      ? {
          silhouette,
          box: printedBox(image, template.trim),
          ...pieceSize({ image, widthIn, template }),
          mirror: template.mirror,
        }
      : null,
  )
}

function isOf(image: Artwork, silhouette: Silhouette): boolean {
  return image.widthPx === silhouette.widthPx && image.heightPx === silhouette.heightPx
}
