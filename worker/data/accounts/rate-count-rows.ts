import { and, eq, lt, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Database } from "../database.ts"
import { rateCount } from "./tables.ts"

/** A fixed time window with its own counter. */
export type Window = { startMs: number; endMs: number }
export type WindowCount = { count: number; windowEndMs: number }

export function windowOf(windowMs: number, nowMs: number): Window {
  const startMs = Math.floor(nowMs / windowMs) * windowMs
  return { startMs, endMs: startMs + windowMs }
}

/** Adds one in the key's window in one statement, so concurrent calls each get a new count. */
export async function countOne(db: Database, key: string, window: Window): Promise<WindowCount> {
  const [row] = await db
    .insert(rateCount)
    .values({ key, windowStart: window.startMs, count: 1 })
    .onConflictDoUpdate({
      target: [rateCount.key, rateCount.windowStart],
      set: { count: sql`${rateCount.count} + 1` },
    })
    .returning({ count: rateCount.count })
  return { count: row.count, windowEndMs: window.endMs }
}

/** Counts like `countOne`, in another query's batch: if `from`, ending in a WHERE, has a row. */
export function countWhere(from: SQL, key: string, window: Window): SQL<{ count: number }> {
  return sql`INSERT INTO rate_count (key, window_start, count) SELECT ${key}, ${window.startMs}, 1 ${from}
    ON CONFLICT (key, window_start) DO UPDATE SET count = count + 1 RETURNING count`
}

/** Takes back one count, because the counted call turned out well. */
export async function uncountOne(db: Database, key: string, window: Window): Promise<void> {
  await db
    .update(rateCount)
    .set({ count: sql`max(0, ${rateCount.count} - 1)` })
    .where(and(eq(rateCount.key, key), eq(rateCount.windowStart, window.startMs)))
}

/** Deletes old counters; no window is longer than a day. */
export async function deleteOldRateCounts(db: Database, nowMs: number): Promise<void> {
  await db.delete(rateCount).where(lt(rateCount.windowStart, nowMs - DAY_MS))
}
