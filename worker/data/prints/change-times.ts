import { type SQL, sql } from "drizzle-orm"
import type { autopilot } from "../autopilots/tables.ts"
import type { print } from "./tables.ts"

/** What every change of an attempt writes: its waiting time starts anew. */
export function movedAt(nowMs: number): { updatedAt: number; retryAt: null } {
  return { updatedAt: nowMs, retryAt: null }
}

/** A version, too: never the same twice, even within one millisecond. */
export function laterThan(column: typeof print.updatedAt | typeof autopilot.updatedAt, nowMs: number): SQL {
  return sql`max(${column} + 1, ${nowMs})`
}
