import { ArtworkError, type ArtworkKind, type ByteSource, type RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { type OpenArtwork, openArtwork } from "../raster/open-artwork.ts"
import { SVG_STAMP_EFFORT } from "../raster/svg/svg-limit.ts"
import type { FindFonts } from "../raster/svg/text-faces.ts"
import type { Mend } from "./mend.ts"
import { mendRows } from "./mend-rows.ts"

/** The printed length, in mm, that a pixel of an artwork counts for by itself: that of 300 DPI. */
const OWN_MM_PER_PX = 25.4 / 300
/** The longer side of an SVG that is drawn to be mended, 20 in at 300 DPI, unless its effects allow less. */
const SVG_LONG_SIDE_PX = 6000

/** An artwork with its mends. */
export type MendedArtwork = {
  rows: RowSource
  /** The artwork without them. */
  original: Omit<OpenArtwork, keyof RowSource>
}

/**
 * Opens an artwork with its mends at its own size. Decoding throws an ArtworkError if they have left nothing of it. The
 * same bytes and mends give the same rows.
 */
export async function openMended(
  source: ByteSource,
  kind: ArtworkKind,
  mends: readonly Mend[],
  host: RasterHost,
  findFonts?: FindFonts,
): Promise<MendedArtwork> {
  const original = await openArtwork(source, kind, host, {
    longSidePx: SVG_LONG_SIDE_PX,
    effort: SVG_STAMP_EFFORT,
    ...(findFonts && { findFonts }),
  })
  const rows = await mendRows(original, mends, { mmPerPx: OWN_MM_PER_PX, host })
  return { rows: refusingEmpty(rows), original }
}

function refusingEmpty({ widthPx, heightPx, decode }: RowSource): RowSource {
  return {
    widthPx,
    heightPx,
    async decode(sink, pause) {
      let isEmpty = true
      await decode((row, y) => {
        if (isEmpty) isEmpty = !hasInk(row)
        sink(row, y)
      }, pause)
      if (isEmpty) throw new ArtworkError("empty", "Its mends leave nothing of the picture.")
    },
  }
}

function hasInk(row: Uint8Array): boolean {
  for (let at = 3; at < row.length; at += 4) if (row[at] > 0) return true
  return false
}
