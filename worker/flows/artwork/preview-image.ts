import { createHash } from "node:crypto"
import type { z } from "zod"
import type { artworkPreviewSchema } from "../../../contract/artwork/artwork-preview.ts"
import { problemsRefusal, valueProblems } from "../../../contract/artwork/artwork-values.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import {
  type PreviewRefusal,
  type PreviewRequest,
  previewRefusalSchema,
  REFUSAL_TYPE,
} from "../../../contract/artwork/preview-request.ts"
import { ApiError } from "../../../contract/error.ts"
import {
  areTextsMended,
  fieldsAndLayersOf,
  hasOwnText,
  type ImageRow,
  isSizedMend,
  madeMendsOf,
  mendsOf,
  mendsOn,
} from "../../data/artwork/image-rows.ts"
import type { Env } from "../../env.ts"
import { previewKeys } from "../../files/preview-keys.ts"
import { logWarning } from "../../log.ts"
import { printedAt } from "../pieces/printed-size.ts"
import { previewLayerOf, previewTemplate } from "./preview-layer.ts"
import { hasFont } from "./read-font.ts"

/** A part of every preview's name. Raise it when the same request gives other pixels. */
const PREVIEW_VERSION = 8
/** The longest wait: a person waits for the answer. */
const MAX_WAIT_MS = 10_000
const LOOK_AGAIN_MS = 100
/** The interval of looking whether it is one's turn, if whoever had it before has not passed it on. */
const LOOK_IN_LINE_MS = 4_000
/** The lines of an account, each with one preview on its way to the press: others' wait behind no more of them. */
const LINES = 4
/** The places that are looked at: those of callers that have left without a word are older than MAX_WAIT_MS. */
const MAX_PLACES = 100
const LATE_RETRY_S = 10
const LATE = "Sheetsmith is busy with other artwork right now. Please try again in a few seconds."

/**
 * Returns an image with values in its fields, as it is printed, or a layer of it, at a smaller size. Values that cannot
 * be printed are refused by field. The press draws while the caller waits; the same request again finds
 * its picture. `gone` says that the caller has left.
 */
export async function previewOf(
  env: Env,
  row: ImageRow,
  { values, widthPx, isTrimmed, ...asked }: AskedPreview,
  gone: AbortSignal,
): Promise<R2ObjectBody> {
  const { widthPx: width, heightPx: height } = row
  if (row.status !== "Ready" || !width || !height)
    throw new ApiError("conflict", "This image is not ready. Please try again in a moment.")
  const stored = fieldsAndLayersOf(row)
  const { fields = stored.fields, layers = stored.layers } = asked
  const known = Object.fromEntries(fields.map(({ name }) => [name, (values[name] ?? "").trim()]))
  const refusal = problemsRefusal(valueProblems(fields, values))
  if (refusal) throw refused(refusal)
  const ids = [...new Set(layers.map(({ fontId }) => fontId))]
  const areThere = await Promise.all(ids.map((fontId) => hasFont(env, row.userId, fontId)))
  const fonts = ids.filter((_, i) => areThere[i])
  const frame = isTrimmed ? { widthPx, isTrimmed } : { widthPx }
  const drawn = { values: known, fields, layers, fonts, canvas: { width, height }, ...frame }
  return awaitDrawing(env, row, { ...drawn, ...(await printedPartsOf(env, row, asked)) }, gone)
}

type AskedPreview = z.output<typeof artworkPreviewSchema> & Pick<PreviewRequest, "isTrimmed">
type AskedParts = Omit<AskedPreview, "values" | "widthPx" | "isTrimmed">

/** Returns the layer that is drawn, and the mends to make, at a printed size where they count in mm and it is asked for. */
async function printedPartsOf(
  env: Env,
  row: ImageRow,
  asked: AskedParts,
): Promise<Pick<PreviewRequest, "layer" | "mends" | "printed">> {
  const drawn = mendsToDraw(row, asked.mends)
  const mends = drawn ?? madeMendsOf(row)
  const { layer: wanted, widthIn } = asked
  const printedIn = mends.some(isSizedMend) ? widthIn : undefined
  if (wanted === "ink" && printedIn === undefined) return { mends: drawn }
  const template = await previewTemplate(env, row, asked)
  const layer = await previewLayerOf(env, row, asked, template)
  if (printedIn === undefined) return { layer, mends: drawn }
  const { dpi, trim } = template
  const printed = printedAt({ madeMends: JSON.stringify(mends) }, { widthIn: printedIn, dpi, trim })
  return { layer, mends, printed: printed ?? undefined }
}

