import { ApiError } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { ArtworkError } from "../../sheet/raster/artwork.ts"
import { inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"
import { decodeSilhouette, encodeSilhouette, type Silhouette } from "../../sheet/silhouette.ts"
import { imageKeys } from "../data/image-rows.ts"
import type { Env } from "../env.ts"
import { byteSourceOf, MissingObjectError } from "../files/r2-read.ts"
import { BusyError } from "../isolate/isolate-lock.ts"
import { logWarning } from "../log.ts"
import { rasterHost, runAlone } from "../raster/raster-host.ts"

/** Inspecting also makes a preview; nobody sees this one. */
const UNSEEN_PREVIEW_PX = 16
/** A person waits for the answer. */
const MAX_WAIT_MS = 10_000
const BUSY_RETRY_S = 10

const BUSY = "Sheetsmith is busy with other artwork right now. Please try again in a few seconds."

/** The silhouette of a Ready image, made now if missing. Null if the file can no longer be read. */
export async function silhouetteOf(env: Env, imageId: Id): Promise<Silhouette | null> {
  const object = await env.FILES.get(imageKeys(imageId).silhouette)
  if (object) return decodeSilhouette(await object.bytes())
  return makeSilhouette(env, imageId)
}

/**
 * Makes a silhouette for an image older than this feature, from the upload, just as ingest does.
 * Keeps one that exists by now. Null if the file can no longer be read. Throws `unavailable` if the
 * isolate has no room.
 */
export async function makeSilhouette(env: Env, imageId: Id): Promise<Silhouette | null> {
  try {
    return await runAlone(() => read(env, imageId), MAX_WAIT_MS)
  } catch (error) {
    if (!(error instanceof BusyError)) throw error
    throw new ApiError("unavailable", BUSY, { retryAfterS: BUSY_RETRY_S })
  }
}

async function read(env: Env, imageId: Id): Promise<Silhouette | null> {
  const keys = imageKeys(imageId)
  const made = await env.FILES.get(keys.silhouette)
  if (made) return decodeSilhouette(await made.bytes())
  try {
    const source = byteSourceOf(env.FILES, keys.source)
    const { silhouette } = await inspectArtwork(source, rasterHost, { previewPx: UNSEEN_PREVIEW_PX })
    await env.FILES.put(keys.silhouette, encodeSilhouette(silhouette))
    return silhouette
  } catch (error) {
    if (!(error instanceof ArtworkError || error instanceof MissingObjectError)) throw error
    logWarning("silhouette not made", { imageId, error })
    return null
  }
}
