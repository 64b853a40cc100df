import type { RowSource } from "../raster/artwork.ts"
import { heldBy, holding } from "./held-bytes.ts"

/** The rows that are held, by their number; those outside the picture are transparent. A row may be changed. */
export type HeldRow = (y: number) => Uint8Array

type Step = {
  /** Looks at row y, which has just come. */
  take?(y: number): void
  /** Looks at the rows that are held once the last one has come. */
  takeEnd?(): void
  /** Returns the number of rows that can be made by now; by itself, those that lie `ahead` before the one that came. */
  ready?(): number
  /** Returns row y of the result; all rows from y − behind to y + ahead are held. Rows come in their order. */
  make(y: number): Uint8Array
  close?(): void
}

/**
 * Returns a picture of the same size that is made from a window of the source's rows: `behind` before and `ahead` after
 * the one that is made. `ownBytes` are what the step holds besides. Throws an ArtworkError if a chain of such steps
 * would hold more than MEND_MAX_BYTES.
 *
 *   ─── y − behind       ring of rows: each is copied once, and forgotten when it is out of sight
 *   ─── y                made
 *   ─── y + ahead        taken
 */
export function throughWindow(
  source: RowSource,
  { behind, ahead, ownBytes = 0 }: { behind: number; ahead: number; ownBytes?: number },
  open: (held: HeldRow) => Step,
): RowSource {
  const { widthPx, heightPx } = source
  const rowBytes = widthPx * 4
  const count = behind + ahead + 1
  const heldBytes = heldBy(source) + (count + 1) * rowBytes + ownBytes
  const rows: RowSource = {
    widthPx,
    heightPx,
    async decode(sink, pause) {
      const ring = new Uint8Array(count * rowBytes)
      const held = Array.from({ length: count }, (_, i) => ring.subarray(i * rowBytes, (i + 1) * rowBytes))
      const none = new Uint8Array(rowBytes)
      let made = 0
      const step = open((y) => (y < 0 || y >= heightPx ? none : held[y % count]))
      try {
        await source.decode((row, y) => {
          held[y % count].set(row)
          step.take?.(y)
          const ready = step.ready?.() ?? y + 1 - ahead
          for (; made < ready; made++) sink(step.make(made), made)
        }, pause)
        step.takeEnd?.()
        for (; made < heightPx; made++) sink(step.make(made), made)
      } finally {
        step.close?.()
      }
    },
  }
  return holding(rows, heldBytes)
}
