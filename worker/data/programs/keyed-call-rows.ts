import { and, eq, isNull, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { KEY_DAYS } from "../../../contract/limit.ts"
import { MAX_KEPT_KEYS } from "../../../contract/programs/kept.ts"
import type { Database } from "../database.ts"
import { keyedCall } from "./tables.ts"

export type KeyedCallRow = typeof keyedCall.$inferSelect
/** A call as it arrives. `bodyHash` is null where the body is still to come. */
type ArrivedCall = Pick<KeyedCallRow, "id" | "userId" | "keyHash" | "callHash" | "bodyHash" | "createdAt">
/** The run of a call that its changes of the row are made by. */
type CallRun = Pick<KeyedCallRow, "id" | "run">

/** What becomes of a call: it is run, answered as before, refused for a while, or for good. */
type Taken = { kind: "run" | "answered" | "busy" | "reused"; row: KeyedCallRow }

/**
 * Takes a call for its first run, or for another after one that came to no success and is over. Two at the same time
 * never both take it.
 */
export async function takeCall(db: Database, call: ArrivedCall, untilMs: number): Promise<Taken> {
  const isSame = sql`${keyedCall.callHash} = ${call.callHash} AND (${keyedCall.bodyHash} IS NULL OR ${call.bodyHash} IS NULL OR ${keyedCall.bodyHash} = ${call.bodyHash})`
  const [taken] = await db
    .insert(keyedCall)
    .values({ ...call, leaseUntil: untilMs })
    .onConflictDoUpdate({
      target: [keyedCall.userId, keyedCall.keyHash],
      set: {
        run: sql`${keyedCall.run} + 1`,
        leaseUntil: untilMs,
        bodyHash: sql`coalesce(${keyedCall.bodyHash}, ${call.bodyHash})`,
      },
      setWhere: sql`${isSame} AND ${keyedCall.answer} IS NULL AND coalesce(${keyedCall.leaseUntil}, 0) <= ${call.createdAt}`,
    })
    .returning()
  if (taken) return { kind: "run", row: taken }
  const [row] = await db
    .select()
    .from(keyedCall)
    .where(and(eq(keyedCall.userId, call.userId), eq(keyedCall.keyHash, call.keyHash)))
  // The one that held it was refused just now.
  if (!row) return takeCall(db, call, untilMs)
  const isOther =
    row.callHash !== call.callHash ||
    (row.bodyHash !== null && call.bodyHash !== null && row.bodyHash !== call.bodyHash)
  if (isOther) return { kind: "reused", row }
  return { kind: row.answer === null ? "busy" : "answered", row }
}

/** Notes the body that has arrived now. Returns false if an earlier run had another one. */
export async function noteBody(db: Database, run: CallRun, bodyHash: string): Promise<boolean> {
  const noted = await db
    .update(keyedCall)
    .set({ bodyHash })
    .where(and(isRun(run), sql`coalesce(${keyedCall.bodyHash}, ${bodyHash}) = ${bodyHash}`))
    .returning({ id: keyedCall.id })
  return noted.length === 1
}

/** Notes that a call has found what it is about to remove. */
export async function noteWritten(db: Database, id: Id): Promise<void> {
  await db.update(keyedCall).set({ isWritten: true }).where(eq(keyedCall.id, id))
}

/** Prolongs the lease of a run that is under way. */
export async function prolongCall(db: Database, run: CallRun, untilMs: number): Promise<void> {
  await db.update(keyedCall).set({ leaseUntil: untilMs }).where(isUnderWay(run))
}

/** Stores what every repeat is answered with from now on. */
export async function answerCall(
  db: Database,
  run: CallRun,
  answer: { answer: number; reply: string | null },
): Promise<void> {
  await db
    .update(keyedCall)
    .set({ ...answer, leaseUntil: null })
    .where(isUnderWay(run))
}

/** Ends a run without a success: the next one goes on. */
export async function releaseCall(db: Database, run: CallRun): Promise<void> {
  await db.update(keyedCall).set({ leaseUntil: null }).where(isUnderWay(run))
}

/** Takes an answer back that cannot be read any more: the next repeat finds what the call has made. */
export async function reopenCall(db: Database, run: CallRun): Promise<void> {
  await db.update(keyedCall).set({ answer: null, reply: null }).where(isRun(run))
}

/** Forgets a call that was refused in its first run, which has changed nothing: its key is free for another. */
export async function forgetCall(db: Database, run: CallRun): Promise<void> {
  await db.delete(keyedCall).where(and(isUnderWay(run), eq(keyedCall.run, 1)))
}

function isRun({ id, run }: CallRun): SQL | undefined {
  return and(eq(keyedCall.id, id), eq(keyedCall.run, run))
}

function isUnderWay(run: CallRun): SQL | undefined {
  return and(isRun(run), isNull(keyedCall.answer))
}

/** Deletes keys that are kept no longer, and the oldest of accounts that have too many. */
export async function deleteOldCalls(db: Database, nowMs: number): Promise<void> {
  const full = sql`SELECT user_id FROM keyed_call GROUP BY user_id HAVING count(*) > ${MAX_KEPT_KEYS}`
  const placed = sql`SELECT rowid, row_number() OVER (PARTITION BY user_id ORDER BY created_at DESC) AS place FROM keyed_call WHERE user_id IN (${full})`
  await db.batch([
    db.delete(keyedCall).where(sql`${keyedCall.createdAt} < ${nowMs - KEY_DAYS * DAY_MS}`),
    db
      .delete(keyedCall)
      .where(sql`rowid IN (SELECT kept.rowid FROM (${placed}) AS kept WHERE kept.place > ${MAX_KEPT_KEYS})`),
  ])
}
