import { and, eq, isNull, sql } from "drizzle-orm"
import type { AnyDatabase } from "../database.ts"
import { sweepCursor } from "./tables.ts"

/** Starts a round, unless one is running. */
export async function startRound(db: AnyDatabase, name: string, nowMs: number): Promise<void> {
  await db
    .insert(sweepCursor)
    .values({ name, afterKey: "", updatedAt: nowMs })
    .onConflictDoUpdate({
      target: sweepCursor.name,
      set: { afterKey: "", updatedAt: nowMs },
      setWhere: isNull(sweepCursor.afterKey),
    })
}

/** Finds where the round continues; null if none is running. */
export async function findCursor(db: AnyDatabase, name: string): Promise<string | null> {
  const [row] = await db
    .select({ afterKey: sweepCursor.afterKey })
    .from(sweepCursor)
    .where(eq(sweepCursor.name, name))
  return row?.afterKey ?? null
}

/**
 * Moves the round's cursor; null ends the round. Returns false, with nothing written, if another run
 * has moved it from `from`.
 */
export async function moveCursor(
  db: AnyDatabase,
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

/** Forgets a round, wherever it is. */
export async function endRound(db: AnyDatabase, name: string): Promise<void> {
  await db.delete(sweepCursor).where(eq(sweepCursor.name, name))
}
