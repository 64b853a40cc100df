import type { CallCount } from "../contract/credits/hub.ts"

/**
 * Adds calls to the key's window, which begins with the first of them; takes back as many as `by` is
 * below 0, but opens no window for that. Keys are the few kinds of limits: none needs to be removed.
 */
export function countCalls(
  sql: SqlStorage,
  { key, windowMs, by, nowMs }: { key: string; windowMs: number; by: number; nowMs: number },
): CallCount {
  const fresh = { count: Math.max(0, by), windowEndMs: nowMs + windowMs }
  const [known] = sql
    .exec<{ count: number; windowEndMs: number }>(
      "SELECT count, window_end_ms AS windowEndMs FROM call_count WHERE key = ?",
      key,
    )
    .toArray()
  const isOpen = known !== undefined && known.windowEndMs > nowMs
  const next = isOpen ? { ...known, count: Math.max(0, known.count + by) } : fresh
  if (isOpen || by > 0)
    sql.exec(
      `INSERT INTO call_count (key, window_end_ms, count) VALUES (?1, ?2, ?3)
       ON CONFLICT (key) DO UPDATE SET window_end_ms = ?2, count = ?3`,
      key,
      next.windowEndMs,
      next.count,
    )
  return next
}

/** Forgets all counts of a deleted account. */
export function dropCounts(sql: SqlStorage): void {
  sql.exec("DELETE FROM call_count")
}
