/** Readable twin of _mend-cover.as.ts: same coverage from plain loops. */

import { ANY_INK_ALPHA } from "../ink/ink-rows.ts"

/** The pixels around one whose alphas tell what it covers: the smoothing of an enlarged outline is as wide. */
const AROUND = 2

/**
 * Returns the shares of a row's pixels that a silhouette covers, 0 to 255, or what is left of them for `isFilm`. `rows` are five rows of
 * alphas, the third one its own; beside them is film. All ink of alpha 16 and more belongs to the silhouette, shadows too; so
 * alpha is measured by the most around it, and only near film:
 *
 *   alpha      255 255 160   0        a smoothed edge
 *   covered    255 255 160   0
 *   alpha      255 100 100  60   0    a shadow at an edge, and its own edge
 *   covered    255 255 255 153   0
 */
export function coverRow(rows: readonly Uint8Array[], isFilm: boolean): Uint8Array {
  return rows[AROUND].map((alpha, x) => {
    const covered = alpha === 0 || alpha === 255 ? alpha : covering(alpha, x)
    return isFilm ? 255 - covered : covered
  })

  function covering(alpha: number, x: number): number {
    const around = rows.flatMap((row) => [-2, -1, 0, 1, 2].map((step) => row[x + step] ?? 0))
    const [least, most] = [Math.min(...around), Math.max(...around)]
    if (most < ANY_INK_ALPHA) return 0
    return least >= ANY_INK_ALPHA ? 255 : Math.round((alpha * 255) / most)
  }
}
