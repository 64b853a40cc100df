import { ANY_INK_ALPHA } from "../ink/ink-rows.ts"

/** The pixels around one whose alphas tell what it covers: the smoothing of an enlarged outline is as wide. */
const AROUND = 2
const ROWS = 2 * AROUND + 1

/** The rows that come before a row's coverage is known. */
export const COVERAGE_LAG = AROUND

/**
 * Opens the shares of pixels that a silhouette covers, 0 to 255, from rows of straight RGBA8. All ink of alpha 16 and
 * more belongs to the silhouette, shadows too; so alpha is measured by the most around it, and only near film:
 *
 *   alpha      255 255 160   0        a smoothed edge
 *   covered    255 255 160   0
 *   alpha      255 100 100  60   0    a shadow at an edge, and its own edge
 *   covered    255 255 255 153   0
 */
export function openCoverage(widthPx: number) {
  const stride = widthPx + 2 * AROUND
  const alphas = new Uint8Array(ROWS * stride)
  /** The least and the most alpha of the pixels around one in its row, for rows that have half ink. */
  const least = new Uint8Array(ROWS * widthPx)
  const most = new Uint8Array(ROWS * widthPx)
  const isMeasured = new Uint8Array(ROWS)
  const hasHalf = new Uint8Array(ROWS)
  const covered = new Uint8Array(widthPx)
  let pushed = 0

  return {
    /** Takes the next row, or null for one without ink; returns the coverage of the row COVERAGE_LAG before, valid until the next. */
    push(row: Uint8Array | null): Uint8Array {
      const slot = pushed++ % ROWS
      isMeasured[slot] = 0
      hasHalf[slot] = 0
      const at = slot * stride + AROUND
      if (row === null) alphas.fill(0, at, at + widthPx)
      else {
        let half = 0
        for (let x = 0, from = 3; x < widthPx; x++, from += 4) {
          const alpha = row[from]
          alphas[at + x] = alpha
          // Neither 0 nor 255.
          half |= (alpha + 1) & 254
        }
        hasHalf[slot] = half === 0 ? 0 : 1
      }
      return cover((pushed + ROWS - 1 - AROUND) % ROWS)
    },
  }

  function cover(slot: number): Uint8Array {
    const at = slot * stride + AROUND
    covered.set(alphas.subarray(at, at + widthPx))
    if (hasHalf[slot] === 0) return covered
    for (let other = 0; other < ROWS; other++) if (isMeasured[other] === 0) measure(other)
    for (let x = 0; x < widthPx; x++) {
      const alpha = covered[x]
      if (alpha === 0 || alpha === 255) continue
      let low = 255
      let high = 0
      for (let other = x; other < ROWS * widthPx; other += widthPx) {
        if (least[other] < low) low = least[other]
        if (most[other] > high) high = most[other]
      }
      if (high < ANY_INK_ALPHA) covered[x] = 0
      else covered[x] = low >= ANY_INK_ALPHA ? 255 : Math.round((alpha * 255) / high)
    }
    return covered
  }

  function measure(slot: number): void {
    isMeasured[slot] = 1
    const from = slot * stride
    const to = slot * widthPx
    for (let x = 0; x < widthPx; x++) {
      let low = 255
      let high = 0
      for (let i = from + x; i < from + x + ROWS; i++) {
        const alpha = alphas[i]
        if (alpha < low) low = alpha
        if (alpha > high) high = alpha
      }
      least[to + x] = low
      most[to + x] = high
    }
  }
}
