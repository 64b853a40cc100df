import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import type { ReadingMessage } from "../../../contract/message.ts"
import { decodeSilhouette, encodeSilhouette, type Silhouette } from "../../../sheet/silhouette.ts"
import { imageKeys } from "../../data/artwork/image-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"

/** The longest wait: a person waits for the answer. */
const MAX_WAIT_MS = 10_000
const LOOK_AGAIN_MS = 200
const LATE_RETRY_S = 10

const LATE = "Sheetsmith is busy with other artwork right now. Please try again in a few seconds."

/** A Ready image, and the key of the picture that it is printed from. */
type Printed = { id: Id; masterKey: string }

/** Stores the silhouette of an image, which names the picture that it is of: a reading that ends late may leave another's. */
export async function storeSilhouette(
  env: Env,
  { id, masterKey }: Printed,
  silhouette: Silhouette,
): Promise<void> {
  const customMetadata = { of: masterKey }
  await env.FILES.put(imageKeys(id).silhouette, encodeSilhouette(silhouette), { customMetadata })
}

/** Returns true if a stored silhouette is of this picture. Those from before they named it count as right. */
export function isSilhouetteOf({ customMetadata }: R2Object, masterKey: string): boolean {
  const of = customMetadata?.of
  return of === undefined || of === masterKey
}

/** Returns the silhouette of an image, made now if missing. Null if the file is lost. */
export async function silhouetteOf(env: Env, printed: Printed): Promise<Silhouette | null> {
  const object = (await storedObject(env, printed)) ?? (await awaitSilhouette(env, printed))
  return object && decodeSilhouette(await object.bytes())
}

/** Returns the silhouette of an image, if it is made. Nobody waits for a missing one. */
export async function madeSilhouette(env: Env, printed: Printed): Promise<Silhouette | null> {
  const object = await storedObject(env, printed)
  return object && decodeSilhouette(await object.bytes())
}

/**
 * Has the press make the silhouette of an image that was read before silhouettes existed, or has another picture's, and
 * waits for it. Null if the file is lost. Throws `unavailable` if it is not there in time.
 */
export async function awaitSilhouette(env: Env, printed: Printed): Promise<R2ObjectBody | null> {
  const imageId = printed.id
  if (!(await env.FILES.head(imageKeys(imageId).source))) {
    logWarning("silhouette not made", { imageId, error: "the upload is lost" })
    return null
  }
  const untilMs = Date.now() + MAX_WAIT_MS
  await env.READING_QUEUE.send({ imageId, kind: "silhouette" } satisfies ReadingMessage)
  while (Date.now() < untilMs) {
    await scheduler.wait(LOOK_AGAIN_MS)
    const object = await storedObject(env, printed)
    if (object) return object
  }
  throw new ApiError("unavailable", LATE, { retryAfterS: LATE_RETRY_S })
}

async function storedObject(env: Env, { id, masterKey }: Printed): Promise<R2ObjectBody | null> {
  const object = await env.FILES.get(imageKeys(id).silhouette)
  return object && isSilhouetteOf(object, masterKey) ? object : null
}
