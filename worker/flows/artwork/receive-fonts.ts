import { createHash } from "node:crypto"
import { type Font, familyKeyOf } from "../../../contract/artwork/font.ts"
import type { RefusedFile } from "../../../contract/artwork/image.ts"
import { ApiError } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import {
  MAX_FONT_FILES,
  MAX_FONT_UPLOAD_BYTES,
  MAX_FONTS,
  MAX_NAME_LENGTH,
  MIB,
} from "../../../contract/limit.ts"
import { labelText } from "../../../contract/name.ts"
import { type CheckedFont, checkFont } from "../../../sheet/font/check-font.ts"
import { FontError } from "../../../sheet/font/font-error.ts"
import { type FontRow, findFontFace, fontKey, insertFont } from "../../data/artwork/font-rows.ts"
import { listImagesWithoutFonts } from "../../data/artwork/image-progress.ts"
import { databaseOf } from "../../data/database.ts"
import { deleteObjectsLater } from "../../data/operations/object-to-delete-rows.ts"
import type { Env } from "../../env.ts"
import { boundaryOf, type MultipartPart, patientPace } from "../../files/multipart.ts"
import { MissingObjectError } from "../../files/r2-read.ts"
import { createFileReceiver, type FileReceiver, upToBytes } from "../../files/receive-file.ts"
import { openForm, type StreamedBody } from "../../files/streamed-body.ts"
import { unpackFont } from "../../files/unpack-font.ts"
import { enterUploads, type UploadRoom } from "../../files/upload-room.ts"
import { queueReadings } from "../orders/queue-readings.ts"
import { ownFont } from "./own-font.ts"
import { dropObjects } from "./uploaded-files.ts"

/** The fields and files of one form. */
const MAX_PARTS = 100

export type ReceivedFonts = {
  uploaded: Font[]
  refused: RefusedFile[]
  imagesToRead: number
  /** The names of the files that brought colours. */
  coloured: string[]
}

/**
 * Takes a form's fonts, each unpacked, checked and stored before the next is read. Fonts that cannot be
 * used are left out, with the reason; a form without any other is refused. The same file again returns
 * the font that it made before. A file is received as an upload is, which gives way where it is slow, and
 * taken into memory once it is complete. Unpacking and checking it takes up to four times MAX_FONT_BYTES
 * more, in one go, so that no two do so at once.
 */
export async function receiveFonts(
  env: Env,
  userId: Id,
  request: Request,
  body: StreamedBody | null = null,
): Promise<ReceivedFonts> {
  const boundary = boundaryOf(request.headers.get("content-type") ?? undefined)
  if (boundary === null || request.body === null)
    throw new ApiError("unsupported-type", "Files are sent as multipart/form-data")
  const received: ReceivedFonts = { uploaded: [], refused: [], imagesToRead: 0, coloured: [] }
  const waiting = new Set<Id>()
  const written = new Set<string>()
  const sinceMs = Date.now()
  const room = await enterUploads(userId)
  let receiver: FileReceiver | null = null
  const onSilence = async () => (receiver ? receiver.onSilence() : room.pulse())
  try {
    let parts = 0
    for await (const part of openForm(request.body, { boundary, body }, { ...patientPace, onSilence })) {
      if (++parts > MAX_PARTS) throw new ApiError("validation-failed", "The upload has too many parts")
      // Browsers send an empty name if no file was chosen.
      if (part.name !== "files" || !part.fileName) continue
      if (received.uploaded.length + received.refused.length === MAX_FONT_FILES)
        throw new ApiError("validation-failed", `Send at most ${MAX_FONT_FILES} files in one upload`)
      const key = `imports/${makeId(Date.now())}`
      receiver = createFileReceiver(env.FILES, key, {
        room,
        mostBytes: Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY),
        headBytes: 0,
        inspect: () => undefined,
        written,
      })
      await takeOne({ env, userId, room, receiver, key }, part, received, waiting)
      receiver = null
      room.pulse()
    }
    await body?.arrived()
  } finally {
    room.leave()
    await dropObjects(env, written)
  }
  const { uploaded, refused } = received
  if (uploaded.length > 0) {
    await queueReadings(env, userId, sinceMs)
    return { ...received, imagesToRead: waiting.size }
  }
  if (refused.length === 0) throw new ApiError("validation-failed", "Choose at least one file")
  throw new ApiError("unprocessable", refused.map(({ name, reason }) => `${name}: ${reason}`).join(" "))
}

