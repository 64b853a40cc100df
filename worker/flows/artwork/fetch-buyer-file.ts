import { createHash } from "node:crypto"
import { artworkKinds, kindOfMedia } from "../../../contract/artwork/artwork-kind.ts"
import { ApiError } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { MAX_IMAGES, MAX_NAME_LENGTH } from "../../../contract/limit.ts"
import { labelText } from "../../../contract/name.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { PROBE_BYTES } from "../../../sheet/raster/probe-artwork.ts"
import { findUploadByRequest, hasImageRoom, insertUploads } from "../../data/artwork/image-progress.ts"
import { imageKeys } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { answersOf } from "../../data/orders/order-item-answers.ts"
import type { FullOrderItem } from "../../data/orders/order-item-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { judgeArtwork, upToLimit } from "../../files/judge-artwork.ts"
import { createFileReceiver } from "../../files/receive-file.ts"
import { enterUploads } from "../../files/upload-room.ts"
import { openBuyerFile } from "../../services/etsy/etsy-file.ts"
import { queueIngest, takeBackObjects } from "./uploaded-files.ts"

/**
 * Fetches the file that a buyer uploaded with an answer into the seller's library, as any upload:
 * sniffed, limited and read by ingest. Returns the image. The same file again returns the image that it
 * became, while that exists. Throws an ApiError for the seller, and leaves nothing behind then.
 */
export async function fetchBuyerFile(env: Env, item: FullOrderItem, answer: number): Promise<Id> {
  const reply = answersOf(item)[answer]
  if (!reply?.isFile) throw new ApiError("unprocessable", "This answer is not a file.")
  const db = databaseOf(env)
  const { userId } = item
  const requestKey = requestKeyOf(item.id, reply.answer)
  const known = await findUploadByRequest(db, userId, requestKey)
  if (known?.status === "Failed")
    throw new ApiError("unprocessable", `The buyer's file cannot be printed. ${known.failureReason ?? ""}`)
  if (known) return known.id
  if (!(await hasImageRoom(db, userId)))
    throw new ApiError("conflict", `A library holds at most ${MAX_IMAGES} images. Delete some first.`)

  const id = makeId(Date.now())
  const written = new Set<string>()
  const room = await enterUploads(userId)
  try {
    const { body, mostBytes } = await openBuyerFile(reply.answer, settingsOf(env))
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
    const name = nameOf(item, reply.question, artworkKinds[kindOfMedia(mediaType)].endings[0])
    const file = { id, userId, name, categoryId: null, halfStars: 0, requestKey, bytes, mediaType }
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
  } catch (error) {
    throw asRefusal(error)
  } finally {
    room.leave()
    await takeBackObjects(env, written)
  }
}

/** Returns a key of the item and the file: the signature in its address changes, the file does not. */
function requestKeyOf(itemId: Id, address: string): string {
  const { origin, pathname } = new URL(address)
  return `file:${createHash("sha256").update(`${itemId} ${origin}${pathname}`).digest("hex").slice(0, 40)}`
}

/** Returns `3107500012 Team photo.jpg`. */
function nameOf({ orderNumber }: FullOrderItem, question: string, ending: string): string {
  const words = labelText(`${orderNumber} ${question === "" ? "buyer's file" : question}`).trim()
  return `${[...words].slice(0, MAX_NAME_LENGTH - 5).join("")}.${ending}`
}

function asRefusal(error: unknown): unknown {
  if (error instanceof ArtworkError)
    return new ApiError("unprocessable", `The buyer's file cannot be used. ${error.message}`)
  if (error instanceof DOMException && error.name === "TimeoutError")
    return new ApiError(
      "vendor-unavailable",
      "The server with the buyer's file did not answer in time. Please try again.",
    )
  return error
}
