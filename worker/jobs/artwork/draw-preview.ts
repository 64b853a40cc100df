import { kindOfMedia } from "../../../contract/artwork/artwork-kind.ts"
import { problemsRefusal } from "../../../contract/artwork/artwork-values.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import {
  type PreviewLayer,
  type PreviewRefusal,
  type PreviewRequest,
  previewRequestSchema,
  REFUSAL_TYPE,
} from "../../../contract/artwork/preview-request.ts"
import type { PiecesMessage } from "../../../contract/message.ts"
import { drawLayer, type InkLayer } from "../../../sheet/ink/draw-layer.ts"
import { isEnlarging, isPrintedMend, type PlaceTexts } from "../../../sheet/mend/mend.ts"
import { type MendedArtwork, openMended } from "../../../sheet/mend/mended-artwork.ts"
import { turnedLast } from "../../../sheet/mend/move.ts"
import { resampled } from "../../../sheet/mend/resampled.ts"
import { turned } from "../../../sheet/mend/turn.ts"
import {
  ArtworkError,
  type ArtworkKind,
  type ByteSource,
  type Picture,
  type RowSource,
} from "../../../sheet/raster/artwork.ts"
import { drawOver, drawWhole } from "../../../sheet/raster/draw-over.ts"
import type { RasterHost } from "../../../sheet/raster/host.ts"
import { SVG_INSPECT_WIDTH_PX } from "../../../sheet/raster/limits.ts"
import { type OpenArtwork, openArtwork } from "../../../sheet/raster/open-artwork.ts"
import { encodePicture } from "../../../sheet/raster/picture-file.ts"
import { croppedToInk } from "../../../sheet/raster/picture-ink.ts"
import { fillSvgFields, svgFieldNames } from "../../../sheet/raster/svg/svg-fields.ts"
import { SVG_PREVIEW_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"
import { textSource } from "../../../sheet/raster/text-source.ts"
import { textsSvg } from "../../../sheet/text/draw-layers.ts"
import {
  areTextsMended,
  fieldsAndLayersOf,
  findAnyImage,
  type ImageRow,
  imageKeys,
  isMended,
  isVector,
  masterKindOf,
} from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { previewKeys, waitsUntilMs } from "../../files/preview-keys.ts"
import { byteSourceOf, MissingObjectError } from "../../files/r2-read.ts"
import { findFontsOf } from "../../flows/artwork/find-fonts.ts"
import { rest } from "../../isolate/rest.ts"
import { rasterHost, runAlone } from "../../raster/raster-host.ts"
import { openTexts, type PlacedTexts, readLayerFonts } from "../pieces/draw-texts.ts"
import { inFrame, openPrintedImage } from "./printed-image.ts"
import { readPress } from "./read-press.ts"
import { openEdgeJudge } from "./refuse-cut-text.ts"
import { refusingLacking } from "./strict-fonts.ts"

/** The interval at which a drawing checks that somebody still waits for it. */
const LOOK_EVERY_MS = 250
const FILE_LOST = "The image's file is missing. Upload it again."

/**
 * Draws a preview while a request waits for it: the artwork with its values, the texts over it. A
 * second message finds it drawn. A failed drawing leaves the reason in its place.
 */
export async function drawPreview(
  env: Env,
  { imageId, digest }: Extract<PiecesMessage, { kind: "preview" }>,
): Promise<void> {
  const row = await findAnyImage(databaseOf(env), imageId)
  const keys = previewKeys(imageId, digest)
  if (row?.status !== "Ready" || (await env.FILES.head(keys.drawn))) return
  const waiting = await env.FILES.get(keys.request)
  if (!waiting) return
  const leftMs = waitsUntilMs(waiting) - Date.now()
  if (leftMs <= 0) return
  const request = previewRequestSchema.parse(await waiting.json())
  const host = whileWanted(async () => {
    const current = await env.FILES.head(keys.request)
    return current !== null && Date.now() < waitsUntilMs(current)
  })
  try {
    const drawn = await runAlone(() => draw(env, row, request, host), leftMs)
    if ("message" in drawn) await refuse(env, keys.drawn, drawn)
    else await env.FILES.put(keys.drawn, drawn, { httpMetadata: { contentType: "image/png" } })
  } catch (error) {
    if (error instanceof UnwantedError) return
    const message = refusalOf(error)
    if (message === null) throw error
    await refuse(env, keys.drawn, { message })
  }
}

async function refuse(env: Env, key: string, refusal: PreviewRefusal): Promise<void> {
  await env.FILES.put(key, JSON.stringify(refusal), { httpMetadata: { contentType: REFUSAL_TYPE } })
}

class UnwantedError extends Error {
  override name = "UnwantedError"
}

/** Returns the engine's host, whose rests end the work once nobody waits for it. */
function whileWanted(isWanted: () => Promise<boolean>): RasterHost {
  let seenMs = Date.now()
  const restWhileWanted = async () => {
    await rest()
    if (Date.now() - seenMs < LOOK_EVERY_MS) return
    if (!(await isWanted())) throw new UnwantedError("nobody waits for the preview any more")
    seenMs = Date.now()
  }
  return { ...rasterHost, rest: restWhileWanted }
}

/** Draws the picture, as a PNG, unless one of its texts cannot be printed. */
async function draw(
  env: Env,
  row: ImageRow,
  request: PreviewRequest,
  host: RasterHost,
): Promise<Uint8Array | PreviewRefusal> {
  const { widthPx: shownWidthPx, mends } = request
  const placeTexts = openTexts(await readLayerFonts(env, row.userId, request.layers))
  const areMended = areTextsMended({ layers: JSON.stringify(request.layers) }, mends ?? [])
  let within: PlacedTexts | null = null
  const place: PlaceTexts = (on) => {
    within = placeTexts({ ...request, canvas: on })
    return within
  }
  const wanted = { ...request, place: areMended ? place : undefined }
  const mended = mends ? await openWithMends(env, row, { ...wanted, mends }, host) : null
  const canvas = mended?.canvas ?? request.canvas
  const { problems, texts: placed } = within ?? placeTexts({ ...request, canvas })
  const texts = within === null ? placed : ""
  const refusal = problemsRefusal(problems)
  if (refusal) return refusal
  const drawAt = async (widthPx: number) => {
    const base = await (mended?.rowsAt(widthPx) ?? openBase(env, row, { ...request, widthPx }, host))
    const picture = await drawWhole(base, widthPx, host)
    await drawTextsOver(picture, texts, canvas, host)
    return picture
  }
  const layer = await engineLayer(env, printedLayer(request, canvas.width))
  const size = { widthPx: canvas.width, heightPx: canvas.height, shownWidthPx }
  const picture = layer ? await drawLayer(drawAt, layer, size, host) : await drawAt(shownWidthPx)
  return encodePicture(request.isTrimmed ? croppedToInk(picture) : picture, host)
}

/** An artwork with mends: its size, on which texts count, and its rows, those of a drawing as wide as they are asked for. */
type OpenMends = {
  canvas: PreviewRequest["canvas"]
  rowsAt: (widthPx: number) => Promise<RowSource> | RowSource
}

type WithMends = PreviewRequest & { mends: readonly Mend[]; place: PlaceTexts | undefined }

/**
 * Opens the file with mends, at its own size or as it prints, in the frame of the whole picture: an SVG with values in place
 * of its fields. Its stored texts count for the printed size, whichever are drawn.
 */
async function openWithMends(
  env: Env,
  row: ImageRow,
  { values, mends, printed, place }: WithMends,
  host: RasterHost,
): Promise<OpenMends> {
  const { source } = imageKeys(row.id)
  if (row.mediaType === null) throw new Error(`image ${row.id} is ready and has no kind`)
  const kind = kindOfMedia(row.mediaType)
  if (kind !== "svg") {
    if (!printed) return openTurned(byteSourceOf(env.FILES, source), kind, { mends, place }, host)
    const { rows } = await openPrintedImage(env, row, printed, { mends, place, host })
    return inPixels(await inFrame(rows, host))
  }
  const text = await readSvg(env, row)
  const filled = fillSvgFields(text, values)
  const findFonts = refusingLacking(findFontsOf(env, row), fieldsAndLayersOf(row).fields, values)
  const judge = async ({ text: drawnText }: Pick<OpenArtwork, "text">) => {
    if (drawnText && filled !== text) await openEdgeJudge(env, row, text)(drawnText.outlines)
  }
  if (printed) {
    const drawing = { outlines: filled, mends, findFonts, place, host }
    const { rows, original } = await openPrintedImage(env, row, printed, drawing)
    await judge(original)
    return inPixels(await inFrame(rows, host))
  }
  const mended = await openMended(textSource(filled), kind, mends, host, { findFonts, place })
  await judge(mended.original)
  return openLook(mended, host)
}

/**
 * Opens pixels with mends, which are turned once they are as small as they are shown: as large as they are, a quarter turn of
 * 100 megapixels decodes them 25 times, and each mend of colours more than once.
 */
async function openTurned(
  source: ByteSource,
  kind: Exclude<ArtworkKind, "svg">,
  { mends, place }: Pick<WithMends, "mends" | "place">,
  host: RasterHost,
): Promise<OpenMends> {
  const { mends: still, degrees } = turnedLast(mends)
  // What is made on printed or new pixels is made on those that are turned.
  const isAlike = degrees !== 0 && !mends.some((mend) => isPrintedMend(mend) || isEnlarging(mend))
  const mended = await openMended(source, kind, isAlike ? still : mends, host, { place })
  if (!isAlike || mended.kind === "drawing") return openLook(mended, host)
  const { rows } = mended
  const isAcross = degrees % 180 !== 0
  const [width, height] = isAcross ? [rows.heightPx, rows.widthPx] : [rows.widthPx, rows.heightPx]
  const rowsAt = (widthPx: number) => {
    const heightPx = Math.max(1, Math.round((height * widthPx) / width))
    const [across, down] = isAcross ? [heightPx, widthPx] : [widthPx, heightPx]
    return turned(resampled(rows, across, down, host), degrees, host)
  }
  return { canvas: { width, height }, rowsAt }
}

/** Opens a mended drawing as it is measured and printed, see openBase, and pixels as they are. */
async function openLook(mended: MendedArtwork, host: RasterHost): Promise<OpenMends> {
  if (mended.kind === "rows") return inPixels(mended.rows)
  const drawnAt = (size: { widthPx: number; heightPx?: number }) =>
    openArtwork(textSource(mended.drawing), "svg", host, { ...size, effort: SVG_PREVIEW_EFFORT })
  const { widthPx: width, heightPx: height } = await drawnAt({ widthPx: SVG_INSPECT_WIDTH_PX })
  const rowsAt = (widthPx: number) => drawnAt({ widthPx, heightPx: Math.round((height * widthPx) / width) })
  return { canvas: { width, height }, rowsAt }
}

function inPixels(rows: RowSource): OpenMends {
  return { canvas: { width: rows.widthPx, height: rows.heightPx }, rowsAt: () => rows }
}

/** Returns a layer, which counts in the pixels of a picture that was made for the print. */
function printedLayer({ layer, printed }: PreviewRequest, widthPx: number): PreviewLayer | undefined {
  return printed && layer && layer.kind !== "findings" ? { ...layer, printedWidthPx: widthPx } : layer
}

async function readSvg(env: Env, { id }: ImageRow): Promise<string> {
  const { source } = imageKeys(id)
  const object = await env.FILES.get(source)
  if (!object) throw new MissingObjectError(source)
  return object.text()
}

/** Returns a layer as the engine takes it. */
async function engineLayer(env: Env, layer: PreviewLayer | undefined): Promise<InkLayer | undefined> {
  if (layer?.kind !== "proof") return layer
  const { profileKey, ...rest } = layer
  return { ...rest, press: profileKey === undefined ? null : await readPress(env, profileKey) }
}

/** Opens the image's own picture as it is made: an SVG with values in place of its fields, or as stamps are drawn from it without. */
async function openBase(
  env: Env,
  row: ImageRow,
  { values, widthPx }: PreviewRequest,
  host: RasterHost,
): Promise<OpenArtwork> {
  const key = row.masterKey ?? imageKeys(row.id).source
  if (isVector(row)) {
    // The height is that of a print's grid of this width: see sheet/preflight/piece-size.ts.
    const heightPx = Math.round(((row.heightPx ?? 0) * widthPx) / (row.widthPx ?? 1))
    const drawing = { widthPx, heightPx, effort: SVG_PREVIEW_EFFORT }
    if (isMended(row)) return openArtwork(byteSourceOf(env.FILES, key), "svg", host, drawing)
    const text = await readSvg(env, row)
    if (svgFieldNames(text).length === 0) {
      const outlines = row.masterKey === null ? textSource(text) : byteSourceOf(env.FILES, row.masterKey)
      return openArtwork(outlines, "svg", host, drawing)
    }
    const filled = fillSvgFields(text, values)
    const { fields } = fieldsAndLayersOf(row)
    const findFonts = refusingLacking(findFontsOf(env, row), fields, values)
    const opened = await openArtwork(textSource(filled), "svg", host, { ...drawing, findFonts })
    if (opened.text && filled !== text) await openEdgeJudge(env, row, text)(opened.text.outlines)
    return opened
  }
  return openArtwork(byteSourceOf(env.FILES, key), masterKindOf(row), host, null)
}

async function drawTextsOver(
  picture: Picture,
  texts: string,
  canvas: PreviewRequest["canvas"],
  host: RasterHost,
): Promise<void> {
  if (texts === "") return
  const { widthPx, heightPx } = picture
  const svg = textsSvg(texts, canvas, { width: widthPx, height: heightPx })
  const drawing = { widthPx, effort: SVG_PREVIEW_EFFORT }
  await drawOver(picture, await openArtwork(textSource(svg), "svg", host, drawing), host)
}

function refusalOf(error: unknown): string | null {
  if (error instanceof ArtworkError) return error.message
  return error instanceof MissingObjectError ? FILE_LOST : null
}
