import { and, asc, desc, eq, inArray, lte, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { type Id, makeId } from "../../../contract/id.ts"
import { type NewNotification, notificationInsert } from "../accounts/notification-rows.ts"
import { autopilot, autopilotRun } from "../autopilots/tables.ts"
import type { Database } from "../database.ts"
import { insertFrom, member } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { print, sheetTemplate } from "../prints/tables.ts"
import { delivery, deliveryAddress } from "./tables.ts"

export type DeliveryRow = typeof delivery.$inferSelect
/** The lease of one Worker: until it ends, nobody else sends this delivery's files. */
export type DeliveryLease = { id: Id; untilMs: number }

/** The deliveries of one account that are on the way at once: its silent servers delay its own only. */
const MOST_AT_ONCE = 2

const sentSchema = z.array(z.string())

/** Returns the ids of the files that have arrived. */
export function sentFiles({ sent }: Pick<DeliveryRow, "sent">): Set<string> {
  return new Set(sentSchema.parse(JSON.parse(sent)))
}

/** Lists the deliveries of a print's files, newest first: of the attempt that its sheets are of. */
export async function listDeliveries(db: Database, userId: Id, printId: Id): Promise<DeliveryRow[]> {
  const rows = await db
    .select({ row: delivery })
    .from(delivery)
    .innerJoin(print, and(eq(print.id, delivery.printId), eq(print.attemptId, delivery.attemptId)))
    .where(and(eq(delivery.printId, printId), eq(delivery.userId, userId)))
    .orderBy(desc(delivery.createdAt), desc(delivery.id))
  return rows.map(({ row }) => row)
}

/** Finds any user's delivery, for jobs. */
export async function findDelivery(db: Database, id: Id): Promise<DeliveryRow | null> {
  const [row] = await db.select().from(delivery).where(eq(delivery.id, id))
  return row ?? null
}

type Opening = { printId: Id; attemptId: Id; userId: Id; nowMs: number }

/**
 * Opens a completed print's delivery to an address, or reopens an earlier one, unless it is on its way.
 * `isAgain`: files that arrived count no longer. Returns null if print or address are not this user's,
 * or the print's sheets are not of this attempt any more.
 */
export async function openDelivery(
  db: Database,
  { addressId, isAgain, ...opening }: Opening & { addressId: Id; isAgain: boolean },
): Promise<DeliveryRow | null> {
  const { attemptId, nowMs } = opening
  const { found } = await namedBatch(db, {
    opened: insertDeliveries(
      db,
      { ...opening, ids: [{ id: makeId(nowMs), addressId }] },
      sql`true`,
    ).onConflictDoUpdate({
      target: [delivery.attemptId, delivery.addressId],
      set: {
        ...openAgain(nowMs),
        sent: isAgain ? sql`'[]'` : sql`${delivery.sent}`,
        isUnsure: isAgain ? sql`0` : sql`${delivery.isUnsure}`,
      },
      setWhere: inArray(delivery.state, ["sent", "failed"]),
    }),
    found: db
      .select()
      .from(delivery)
      .where(
        and(
          eq(delivery.attemptId, attemptId),
          eq(delivery.addressId, addressId),
          eq(delivery.userId, opening.userId),
        ),
      ),
  })
  return found[0] ?? null
}

/** Finds the address that took a print's files last; null if none did. */
export async function findSentTo(db: Database, userId: Id, printId: Id): Promise<Id | null> {
  const [row] = await db
    .select({ addressId: delivery.addressId })
    .from(delivery)
    .where(and(eq(delivery.printId, printId), eq(delivery.userId, userId), eq(delivery.state, "sent")))
    .orderBy(desc(delivery.updatedAt))
    .limit(1)
  return row?.addressId ?? null
}

/**
 * Opens an attempt's deliveries to those of these addresses that get its print by itself, for the batch that
 * completes it: `onlyIf` has to hold at its place. They are the automatic ones, of which those that templates
 * name get the prints of their print shops alone, and that of the autopilot which made the print. Failed
 * deliveries are not opened again.
 */
export function automaticDeliveries(
  db: Database,
  opening: Opening & { ids: readonly { id: Id; addressId: Id }[] },
  onlyIf: SQL = sql`true`,
) {
  return insertDeliveries(
    db,
    opening,
    sql`((${deliveryAddress.isAutomatic} = 1 AND ${isForPrint}) OR ${isOfAutopilot}) AND ${onlyIf}`,
  ).onConflictDoUpdate({
    target: [delivery.attemptId, delivery.addressId],
    set: openAgain(opening.nowMs),
    setWhere: eq(delivery.state, "sent"),
  })
}

const isNamed = sql`${sheetTemplate.userId} = ${deliveryAddress.userId} AND ${sheetTemplate.addressId} = ${deliveryAddress.id}`
const isForPrint = sql`(NOT EXISTS (SELECT 1 FROM ${sheetTemplate} WHERE ${isNamed})
  OR EXISTS (SELECT 1 FROM ${sheetTemplate} WHERE ${isNamed} AND (${sheetTemplate.id} = ${print.sheetTemplateId} OR (${sheetTemplate.isDefault} = 1
    AND NOT EXISTS (SELECT 1 FROM sheet_template AS own WHERE own.id = ${print.sheetTemplateId} AND (own.address_id IS NOT NULL OR own.carries_files = 1))))))`

const isOfAutopilot = sql`EXISTS (SELECT 1 FROM ${autopilotRun} JOIN ${autopilot} ON ${autopilot.id} = ${autopilotRun.autopilotId}
  WHERE ${autopilotRun.printId} = ${print.id} AND ${autopilot.addressId} = ${deliveryAddress.id})`

function insertDeliveries(
  db: Database,
  { ids, printId, attemptId, userId, nowMs }: Opening & { ids: readonly { id: Id; addressId: Id }[] },
  onlyIf: SQL,
) {
  return insertFrom(
    db,
    delivery,
    {
      id: member("id"),
      printId,
      attemptId,
      userId,
      addressId: sql`${deliveryAddress.id}`,
      name: sql`${deliveryAddress.name}`,
      state: "waiting",
      sent: "[]",
      tries: 0,
      retryAt: nowMs,
      createdAt: nowMs,
      updatedAt: nowMs,
    },
    sql`FROM json_each(${JSON.stringify(ids)})
      JOIN ${deliveryAddress} ON ${deliveryAddress.id} = ${member("addressId")} AND ${deliveryAddress.userId} = ${userId}
      JOIN ${print} ON ${print.id} = ${printId} AND ${print.userId} = ${userId} AND ${print.attemptId} = ${attemptId} AND ${print.status} = 'Completed' AND ${print.trashedAt} IS NULL
      WHERE ${onlyIf}`,
  )
}

function openAgain(nowMs: number) {
  return { state: "waiting", tries: 0, failureMessage: null, retryAt: nowMs, updatedAt: nowMs } as const
}

/**
 * Takes a delivery that nobody works on; null if somebody does, if it has ended, or if as many of its
 * account as are allowed are on the way.
 */
export async function takeDelivery(
  db: Database,
  { id, untilMs }: DeliveryLease,
  nowMs: number,
): Promise<DeliveryRow | null> {
  const [row] = await db
    .update(delivery)
    .set({ state: "sending", retryAt: untilMs, updatedAt: nowMs })
    .where(
      and(
        eq(delivery.id, id),
        sql`(${delivery.state} = 'waiting' OR (${delivery.state} = 'sending' AND ${delivery.retryAt} <= ${nowMs}))`,
        sql`(SELECT count(*) ${othersOnTheWay(nowMs)}) < ${MOST_AT_ONCE}`,
      ),
    )
    .returning()
  return row ?? null
}

/** Makes a delivery due that waits for its account's turn, so that `nextOf` and the sweep find it. */
export async function waitForTurn(db: Database, id: Id, nowMs: number): Promise<void> {
  await db
    .update(delivery)
    .set({ retryAt: nowMs })
    .where(and(eq(delivery.id, id), eq(delivery.state, "waiting")))
}

/** Returns the delivery of an account that is due first; null: none is. */
export async function nextOf(db: Database, userId: Id, nowMs: number): Promise<Id | null> {
  const [row] = await db
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        eq(delivery.userId, userId),
        eq(delivery.state, "waiting"),
        sql`${delivery.retryAt} IS NOT NULL`,
        lte(delivery.retryAt, nowMs),
      ),
    )
    .orderBy(asc(delivery.retryAt))
    .limit(1)
  return row?.id ?? null
}

