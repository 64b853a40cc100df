import type { Blob } from "../ink/blobs.ts"
import { longestDotPx, openDotSearch } from "../ink/dots.ts"
import { openInkRows } from "../ink/ink-rows.ts"
import type { RowSource } from "../raster/artwork.ts"
import { openKernel } from "../raster/raster-kernel.ts"
import type { MendContext } from "./mend.ts"
import { type HeldRow, throughWindow } from "./through-window.ts"

/** The bytes of a column of the kernel's rows and of the labels of two rows. */
const COLUMN_BYTES = 80

/** The dots that a mend is after, as the check of ink measures them. */
export type DotKind = "speck" | "pinhole"

/**
 * Returns a picture whose dots below a limit are changed in place: `mend` gets each of them with the rows that hold
 * it. A row leaves once no dot that is still small can reach it.
 */
export function mendDots(
  source: RowSource,
  { kind, limitMm, mmPerPx, host }: MendContext & { kind: DotKind; limitMm: number },
  open: () => (held: HeldRow, dot: Blob) => void,
): RowSource {
  const { widthPx, heightPx } = source
  const ahead = Math.ceil(longestDotPx(limitMm, mmPerPx)) + 1
  return throughWindow(source, { behind: 0, ahead, ownBytes: widthPx * COLUMN_BYTES }, (held) => {
    const kernel = openKernel(host, "ink")
    kernel.reserve(widthPx * COLUMN_BYTES)
    const rows = openInkRows(kernel, widthPx)
    const mend = open()
    const onDot = (dot: Blob) => mend(held, dot)
    const search = openDotSearch(
      { columns: widthPx, rows: heightPx, mmPerPx },
      limitMm,
      kind === "speck" ? { onSpeck: onDot } : { onPinhole: onDot },
    )
    return {
      take(y) {
        rows.row.pixels.set(held(y))
        rows.take()
        search.push(rows.row, y)
      },
      takeEnd: search.finish,
      make: held,
      close: kernel.close,
    }
  })
}

/**
 * Calls `visit` with the runs of a dot's pixels, from one of them on. `isIn` says which alphas belong to it, and no
 * longer does once `visit` has changed them.
 */
export function visitDot(
  held: HeldRow,
  { box, column }: Blob,
  reach: 0 | 1,
  isIn: (alpha: number) => boolean,
  visit: (row: Uint8Array, from: number, to: number, y: number) => void,
): void {
  const seeds = [column, box.top]
  while (seeds.length > 0) {
    const y = seeds.pop()!
    const x = seeds.pop()!
    const row = held(y)
    if (!isIn(row[x * 4 + 3])) continue
    let from = x
    let to = x + 1
    while (from > box.left && isIn(row[from * 4 - 1])) from--
    while (to < box.right && isIn(row[to * 4 + 3])) to++
    visit(row, from, to, y)
    for (const next of [y - 1, y + 1]) {
      if (next < box.top || next >= box.bottom) continue
      const beside = held(next)
      const end = Math.min(box.right, to + reach)
      for (let at = Math.max(box.left, from - reach); at < end; at++)
        if (isIn(beside[at * 4 + 3]) && (at === box.left || !isIn(beside[at * 4 - 1]) || at === from - reach))
          seeds.push(at, next)
    }
  }
}
