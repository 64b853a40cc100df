import { idSchema } from "../../contract/id.ts"
import type { IngestMessage } from "../../contract/message.ts"
import { databaseOf } from "../data/database.ts"
import type { ImageRow } from "../data/image.ts"
import { listStalledImages, touchImages } from "../data/image-progress.ts"
import type { Env } from "../env.ts"
import { logWarning } from "../log.ts"
import { failImage, giveUpIngest } from "./ingest-image.ts"

const MINUTE_MS = 60_000
/** An earlier version wrote rows while bytes arrived: 5 MiB, after which one showed itself, take this long at 25 kbit/s. */
const UPLOAD_STALLS_MS = 30 * MINUTE_MS
/** Reading takes seconds; the rest is waiting in the queue. */
const INGEST_STALLS_MS = 10 * MINUTE_MS
const INGEST_GIVES_UP_MS = 6 * 60 * MINUTE_MS
/** Images taken up in one run; a queue takes as many messages at once. */
const MAX_IMAGES = 100

const INTERRUPTED = "The upload was interrupted. Please upload the file again."

/** Ends uploads that nobody sends any more, and queues images again that nobody reads. */
export async function sweepImages(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (const row of await listStalledImages(db, "Uploading", nowMs - UPLOAD_STALLS_MS, MAX_IMAGES)) {
    await abortUpload(env, row)
    await failImage(env, row, INTERRUPTED)
  }
  const waiting = await listStalledImages(db, "Ingesting", nowMs - INGEST_STALLS_MS, MAX_IMAGES)
  const [hopeless, again] = [waiting.filter(isHopeless), waiting.filter((row) => !isHopeless(row))]
  for (const row of hopeless) await giveUpIngest(env, { imageId: idSchema.parse(row.id) })
  if (again.length === 0) return
  const ids = again.map((row) => idSchema.parse(row.id))
  await touchImages(db, ids, nowMs)
  await env.INGEST_QUEUE.sendBatch(ids.map((imageId) => ({ body: { imageId } satisfies IngestMessage })))

  function isHopeless(row: ImageRow): boolean {
    return nowMs - row.createdAt > INGEST_GIVES_UP_MS
  }
}

async function abortUpload(env: Env, { sourceKey, uploadId }: ImageRow): Promise<void> {
  if (sourceKey === null || uploadId === null) return
  try {
    await env.FILES.resumeMultipartUpload(sourceKey, uploadId).abort()
  } catch (error) {
    // It may have ended after all; R2 itself drops what is left open after seven days.
    logWarning("upload not aborted", { key: sourceKey, error })
  }
}
