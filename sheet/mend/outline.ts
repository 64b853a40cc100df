import type { RowSource } from "../raster/artwork.ts"
import { withGrowth } from "./growth.ts"
import { heldBy, holding } from "./held-bytes.ts"
import { layBeneath } from "./lay-beneath.ts"
import type { MendStep } from "./mend.ts"

/** Returns the pixels that a border adds to each side: its width, and one that stays free of ink. */
export function outlineMarginPx(mm: number, mmPerPx: number): number {
  return Math.ceil(mm / mmPerPx) + 1
}

/**
 * Lays a border of so many mm around the silhouette, in one colour and beneath the art. Half transparent art within the
 * silhouette is backed by it, and so are gaps that it reaches across. The picture grows by the border.
 */
export const outline: MendStep<"outline"> = async (source, { mm, colour }, { mmPerPx, host }) => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const wider = withMargin(source, outlineMarginPx(mm, mmPerPx))
  return withGrowth(wider, "ink", mm / mmPerPx, host, (row, border) => {
    for (let x = 0, at = 0; x < border.length; x++, at += 4)
      if (border[x] !== 0 && row[at + 3] !== 255) layBeneath(row, at, channels, border[x])
  })
}

/** Returns a picture with so many pixels of film on each side. */
function withMargin(source: RowSource, margin: number): RowSource {
  const widthPx = source.widthPx + 2 * margin
  const heightPx = source.heightPx + 2 * margin
  const rows: RowSource = {
    widthPx,
    heightPx,
    async decode(sink, pause) {
      const line = new Uint8Array(widthPx * 4)
      for (let y = 0; y < margin; y++) sink(line, y)
      await source.decode((row, y) => {
        line.set(row, margin * 4)
        sink(line, margin + y)
      }, pause)
      line.fill(0)
      for (let y = margin + source.heightPx; y < heightPx; y++) sink(line, y)
    },
  }
  return holding(rows, heldBy(source) + widthPx * 4)
}
