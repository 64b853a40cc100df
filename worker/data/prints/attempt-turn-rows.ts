import { inArray, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { planLimit } from "../accounts/plan-limit.ts"
import type { Database } from "../database.ts"
import { movedAt } from "./change-times.ts"
import { attempt, type RenderLane } from "./tables.ts"

/** The columns of an attempt that its queue message is made of. */
export type TurnRow = Pick<typeof attempt.$inferSelect, "id" | "searchEffort" | "turnAt" | "lane">

const turnColumns = {
  id: attempt.id,
  searchEffort: attempt.searchEffort,
  turnAt: attempt.turnAt,
  lane: attempt.lane,
}

/** SQL over `attempt`: its credits are held, and it waits for its turn. Written as in its partial index. */
export const waitsForTurn: SQL = sql`${attempt.state} = 'stamping' AND ${attempt.turnAt} IS NULL`

/** Returns 1, as an expression, if attempts of the account wait for their turn. */
export function doTurnsWait(userId: SQL): SQL<number> {
  return sql`EXISTS (SELECT 1 FROM attempt other WHERE other.user_id = ${userId} AND other.state = 'stamping' AND other.turn_at IS NULL)`
}

/** Counts, as an expression, the attempts of an account that have their turn, of one lane or of both. */
export function countUnderWay(userId: SQL, lane: RenderLane | null): SQL<number> {
  const ofLane = lane === null ? sql`` : sql`AND other.lane = ${lane}`
  return sql`(SELECT count(*) FROM attempt other WHERE other.user_id = ${userId} ${ofLane}
    AND other.turn_at IS NOT NULL AND other.state IN ('stamping', 'rendering'))`
}

/** SQL: the account has a turn free in this lane. */
function hasFree(userId: SQL, lane: RenderLane): SQL {
  const most = planLimit(userId, lane === "short" ? "shortPrintsAtOnce" : "printsAtOnce")
  return sql`${countUnderWay(userId, lane)} < ${most}`
}

/**
 * Moves an attempt from holding to stamping: its credits are held. It gets its turn at once if its
 * account has one free: a short one if it is light, else a long one. Null if it has moved on.
 */
export async function markHeld(
  db: Database,
  { id, userId }: { id: Id; userId: Id },
  nowMs: number,
): Promise<TurnRow | null> {
  const isShort = sql`${attempt.lane} = 'short' AND ${hasFree(sql`${userId}`, "short")}`
  const isLong = hasFree(sql`${userId}`, "long")
  const [row] = await db
    .update(attempt)
    .set({
      state: "stamping",
      turnAt: sql`CASE WHEN (${isShort}) OR ${isLong} THEN ${nowMs} END`,
      lane: sql`CASE WHEN ${isShort} THEN 'short' ELSE 'long' END`,
      ...movedAt(nowMs),
    })
    .where(sql`${attempt.id} = ${id} AND ${attempt.state} = 'holding'`)
    .returning(turnColumns)
  return row ?? null
}

/**
 * Returns, as an expression over `attempt`, the lane of a light print whose layout has been searched: the one that its
 * account had free. The longest search begins in the long lane for its own sake, and leaves it while a short
 * turn is free that none of its account's prints waits for.
 */
export function laneAfterSearch(userId: SQL): SQL {
  return sql`CASE WHEN ${attempt.searchEffort} = 'best' AND NOT ${doTurnsWait(userId)} AND ${hasFree(userId, "short")} THEN 'short' ELSE ${attempt.lane} END`
}

/** Gives the account's free turns to those of its attempts that have waited longest, and returns these. */
export async function giveTurns(db: Database, userId: Id, nowMs: number): Promise<TurnRow[]> {
  const most = planLimit(sql`${userId}`, "printsAtOnce")
  const free = sql`max(0, ${most} - ${countUnderWay(sql`${userId}`, "long")})`
  return db
    .update(attempt)
    .set({ turnAt: nowMs, lane: "long", ...movedAt(nowMs) })
    .where(
      inArray(
        attempt.id,
        sql`(SELECT id FROM ${attempt} WHERE ${attempt.userId} = ${userId} AND ${waitsForTurn} ORDER BY ${attempt.updatedAt} LIMIT ${free})`,
      ),
    )
    .returning(turnColumns)
}

/** Lists accounts whose attempts wait although a turn is free. */
export async function listAccountsWithTurns(db: Database, limit: number): Promise<Id[]> {
  const rows = await db
    .select({ userId: attempt.userId })
    .from(attempt)
    .where(waitsForTurn)
    .groupBy(attempt.userId)
    .having(hasFree(sql`${attempt.userId}`, "long"))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}
