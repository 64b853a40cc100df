import type { Context } from "hono"
import {
  type RefusedFile,
  scoreSchema,
  type UploadedFile,
  uploadKeySchema,
} from "../../../contract/artwork/image.ts"
import { ApiError, type ErrorCode, unknown } from "../../../contract/error.ts"
import { type Id, idSchema, makeId } from "../../../contract/id.ts"
import { MAX_IMAGES, MAX_UPLOAD_FILES } from "../../../contract/limit.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { PROBE_BYTES } from "../../../sheet/raster/probe-artwork.ts"
import type { AppEnv } from "../../app-env.ts"
import { findImageCategory } from "../../data/artwork/image-category-rows.ts"
import {
  type ArrivedUpload,
  findUploadByRequest,
  hasImageRoom,
  insertUploads,
} from "../../data/artwork/image-progress.ts"
import { imageKeys } from "../../data/artwork/image-rows.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import { markOf } from "../../doer.ts"
import { imageNameOf } from "../../files/image-name.ts"
import { judgeArtwork, upToLimit } from "../../files/judge-artwork.ts"
import {
  boundaryOf,
  MultipartError,
  type MultipartPart,
  type Pace,
  patientPace,
  StalledError,
} from "../../files/multipart.ts"
import { createFileReceiver, type FileReceiver, upToBytes } from "../../files/receive-file.ts"
import { openForm } from "../../files/streamed-body.ts"
import { enterUploads, type UploadRoom } from "../../files/upload-room.ts"
import { validated } from "../../valid.ts"
import { queueIngest, takeBackObjects } from "./uploaded-files.ts"

/** The longest field: each is a category's id or a score, so a longer one is not ours. */
const MAX_FIELD_BYTES = 1024
/** The parts of a form: the fields that we know, and a few that we drop. */
const MAX_PARTS = MAX_UPLOAD_FILES + 20

/** The answer of an upload call: accepted and left-out files, each in the form's order. */
export type ReceivedUpload = { uploaded: UploadedFile[]; refused: RefusedFile[] }

type Arrived = Pick<ArrivedUpload, "id" | "name" | "requestKey" | "bytes" | "mediaType">
type Refused = RefusedFile & { code: ErrorCode }

/** The form so far. Category and score apply to all its files, wherever the fields stand. */
export type UploadForm = {
  categoryId: Id | null
  halfStars: number
  /** The key for the next file. */
  requestKey: string | null
  arrived: Arrived[]
  refused: Refused[]
  /** The R2 keys without a row yet. */
  written: Set<string>
}

/**
 * Takes a form's files into the library, all that can be printed; others are left out and named. A call with no other
 * file is refused.
 */
export async function receiveUpload(c: Context<AppEnv>): Promise<ReceivedUpload> {
  const form = await receiveFiles(c, (part, sent) => readField(c, part, sent))
  const { arrived, refused } = form
  if (arrived.length === 0)
    throw refused.length > 0
      ? refusalOf(refused)
      : new ApiError("validation-failed", "Choose at least one file")
  const uploaded = await storeFiles(c, form)
  return { uploaded, refused: refused.map(({ name, reason }) => ({ name, reason })) }
}

/**
 * Streams a multipart body's files to R2, without rows yet; `readField` reads its other parts. A form that is refused,
 * breaks off or stalls leaves nothing behind.
 */
export async function receiveFiles(
  c: Context<AppEnv>,
  readOther: (part: MultipartPart, form: UploadForm) => Promise<void>,
): Promise<UploadForm> {
  const boundary = boundaryOf(c.req.header("content-type"))
  const body = c.req.raw.body
  if (boundary === null || body === null)
    throw new ApiError("unsupported-type", "Files are sent as multipart/form-data")
  const form: UploadForm = {
    categoryId: null,
    halfStars: 0,
    requestKey: null,
    arrived: [],
    refused: [],
    written: new Set(),
  }
  if (!(await hasImageRoom(databaseOf(c.env), c.var.user.id))) {
    throw new ApiError(
      "conflict",
      `A library holds at most ${MAX_IMAGES} images. Delete some that you no longer need.`,
    )
  }
  const room = await enterUploads(c.var.user.id)
  try {
    const open = (pace: Pace) => openForm(body, { boundary, body: c.var.call?.body }, pace)
    await readForm(c, { room, form, open, readOther })
    await c.var.call?.body?.arrived()
    return form
  } catch (error) {
    await takeBackObjects(c.env, form.written)
    throw asRefusal(error)
  } finally {
    room.leave()
  }
}

