import type { IngestMessage } from "../../../contract/message.ts"
import type { ImageRow } from "../../data/artwork/image-rows.ts"
import { listAccountsWithReadings, takeAccountsReadAgain } from "../../data/artwork/image-turn-rows.ts"
import { giveUpInk } from "../../data/artwork/ink-rows.ts"
import { imageInk } from "../../data/artwork/tables.ts"
import { takeDueAccounts } from "../../data/artwork/waiting-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { giveUpImage } from "../../flows/artwork/end-image.ts"
import { queueTurns } from "../../flows/artwork/queue-turns.ts"
import { queueIngest } from "../../flows/artwork/uploaded-files.ts"
import { logError } from "../../log.ts"
import { sendBatches } from "../../send-batches.ts"
import { takeDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"

/** The images per round, and rounds per run. */
const MAX_IMAGES = 100
const MAX_ROUNDS = 10
/** The accounts per run whose turns were not passed on. */
const MAX_ACCOUNTS = 100
/** The checks of ink per run. */
const MAX_CHECKS = 2_500
const INK_GIVEN_UP = "It could not be checked because of a technical problem."

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
    await sendBatches(
      env.INGEST_QUEUE,
      rows.filter((row) => !isHopeless(row)).map(({ id }) => ({ imageId: id }) satisfies IngestMessage),
    )
    if (rows.length < MAX_IMAGES) break
  }
  for (const userId of await listAccountsWithReadings(databaseOf(env), MAX_ACCOUNTS))
    await queueIngest(env, userId)
  const due = { nowMs, takenAtMs: Date.now() }
  for (const userId of await takeAccountsReadAgain(databaseOf(env), due, MAX_ACCOUNTS))
    await queueTurns(env, { kind: "again", userId }, 1)
  await sweepInk(env, nowMs, isRestart)
}

/** Queues checks of ink that have stalled, and ends those that never were made. */
async function sweepInk(env: Env, nowMs: number, isRestart: boolean): Promise<void> {
  const db = databaseOf(env)
  const beforeMs = nowMs - works.ink.givesUp.afterMs
  if (!isRestart) await giveUpInk(db, INK_GIVEN_UP, { beforeMs, limit: MAX_CHECKS })
  for (const userId of await takeDueAccounts(db, imageInk, nowMs, MAX_CHECKS))
    await queueTurns(env, { kind: "ink", userId }, 1)
}

/** Runs a job for an image; one that cannot be handled must not block the others. */
async function end(row: ImageRow, job: () => Promise<void>): Promise<void> {
  try {
    await job()
  } catch (error) {
    logError("stalled image not ended", { imageId: row.id, status: row.status, error })
  }
}
