import type { Id } from "../../../contract/id.ts"
import type { RenderMessage } from "../../../contract/message.ts"
import { databaseOf } from "../../data/database.ts"
import { listWritingStamps, markWritingStamped, type WritingRow } from "../../data/delivery/writing-rows.ts"
import type { AttemptRow } from "../../data/prints/attempt-rows.ts"
import { listWaitingStamps, markStamped } from "../../data/prints/attempt-stamp-rows.ts"
import { listWaitingSheets } from "../../data/prints/sheet-rows.ts"
import type { Env } from "../../env.ts"

type QueuedWriting = Pick<WritingRow, "id" | "attemptId">

/** A queue accepts at most 100 messages per batch. */
const MAX_SEND = 100

/** Queues an attempt's next work once its credits are held: the layout's search, or the stamps. */
export async function queueWork(
  env: Env,
  { id, searchEffort }: Pick<AttemptRow, "id" | "searchEffort">,
): Promise<void> {
  if (searchEffort === null) return queueStamps(env, id)
  await sendAll(env, [{ kind: "layout", attemptId: id }])
}

/** Queues a message per missing stamp, or the sheets if no stamp is missing. */
export async function queueStamps(env: Env, attemptId: Id): Promise<void> {
  const db = databaseOf(env)
  if (await markStamped(db, attemptId, Date.now())) return queueSheets(env, attemptId)
  const waiting = await listWaitingStamps(db, attemptId)
  await sendAll(
    env,
    waiting.map(({ stampKey }) => ({ kind: "stamp", attemptId, stampKey })),
  )
}

/** Queues a message per unwritten sheet; all stamps must exist. */
export async function queueSheets(env: Env, attemptId: Id): Promise<void> {
  const waiting = await listWaitingSheets(databaseOf(env), attemptId, null)
  await sendAll(
    env,
    waiting.map((sheetIndex) => ({ kind: "sheet", attemptId, sheetIndex })),
  )
}

/** Queues a message per missing stamp of a writing, or its sheets if no stamp is missing. */
export async function queueWriting(env: Env, writing: QueuedWriting): Promise<void> {
  const db = databaseOf(env)
  const { id: writingId, attemptId } = writing
  if (await markWritingStamped(db, writingId, Date.now())) return queueWritingSheets(env, writing)
  const waiting = await listWritingStamps(db, writingId)
  await sendAll(
    env,
    waiting.map(({ stampKey }) => ({ kind: "stamp", attemptId, stampKey, writingId })),
  )
}

/** Queues a message per unwritten sheet of a writing; all stamps must exist. */
export async function queueWritingSheets(env: Env, { id, attemptId }: QueuedWriting): Promise<void> {
  const waiting = await listWaitingSheets(databaseOf(env), attemptId, id)
  await sendAll(
    env,
    waiting.map((sheetIndex) => ({ kind: "sheet", attemptId, sheetIndex })),
  )
}

async function sendAll(env: Env, messages: readonly RenderMessage[]): Promise<void> {
  for (let at = 0; at < messages.length; at += MAX_SEND) {
    await env.RENDER_QUEUE.sendBatch(messages.slice(at, at + MAX_SEND).map((body) => ({ body })))
  }
}