/** Returns the refusal for an unreadable body; other errors unchanged. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof MultipartError) return new ApiError("validation-failed", error.message)
  if (error instanceof StalledError) {
    return new ApiError(
      "timed-out",
      "The upload stalled and was stopped. Check your connection and send it again.",
    )
  }
  return error
}

async function readForm(
  c: Context<AppEnv>,
  {
    room,
    form,
    open,
    readOther,
  }: {
    room: UploadRoom
    form: UploadForm
    open: (pace: Pace) => AsyncIterable<MultipartPart>
    readOther: (part: MultipartPart, form: UploadForm) => Promise<void>
  },
): Promise<void> {
  let receiver: FileReceiver | null = null
  const onSilence = async () => (receiver ? receiver.onSilence() : room.pulse())
  let parts = 0
  for await (const part of open({ ...patientPace, onSilence })) {
    if (++parts > MAX_PARTS) throw new ApiError("validation-failed", "The upload has too many parts")
    if (part.fileName === null || part.name !== "files") await readOther(part, form)
    // Browsers send an empty name if no file was chosen.
    else if (part.fileName !== "") {
      if (form.arrived.length + form.refused.length === MAX_UPLOAD_FILES)
        throw new ApiError("validation-failed", `Send at most ${MAX_UPLOAD_FILES} files in one upload`)
      const id = makeId(Date.now())
      const judge = judgeArtwork()
      receiver = createFileReceiver(c.env.FILES, imageKeys(id).source, {
        room,
        mostBytes: Number(c.req.header("content-length") ?? Number.POSITIVE_INFINITY),
        headBytes: PROBE_BYTES,
        inspect: judge.inspect,
        written: form.written,
      })
      const { call } = c.var
      // Each file's own key, else one of the call's and its place.
      const requestKey = form.requestKey ?? (call ? `${call.id} ${parts}` : null)
      const name = imageNameOf(part.fileName)
      await receiveFile(receiver, { id, name, requestKey, body: part.body, judge }, form)
      receiver = null
      form.requestKey = null
    }
  }
}

async function readField(c: Context<AppEnv>, part: MultipartPart, form: UploadForm): Promise<void> {
  if (part.fileName !== null) return
  const text = await readText(part)
  switch (part.name) {
    case "score":
      form.halfStars = Math.round(validated(scoreSchema, text) * 2)
      return
    case "imageCategoryId": {
      if (text === "") return
      const id = validated(idSchema, text)
      if (!(await findImageCategory(databaseOf(c.env), c.var.user.id, id))) throw unknown("category")
      form.categoryId = id
      return
    }
    case "requestKey":
      form.requestKey = validated(uploadKeySchema, text)
  }
}

/** Reads a part that is a text. */
export async function readText(part: MultipartPart, mostBytes = MAX_FIELD_BYTES): Promise<string> {
  const refusal = () => new ApiError("validation-failed", `The field ${part.name.slice(0, 40)} is too long`)
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of upToBytes(part.body, mostBytes, refusal))
    text += decoder.decode(chunk, { stream: true })
  return (text + decoder.decode()).trim()
}

type IncomingFile = {
  id: Id
  name: string
  requestKey: string | null
  body: AsyncIterable<Uint8Array>
  judge: ReturnType<typeof judgeArtwork>
}

async function receiveFile(
  receiver: FileReceiver,
  { id, name, requestKey, body, judge }: IncomingFile,
  form: UploadForm,
): Promise<void> {
  try {
    const { bytes } = await receiver.receive(upToLimit(body))
    form.arrived.push({ id, name, requestKey, bytes, mediaType: judge.mediaType() })
  } catch (error) {
    if (!(error instanceof ArtworkError)) throw error
    form.refused.push({ name, reason: error.message, code: codeOf(error) })
  }
}

function codeOf(error: ArtworkError): ErrorCode {
  if (error.code === "unsupported") return "unsupported-type"
  return error.code === "too-large" ? "too-large" : "unprocessable"
}

/** Returns the refusal of all files, with their reasons. The code is their common one, else unsupported. */
function refusalOf(refused: readonly Refused[]): ApiError {
  const [{ code }] = refused
  const isCommon = refused.every((file) => file.code === code)
  const words = refused.map(({ name, reason }) => `${name}: ${reason}`).join(" ")
  return new ApiError(isCommon ? code : "unsupported-type", words)
}

/**
 * Writes the rows of a form's files in one batch, which makes them visible, and queues their ingest. If this fails, nobody knows whether the rows exist, so
 * the objects stay: the orphan sweep takes those without a row, the sweep finds the others.
 */
export async function storeFiles(c: Context<AppEnv>, form: UploadForm): Promise<UploadedFile[]> {
  const db = databaseOf(c.env)
  const { categoryId, halfStars, written } = form
  const common = { userId: c.var.user.id, uploadedBy: markOf(c.var), categoryId, halfStars }
  const uploads = form.arrived.map((file) => ({ ...file, ...common }))
  const isWritten = await insertUploads(db, uploads, Date.now())
  const answers: UploadedFile[] = []
  for (const [i, upload] of uploads.entries()) {
    const twin = isWritten[i] ? null : await sentBefore(db, upload)
    answers.push(twin ?? { _id: upload.id, name: upload.name, status: "Ingesting", failureReason: null })
    if (twin) continue
    written.delete(imageKeys(upload.id).source)
  }
  await takeBackObjects(c.env, written)
  if (isWritten.includes(true)) c.executionCtx.waitUntil(queueIngest(c.env, c.var.user.id))
  return answers
}

/** Returns what the same file made before, when the first answer was lost; null for a file that is new. */
async function sentBefore(db: Database, upload: ArrivedUpload): Promise<UploadedFile | null> {
  const { userId, requestKey } = upload
  const twin = requestKey && (await findUploadByRequest(db, userId, requestKey))
  if (twin) {
    const { id, ...rest } = twin
    return { _id: id, ...rest }
  }
  const [isWritten] = await insertUploads(db, [upload], Date.now())
  if (isWritten) return null
  throw new ApiError("conflict", "This file is already being uploaded. Please try again.")
}