/** Returns FROM and WHERE, for a statement about `delivery`, of its account's others on the way. */
function othersOnTheWay(nowMs: number): SQL {
  return sql`FROM delivery AS other WHERE other.user_id = delivery.user_id AND other.id <> delivery.id
    AND other.state = 'sending' AND other.retry_at IS NOT NULL AND other.retry_at > ${nowMs}`
}

/** Returns SQL: none of the account's others is on the way, which this one might be waiting for. */
export function isNotInLine(nowMs: number): SQL {
  return sql`NOT EXISTS (SELECT 1 ${othersOnTheWay(nowMs)})`
}

/** Prolongs the lease for the next file; false if it was lost. */
export async function prolongLease(
  db: Database,
  lease: DeliveryLease,
  untilMs: number,
  nowMs: number,
): Promise<boolean> {
  return changeHeld(db, lease, { retryAt: untilMs, updatedAt: nowMs })
}

/** Notes a file that was taken, and whether its arrival is unsure; false if the lease was lost. */
export async function noteSent(
  db: Database,
  lease: DeliveryLease,
  file: { id: string; isUnsure: boolean },
  nowMs: number,
): Promise<boolean> {
  const sent = sql`json_insert(${delivery.sent}, '$[#]', ${file.id})`
  const doubt = file.isUnsure ? { isUnsure: true } : {}
  return changeHeld(db, lease, { sent, ...doubt, tries: 0, failureMessage: null, updatedAt: nowMs })
}

