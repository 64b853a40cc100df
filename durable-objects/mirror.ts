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

/** The bindings of databases: the directory, and those of accounts that live elsewhere. */
export type MirrorEnv = { DB: D1Database } & { readonly [name in `DB_${number}`]?: D1Database }

/** Writes the balance to D1 if due, and retries a failure later; a repeat changes nothing. */
export async function tellMirror(
  sql: SqlStorage,
  env: MirrorEnv,
  { userId, now }: { userId: string; now: () => number },
): Promise<void> {
  const due = readMirrorDue(sql)
  if (!due || due.dueAtMs > now()) return
  const balance = readBalance(sql)
  try {
    await writeMirror(env, userId, balance)
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

/**
 * Writes D1's copies for lists: the directory's, and the one in the account's own database where that is
 * another. The version keeps late writes from undoing newer ones; the directory's is written again as long
 * as the other may be missing.
 */
async function writeMirror(env: MirrorEnv, userId: string, { available, used, seq }: Balance): Promise<void> {
  const write = "UPDATE user SET available_credits = ?, used_credits = ?, credit_seq = ? WHERE id = ?"
  const bound = (db: D1Database, statement: string) =>
    db.prepare(statement).bind(available, used, seq, userId, seq).run<{ database: `DB_${number}` }>()
  if (!Object.keys(env).some((name) => name.startsWith("DB_"))) {
    await bound(env.DB, `${write} AND credit_seq < ?`)
    return
  }
  const { results } = await bound(env.DB, `${write} AND credit_seq <= ? RETURNING database`)
  const own = results.length === 1 ? env[results[0].database] : undefined
  if (own) await bound(own, `${write} AND credit_seq < ?`)
}
