import type { Balance } from "../contract/credits/hub.ts"
import { retryDelayMs } from "./alarm.ts"
import { readBalance } from "./ledger-store.ts"

/** The write that D1 still lacks: the ledger's newest number, and when to (re)try. */
type MirrorDue = { seq: number; attempts: number; dueAtMs: number }

/** Notes that D1's copy is behind. One row is enough, because a later balance replaces it. */
export function queueMirror(sql: SqlStorage, seq: number, nowMs: number): void {
  sql.exec("INSERT OR REPLACE INTO outbox (one, seq, attempts, due_at_ms) VALUES (1, ?, 0, ?)", seq, nowMs)
}

export function readMirrorDue(sql: SqlStorage): MirrorDue | null {
  const [row] = sql
    .exec<{ seq: number; attempts: number; due_at_ms: number }>("SELECT seq, attempts, due_at_ms FROM outbox")
    .toArray()
  return row ? { seq: row.seq, attempts: row.attempts, dueAtMs: row.due_at_ms } : null
}

/** Writes the balance to D1 if due, and retries a failure later; a repeat changes nothing. */
export async function tellMirror(
  sql: SqlStorage,
  db: D1Database,
  { userId, now }: { userId: string; now: () => number },
): Promise<void> {
  const due = readMirrorDue(sql)
  if (!due || due.dueAtMs > now()) return
  const balance = readBalance(sql)
  try {
    await writeMirror(db, userId, balance)
    settleMirror(sql, balance.seq)
  } catch (error) {
    postponeMirror(sql, due, now())
    console.warn(
      JSON.stringify({
        message: "D1 did not take a balance; it will be sent again",
        userId,
        seq: balance.seq,
        attempts: due.attempts + 1,
        error: String(error),
      }),
    )
  }
}

/** Ends the write, unless a later entry came meanwhile. */
function settleMirror(sql: SqlStorage, writtenSeq: number): void {
  sql.exec("DELETE FROM outbox WHERE seq <= ?", writtenSeq)
}

/** Postpones the write; a later entry that came meanwhile keeps its own time. */
function postponeMirror(sql: SqlStorage, due: MirrorDue, nowMs: number): void {
  const attempts = due.attempts + 1
  sql.exec(
    "UPDATE outbox SET attempts = ?, due_at_ms = ? WHERE seq = ?",
    attempts,
    nowMs + retryDelayMs(attempts),
    due.seq,
  )
}

/** Writes D1's copy for lists; the version keeps late writes from undoing newer ones. */
async function writeMirror(db: D1Database, userId: string, balance: Balance): Promise<void> {
  await db
    .prepare(
      "UPDATE user SET available_credits = ?, used_credits = ?, credit_seq = ? WHERE id = ? AND credit_seq < ?",
    )
    .bind(balance.available, balance.used, balance.seq, userId, balance.seq)
    .run()
}
