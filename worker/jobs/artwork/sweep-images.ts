import { HOUR_MS, MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import type { IngestMessage } from "../../../contract/message.ts"
import {
  listImagesToReadAgain,
  listStalledImages,
  postponeImages,
} from "../../data/artwork/image-progress.ts"
import type { ImageRow } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { failImage, giveUpImage } from "../../flows/artwork/end-image.ts"
import { logError, logWarning } from "../../log.ts"
import { retryAtMs } from "../../retry-at.ts"

/** The time of a stalled upload: an earlier version wrote rows after each 5 MiB: that long at 25 kbit/s. */
const UPLOAD_STALLS_MS = 30 * MINUTE_MS
/** The time of a stalled ingest: reading takes seconds; the rest is queueing. */
const INGEST_STALLS_MS = 10 * MINUTE_MS
const INGEST_GIVES_UP_MS = 6 * HOUR_MS
/** The images per round (as many as a batch of queue messages), and rounds per run. */
const MAX_IMAGES = 100
const MAX_ROUNDS = 10

const INTERRUPTED = "The upload was interrupted. Please upload the file again."

/**
 * Ends abandoned uploads and queues unread images again, each ever more rarely. After a restart
 * none is given up for its age: nothing could have read it meanwhile.
 */
export async function sweepImages(
  env: Env,
  nowMs: number,
  { isRestart }: { isRestart: boolean },
): Promise<void> {
  await inRounds("Uploading", UPLOAD_STALLS_MS, async (rows) => {
    for (const row of rows) await end(row, () => interrupt(env, row))
  })
  await inRounds("Ingesting", INGEST_STALLS_MS, async (rows) => {
    for (const row of rows.filter(isHopeless)) await end(row, () => giveUpImage(env, row.id))
    await queueAgain(
      env,
      rows.filter((row) => !isHopeless(row)).map((row) => row.id),
    )
  })

  await readDueAgain(env, nowMs)

  /** Schedules the next try first: an image that fails in any way makes room for the others. */
  async function inRounds(
    status: "Uploading" | "Ingesting",
    waitMs: number,
    take: (rows: readonly ImageRow[]) => Promise<void>,
  ): Promise<void> {
    const db = databaseOf(env)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const rows = await listStalledImages(db, status, waitMs, { nowMs, limit: MAX_IMAGES })
      if (rows.length === 0) return
      await postponeImages(
        db,
        rows.map(({ id, updatedAt }) => ({ id, retryAt: retryAtMs(updatedAt, nowMs) })),
      )
      await take(rows)
      if (rows.length < MAX_IMAGES) return
    }
  }

  function isHopeless(row: ImageRow): boolean {
    return !isRestart && nowMs - row.createdAt > INGEST_GIVES_UP_MS
  }
}

/** Queues Ready images whose text waited for a font, if the first message was lost. */
async function readDueAgain(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  const rows = await listImagesToReadAgain(db, nowMs, MAX_IMAGES)
  if (rows.length === 0) return
  const next = rows.map(({ id, updatedAt }) => ({ id, retryAt: retryAtMs(updatedAt, nowMs) }))
  await postponeImages(db, next)
  await env.INGEST_QUEUE.sendBatch(
    rows.map(({ id }) => ({ body: { imageId: id, kind: "again" } satisfies IngestMessage })),
  )
}

/** Runs a job for an image; one that cannot be handled must not block the others. */
async function end(row: ImageRow, job: () => Promise<void>): Promise<void> {
  try {
    await job()
  } catch (error) {
    logError("stalled image not ended", { imageId: row.id, status: row.status, error })
  }
}

async function queueAgain(env: Env, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return
  await env.INGEST_QUEUE.sendBatch(ids.map((imageId) => ({ body: { imageId } satisfies IngestMessage })))
}

async function interrupt(env: Env, row: ImageRow): Promise<void> {
  await abortUpload(env, row)
  await failImage(env, row, INTERRUPTED)
}

async function abortUpload(env: Env, { sourceKey, uploadId }: ImageRow): Promise<void> {
  if (sourceKey === null || uploadId === null) return
  try {
    await env.FILES.resumeMultipartUpload(sourceKey, uploadId).abort()
  } catch (error) {
    // The upload may have ended after all; R2 drops open uploads after seven days.
    logWarning("upload not aborted", { key: sourceKey, error })
  }
}
