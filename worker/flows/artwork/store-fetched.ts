import type { DoerMark } from "../../../contract/accounts/doer.ts"
import { artworkKinds, kindOfMedia } from "../../../contract/artwork/artwork-kind.ts"
import { ApiError } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { MAX_IMAGES } from "../../../contract/limit.ts"
import { PROBE_BYTES } from "../../../sheet/raster/probe-artwork.ts"
import { findUploadByRequest, hasImageRoom, insertUploads } from "../../data/artwork/image-progress.ts"
import { imageKeys } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { judgeArtwork, upToLimit } from "../../files/judge-artwork.ts"
import { createFileReceiver } from "../../files/receive-file.ts"
import { enterUploads } from "../../files/upload-room.ts"
import { queueIngest, takeBackObjects } from "./uploaded-files.ts"

type Fetched = {
  body: AsyncIterable<Uint8Array>
  mostBytes: number
  /** Returns the image's name; `ending` is that of its kind. */
  nameOf: (ending: string) => string
}

/** The account that a file is fetched for, who has asked for it, and how it is opened. */
type FetchedFor = {
  userId: Id
  requestKey: string
  uploadedBy: DoerMark | null
  open: () => Promise<Fetched>
}

/**
 * Stores a fetched file in an account's library like an upload: sniffed, limited and read by ingest. The same
 * request key again returns the image that it became, while that exists. Leaves nothing behind where it fails.
 */
export async function storeFetched(
  env: Env,
  { userId, requestKey, uploadedBy, open }: FetchedFor,
): Promise<Id> {
  const db = databaseOf(env)
  if (!(await hasImageRoom(db, userId)))
    throw new ApiError("conflict", `A library holds at most ${MAX_IMAGES} images. Delete some first.`)
  const id = makeId(Date.now())
  const written = new Set<string>()
  const room = await enterUploads(userId)
  try {
    const { body, mostBytes, nameOf } = await open()
    const judge = judgeArtwork()
    const receiver = createFileReceiver(env.FILES, imageKeys(id).source, {
      room,
      mostBytes,
      headBytes: PROBE_BYTES,
      inspect: judge.inspect,
      written,
    })
    const { bytes } = await receiver.receive(upToLimit(body))
    const mediaType = judge.mediaType()
    const name = nameOf(artworkKinds[kindOfMedia(mediaType)].endings[0])
    const shown = { name, categoryId: null, halfStars: 0 }
    const file = { id, userId, uploadedBy, ...shown, requestKey, bytes, mediaType }
    // If this fails, nobody knows whether the row exists: the object stays, or the orphan sweep takes it.
    const kept = [...written]
    written.clear()
    const [isNew] = await insertUploads(db, [file], Date.now())
    if (isNew) {
      await queueIngest(env, userId)
      return id
    }
    for (const key of kept) written.add(key)
    const twin = await findUploadByRequest(db, userId, requestKey)
    if (twin) return twin.id
    throw new ApiError("conflict", "This file is already being fetched. Please try again.")
  } finally {
    room.leave()
    await takeBackObjects(env, written)
  }
}