/** Makes a delivery wait again: for the next message, or after a failed try until `retryAt`. */
export async function releaseDelivery(
  db: Database,
  lease: DeliveryLease,
  next: { retryAt: number; failure?: string; nowMs: number },
): Promise<boolean> {
  const { retryAt, failure, nowMs } = next
  const failed = failure === undefined ? {} : { tries: sql`${delivery.tries} + 1`, failureMessage: failure }
  return changeHeld(db, lease, { state: "waiting", retryAt, ...failed, updatedAt: nowMs })
}

/** Marks a delivery as sent; returns the row, or null if the lease was lost. */
export async function finishDelivery(
  db: Database,
  lease: DeliveryLease,
  nowMs: number,
): Promise<DeliveryRow | null> {
  const [row] = await db
    .update(delivery)
    .set({ state: "sent", retryAt: null, failureMessage: null, tries: 0, updatedAt: nowMs })
    .where(isHeld(lease))
    .returning()
  return row ?? null
}

/** Fails a delivery, and notifies the seller, all or nothing; false if the lease was lost. */
export async function failDelivery(
  db: Database,
  lease: DeliveryLease,
  { message, notice }: { message: string; notice: NewNotification },
): Promise<boolean> {
  const nowMs = notice.createdAtMs
  const held = isHeld(lease)
  const { ended } = await namedBatch(db, {
    told: notificationInsert(db, notice, sql`EXISTS (SELECT 1 FROM ${delivery} WHERE ${held})`),
    ended: db
      .update(delivery)
      .set({
        state: "failed",
        retryAt: null,
        failureMessage: message,
        tries: sql`${delivery.tries} + 1`,
        updatedAt: nowMs,
      })
      .where(held)
      .returning({ id: delivery.id }),
  })
  return ended.length === 1
}

/** Ends the deliveries on their way to an address, as a statement for a batch. */
export function endDeliveriesTo(
  db: Database,
  to: { addressId: Id; userId: Id; message: string; nowMs: number },
) {
  return db
    .update(delivery)
    .set({ state: "failed", retryAt: null, failureMessage: to.message, updatedAt: to.nowMs })
    .where(
      and(
        eq(delivery.addressId, to.addressId),
        eq(delivery.userId, to.userId),
        inArray(delivery.state, ["waiting", "sending"]),
      ),
    )
}

/**
 * Makes due deliveries wait for the message that the caller sends, and returns their ids: for each
 * account no more than may be on the way. A delivery whose message is lost is due again at `againMs`.
 */
export async function claimDueDeliveries(
  db: Database,
  { nowMs, againMs, limit }: { nowMs: number; againMs: number; limit: number },
): Promise<Id[]> {
  // The condition is written as in the partial index, so that SQLite uses it.
  const due = sql`(SELECT id FROM (
      SELECT id, retry_at, row_number() OVER (PARTITION BY user_id ORDER BY retry_at) AS place
      FROM delivery WHERE retry_at IS NOT NULL AND retry_at <= ${nowMs}
    ) WHERE place <= ${MOST_AT_ONCE} ORDER BY retry_at LIMIT ${limit})`
  const rows = await db
    .update(delivery)
    .set({ state: "waiting", retryAt: againMs })
    .where(sql`${delivery.id} IN ${due}`)
    .returning({ id: delivery.id })
  return rows.map(({ id }) => id)
}

/** Lists an attempt's deliveries that wait for their first message. */
export async function listNewDeliveries(db: Database, attemptId: Id): Promise<Id[]> {
  const rows = await db
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(eq(delivery.attemptId, attemptId), eq(delivery.state, "waiting"), eq(delivery.tries, 0)))
  return rows.map(({ id }) => id)
}

function isHeld({ id, untilMs }: DeliveryLease) {
  return and(eq(delivery.id, id), eq(delivery.state, "sending"), eq(delivery.retryAt, untilMs))
}

async function changeHeld(
  db: Database,
  lease: DeliveryLease,
  change: Partial<{
    [Field in keyof typeof delivery.$inferInsert]: (typeof delivery.$inferInsert)[Field] | SQL
  }>,
): Promise<boolean> {
  const rows = await db.update(delivery).set(change).where(isHeld(lease)).returning({ id: delivery.id })
  return rows.length === 1
}
