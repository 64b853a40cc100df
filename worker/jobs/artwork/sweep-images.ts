import type { IngestMessage, ReadingMessage } from "../../../contract/message.ts"

import type { ImageRow } from "../../data/artwork/image-rows.ts"
import { listAccountsWithReadings } from "../../data/artwork/image-turn-rows.ts"
import type { InkRow } from "../../data/artwork/ink-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { giveUpImage } from "../../flows/artwork/end-image.ts"
import { queueInk } from "../../flows/artwork/find-ink.ts"
import { queueIngest } from "../../flows/artwork/uploaded-files.ts"
import { logError } from "../../log.ts"
import { takeDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"
import { giveUpInk } from "./check-ink.ts"

/** The images per round (as many as a batch of queue messages), and rounds per run. */
const MAX_IMAGES = 100
const MAX_ROUNDS = 10
/** The accounts per run whose turns were not passed on. */
const MAX_ACCOUNTS = 100

/**
 * Queues unread images and checks of ink again, each ever more rarely. After a restart none is given up for its age: nothing could have read it meanwhile.
 */
export async function sweepImages(
  env: Env,
  nowMs: number,
  { isRestart }: { isRestart: boolean },
): Promise<void> {
  const isHopeless = (row: ImageRow) =>
    !isRestart && nowMs - (row.turnAt ?? row.createdAt) > works.image.givesUp.afterMs
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rows = await takeDue(databaseOf(env), works.image, { nowMs, limit: MAX_IMAGES })
    for (const row of rows.filter(isHopeless)) await end(row, () => giveUpImage(env, row.id))
    await send(
      env.INGEST_QUEUE,
      rows.filter((row) => !isHopeless(row)).map(({ id }) => ({ imageId: id }) satisfies IngestMessage),
    )
    if (rows.length < MAX_IMAGES) break
  }
  for (const userId of await listAccountsWithReadings(databaseOf(env), MAX_ACCOUNTS))
    await queueIngest(env, userId)
  // Those whose text waited for a font.
  const again = await takeDue(databaseOf(env), works.imageAgain, { nowMs, limit: MAX_IMAGES })
  await send(
    env.READING_QUEUE,
    again.map(({ id }) => ({ imageId: id, kind: "again" }) satisfies ReadingMessage),
  )
  const checks = await takeDue(databaseOf(env), works.ink, { nowMs, limit: MAX_IMAGES })
  const isOld = ({ createdAt }: InkRow) => !isRestart && nowMs - createdAt > works.ink.givesUp.afterMs
  for (const check of checks.filter(isOld)) await giveUpInk(env, check)
  await queueInk(
    env,
    checks.filter((check) => !isOld(check)),
  )
}

async function send(queue: Queue, bodies: readonly (IngestMessage | ReadingMessage)[]): Promise<void> {
  if (bodies.length > 0) await queue.sendBatch(bodies.map((body) => ({ body })))
}

/** Runs a job for an image; one that cannot be handled must not block the others. */
async function end(row: ImageRow, job: () => Promise<void>): Promise<void> {
  try {
    await job()
  } catch (error) {
    logError("stalled image not ended", { imageId: row.id, status: row.status, error })
  }
}
