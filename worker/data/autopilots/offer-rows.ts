import { and, desc, eq, isNull, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { PRINT_OF_ORDERS } from "../../../contract/status.ts"
import { user } from "../accounts/tables.ts"
import type { Database } from "../database.ts"
import { integration } from "../integrations/tables.ts"
import { restorePrints } from "../orders/archive-rows.ts"
import { isToBePrinted } from "../orders/ship-days.ts"
import { order, orderItem } from "../orders/tables.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { attempt, print, printItem } from "../prints/tables.ts"
import type { AutopilotRow } from "./autopilot-rows.ts"
import { autopilot } from "./tables.ts"

/** The batches after which an autopilot is offered. */
const BATCHES = 2

/** A print of orders that a person made. */
export type HandBatch = Awaited<ReturnType<typeof lastBatches>>[number]

/**
 * The batches that were made by hand, the newest first, the account's stores, the oldest first, and the autopilot
 * that only the offer has run.
 */
export type Done = { batches: HandBatch[]; stores: { id: Id }[]; tried: AutopilotRow | null }

/**
 * Returns the last two batches that a person made. Null if no autopilot is to be offered for them: there are
 * fewer, the account has one in use, or the offer was closed.
 */
export async function findOffered(db: Database, userId: Id): Promise<Done | null> {
  const { asked, own, stores, batches } = await namedBatch(db, {
    asked: db.select({ closedAt: user.autopilotOfferClosedAt }).from(user).where(eq(user.id, userId)),
    own: db.select().from(autopilot).where(eq(autopilot.userId, userId)).limit(2),
    stores: db
      .select({ id: integration.id })
      .from(integration)
      .where(eq(integration.userId, userId))
      .orderBy(integration.createdAt, integration.id),
    batches: lastBatches(db, userId),
  })
  const tried = own.length === 1 && own[0].isTried ? own[0] : null
  const isOpen = asked[0]?.closedAt === null && (own.length === 0 || tried !== null)
  if (!isOpen || batches.length < BATCHES || stores.length === 0) return null
  const old = batches.filter(({ hasArchivedParts }) => hasArchivedParts)
  if (old.length === 0) return { batches, stores, tried }
  // What was done with these is in documents.
  await restorePrints(
    db,
    userId,
    old.map(({ id }) => id),
  )
  return { batches: await lastBatches(db, userId), stores, tried }
}

/** Returns the query of the last batches. Prints that make pieces again are none. */
function lastBatches(db: Database, userId: Id) {
  const ofItems = sql`FROM ${printItem} JOIN ${orderItem} ON ${orderItem.id} = ${printItem.orderItemId} JOIN ${order} ON ${order.id} = ${orderItem.orderId} WHERE ${printItem.printId} = ${print.id}`
  return db
    .select({
      id: print.id,
      name: print.name,
      createdAt: print.createdAt,
      copies: print.copies,
      attemptNumber: print.attemptNumber,
      sheetTemplateId: print.sheetTemplateId,
      status: print.status,
      attemptId: print.attemptId,
      hasArchivedParts: print.hasArchivedParts,
      packing: attempt.packing,
      lastShipBy: sql<number | null>`(SELECT max(${order.shipBy}) ${ofItems})`,
      hasUndated: sql<number>`EXISTS (SELECT 1 ${ofItems} AND ${order.shipBy} IS NULL)`.mapWith(Boolean),
    })
    .from(print)
    .leftJoin(attempt, eq(attempt.id, print.attemptId))
    .where(
      and(
        eq(print.userId, userId),
        eq(print.type, PRINT_OF_ORDERS),
        isNull(print.remakeReason),
        isNull(print.trashedAt),
        sql`NOT EXISTS (SELECT 1 FROM autopilot_run WHERE autopilot_run.print_id = ${print.id})`,
      ),
    )
    .orderBy(desc(print.createdAt), desc(print.id))
    .limit(BATCHES)
}

/** Lists when a seller's open orders without a ship-by date were placed, of many those of the last. */
export async function listUndatedOrders(db: Database, userId: Id, most: number): Promise<number[]> {
  const rows = await db
    .select({ orderedAt: order.orderedAt })
    .from(order)
    .where(and(eq(order.userId, userId), isToBePrinted, sql`+${order.shipBy} IS NULL`))
    // This sorts the few that are open, not along the index of all that were ever placed.
    .orderBy(desc(sql`+${order.orderedAt}`))
    .limit(most)
  return rows.map(({ orderedAt }) => orderedAt)
}

/**
 * Deletes the autopilot that the offer has only tried. Returns false, with nothing done, while that runs. A
 * repeat changes nothing.
 */
export async function endTrial(db: Database, userId: Id): Promise<boolean> {
  const isTried = and(eq(autopilot.userId, userId), eq(autopilot.isTried, true))
  const runs = sql`EXISTS (SELECT 1 FROM autopilot_run WHERE autopilot_run.autopilot_id = ${autopilot.id} AND autopilot_run.ended_at IS NULL)`
  const { left } = await namedBatch(db, {
    removed: db.delete(autopilot).where(and(isTried, sql`NOT ${runs}`)),
    left: db.select({ id: autopilot.id }).from(autopilot).where(isTried),
  })
  return left.length === 0
}
