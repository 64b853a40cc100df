import type { Context } from "hono"
import { ApiError } from "../../contract/error.ts"
import { type Id, idSchema, keptId, makeId } from "../../contract/id.ts"
import { scoreSchema, type UploadedFile, uploadKeySchema } from "../../contract/image.ts"
import { MAX_NAME_LENGTH, MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES, MIB } from "../../contract/limit.ts"
import type { IngestMessage } from "../../contract/message.ts"
import { type ArtworkProbe, PROBE_BYTES, probeArtwork } from "../../sheet/raster/probe-artwork.ts"
import { ArtworkError, type ArtworkKind } from "../../sheet/raster/types.ts"
import { type Database, databaseOf } from "../data/database.ts"
import { doomInsert } from "../data/doomed-object.ts"
import { imageKeys, type MediaType } from "../data/image.ts"
import { findImageCategory } from "../data/image-category.ts"
import {
  deleteUpload,
  findUploadByRequest,
  insertUpload,
  markFailed,
  markUploaded,
  setUploadFields,
  touchImages,
  type UploadState,
} from "../data/image-progress.ts"
import { logWarning } from "../log.ts"
import type { AppEnv } from "../middleware/app-env.ts"
import { validated } from "../middleware/valid.ts"
import { boundaryOf, MultipartError, type MultipartPart, readMultipart } from "../services/multipart.ts"
import { storeStream } from "../services/r2-upload.ts"

/** A category's id or a score; more than this is no such field. */
const MAX_FIELD_BYTES = 1024
/** Fields we know and a few that we drop. */
const MAX_PARTS = MAX_UPLOAD_FILES + 20

const mediaTypeOf: Record<ArtworkKind, MediaType> = {
  png: "image/png",
  jpeg: "image/jpeg",
  svg: "image/svg+xml",
}

/** Rows are touched this often while bytes arrive: the sweep takes what has stood still for ten minutes. */
const TOUCH_EVERY_MS = 60_000

/** `requestKey` is for the file behind it alone. */
type UploadFields = { categoryId: string | null; halfStars: number; requestKey: string | null }

/**
 * Streams every file of a multipart body to R2 and queues it for ingest; answers one entry per file, in order. A file
 * that cannot be printed becomes a Failed image with the reason and holds up no other. Memory stays at one part of
 * 5 MiB, however large the files; a request that breaks off leaves nothing of the file it broke in.
 */
export async function receiveUpload(c: Context<AppEnv>): Promise<UploadedFile[]> {
  const boundary = boundaryOf(c.req.header("content-type"))
  const body = c.req.raw.body
  if (boundary === null || body === null)
    throw new ApiError("unsupported-type", "Files are sent as multipart/form-data")
  const fields: UploadFields = { categoryId: null, halfStars: 0, requestKey: null }
  const uploaded: UploadedFile[] = []
  let areFieldsLate = false
  let parts = 0
  try {
    for await (const part of readMultipart(body, boundary)) {
      if (++parts > MAX_PARTS) throw new ApiError("validation-failed", "The upload has too many parts")
      if (part.fileName === null) {
        if ((await readField(c, part, fields)) && uploaded.length > 0) areFieldsLate = true
      } else if (part.name === "files") {
        if (uploaded.length === MAX_UPLOAD_FILES)
          throw new ApiError("validation-failed", `Send at most ${MAX_UPLOAD_FILES} files in one upload`)
        const file = await receiveFile(c, part, part.fileName, fields)
        fields.requestKey = null
        if (file) uploaded.push(file)
      }
    }
  } catch (error) {
    if (error instanceof MultipartError) throw new ApiError("validation-failed", error.message)
    throw error
  }
  if (uploaded.length === 0) throw new ApiError("validation-failed", "Choose at least one file")
  if (areFieldsLate) {
    const ids = uploaded.map((file) => file._id)
    const { categoryId, halfStars } = fields
    await setUploadFields(databaseOf(c.env), c.var.user.id, ids, { categoryId, halfStars })
  }
  return uploaded
}

/** True when the field was one that counts for files in front of it too. */
async function readField(c: Context<AppEnv>, part: MultipartPart, fields: UploadFields): Promise<boolean> {
  const text = await readText(part)
  switch (part.name) {
    case "score":
      fields.halfStars = Math.round(validated(scoreSchema, text) * 2)
      return true
    case "imageCategoryId": {
      if (text === "") return false
      const id = validated(idSchema, text)
      if (!(await findImageCategory(databaseOf(c.env), c.var.user.id, id)))
        throw new ApiError("not-found", "This category does not exist")
      fields.categoryId = id
      return true
    }
    case "requestKey":
      fields.requestKey = validated(uploadKeySchema, text)
      return false
    default:
      return false
  }
}

async function readText(part: MultipartPart): Promise<string> {
  const bytes: number[] = []
  for await (const chunk of part.body) {
    if (bytes.length + chunk.length > MAX_FIELD_BYTES)
      throw new ApiError("validation-failed", `The field ${part.name.slice(0, 40)} is too long`)
    bytes.push(...chunk)
  }
  return new TextDecoder().decode(Uint8Array.from(bytes)).trim()
}

