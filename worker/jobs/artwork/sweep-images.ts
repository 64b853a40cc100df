import type { IngestMessage } from "../../../contract/message.ts"

import type { ImageRow } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { failImage, giveUpImage } from "../../flows/artwork/end-image.ts"
import { logError, logWarning } from "../../log.ts"
import { takeDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"

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
  const isHopeless = (row: ImageRow) => !isRestart && nowMs - row.createdAt > works.image.givesUp.afterMs
  await inRounds(works.upload, async (rows) => {
    for (const row of rows) await end(row, () => interrupt(env, row))
  })
  await inRounds(works.image, async (rows) => {
    for (const row of rows.filter(isHopeless)) await end(row, () => giveUpImage(env, row.id))
    await queue(rows.filter((row) => !isHopeless(row)))
  })
  // Those whose text waited for a font.
  await queue(await takeDue(databaseOf(env), works.imageAgain, { nowMs, limit: MAX_IMAGES }), "again")

  async function inRounds(
    work: typeof works.upload | typeof works.image,
    take: (rows: readonly ImageRow[]) => Promise<void>,
  ): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const rows = await takeDue(databaseOf(env), work, { nowMs, limit: MAX_IMAGES })
      await take(rows)
      if (rows.length < MAX_IMAGES) return
    }
  }

  async function queue(rows: readonly ImageRow[], kind?: "again"): Promise<void> {
    if (rows.length === 0) return
    await env.INGEST_QUEUE.sendBatch(
      rows.map(({ id: imageId }) => ({ body: { imageId, ...(kind && { kind }) } satisfies IngestMessage })),
    )
  }
}

/** Runs a job for an image; one that cannot be handled must not block the others. */
async function end(row: ImageRow, job: () => Promise<void>): Promise<void> {
  try {
    await job()
  } catch (error) {
    logError("stalled image not ended", { imageId: row.id, status: row.status, error })
  }
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
