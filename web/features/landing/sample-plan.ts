import type { LayoutHost } from "../../../sheet/layout/layout-kernel.ts"
import { type LaidOutPrint, planPrint, turnOf } from "../../../sheet/preflight/plan-print.ts"
import type { Silhouette } from "../../../sheet/silhouette.ts"
import type { FilmCopy, LivingFilm } from "./living-film.ts"
import { type SampleOrder, sampleTemplate } from "./sample-orders.ts"

/**
 * Packs a sample order as a print is packed, and gives every shorter film on the way to `onFilm`, the
 * last one included. Line `i` has silhouette `i`.
 */
export function planSample(
  order: SampleOrder,
  silhouettes: readonly Silhouette[],
  host: LayoutHost,
  onFilm: (film: LivingFilm) => void,
): void {
  const items = order.map(({ width, count }, i) => {
    const { widthPx, heightPx } = silhouettes[i]
    const image = { widthPx, heightPx, trim: null }
    return { image, widthIn: width, quantity: count, silhouette: silhouettes[i] }
  })
  const plan = planPrint(items, sampleTemplate, host, { onBetter: (better) => onFilm(filmOf(better)) })
  if (plan.kind === "too-large") throw new Error("a sample is wider than its film")
  onFilm(filmOf(plan))
}

function filmOf({ layout, lengthIn }: LaidOutPrint): LivingFilm {
  const copies = layout.sheets.flatMap(({ placements }) =>
    placements.map(
      (placement): FilmCopy => ({
        line: placement.piece,
        copy: placement.copy,
        x: placement.x / sampleTemplate.dpi,
        y: placement.y / sampleTemplate.dpi,
        turn: turnOf(placement),
      }),
    ),
  )
  return { copies, lengthIn }
}
