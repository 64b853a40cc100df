import type { Id } from "../../../contract/id.ts"
import { DRAWN_AT_ONCE, STAMPS_A_MESSAGE } from "../../../contract/limit.ts"
import type { RenderMessage } from "../../../contract/message.ts"
import { databaseOf } from "../../data/database.ts"
import { listWritingStamps, markWritingStamped, type WritingRow } from "../../data/delivery/writing-rows.ts"
import type { AttemptRow } from "../../data/prints/attempt-rows.ts"
import {
  type Drawn,
  firstDrawn,
  firstStamps,
  listWaitingStamps,
  markStamped,
  nextStamps,
} from "../../data/prints/attempt-stamp-rows.ts"
import { giveTurns, type TurnRow } from "../../data/prints/attempt-turn-rows.ts"
import { listWaitingSections } from "../../data/prints/search-section-rows.ts"
import { listWaitingSheets } from "../../data/prints/sheet-rows.ts"
import type { RenderLane } from "../../data/prints/tables.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"

type QueuedAttempt = Pick<AttemptRow, "id" | "lane">
type QueuedWriting = Pick<WritingRow, "id" | "attemptId">

/**
 * Queues an attempt's next work once it has its turn: the layout's search, or the stamps. One without
 * a turn gets it when another of its account ends.
 */
export async function queueWork(env: Env, row: TurnRow): Promise<void> {
  if (row.turnAt === null) return
  if (row.searchEffort === null) return queueStamps(env, row)
  await queueLayout(env, row)
}

/** Queues the search of an attempt's layout; with `isTimeUp`, its end. */
export async function queueLayout(
  env: Env,
  { id: attemptId, lane }: QueuedAttempt,
  options?: QueueSendOptions,
  end: { isTimeUp?: true } = {},
): Promise<void> {
  await queueOf(env, lane).send({ kind: "layout", attemptId, ...end } satisfies RenderMessage, options)
}

/** Queues the first sections of a search that are not searched yet. Each one that is done queues another. */
export async function queueSections(env: Env, { id: attemptId, lane }: QueuedAttempt): Promise<void> {
  const waiting = await listWaitingSections(databaseOf(env), attemptId, DRAWN_AT_ONCE)
  await sendAll(
    env,
    lane,
    waiting.map((section) => ({ kind: "section", attemptId, section })),
  )
}

/** Queues one more section of a search, in the place of one that is done. */
export async function queueSection(
  env: Env,
  { id: attemptId, lane }: QueuedAttempt,
  section: number,
): Promise<void> {
  await sendAll(env, lane, [{ kind: "section", attemptId, section }])
}

/** Gives an account's free turns to its prints that wait. What fails here is left to the sweep. */
export async function passTurns(env: Env, userId: Id): Promise<void> {
  try {
    for (const row of await giveTurns(databaseOf(env), userId, Date.now())) await queueWork(env, row)
  } catch (error) {
    logWarning("turn not passed on, left to the sweep", { userId, error })
  }
}

/**
 * Queues the first missing stamps, or the sheets if none is missing. Those that are made queue others: with `made`, as
 * many as a message has made follow in one.
 */
export async function queueStamps(
  env: Env,
  attempt: QueuedAttempt,
  made: number | null = null,
): Promise<void> {
  const { id: attemptId, lane } = attempt
  const db = databaseOf(env)
  if (await markStamped(db, attemptId, Date.now())) return queueSheets(env, attempt)
  const part = made === null ? firstStamps(lane) : nextStamps(lane, made)
  const waiting = await listWaitingStamps(db, attemptId, part)
  const keys = waiting.map(({ stampKey }) => stampKey)
  await sendStamps(env, lane, { attemptId }, keys, stampsAMessage(lane, keys.length, made === null))
}

/** Queues the first unwritten sheets; all stamps must exist. Each one that is written queues another. */
export async function queueSheets(
  env: Env,
  { id: attemptId, lane }: QueuedAttempt,
  part = firstDrawn,
): Promise<void> {
  await sendSheets(env, lane, { attemptId, writingId: null }, part)
}

/** Queues the first missing stamps of a writing, or its sheets if no stamp is missing. */
export async function queueWriting(env: Env, writing: QueuedWriting, part = firstDrawn): Promise<void> {
  const db = databaseOf(env)
  const { id: writingId, attemptId } = writing
  if (await markWritingStamped(db, writingId, Date.now())) return queueWritingSheets(env, writing)
  const waiting = await listWritingStamps(db, writingId, part)
  await sendStamps(
    env,
    "long",
    { attemptId, writingId },
    waiting.map(({ stampKey }) => stampKey),
  )
}

/** Queues the first unwritten sheets of a writing; all stamps must exist. */
export async function queueWritingSheets(
  env: Env,
  { id: writingId, attemptId }: QueuedWriting,
  part = firstDrawn,
): Promise<void> {
  await sendSheets(env, "long", { attemptId, writingId }, part)
}

/** Queues one more sheet of a print or a writing, in the place of one that is done. */
export async function queueSheet(
  env: Env,
  lane: RenderLane,
  sheet: { attemptId: Id; sheetIndex: number },
): Promise<void> {
  await sendAll(env, lane, [{ kind: "sheet", ...sheet }])
}

/** Sends stamps, `size` in a message: each message costs the same few statements. */
export async function sendStamps(
  env: Env,
  lane: RenderLane,
  of: { attemptId: Id; writingId?: Id },
  keys: readonly string[],
  size = stampsAMessage(lane, keys.length, true),
): Promise<void> {
  const messages = Array.from({ length: Math.ceil(keys.length / size) }, (_, at): RenderMessage => {
    const [stampKey, ...others] = keys.slice(at * size, (at + 1) * size)
    return { kind: "stamp", ...of, stampKey, others }
  })
  await sendAll(env, lane, messages)
}

/**
 * Returns how many of these stamps a message makes: of a light print several, the first of all in no more messages than
 * are taken at once, and what follows on a message in one; any other print's alone.
 */
export function stampsAMessage(lane: RenderLane, stamps: number, areFirst: boolean): number {
  if (lane === "long") return 1
  return Math.max(STAMPS_A_MESSAGE, areFirst ? Math.ceil(stamps / DRAWN_AT_ONCE) : stamps)
}

async function sendSheets(
  env: Env,
  lane: RenderLane,
  of: { attemptId: Id; writingId: Id | null },
  part: Drawn,
): Promise<void> {
  const waiting = await listWaitingSheets(databaseOf(env), of, part)
  await sendAll(
    env,
    lane,
    waiting.map((sheetIndex) => ({ kind: "sheet", attemptId: of.attemptId, sheetIndex })),
  )
}

/** Sends messages; there are never more than one batch of a queue takes. */
async function sendAll(env: Env, lane: RenderLane, messages: readonly RenderMessage[]): Promise<void> {
  if (messages.length === 0) return
  await queueOf(env, lane).sendBatch(messages.map((body) => ({ body })))
}

function queueOf(env: Env, lane: RenderLane): Queue {
  return lane === "short" ? env.RENDER_QUEUE : env.RENDER_LONG_QUEUE
}
