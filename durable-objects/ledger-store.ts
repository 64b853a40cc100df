import type { Balance, LedgerEntry } from "../contract/credits/hub.ts"
import type { ClaimEntry } from "./claims.ts"
import { type EndingRequest, emptyBalance, type LedgerRow, type LedgerState } from "./ledger.ts"

/** The most rows per statement page; the caller continues from the last `seq`. */
const MAX_STATEMENT_ROWS = 500

/** Returns the newest row's running balance, which is the sum over all rows. */
export function readBalance(sql: SqlStorage): Balance {
  const [row] = sql
    .exec<BalanceRow>(
      "SELECT seq, available_after, used_after, held_after, owed_after FROM entry ORDER BY seq DESC LIMIT 1",
    )
    .toArray()
  if (!row) return { ...emptyBalance }
  return {
    available: row.available_after,
    used: row.used_after,
    held: row.held_after,
    owed: row.owed_after,
    seq: row.seq,
  }
}

/** Returns the input of a decision: the entries under this id, and the balance. */
export function readState(sql: SqlStorage, id: string): LedgerState {
  const state: LedgerState = { balance: readBalance(sql), opened: null, ended: null }
  for (const row of sql.exec<OpenedRow>(
    "SELECT kind, credits, note, available_after AS availableAfter FROM entry WHERE id = ? LIMIT 2",
    id,
  )) {
    if (isEnding(row.kind)) state.ended = row.kind
    else state.opened = row
  }
  return state
}

/** Returns all entries of a refund or dispute in all its turns, oldest first. */
export function readClaim(sql: SqlStorage, id: string): ClaimEntry[] {
  return sql
    .exec<ClaimEntry>(
      // '$' follows '#', so that the second range holds the later turns of this id alone.
      `SELECT id, kind, credits FROM (
         SELECT seq, id, kind, credits FROM entry WHERE id = ?1
         UNION ALL SELECT seq, id, kind, credits FROM entry WHERE id > ?1 || '#' AND id < ?1 || '$'
       ) ORDER BY seq`,
      id,
    )
    .toArray()
}

/** Returns whether a claim of any refund or dispute was written after this entry. */
export function hasClaimSince(sql: SqlStorage, seq: number): boolean {
  return (
    sql
      .exec("SELECT 1 FROM entry WHERE seq > ? AND (id GLOB 'refund:*' OR id GLOB 'dispute:*') LIMIT 1", seq)
      .toArray().length > 0
  )
}

/** Appends a decided row; the table's indexes refuse to open or end one id twice. */
export function appendEntry(sql: SqlStorage, row: LedgerRow, nowMs: number): void {
  const { balance } = row
  sql.exec(
    `INSERT INTO entry (seq, id, kind, credits, note, available_after, used_after, held_after, owed_after, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    balance.seq,
    row.id,
    row.kind,
    row.credits,
    row.note,
    balance.available,
    balance.used,
    balance.held,
    balance.owed,
    nowMs,
  )
}

/** Returns the entries after `afterSeq`, oldest first. */
export function readStatement(sql: SqlStorage, query: { afterSeq: number; limit: number }): LedgerEntry[] {
  const limit = Math.max(1, Math.min(MAX_STATEMENT_ROWS, Math.trunc(query.limit)))
  return sql
    .exec<StatementRow>(
      `SELECT seq, id, kind, credits, note, available_after, created_at_ms FROM entry
       WHERE seq > ? ORDER BY seq LIMIT ?`,
      query.afterSeq,
      limit,
    )
    .toArray()
    .map((row) => ({
      seq: row.seq,
      id: row.id,
      kind: row.kind,
      credits: row.credits,
      note: row.note,
      availableAfter: row.available_after,
      createdAt: new Date(row.created_at_ms).toISOString(),
    }))
}

type BalanceRow = {
  seq: number
  available_after: number
  used_after: number
  held_after: number
  owed_after: number
}
type OpenedRow = { kind: LedgerEntry["kind"]; credits: number; note: string; availableAfter: number }
type StatementRow = {
  seq: number
  id: string
  kind: LedgerEntry["kind"]
  credits: number
  note: string
  available_after: number
  created_at_ms: number
}

function isEnding(kind: LedgerEntry["kind"]): kind is EndingRequest["kind"] {
  return kind === "capture" || kind === "release"
}
