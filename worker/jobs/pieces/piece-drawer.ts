import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { PrintedAt } from "../../../contract/artwork/mend.ts"
import { openMendedRows, redraw } from "../../../sheet/mend/mended-artwork.ts"
import { ArtworkError, type ByteSource, type RowSource } from "../../../sheet/raster/artwork.ts"
import { inspectArtwork } from "../../../sheet/raster/inspect-artwork.ts"
import { SVG_INSPECT_WIDTH_PX } from "../../../sheet/raster/limits.ts"
import { type Look, lookWithTexts } from "../../../sheet/raster/look-with-texts.ts"
import { makePng } from "../../../sheet/raster/make-master.ts"
import { openArtwork } from "../../../sheet/raster/open-artwork.ts"
import { decodePicture, encodePicture, openAlikeEncoder } from "../../../sheet/raster/picture-file.ts"
import { fillSvgFields, svgFieldNames } from "../../../sheet/raster/svg/svg-fields.ts"
import { SVG_INSPECT_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"
import { textSource } from "../../../sheet/raster/text-source.ts"
import { decodeSilhouette, encodeSilhouette } from "../../../sheet/silhouette.ts"
import type { Canvas } from "../../../sheet/text/draw-layers.ts"
import {
  areTextsMended,
  fieldsAndLayersOf,
  type ImageRow,
  imageKeys,
  isVector,
  madeMendsOf,
} from "../../data/artwork/image-rows.ts"
import { type DrawnVariant, variantKeys } from "../../data/pieces/variant-rows.ts"
import type { Env } from "../../env.ts"
import { byteSourceOf, MissingObjectError } from "../../files/r2-read.ts"
import { storeStream } from "../../files/r2-upload.ts"
import { findFontsOf } from "../../flows/artwork/find-fonts.ts"
import { rasterHost } from "../../raster/raster-host.ts"
import { openPrintedImage } from "../artwork/printed-image.ts"
import { type EdgeJudge, openEdgeJudge } from "../artwork/refuse-cut-text.ts"
import { refusingLacking } from "../artwork/strict-fonts.ts"
import { openTexts, type PlacedTexts, readLayerFonts, type TextsOfImage } from "./draw-texts.ts"
import { storePieceLook } from "./piece-look.ts"

type PlaceTexts = (image: TextsOfImage) => PlacedTexts
type WantedLook = { values: ArtworkValues; printed: PrintedAt | null }
/** A function that draws an image with values, its mends made at a printed size, and stores its look. */
export type PieceDrawer = (digest: string, wanted: WantedLook) => Promise<DrawnVariant>

/** The width of a piece's preview, half of an image's own: lists and sheets show pieces by the dozen. */
const PIECE_PREVIEW_PX = 384
const FILE_LOST = "The image's file is missing. Upload it again."
/** The texts over a piece that has its own in its picture. */
const NO_TEXTS: PlacedTexts = { texts: "", ink: null, problems: [] }
const NO_ROWS = { from: 0, to: 0 }
const PNG = { httpMetadata: { contentType: "image/png" } }

/**
 * Opens an image to be drawn with several sets of values: its fonts and the shared picture are read
 * once. A piece that cannot be printed comes back as `failed`, with words for the seller.
 */
export async function openPieceDrawer(env: Env, row: ImageRow): Promise<PieceDrawer> {
  const { layers } = fieldsAndLayersOf(row)
  const { widthPx: width, heightPx: height } = row
  if (!width || !height) throw new Error(`image ${row.id} was never measured`)
  const canvas = { width, height }
  const place = openTexts(await readLayerFonts(env, row.userId, layers))
  const ownText = await ownTextOf(env, row)
  const judgeEdge = ownText === null ? null : openEdgeJudge(env, row, ownText)
  const encode = openAlikeEncoder(rasterHost)
  let shared: Promise<SharedBase> | undefined

  async function draw(digest: string, { values, printed }: WantedLook): Promise<DrawnVariant> {
    const own = ownText !== null && judgeEdge !== null ? { text: ownText, values, judgeEdge } : null
    if (printed) return drawPrinted(env, row, digest, { values, printed, place, own })
    const placed = placedOrRefused(place, row, { values, canvas })
    if (own) return drawFilled(env, row, digest, own, { placed, canvas })
    shared ??= sharedBase(env, row)
    return storePiece(env, row, digest, await shared, { placed, canvas, encode })
  }

  return async (digest, wanted) => {
    try {
      return await draw(digest, wanted)
    } catch (error) {
      const reason = refusalOf(error)
      if (reason === null) throw error
      return failed(digest, reason)
    }
  }
}

/** Places an image's texts; throws an ArtworkError if one of them cannot be printed. */
function placedOrRefused(
  place: PlaceTexts,
  row: ImageRow,
  { values, canvas }: { values: ArtworkValues; canvas: Canvas },
): PlacedTexts {
  const placed = place({ ...fieldsAndLayersOf(row), values, canvas })
  const [problem] = placed.problems
  if (problem) throw new ArtworkError("unsupported", problem.message)
  return placed
}

/** The picture that all pieces of an image share, below their texts. */
type SharedBase = { look: Look; sourceKey: string; isOpaque: boolean; softShare: number }

/** Reads the base that was stored for the same picture, else measures it: seconds for a large one. */
export async function sharedBase(env: Env, row: ImageRow): Promise<SharedBase> {
  const sourceKey = row.masterKey ?? imageKeys(row.id).source
  const keys = baseKeys(row.id)
  const [silhouette, preview] = await Promise.all([
    env.FILES.get(keys.silhouette),
    env.FILES.get(keys.preview),
  ])
  const known = silhouette?.customMetadata
  if (silhouette && preview && known?.of === sourceKey && preview.customMetadata?.of === sourceKey) {
    const [x, y, width, height] = known.trim.split(" ").map(Number)
    const look = {
      trim: { x, y, width, height },
      silhouette: decodeSilhouette(await silhouette.bytes()),
      preview: await decodePicture(await preview.bytes(), rasterHost),
    }
    return { look, sourceKey, isOpaque: known.isOpaque === "true", softShare: Number(known.softShare) }
  }
  const report = await inspectArtwork(byteSourceOf(env.FILES, sourceKey), rasterHost, {
    previewPx: PIECE_PREVIEW_PX,
  })
  const { trim, isOpaque, softShare } = report
  const box = [trim.x, trim.y, trim.width, trim.height].join(" ")
  await Promise.all([
    env.FILES.put(keys.silhouette, encodeSilhouette(report.silhouette), {
      customMetadata: { of: sourceKey, trim: box, isOpaque: `${isOpaque}`, softShare: `${softShare}` },
    }),
    env.FILES.put(keys.preview, await encodePicture(report.preview, rasterHost), {
      ...PNG,
      customMetadata: { of: sourceKey },
    }),
  ])
  return { look: report, sourceKey, isOpaque, softShare }
}

/** Returns the R2 keys of an image's look without its texts. */
function baseKeys(id: ImageRow["id"]): { silhouette: string; preview: string } {
  const { baseSilhouette: silhouette, basePreview: preview } = imageKeys(id)
  return { silhouette, preview }
}

/** Reads an SVG whose own text has fields; null for any other artwork. */
async function ownTextOf(env: Env, row: ImageRow): Promise<string | null> {
  if (row.mediaType !== "image/svg+xml") return null
  const { source } = imageKeys(row.id)
  const object = await env.FILES.get(source)
  if (!object) throw new MissingObjectError(source)
  const text = await object.text()
  return svgFieldNames(text).length > 0 ? text : null
}

/** The texts of a piece, and the canvas that they count on; `encode` is there for a picture that pieces share. */
type Placed = { placed: PlacedTexts; canvas: Canvas; encode?: ReturnType<typeof openAlikeEncoder> }

/** Stores the look of a piece: a picture with the piece's texts over it. */
async function storePiece(
  env: Env,
  row: ImageRow,
  digest: string,
  base: SharedBase,
  { placed, canvas, encode }: Placed,
): Promise<DrawnVariant> {
  const texts = placed.ink && { svg: placed.texts, ink: placed.ink }
  const look = texts ? await lookWithTexts(base.look, texts, rasterHost) : { ...base.look, changed: NO_ROWS }
  const { look: key } = variantKeys(row.id, digest)
  const preview = encode
    ? await encode(look.preview, look.changed)
    : await encodePicture(look.preview, rasterHost)
  await storePieceLook(env, key, {
    silhouette: look.silhouette,
    picture: look.preview,
    preview,
    texts: texts && { ...texts, canvas },
  })
  return {
    ...lookColumns(look),
    digest,
    sourceKey: base.sourceKey,
    baseBox: base.look.trim,
    overlayKey: texts ? key : null,
    isOpaque: base.isOpaque,
    softShare: base.softShare,
  }
}

type Filled = { text: string; values: ArtworkValues; judgeEdge: EdgeJudge }

/**
 * Draws an SVG with values in its own text: a drawing of its own, with the placed texts in it; where its mends have made
 * pixels of it a PNG, beneath these texts.
 */
async function drawFilled(
  env: Env,
  row: ImageRow,
  digest: string,
  own: Filled,
  over: Placed,
): Promise<DrawnVariant> {
  const outlines = await filledOutlines(env, row, own)
  const mends = madeMendsOf(row)
  if (!isVector(row)) {
    const rows = await openMendedRows(textSource(outlines), "svg", mends, rasterHost)
    return storePiece(env, row, digest, await storeBase(env, row, digest, rows), over)
  }
  const drawing = mends.length > 0 ? await redraw(outlines, mends, rasterHost) : outlines
  const master = withTexts(drawing, over.placed.texts, row)
  const source: ByteSource = textSource(master)
  const report = await inspectArtwork(source, rasterHost, { previewPx: PIECE_PREVIEW_PX })
  const keys = variantKeys(row.id, digest)
  await env.FILES.put(keys.master, master, { httpMetadata: { contentType: "image/svg+xml" } })
  const preview = await encodePicture(report.preview, rasterHost)
  await storePieceLook(env, keys.look, {
    silhouette: report.silhouette,
    picture: report.preview,
    preview,
    texts: null,
  })
  return {
    ...lookColumns(report),
    digest,
    sourceKey: keys.master,
    baseBox: null,
    overlayKey: null,
    isOpaque: report.isOpaque,
    softShare: report.softShare,
  }
}

/** Returns an SVG with values in its own text, which is outlines by then, unless it is cut off. */
async function filledOutlines(env: Env, row: ImageRow, { text, values, judgeEdge }: Filled): Promise<string> {
  const { fields } = fieldsAndLayersOf(row)
  const findFonts = refusingLacking(findFontsOf(env, row), fields, values)
  const filled = fillSvgFields(text, values)
  const drawing = { widthPx: SVG_INSPECT_WIDTH_PX, effort: SVG_INSPECT_EFFORT, findFonts }
  const opened = await openArtwork(textSource(filled), "svg", rasterHost, drawing)
  if (opened.text) await judgeEdge(opened.text.outlines)
  return opened.text?.outlines ?? filled
}

type Printing = {
  values: ArtworkValues
  printed: PrintedAt
  place: PlaceTexts
  /** An SVG's own text; null for any other artwork. */
  own: Filled | null
}

/**
 * Draws an image with its mends made at a printed size: a PNG that stamps copy pixel for pixel, beneath the placed texts, or with them
 * where they are mended too.
 */
async function drawPrinted(
  env: Env,
  row: ImageRow,
  digest: string,
  { values, printed, place, own }: Printing,
): Promise<DrawnVariant> {
  const outlines = own && (await filledOutlines(env, row, own))
  const placeOn = (canvas: Canvas) => placedOrRefused(place, row, { values, canvas })
  const areMended = areTextsMended(row, printed.mends ?? madeMendsOf(row))
  const { rows } = await openPrintedImage(env, row, printed, {
    ...(outlines === null ? {} : { outlines }),
    place: areMended ? placeOn : undefined,
  })
  const base = await storeBase(env, row, digest, rows)
  const { widthPx, heightPx } = rows
  const canvas = { width: widthPx, height: heightPx }
  const placed = areMended ? NO_TEXTS : placeOn(canvas)
  const drawn = await storePiece(env, row, digest, base, { placed, canvas })
  // Without texts there is nothing to lay over what pieces share.
  return { ...drawn, baseBox: drawn.overlayKey === null ? null : drawn.baseBox, widthPx, heightPx }
}

/** Stores the picture of a piece, below its texts. */
async function storeBase(env: Env, row: ImageRow, digest: string, rows: RowSource): Promise<SharedBase> {
  const { mended: sourceKey } = variantKeys(row.id, digest)
  await storeStream(env.FILES, sourceKey, makePng(rows, rasterHost), { contentType: "image/png" })
  const source = byteSourceOf(env.FILES, sourceKey)
  const report = await inspectArtwork(source, rasterHost, { previewPx: PIECE_PREVIEW_PX })
  const { isOpaque, softShare } = report
  return { look: report, sourceKey, isOpaque, softShare }
}

/** Returns the drawing with the placed texts at its end, which count in pixels of the measured image. */
function withTexts(drawing: string, texts: string, { widthPx, heightPx }: ImageRow): string {
  if (texts === "") return drawing
  const view = /viewBox="([^"]*)"/
    .exec(drawing)?.[1]
    .split(/[\s,]+/)
    .map(Number)
  if (view?.length !== 4 || !widthPx || !heightPx) throw new Error("a drawing's outlines have no viewBox")
  const [x, y, width, height] = view
  const place = `translate(${x} ${y}) scale(${width / widthPx} ${height / heightPx})`
  return drawing.replace(/<\/svg>\s*$/, `<g transform="${place}">${texts}</g></svg>`)
}

function lookColumns({ trim }: Look) {
  const box = { trimX: trim.x, trimY: trim.y, trimWidth: trim.width, trimHeight: trim.height }
  return { state: "ready", failureReason: null, widthPx: null, heightPx: null, ...box } as const
}

function failed(digest: string, reason: string): DrawnVariant {
  const empty = { sourceKey: null, baseBox: null, overlayKey: null, isOpaque: false, softShare: 0 }
  const noTrim = { trimX: null, trimY: null, trimWidth: null, trimHeight: null }
  const noSize = { widthPx: null, heightPx: null }
  return { digest, state: "failed", failureReason: reason, ...empty, ...noSize, ...noTrim }
}

/** Returns an error's words if the seller can act on it; otherwise null. */
function refusalOf(error: unknown): string | null {
  if (error instanceof ArtworkError) return error.message
  return error instanceof MissingObjectError ? FILE_LOST : null
}