/** Null for the empty part that browsers send when no file was chosen. */
async function receiveFile(
  c: Context<AppEnv>,
  part: MultipartPart,
  fileName: string,
  fields: UploadFields,
): Promise<UploadedFile | null> {
  if (fileName === "") return null
  const db = databaseOf(c.env)
  const upload = { id: makeId(Date.now()), userId: c.var.user.id, name: imageNameOf(fileName), ...fields }
  const { id, name } = upload
  try {
    const failureReason = await storeFile(c, part, upload)
    if (failureReason !== null) return { _id: id, name, status: "Failed", failureReason }
  } catch (error) {
    if (!(error instanceof SentBefore)) throw error
    await doomInsert(db, [imageKeys(id).source], Date.now())
    return error.made
  }
  c.executionCtx.waitUntil(queueIngest(c, id))
  return { _id: id, name, status: "Ingesting", failureReason: null }
}

type Upload = Omit<Parameters<typeof insertUpload>[1], "nowMs">

/** Stores a file and its row. Tells why it cannot be printed, if so. */
async function storeFile(c: Context<AppEnv>, part: MultipartPart, upload: Upload): Promise<string | null> {
  const db = databaseOf(c.env)
  const { id } = upload
  const judge = judgeArtwork(part.body)
  // What fits into one part gets its row once it is stored; until then, the sweep of orphans answers for it.
  let hasRow = false
  let touchedMs = Date.now()
  try {
    const { bytes } = await storeStream(c.env.FILES, imageKeys(id).source, judge.chunks(), {
      // Served under the type that the bytes themselves have, see routes/files.ts.
      contentType: "application/octet-stream",
      onMultipart: async (uploadId) => {
        hasRow = true
        await insertOnce(db, upload, { status: "Uploading", uploadId })
      },
      // Slow lines are not dead ones: the sweep only takes what has stood still.
      beforePart: async () => {
        if (!hasRow || Date.now() - touchedMs < TOUCH_EVERY_MS) return
        touchedMs = Date.now()
        await touchImages(db, [id], touchedMs)
      },
    })
    const file = { bytes, mediaType: mediaTypeOf[judge.kind()] }
    if (hasRow) await markUploaded(db, id, { ...file, nowMs: Date.now() })
    else await insertOnce(db, upload, { status: "Ingesting", ...file })
    return null
  } catch (error) {
    if (!(error instanceof ArtworkError)) {
      if (hasRow) await deleteUpload(db, id, Date.now())
      throw error
    }
    const failureReason = error.message
    if (hasRow) await markFailed(db, id, failureReason, Date.now())
    else await insertOnce(db, upload, { status: "Failed", failureReason })
    return failureReason
  }
}

/** The file was sent before; `made` is what came of it. */
class SentBefore extends Error {
  readonly made: UploadedFile
  constructor(made: UploadedFile) {
    super("this file was sent before")
    this.made = made
  }
}

/**
 * Writes an upload's row. The same upload once more, because the answer to the first was lost, ends in `SentBefore`. Where
 * the first is still open, its caller has given it up, and this one takes its place.
 */
async function insertOnce(db: Database, upload: Upload, state: UploadState): Promise<void> {
  const nowMs = Date.now()
  const row = { ...upload, nowMs }
  if (await insertUpload(db, row, state)) return
  const { userId, requestKey } = upload
  const twin = requestKey && (await findUploadByRequest(db, userId, requestKey))
  if (twin && twin.status !== "Uploading") {
    const { id, ...rest } = twin
    throw new SentBefore({ _id: keptId(id), ...rest })
  }
  if (twin) await deleteUpload(db, twin.id, nowMs)
  if (await insertUpload(db, row, state)) return
  throw new ApiError("conflict", "This file is being uploaded twice at the same time. Please try again.")
}

/** The sweep queues what this could not. */
async function queueIngest(c: Context<AppEnv>, imageId: Id): Promise<void> {
  const message: IngestMessage = { imageId }
  try {
    await c.env.INGEST_QUEUE.send(message)
  } catch (error) {
    logWarning("ingest not queued, left to the sweep", { imageId, error })
  }
}

/** Passes a file's bytes on once its first ones have proved it a picture, and only as many as are allowed. */
function judgeArtwork(body: AsyncIterable<Uint8Array>) {
  let probe: ArtworkProbe | null = null
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    const head = new Uint8Array(PROBE_BYTES)
    let bytes = 0
    for await (const chunk of body) {
      const inHead = Math.max(0, Math.min(chunk.length, PROBE_BYTES - bytes))
      head.set(chunk.subarray(0, inHead), Math.min(bytes, PROBE_BYTES))
      bytes += chunk.length
      if (bytes > MAX_UPLOAD_BYTES) throw tooLarge()
      if (bytes < PROBE_BYTES) continue
      if (!probe) {
        probe = probeArtwork(head)
        yield head
      }
      if (inHead < chunk.length) yield chunk.subarray(inHead)
    }
    if (probe) return
    probe = probeArtwork(head.subarray(0, bytes))
    yield head.subarray(0, bytes)
  }
  return {
    chunks,
    kind(): ArtworkKind {
      if (!probe) throw new Error("asked for the kind before the bytes were read")
      return probe.kind
    },
  }
}

function tooLarge(): ArtworkError {
  return new ArtworkError(
    "too-large",
    `This file is larger than ${MAX_UPLOAD_BYTES / MIB} MB. Export it in the size it will be printed in, or as a PNG with compression, and upload that.`,
  )
}

/** The last part of a path, without control characters, never empty. */
function imageNameOf(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ""
  const plain = last
    .normalize("NFC")
    .replace(/\p{Cc}|\p{Cf}/gu, "")
    .trim()
  return Array.from(plain).slice(0, MAX_NAME_LENGTH).join("") || "Untitled"
}
