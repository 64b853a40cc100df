import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import type { ReadingMessage } from "../../../contract/message.ts"
import { decodeSilhouette, type Silhouette } from "../../../sheet/silhouette.ts"
import { imageKeys } from "../../data/artwork/image-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"

/** The longest wait: a person waits for the answer. */
const MAX_WAIT_MS = 10_000
const LOOK_AGAIN_MS = 200
const LATE_RETRY_S = 10

const LATE = "Sheetsmith is busy with other artwork right now. Please try again in a few seconds."

/** Returns the silhouette of a Ready image, made now if missing. Null if the file is lost. */
export async function silhouetteOf(env: Env, imageId: Id): Promise<Silhouette | null> {
  const object = (await storedObject(env, imageId)) ?? (await awaitSilhouette(env, imageId))
  return object && decodeSilhouette(await object.bytes())
}

/** Returns the silhouette of an image, if it is made. Nobody waits for a missing one. */
export async function madeSilhouette(env: Env, imageId: Id): Promise<Silhouette | null> {
  const object = await storedObject(env, imageId)
  return object && decodeSilhouette(await object.bytes())
}

/**
 * Has the press make the silhouette of an image that was read before silhouettes existed, and waits for
 * it. Null if the file is lost. Throws `unavailable` if it is not there in time.
 */
export async function awaitSilhouette(env: Env, imageId: Id): Promise<R2ObjectBody | null> {
  if (!(await env.FILES.head(imageKeys(imageId).source))) {
    logWarning("silhouette not made", { imageId, error: "the upload is lost" })
    return null
  }
  const untilMs = Date.now() + MAX_WAIT_MS
  await env.READING_QUEUE.send({ imageId, kind: "silhouette" } satisfies ReadingMessage)
  while (Date.now() < untilMs) {
    await scheduler.wait(LOOK_AGAIN_MS)
    const object = await storedObject(env, imageId)
    if (object) return object
  }
  throw new ApiError("unavailable", LATE, { retryAfterS: LATE_RETRY_S })
}

function storedObject(env: Env, imageId: Id): Promise<R2ObjectBody | null> {
  return env.FILES.get(imageKeys(imageId).silhouette)
}