type Taking = { env: Env; userId: Id; room: UploadRoom; receiver: FileReceiver; key: string }

async function takeOne(
  { env, userId, room, receiver, key }: Taking,
  part: MultipartPart,
  received: ReceivedFonts,
  waiting: Set<Id>,
): Promise<void> {
  const name = labelText(part.fileName?.split(/[/\\]/).at(-1) ?? "").slice(0, MAX_NAME_LENGTH)
  try {
    const { bytes } = await receiver.receive(upToBytes(part.body, MAX_FONT_UPLOAD_BYTES, tooLarge))
    await room.take(bytes)
    const stored = await env.FILES.get(key)
    if (!stored) throw new MissingObjectError(key)
    const checked = checkFont(unpackFont(new Uint8Array(await stored.arrayBuffer())))
    received.uploaded.push(await store(env, userId, checked, name, waiting))
    if (checked.wasColoured) received.coloured.push(name)
  } catch (error) {
    if (!(error instanceof FontError)) throw error
    received.refused.push({ name, reason: error.message })
  } finally {
    room.giveBack()
  }
}

function tooLarge(): FontError {
  return new FontError(
    `This file is larger than ${MAX_FONT_UPLOAD_BYTES / MIB} MB. Upload it as WOFF2, or upload a font with fewer scripts.`,
  )
}

/** Stores a font; `waiting` gets the images that named it in vain. */
async function store(
  env: Env,
  userId: Id,
  checked: CheckedFont,
  fileName: string,
  waiting: Set<Id>,
): Promise<Font> {
  const db = databaseOf(env)
  const nowMs = Date.now()
  const id = makeId(nowMs)
  const family = checked.names.family ?? (fileName.replace(/\.\w+$/, "") || "Untitled")
  const row: FontRow = {
    id,
    userId,
    family,
    familyKey: familyKeyOf(family),
    style: checked.style,
    weight: checked.weight,
    names: [...new Set([family, ...checked.names.all].map(familyKeyOf))],
    isRestricted: checked.isRestricted,
    fileKey: fontKey(id),
    bytes: checked.bytes.length,
    checksum: createHash("sha256").update(checked.bytes).digest("hex"),
    createdAt: nowMs,
  }
  const known = await findFontFace(db, row)
  if (known) return sameFont(known, row)
  await env.FILES.put(row.fileKey, checked.bytes, { httpMetadata: { contentType: "font/ttf" } })
  const imageIds = (await listImagesWithoutFonts(db, userId))
    .filter(({ missingFonts }) => missingFonts.some((family) => row.names.includes(familyKeyOf(family))))
    .map((image) => image.id)
  if (await insertFont(db, row, imageIds)) {
    for (const imageId of imageIds) waiting.add(imageId)
    return ownFont(row)
  }
  await deleteObjectsLater(db, [row.fileKey], nowMs)
  const twin = await findFontFace(db, row)
  if (twin) return sameFont(twin, row)
  throw new FontError(`An account holds at most ${MAX_FONTS} fonts. Delete some that you no longer need.`)
}

function sameFont(known: FontRow, { checksum, family, weight, style }: FontRow): Font {
  if (known.checksum === checksum) return ownFont(known)
  const face = `${family} ${weight}${style === "italic" ? " italic" : ""}`
  throw new FontError(`You have another file of ${face}. Delete that one first, then upload this one.`)
}
