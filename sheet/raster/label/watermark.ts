import { textCoverage } from "./draw-label.ts"
import { LABEL_STRIP_EM } from "./label-ems.ts"
import { labelWidth } from "./label-text.ts"

/** What a test print says all over. */
export const WATERMARK = "TEST"
/** The height of a line and of the gap below it, in inches: pieces from half an inch on are met by a line. */
const LINE_IN = 0.36
const GAP_IN = 0.08
/** The coverage from which a pixel belongs to a letter: cut edges are hard, as film has no half ink. */
const INSIDE = 128

/** A knife that cuts a text out of a sheet that is written from top to bottom. */
type Watermark = {
  /** Cuts the letters out of rows `top` to `bottom`: RGBA8 rows of the sheet, from `top` on. */
  cut(band: Uint8Array, top: number, bottom: number): void
}

/**
 * Opens a text that is repeated all over a sheet, in lines that are shifted by half against each other. It is cut out of
 * the ink rather than drawn: so it shows on ink of any colour, and there is none that could be taken for it.
 *
 *      TEST TEST TEST TEST
 *        TEST TEST TEST TE
 *      TEST TEST TEST TEST
 */
export function openWatermark(text: string, sheetWidthPx: number, dpi: number): Watermark {
  const heightPx = Math.max(1, Math.round(LINE_IN * dpi))
  const pitchPx = heightPx + Math.max(1, Math.round(GAP_IN * dpi))
  const em = heightPx / LABEL_STRIP_EM
  const widthPx = Math.max(1, Math.ceil(labelWidth(`${text} `) * em))
  const alpha = textCoverage(text, em, widthPx, heightPx)
  const runs = Array.from({ length: heightPx }, (_, row) =>
    runsOf(alpha.subarray(row * widthPx, (row + 1) * widthPx)),
  )
  return {
    cut(band, top, bottom) {
      for (let y = top; y < bottom; y++) {
        const line = Math.floor(y / pitchPx)
        const own = runs[y - line * pitchPx] ?? []
        const shift = line % 2 === 0 ? 0 : Math.round(widthPx / 2)
        const row = (y - top) * sheetWidthPx
        for (let left = -shift; left < sheetWidthPx; left += widthPx)
          for (const [from, to] of own) {
            const [first, end] = [Math.max(0, left + from), Math.min(sheetWidthPx, left + to)]
            if (first < end) band.fill(0, (row + first) * 4, (row + end) * 4)
          }
      }
    },
  }
}

/** Returns the half-open runs of pixels that belong to a letter. */
function runsOf(coverage: Uint8Array): [from: number, to: number][] {
  const runs: [number, number][] = []
  let from = -1
  for (let x = 0; x <= coverage.length; x++) {
    const isInside = x < coverage.length && coverage[x] >= INSIDE
    if (isInside && from < 0) from = x
    if (isInside || from < 0) continue
    runs.push([from, x])
    from = -1
  }
  return runs
}
