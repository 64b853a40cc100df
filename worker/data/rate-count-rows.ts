import { and, eq, lt, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../contract/duration.ts"
import type { Database } from "./database.ts"
import { rateCount } from "./schema.ts"

/** A stretch of time that is counted by itself. */
export type Window = { startMs: number; endMs: number }
export type WindowCount = { count: number; windowEndMs: number }

export function windowOf(windowMs: number, nowMs: number): Window {
  const startMs = Math.floor(nowMs / windowMs) * windowMs
  return { startMs, endMs: startMs + windowMs }
}

/** Counts one more in the key's window, in one statement, so that parallel calls all see themselves counted. */
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

/** As `countOne`, for the batch of another question: counts where `from`, which ends in a WHERE, has a row. */
export function countWhere(from: SQL, key: string, window: Window): SQL<{ count: number }> {
  return sql`INSERT INTO rate_count (key, window_start, count) SELECT ${key}, ${window.startMs}, 1 ${from}
    ON CONFLICT (key, window_start) DO UPDATE SET count = count + 1 RETURNING count`
}

/** Takes back one count of the key's window: what it stood for turned out well. */
export async function uncountOne(db: Database, key: string, window: Window): Promise<void> {
  await db
    .update(rateCount)
    .set({ count: sql`max(0, ${rateCount.count} - 1)` })
    .where(and(eq(rateCount.key, key), eq(rateCount.windowStart, window.startMs)))
}

/** No window is longer than a day. */
export async function deleteOldRateCounts(db: Database, nowMs: number): Promise<void> {
  await db.delete(rateCount).where(lt(rateCount.windowStart, nowMs - DAY_MS))
}
