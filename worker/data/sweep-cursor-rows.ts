import { and, eq, isNull, sql } from "drizzle-orm"
import type { Database } from "./database.ts"
import { sweepCursor } from "./schema.ts"

/** Starts a round from the beginning, unless one is under way. */
export async function startRound(db: Database, name: string, nowMs: number): Promise<void> {
  await db
    .insert(sweepCursor)
    .values({ name, afterKey: "", updatedAt: nowMs })
    .onConflictDoUpdate({
      target: sweepCursor.name,
      set: { afterKey: "", updatedAt: nowMs },
      setWhere: isNull(sweepCursor.afterKey),
    })
}

/** Where the round goes on; null where none is under way. */
export async function findCursor(db: Database, name: string): Promise<string | null> {
  const [row] = await db
    .select({ afterKey: sweepCursor.afterKey })
    .from(sweepCursor)
    .where(eq(sweepCursor.name, name))
  return row?.afterKey ?? null
}

/**
 * Notes how far the round has come; null ends it. False, and nothing written, where another run has moved it since it
 * stood at `from`.
 */
export async function moveCursor(
  db: Database,
  name: string,
  move: { from: string; to: string | null; nowMs: number },
): Promise<boolean> {
  const rows = await db
    .update(sweepCursor)
    .set({ afterKey: move.to, updatedAt: move.nowMs })
    .where(and(eq(sweepCursor.name, name), sql`${sweepCursor.afterKey} = ${move.from}`))
    .returning({ name: sweepCursor.name })
  return rows.length === 1
}
