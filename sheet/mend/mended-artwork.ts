import { ArtworkError, type ArtworkKind, type ByteSource, type RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { type OpenArtwork, openArtwork } from "../raster/open-artwork.ts"
import { SVG_STAMP_EFFORT } from "../raster/svg/svg-limit.ts"
import type { FindFonts } from "../raster/svg/text-faces.ts"
import { type Mend, REFERENCE_MM_PER_PX } from "./mend.ts"
import { mendPrinted, type PrintedRows, type PrintedSize } from "./mend-printed.ts"
import { mendRows } from "./mend-rows.ts"

/** The longer side of an SVG that is drawn to be mended, 20 in at 300 DPI, unless its effects allow less. */
const SVG_LONG_SIDE_PX = 6000

/** An artwork with its mends. */
export type MendedArtwork<Rows extends RowSource = RowSource> = {
  rows: Rows
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
  const original = await openOriginal(source, kind, host, findFonts)
  const rows = await mendRows(original, mends, { mmPerPx: REFERENCE_MM_PER_PX, host })
  return { rows: refusingEmpty(rows), original }
}

/** Does the same at a printed size: see mendPrinted. */
export async function openPrinted(
  source: ByteSource,
  kind: ArtworkKind,
  { mends, size }: { mends: readonly Mend[]; size: PrintedSize },
  host: RasterHost,
  findFonts?: FindFonts,
): Promise<MendedArtwork<PrintedRows>> {
  const original = await openOriginal(source, kind, host, findFonts)
  return { rows: refusingEmpty(await mendPrinted(original, mends, size, host)), original }
}

function openOriginal(
  source: ByteSource,
  kind: ArtworkKind,
  host: RasterHost,
  findFonts: FindFonts | undefined,
): Promise<OpenArtwork> {
  return openArtwork(source, kind, host, {
    longSidePx: SVG_LONG_SIDE_PX,
    effort: SVG_STAMP_EFFORT,
    ...(findFonts && { findFonts }),
  })
}

function refusingEmpty<Rows extends RowSource>(rows: Rows): Rows {
  const decode: RowSource["decode"] = async (sink, pause) => {
    let isEmpty = true
    await rows.decode((row, y) => {
      if (isEmpty) isEmpty = !hasInk(row)
      sink(row, y)
    }, pause)
    if (isEmpty) throw new ArtworkError("empty", "Its mends leave nothing of the picture.")
  }
  return { ...rows, decode }
}

function hasInk(row: Uint8Array): boolean {
  for (let at = 3; at < row.length; at += 4) if (row[at] > 0) return true
  return false
}
