import {
  ArtworkError,
  type ArtworkKind,
  type Box,
  type ByteSource,
  type RowSource,
} from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { type OpenArtwork, openArtwork } from "../raster/open-artwork.ts"
import { openSvg, readOutlines, type TargetSize } from "../raster/svg/open-svg.ts"
import { SVG_STAMP_EFFORT } from "../raster/svg/svg-limit.ts"
import type { FindFonts } from "../raster/svg/text-faces.ts"
import { textSource } from "../raster/text-source.ts"
import { croppedDrawing } from "./drawing-frame.ts"
import { layTexts } from "./lay-texts.ts"
import { inOrder, type Mend, type PlaceTexts, REFERENCE_MM_PER_PX } from "./mend.ts"
import { hasDrawnInk, mendDrawing } from "./mend-drawing.ts"
import { mendPrinted, type PrintedRows, type PrintedSize } from "./mend-printed.ts"
import { mendRows } from "./mend-rows.ts"
import { traceDrawing } from "./trace-drawing.ts"

/** The longer side of a drawing that is drawn to be mended, 20 in at 300 DPI, unless its effects allow less. */
const SVG_LONG_SIDE_PX = 6000
const NOTHING = "Its mends leave nothing of the picture."

/** The artwork without its mends. */
type Original = Omit<OpenArtwork, keyof RowSource>

/** An artwork with its mends: an SVG that is sharp at every size, or pixels. */
export type MendedArtwork = { original: Original } & MendedLook
type MendedLook = { kind: "drawing"; drawing: string } | { kind: "rows"; rows: RowSource }

/** An artwork to be mended: the bytes, their kind and the fonts of an SVG's text. */
type Opening = { source: ByteSource; kind: ArtworkKind; findFonts?: FindFonts | undefined }

/**
 * Opens an artwork with its mends at its own size. It stays a drawing, or becomes one, where all of them allow that: see
 * `mendDrawing`. Throws an ArtworkError if they have left nothing of it, of pixels once they are decoded. The same bytes and mends
 * give the same drawing or rows. `place` places the texts that are mended too.
 */
export async function openMended(
  source: ByteSource,
  kind: ArtworkKind,
  mends: readonly Mend[],
  host: RasterHost,
  { findFonts, place }: { findFonts?: FindFonts; place?: PlaceTexts | undefined } = {},
): Promise<MendedArtwork> {
  const begun = await begin({ source, kind, findFonts }, mends, host)
  const { original, look, left } = begun
  if (look.kind === "rows" || left.length > 0) return { original, ...(await finishRows(begun, host, place)) }
  if (!(await hasDrawnInk(look.drawing, host))) throw new ArtworkError("empty", NOTHING)
  return { original, ...look }
}

/** Does the same in pixels, whatever the mends allow. */
export async function openMendedRows(
  source: ByteSource,
  kind: ArtworkKind,
  mends: readonly Mend[],
  host: RasterHost,
  { findFonts, place }: { findFonts?: FindFonts; place?: PlaceTexts | undefined } = {},
): Promise<RowSource> {
  return (await finishRows(await begin({ source, kind, findFonts }, mends, host), host, place)).rows
}

/**
 * Returns an SVG with mends of which it is known that they leave drawings of its kind drawings, as with other values in its
 * fields. Throws an ArtworkError where these do not.
 */
export async function redraw(svg: string, mends: readonly Mend[], host: RasterHost): Promise<string> {
  const { look, left } = await begin({ source: textSource(svg), kind: "svg" }, mends, host, true)
  if (look.kind === "drawing" && left.length === 0) return look.drawing
  throw new ArtworkError("too-large", "With these values its mends cannot be drawn. Choose shorter ones.")
}

/** Opens an artwork with its mends at a printed size: see mendPrinted. */
export async function openPrinted(
  source: ByteSource,
  kind: ArtworkKind,
  { mends, size, place }: { mends: readonly Mend[]; size: PrintedSize; place?: PlaceTexts | undefined },
  host: RasterHost,
  findFonts?: FindFonts,
): Promise<{ original: Original; rows: PrintedRows }> {
  const { original, look, left } = await begin({ source, kind, findFonts }, mends, host)
  const lay = place && layTexts(place, host)
  if (look.kind === "rows")
    return { original, rows: refusingEmpty(await mendPrinted(look.rows, left, size, host, { lay })) }
  const { drawing } = look
  const large = await drawn(drawing, host)
  const redrawn = (part: Box, widthPx: number, heightPx: number) =>
    drawnPart(drawing, shareIn(large, part), { widthPx, heightPx }, host)
  return { original, rows: refusingEmpty(await mendPrinted(large, left, size, host, { redrawn, lay })) }
}