/**
 * Returns the mends that a preview is to make of the file; undefined if the image's picture has them. That of an SVG whose
 * own text has fields has the samples, and no picture has the texts that are mended with it.
 */
function mendsToDraw(row: ImageRow, asked: Mend[] | undefined): Mend[] | undefined {
  const mends = mendsOn(asked ?? mendsOf(row))
  const hasOthers = (hasOwnText(row) && mends.length > 0) || areTextsMended(row, mends)
  const isMade = JSON.stringify(mends) === row.madeMends && !hasOthers
  return isMade ? undefined : mends
}

async function awaitDrawing(
  env: Env,
  row: ImageRow,
  request: PreviewRequest,
  gone: AbortSignal,
): Promise<R2ObjectBody> {
  const body = JSON.stringify(request)
  // Its own text finds its fonts when it is drawn: `masterKey` tells of the account's once it has been read again.
  const fonts = hasOwnText(row) ? [row.fontReplacements, row.retryAt] : []
  const parts = JSON.stringify([PREVIEW_VERSION, row.masterKey, body, ...fonts])
  const digest = createHash("sha256").update(parts).digest("hex")
  const keys = previewKeys(row.id, digest)
  const stored = await env.FILES.get(keys.drawn)
  if (stored) return accepted(stored)
  const startedMs = Date.now()
  const untilMs = startedMs + MAX_WAIT_MS
  const place = placeInLine(row, digest, startedMs)
  const [{ version }] = await Promise.all([
    env.FILES.put(keys.request, body, { customMetadata: { untilMs: `${untilMs}` } }),
    env.FILES.put(place, ""),
  ])
  try {
    let lookAtMs = startedMs
    let isSent = false
    while (Date.now() < untilMs && !gone.aborted) {
      if (!isSent && Date.now() >= lookAtMs) {
        lookAtMs = Date.now() + LOOK_IN_LINE_MS
        isSent = (await listLine(env, place))[0] === place
        if (isSent) await sendPreview(env, place)
      }
      await scheduler.wait(LOOK_AGAIN_MS)
      const drawn = await env.FILES.get(keys.drawn)
      if (drawn) return accepted(drawn)
    }
  } finally {
    await leaveLine(env, place)
  }
  // Nobody waits any more, unless the same picture was requested again: the press stops.
  if ((await env.FILES.head(keys.request))?.version === version) await env.FILES.delete(keys.request)
  throw new ApiError("unavailable", LATE, { retryAfterS: LATE_RETRY_S })
}

/** Returns the R2 key of a place in one of an account's lines; they are listed in the order in which they were taken. */
function placeInLine({ id, userId }: ImageRow, digest: string, nowMs: number): string {
  const line = Number.parseInt(digest.slice(0, 2), 16) % LINES
  return `previews/line/${userId}/${line}/${nowMs}.${id}.${digest}`
}

/** Lists the places of this one's line whose callers wait, and this one. The first of them has its turn. */
async function listLine(env: Env, place: string): Promise<string[]> {
  const prefix = place.slice(0, place.lastIndexOf("/") + 1)
  const { objects } = await env.FILES.list({ prefix, limit: MAX_PLACES })
  const sinceMs = Date.now() - MAX_WAIT_MS
  return objects
    .map(({ key }) => key)
    .filter((key) => key === place || Number.parseInt(key.slice(prefix.length), 10) >= sinceMs)
}

/** Leaves a line; whoever had its turn passes it on. If that fails, the next one takes it after some seconds. */
async function leaveLine(env: Env, place: string): Promise<void> {
  try {
    const [first, next] = await listLine(env, place)
    await env.FILES.delete(place)
    if (first === place && next !== undefined) await sendPreview(env, next)
  } catch (error) {
    logWarning("turn of a preview not passed on", { place, error })
  }
}

async function sendPreview(env: Env, place: string): Promise<void> {
  const [, imageId, digest] = place.slice(place.lastIndexOf("/") + 1).split(".")
  await env.PIECES_QUEUE.send({ kind: "preview", imageId, digest })
}

async function accepted(drawn: R2ObjectBody): Promise<R2ObjectBody> {
  if (drawn.httpMetadata?.contentType !== REFUSAL_TYPE) return drawn
  throw refused(previewRefusalSchema.parse(await drawn.json()))
}

function refused({ message, fields }: PreviewRefusal): ApiError {
  return new ApiError("unprocessable", message, fields && { fields })
}
