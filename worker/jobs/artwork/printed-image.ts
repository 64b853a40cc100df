import { kindOfMedia } from "../../../contract/artwork/artwork-kind.ts"
import type { PrintedAt } from "../../../contract/artwork/mend.ts"
import { chokedPx } from "../../../sheet/mend/choked.ts"
import { type Mend, type PlaceTexts, REFERENCE_MM_PER_PX } from "../../../sheet/mend/mend.ts"
import { borderPx, type PrintedRows, type PrintedSize } from "../../../sheet/mend/mend-printed.ts"
import { openPrinted } from "../../../sheet/mend/mended-artwork.ts"
import { scaleBox } from "../../../sheet/preflight/piece-size.ts"
import type { RowSource } from "../../../sheet/raster/artwork.ts"
import type { RasterHost } from "../../../sheet/raster/host.ts"
import { openPieceRows, type PieceOnGrid } from "../../../sheet/raster/piece-rows.ts"
import type { FindFonts } from "../../../sheet/raster/svg/text-faces.ts"
import { textSource } from "../../../sheet/raster/text-source.ts"
import { hasTexts, type ImageRow, madeMendsOf, trimOf } from "../../data/artwork/image-rows.ts"
import type { Env } from "../../env.ts"
import { findFontsOf } from "../../flows/artwork/find-fonts.ts"
import { rasterHost } from "../../raster/raster-host.ts"
import { sampledArtwork } from "./sampled-artwork.ts"

type Drawing = {
  /** An SVG with values in its fields instead of the samples. */
  outlines?: string
  /** The mends instead of those of the size, or of those that are made. */
  mends?: readonly Mend[]
  findFonts?: FindFonts
  /** The function that places the texts that are mended too. */
  place?: PlaceTexts | undefined
  host?: RasterHost
}

/** Opens an image's file with its mends made at a printed size. Throws an ArtworkError for the seller. */
export async function openPrintedImage(
  env: Env,
  row: ImageRow,
  printed: PrintedAt,
  { outlines, mends = printed.mends ?? madeMendsOf(row), findFonts, place, host = rasterHost }: Drawing = {},
): Promise<Awaited<ReturnType<typeof openPrinted>>> {
  if (row.mediaType === null) throw new Error(`image ${row.id} has no kind`)
  const source = outlines === undefined ? (await sampledArtwork(env, row)).source : textSource(outlines)
  const mending = { mends, size: engineSize(row, printed, mends), place }
  const fonts = findFonts ?? findFontsOf(env, row)
  return openPrinted(source, kindOfMedia(row.mediaType), mending, host, fonts)
}

/**
 * Returns a printed size as the engine takes it. Its own ink is as wide as asked for, borders included and without what goes. With texts, which
 * stand on the whole picture, its pixels are as large as they make the ink that is shown with their samples.
 */
function engineSize(row: ImageRow, { widthPx, dpi, trim }: PrintedAt, mends: readonly Mend[]): PrintedSize {
  const { widthPx: width, heightPx: height } = row
  if (!trim || !width || !height) return { dpi, widthPx, isWhole: true }
  if (!hasTexts(row)) return { dpi, widthPx }
  const shownPx = scaleBox({ widthPx: width, heightPx: height, trim: trimOf(row) }, trim).width
  const innerPx = widthPx - 2 * grownPx(mends, 25.4 / dpi)
  const scale = innerPx / (shownPx - 2 * grownPx(madeMendsOf(row), REFERENCE_MM_PER_PX))
  // Where a border leaves no room, the engine says so.
  return scale > 0 && Number.isFinite(scale) ? { dpi, scale } : { dpi, widthPx, isWhole: true }
}

/** Returns the pixels by which borders and chokes move each side of the ink out. */
function grownPx(mends: readonly Mend[], mmPerPx: number): number {
  return borderPx(mends, mmPerPx) - chokedPx(mends, mmPerPx)
}

/** Returns printed rows in the frame of the whole picture, with texts over them. */
export function inFrame(
  rows: PrintedRows,
  host: RasterHost,
  placed: Pick<PieceOnGrid, "texts" | "canvas"> = { texts: "", canvas: { width: 1, height: 1 } },
): Promise<RowSource> {
  const { frame, widthPx, heightPx } = rows
  const grid = { widthPx: frame.widthPx, heightPx: frame.heightPx }
  const part = { x: 0, y: 0, width: grid.widthPx, height: grid.heightPx }
  const belowBox = { x: frame.x, y: frame.y, width: widthPx, height: heightPx }
  return openPieceRows({ grid, part, below: rows, belowBox, ...placed }, host)
}
