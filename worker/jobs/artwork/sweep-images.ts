import type { IngestMessage } from "../../../contract/message.ts"

import type { ImageRow } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { giveUpImage } from "../../flows/artwork/end-image.ts"
import { logError } from "../../log.ts"
import { takeDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"

/** The images per round (as many as a batch of queue messages), and rounds per run. */
const MAX_IMAGES = 100
const MAX_ROUNDS = 10

/**
 * Queues unread images again, each ever more rarely. After a restart none is given up for its age: nothing could have read it meanwhile.
 */
export async function sweepImages(
  env: Env,
  nowMs: number,
  { isRestart }: { isRestart: boolean },
): Promise<void> {
  const isHopeless = (row: ImageRow) => !isRestart && nowMs - row.createdAt > works.image.givesUp.afterMs
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rows = await takeDue(databaseOf(env), works.image, { nowMs, limit: MAX_IMAGES })
    for (const row of rows.filter(isHopeless)) await end(row, () => giveUpImage(env, row.id))
    await queue(rows.filter((row) => !isHopeless(row)))
    if (rows.length < MAX_IMAGES) break
  }
  // Those whose text waited for a font.
  await queue(await takeDue(databaseOf(env), works.imageAgain, { nowMs, limit: MAX_IMAGES }), "again")

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
