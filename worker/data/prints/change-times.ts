import { type SQL, sql } from "drizzle-orm"
import type { autopilot } from "../autopilots/tables.ts"
import type { print } from "./tables.ts"

/** Returns the times of every change of an attempt: its waiting time starts again. */
export function movedAt(nowMs: number): { updatedAt: number; retryAt: null } {
  return { updatedAt: nowMs, retryAt: null }
}

/** Returns a time that is a version, too: never the same twice, even within one millisecond. */
export function laterThan(column: typeof print.updatedAt | typeof autopilot.updatedAt, nowMs: number): SQL {
  return sql`max(${column} + 1, ${nowMs})`
}
