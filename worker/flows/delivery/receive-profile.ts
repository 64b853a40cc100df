import { createHash } from "node:crypto"
import type { Destination } from "../../../contract/delivery/destination.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { MAX_NAME_LENGTH, MAX_PROFILE_BYTES, MIB } from "../../../contract/limit.ts"
import { labelText } from "../../../contract/name.ts"
import { readPressProfile } from "../../../sheet/raster/profile/press-profile.ts"
import { databaseOf } from "../../data/database.ts"
import { findDestination, setProfile } from "../../data/delivery/destination-rows.ts"
import type { Env } from "../../env.ts"
import { patientPace } from "../../files/multipart.ts"
import { MissingObjectError } from "../../files/r2-read.ts"
import { createFileReceiver, upToBytes } from "../../files/receive-file.ts"
import { openFile, type StreamedBody } from "../../files/streamed-body.ts"
import { enterUploads } from "../../files/upload-room.ts"
import { asRefusal } from "../artwork/receive-upload.ts"
import { dropObjects, takeBackObjects } from "../artwork/uploaded-files.ts"

/**
 * Takes a request's body as the colour profile of a destination's press. A file that is none is refused, and the old one
 * stays; the file that it has already changes nothing, unless it is lost. Received as an upload is, it is taken into memory once it is complete.
 */
export async function receiveProfile(
  env: Env,
  { id, userId }: { id: Id; userId: Id },
  { headers, body }: Request,
  streamed: StreamedBody | null = null,
): Promise<Destination> {
  const db = databaseOf(env)
  const found = await findDestination(db, userId, id)
  if (!found) throw unknown("destination")
  const { profileKey, ...present } = found
  const written = new Set<string>()
  const room = await enterUploads(userId)
  try {
    const aside = `imports/${makeId(Date.now())}`
    const receiver = createFileReceiver(env.FILES, aside, {
      room,
      mostBytes: Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY),
      headBytes: 0,
      inspect: () => undefined,
      written,
    })
    const pace = { ...patientPace, onSilence: receiver.onSilence }
    const { bytes } = body
      ? await receiver.receive(upToBytes(openFile(body, streamed, pace), MAX_PROFILE_BYTES, tooLarge))
      : { bytes: 0 }
    if (bytes === 0) throw new ApiError("validation-failed", "Choose a file")
    await streamed?.arrived()
    await room.take(bytes)
    const file = await env.FILES.get(aside)
    if (!file) throw new MissingObjectError(aside)
    const icc = new Uint8Array(await file.arrayBuffer())
    const read = readPressProfile(icc)
    if (read.kind === "unusable") throw new ApiError("unprocessable", read.reason)
    const path = `profiles/${id}/${createHash("sha256").update(icc).digest("hex")}`
    if (profileKey?.startsWith(path) && (await env.FILES.head(profileKey))) return present
    const uploadedAtMs = Date.now()
    // No two uploads share a key, so that none is deleted with an older one.
    const key = `${path}-${makeId(uploadedAtMs)}`
    await env.FILES.put(key, icc)
    const name = labelText(read.name).trim().slice(0, MAX_NAME_LENGTH) || "Unnamed profile"
    const profile = { name, colours: read.colours, key, uploadedAtMs }
    const changed = await setProfile(db, { id, userId, nowMs: uploadedAtMs }, profile)
    if (changed) return changed
    await takeBackObjects(env, new Set([key]))
    throw unknown("destination")
  } catch (error) {
    throw asRefusal(error)
  } finally {
    room.leave()
    await dropObjects(env, written)
  }
}

function tooLarge(): ApiError {
  return new ApiError(
    "too-large",
    `This file is larger than ${MAX_PROFILE_BYTES / MIB} MB. Ask your print shop for a profile with smaller tables.`,
  )
}
