import type { Id } from "../../contract/id.ts"
import type { RenderMessage } from "../../contract/message.ts"
import { endAttempt } from "../data/attempt-end.ts"
import { type AttemptRow, findAttempt, markAnnounced, markHeld } from "../data/attempt-rows.ts"
import { listWaitingStamps, markStamped } from "../data/attempt-stamp-rows.ts"
import { databaseOf } from "../data/database.ts"
import { listWaitingSheets } from "../data/sheet-rows.ts"
import type { Env } from "../env.ts"
import { hubOf } from "../hub-stub.ts"
import { closeAttempt, finishAttempt, publishPrintUpdate } from "./end-attempt.ts"

/** A queue takes at most 100 messages at once. */
const MAX_SEND = 100

export type Outcome = { kind: "done" } | { kind: "refused"; need: number; have: number }
type AttemptState = AttemptRow["state"]

/**
 * Takes the next step of an attempt, whatever it is: what the route does after the first write, each job after its own,
 * and the sweep with everything that stalled. Calling it twice repeats messages and calls that are harmless when
 * repeated. With `only`, attempts in other states are left alone; `nowMs` is the sweep's clock.
 */
export async function advanceAttempt(
  env: Env,
  attemptId: Id,
  { only, nowMs }: { only?: readonly AttemptState[]; nowMs?: number } = {},
): Promise<Outcome> {
  const row = await findAttempt(databaseOf(env), attemptId)
  if (!row || (only && !only.includes(row.state))) return { kind: "done" }
  switch (row.state) {
    case "holding":
      return holdCredits(env, row)
    case "stamping":
      await queueStamps(env, row.id)
      break
    case "rendering":
      await queueSheets(env, row.id)
      break
    case "finishing":
      await finishAttempt(env, row, nowMs)
      break
    case "completed":
    case "failed":
    case "cancelled":
      await closeAttempt(env, row.id, nowMs)
  }
  return { kind: "done" }
}

async function holdCredits(env: Env, row: AttemptRow): Promise<Outcome> {
  const db = databaseOf(env)
  const { id, userId, credits, printId } = row
  const hub = hubOf(env, userId)
  const entry = { userId, id: `hold:${id}` }
  const held = await hub.hold({ ...entry, credits, note: `Print ${printId.slice(-6)}` })
  if (held.kind === "refused") {
    const have = held.balance.available
    const message = `The print needs ${credits} credits, you have ${have}. Buy credits or print fewer copies.`
    const end = {
      state: "failed",
      printStatus: "In Draft",
      failureMessage: message,
      notice: null,
      nowMs: Date.now(),
    } as const
    // The caller hears it at once. The hold stays unsettled: the sweep releases what a second caller, who came with more
    // credits and then stopped, may have held.
    if (await endAttempt(db, row, end, ["holding"])) await markAnnounced(db, id)
    return { kind: "refused", need: credits, have }
  }
  if (await markHeld(db, id, Date.now())) {
    await queueStamps(env, id)
    await publishPrintUpdate(env, row, "Processing", "")
    return { kind: "done" }
  }
  // Another caller was first; if that one was refused, the credits held just now must go back.
  const now = await findAttempt(db, id)
  if (!now || now.state === "failed" || now.state === "cancelled") await hub.release(entry)
  return { kind: "done" }
}

async function queueStamps(env: Env, id: Id): Promise<void> {
  const db = databaseOf(env)
  if (await markStamped(db, id, Date.now())) return queueSheets(env, id)
  const attemptId = id
  const waiting = await listWaitingStamps(db, id)
  await sendAll(
    env,
    waiting.map(({ stampKey }) => ({ kind: "stamp", attemptId, stampKey })),
  )
}

/** All stamps are there: one message a sheet. */
export async function queueSheets(env: Env, id: Id): Promise<void> {
  const attemptId = id
  const waiting = await listWaitingSheets(databaseOf(env), id)
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