type Begun = { original: Original; look: MendedLook; left: Mend[] }

/** Opens an artwork with those of its mends that leave it a drawing, or make it one. */
async function begin(
  opening: Opening,
  mends: readonly Mend[],
  host: RasterHost,
  isSure = false,
): Promise<Begun> {
  const { original, ...opened } = await open(opening, mends, host, isSure)
  const { left } = opened
  const at = left.findLastIndex(({ kind }) => kind === "trace")
  const trace = left[at]
  if (trace?.kind !== "trace") return { original, ...opened }
  const before = await mendRows(await rowsOf(opened.look, host), left.slice(0, at), {
    mmPerPx: REFERENCE_MM_PER_PX,
    host,
  })
  const drawing = await traceDrawing(before, trace.colours, host)
  if (drawing === null) return { original, ...opened }
  const mended = await mendDrawing(drawing, left.slice(at + 1), host)
  return { original, look: { kind: "drawing", drawing: mended.drawing }, left: mended.left }
}

/** Opens an artwork: a drawing with those of its mends that leave it one. */
async function open(
  { source, kind, findFonts }: Opening,
  mends: readonly Mend[],
  host: RasterHost,
  isSure: boolean,
): Promise<Begun> {
  if (kind === "svg") {
    const { drawing, ...read } = await readOutlines(source, host, SVG_STAMP_EFFORT, findFonts)
    const original = { ...read, needsMaster: false, droppedProfile: null }
    if (drawing !== null) {
      const mended = await mendDrawing(drawing, mends, host, isSure)
      return { original, look: { kind: "drawing", drawing: mended.drawing }, left: mended.left }
    }
  }
  const size = { longSidePx: SVG_LONG_SIDE_PX, effort: SVG_STAMP_EFFORT }
  const rows = await openArtwork(source, kind, host, { ...size, ...(findFonts && { findFonts }) })
  return { original: rows, look: { kind: "rows", rows }, left: inOrder(mends) }
}

async function rowsOf(look: MendedLook, host: RasterHost): Promise<RowSource> {
  return look.kind === "rows" ? look.rows : drawn(look.drawing, host)
}

async function finishRows(
  { look, left }: Begun,
  host: RasterHost,
  place?: PlaceTexts,
): Promise<Extract<MendedLook, { kind: "rows" }>> {
  const rows = await rowsOf(look, host)
  const context = {
    mmPerPx: REFERENCE_MM_PER_PX,
    host,
    texts: place && { lay: layTexts(place, host), freePx: 0 },
  }
  return { kind: "rows", rows: refusingEmpty(await mendRows(rows, left, context)) }
}

/** Opens a drawing to be mended in pixels, or as large as is asked for. */
function drawn(drawing: string, host: RasterHost, size: TargetSize = { longSidePx: SVG_LONG_SIDE_PX }) {
  return openSvg(textSource(drawing), host, size, SVG_STAMP_EFFORT)
}

/** Draws a part of a drawing in exactly so many pixels; null if its effects, or its size, do not allow that. */
async function drawnPart(
  drawing: string,
  part: Box,
  size: { widthPx: number; heightPx: number },
  host: RasterHost,
): Promise<RowSource | null> {
  const cropped = croppedDrawing(drawing, part)
  if (cropped === null) return null
  try {
    return await drawn(cropped, host, size)
  } catch (error) {
    if (error instanceof ArtworkError) return null
    throw error
  }
}

/** Returns a box of pixels in shares of the picture. */
function shareIn({ widthPx, heightPx }: RowSource, { x, y, width, height }: Box): Box {
  return { x: x / widthPx, y: y / heightPx, width: width / widthPx, height: height / heightPx }
}

function refusingEmpty<Rows extends RowSource>(rows: Rows): Rows {
  const decode: RowSource["decode"] = async (sink, pause) => {
    let isEmpty = true
    await rows.decode((row, y) => {
      if (isEmpty) isEmpty = !hasInk(row)
      sink(row, y)
    }, pause)
    if (isEmpty) throw new ArtworkError("empty", NOTHING)
  }
  return { ...rows, decode }
}

function hasInk(row: Uint8Array): boolean {
  for (let at = 3; at < row.length; at += 4) if (row[at] > 0) return true
  return false
}
