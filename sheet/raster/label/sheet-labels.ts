import type { CodeEncoder } from "./code-dots.ts"
import { drawLabel, type LabelInk, type SheetLabel } from "./draw-label.ts"

/**
 * The bytes of ink kept while its rows are written. Ink beyond that is drawn again for each band. A
 * label takes some 60 KB at 300 DPI.
 */
const LABEL_STORE_BYTES = 4 << 20

/** A painter of the labels of a sheet that is written from top to bottom. */
type LabelPainter = {
  /**
   * Draws the parts of labels in rows `top` to `bottom` onto `band`: straight RGBA8 rows of the
   * sheet, from `top` on.
   */
  draw(band: Uint8Array, top: number, bottom: number): void
}

export function openLabels(
  labels: readonly SheetLabel[],
  sheetWidthPx: number,
  encode: CodeEncoder,
): LabelPainter {
  const waiting = [...labels].sort((a, b) => b.y - a.y)
  let open: SheetLabel[] = []
  const inks = new InkStore(encode)
  return {
    draw(band, top, bottom) {
      for (let next = waiting.at(-1); next && next.y < bottom; next = waiting.at(-1)) {
        open.push(next)
        waiting.pop()
      }
      for (const label of open) layInk(band, sheetWidthPx, top, bottom, label, inks.of(label))
      open = open.filter((label) => label.y + label.heightPx > bottom)
    },
  }
}

/** The ink of labels, kept from band to band and shared by labels with the same content. */
class InkStore {
  readonly #inks = new Map<string, LabelInk>()
  readonly #encode: CodeEncoder
  #bytes = 0

  constructor(encode: CodeEncoder) {
    this.#encode = encode
  }

  of({ text, code, widthPx, heightPx, rotated, mirror }: SheetLabel): LabelInk {
    const key = `${widthPx} ${heightPx} ${rotated} ${mirror} ${code ?? ""} ${text}`
    const known = this.#inks.get(key)
    if (known) return known
    const ink = drawLabel({ text, code, widthPx, heightPx, rotated, mirror }, this.#encode)
    this.#inks.set(key, ink)
    this.#bytes += ink.alpha.length
    for (const [oldest, { alpha }] of this.#inks) {
      if (this.#bytes <= LABEL_STORE_BYTES || oldest === key) break
      this.#inks.delete(oldest)
      this.#bytes -= alpha.length
    }
    return ink
  }
}

function layInk(
  band: Uint8Array,
  sheetWidthPx: number,
  top: number,
  bottom: number,
  label: SheetLabel,
  ink: LabelInk,
): void {
  const inkTop = label.y + ink.y
  const first = Math.max(0, top - inkTop)
  const end = Math.min(ink.heightPx, bottom - inkTop)
  for (let row = first; row < end; row++) {
    let to = ((inkTop + row - top) * sheetWidthPx + label.x + ink.x) * 4 + 3
    for (let at = row * ink.widthPx; at < (row + 1) * ink.widthPx; at++, to += 4)
      if (ink.alpha[at] > 0) band[to] = ink.alpha[at]
  }
}
