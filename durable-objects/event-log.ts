import type { LiveMessage } from "../contract/live.ts"
import { EVENT_KEEP_MS, type LogSpan, MAX_EVENTS } from "./channel.ts"

type NewEvent = { key: string; name: string; data: string; nowMs: number }

export function readSpan(sql: SqlStorage): LogSpan {
  const row = sql
    .exec<{ event_seq: number; event_floor: number }>("SELECT event_seq, event_floor FROM hub")
    .one()
  return { floor: row.event_floor, latest: row.event_seq }
}

/** Returns the events after `from`, oldest first, at most MAX_EVENTS, because no more are kept. */
export function readEvents(sql: SqlStorage, from: number): LiveMessage[] {
  return sql
    .exec<{ seq: number; name: string; data: string }>(
      "SELECT seq, name, data FROM event WHERE seq > ? ORDER BY seq",
      from,
    )
    .toArray()
    .map((row) => ({ seq: row.seq, event: row.name, data: JSON.parse(row.data) }))
}

/** Stores an event under the next number, or returns the number from when its key first came. */
export function appendEvent(sql: SqlStorage, event: NewEvent): number {
  const [known] = sql.exec<{ seq: number }>("SELECT seq FROM event WHERE key = ?", event.key).toArray()
  if (known) return known.seq
  const { seq } = sql
    .exec<{ seq: number }>("UPDATE hub SET event_seq = event_seq + 1 RETURNING event_seq AS seq")
    .one()
  sql.exec(
    "INSERT INTO event (seq, key, name, data, created_at_ms) VALUES (?, ?, ?, ?, ?)",
    seq,
    event.key,
    event.name,
    event.data,
    event.nowMs,
  )
  dropThrough(sql, seq - MAX_EVENTS)
  return seq
}

/** Deletes expired events. */
export function expireEvents(sql: SqlStorage, nowMs: number): void {
  const { seq } = sql
    .exec<{ seq: number | null }>(
      "SELECT MAX(seq) AS seq FROM event WHERE created_at_ms <= ?",
      nowMs - EVENT_KEEP_MS,
    )
    .one()
  if (seq !== null) dropThrough(sql, seq)
}

export function readOldestAtMs(sql: SqlStorage): number | null {
  const [row] = sql
    .exec<{ created_at_ms: number }>("SELECT created_at_ms FROM event ORDER BY seq LIMIT 1")
    .toArray()
  return row ? row.created_at_ms : null
}

/** Deletes all events; `reset` tells listeners that they are gone. */
export function dropAllEvents(sql: SqlStorage): void {
  dropThrough(sql, readSpan(sql).latest)
}

function dropThrough(sql: SqlStorage, seq: number): void {
  if (seq <= 0) return
  sql.exec("DELETE FROM event WHERE seq <= ?", seq)
  sql.exec("UPDATE hub SET event_floor = MAX(event_floor, ?)", seq)
}
