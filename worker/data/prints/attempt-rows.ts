import { and, count, eq, gte, inArray, type SQL, sql } from "drizzle-orm"
import type { DoerMark } from "../../../contract/accounts/doer.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import type { Contour } from "../../../contract/delivery/contour.ts"
import type { SheetFormatName, WhitePlane } from "../../../contract/delivery/sheet-format.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_TEST_PRINTS_A_DAY } from "../../../contract/limit.ts"
import type { Prices } from "../../../contract/prints/cost.ts"
import type { LayoutEffort, Packing, PrintStatus } from "../../../contract/status.ts"
import { nameOfMark } from "../accounts/member-rows.ts"
import { image } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { NO_FIELDS } from "../orders/item-reading.ts"
import { orderItemsOfPrints, orderStateUpdates } from "../orders/order-state.ts"
import { type AttemptLayout, layoutInserts } from "./attempt-layout-rows.ts"
import { laterThan, movedAt } from "./change-times.ts"
import { namedBatch } from "./named-batch.ts"
import { attempt, attemptStates, manifestTick, print, printItem, type RenderLane } from "./tables.ts"

export type AttemptRow = typeof attempt.$inferSelect

/**
 * The time that a layout is still searched. `agreedFilmIn`: the film of the stored document that it
 * begins from, if a seller agreed to that one.
 */
export type LayoutSearch = { searchEffort: LayoutEffort; agreedFilmIn: number | null }

type NewAttempt = {
  id: Id
  printId: Id
  userId: Id
  number: number
  credits: number
  dpi: number
  mirror: boolean
  packing: Packing
  formats: readonly SheetFormatName[]
  white: WhitePlane | null
  /** The line that a cutter follows; null: none. */
  contour: Contour | null
  /** The pattern of its files' names; null for names by the print's id. */
  fileName: string | null
  /** The name of who has looked at the ink that will show; null: nobody was asked. */
  inkLookedBy: string | null
  begunBy: DoerMark | null
  isTest: boolean
  sheetTemplateId: Id
  /** The template's prices, as they are now. */
  prices: Prices | null
  /** The lane that its weight allows. */
  lane: RenderLane
  /** True if an item of its print is one of an order. */
  hasOrders: boolean
  /** Its print's items, each with the mends of its store's rule that it was planned with. */
  items: readonly { id: Id; shopMends: readonly Mend[] }[]
  /** The search, or a layout that is used as it is. */
  layout: LayoutSearch | AttemptLayout
}

/**
 * Moves a print to Processing and writes all that its attempt needs, all or nothing. False, with
 * nothing written, if the print was changed, deleted or started meanwhile, an item was cancelled, or it is a test and the
 * account has had its tests of a day.
 */
export async function insertAttempt(
  db: Database,
  next: NewAttempt,
  planned: { updatedAt: number; statuses: readonly PrintStatus[] },
  nowMs: number,
): Promise<boolean> {
  const { id, printId, userId, number } = next
  const isStarted = sql`EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.id} = ${id})`
  const statusList = JSON.stringify(planned.statuses)
  const isSpent = and(...testsOf(userId, nowMs))
  const hasRoom = next.isTest
    ? sql` AND (SELECT count(*) FROM ${attempt} WHERE ${isSpent}) < ${MAX_TEST_PRINTS_A_DAY}`
    : sql``
  const [search, layout] = "searchEffort" in next.layout ? [next.layout, null] : [null, next.layout]
  const { started } = await namedBatch(db, {
    started: insertFrom(
      db,
      attempt,
      {
        id,
        printId,
        userId,
        number,
        state: "holding",
        credits: next.credits,
        isHoldSettled: false,
        isAnnounced: false,
        dpi: next.dpi,
        mirror: next.mirror,
        utilisation: layout?.utilisation ?? 0,
        ...layout?.measured,
        searchEffort: search?.searchEffort ?? null,
        agreedFilmIn: search?.agreedFilmIn ?? null,
        packing: next.packing,
        formats: JSON.stringify(next.formats),
        white: next.white,
        contour: next.contour,
        fileName: next.fileName,
        inkLookedBy: next.inkLookedBy,
        begunBy: next.begunBy,
        isTest: next.isTest,
        prices: next.prices,
        lane: next.lane,
        createdAt: nowMs,
        updatedAt: nowMs,
      },
      sql`FROM ${print} WHERE ${print.id} = ${printId} AND ${print.userId} = ${userId} AND ${print.attemptNumber} = ${number - 1} AND ${print.archiveKey} IS NULL${hasRoom}
        AND ${print.updatedAt} = ${planned.updatedAt} AND ${print.status} IN (SELECT value FROM json_each(${statusList}))
        AND NOT EXISTS (SELECT 1 FROM print_item JOIN order_item ON order_item.id = print_item.order_item_id JOIN "order" ON "order".id = order_item.order_id
          WHERE print_item.print_id = ${printId} AND 1 IN ("order".is_cancelled, order_item.is_cancelled))`,
    ).returning({ id: attempt.id }),
    prints: db
      .update(print)
      .set({
        status: "Processing",
        attemptId: id,
        attemptNumber: number,
        sheetTemplateId: next.sheetTemplateId,
        failureMessage: null,
        printedAt: null,
        shopPrintedAt: null,
        updatedAt: laterThan(print.updatedAt, nowMs),
      })
      .where(and(eq(print.id, printId), isStarted)),
    // The artwork may have other fields by the time that its film is looked at.
    items: db
      .update(printItem)
      .set({
        hadNoFields: sql`(SELECT ${image.fields} = ${NO_FIELDS} FROM ${image} WHERE ${image.id} = ${printItem.imageId})`,
        shopMends: NO_MENDS,
      })
      .where(and(eq(printItem.printId, printId), isStarted)),
    mends: itemsByMends(next.items).map(([mends, ids]) =>
      db
        .update(printItem)
        .set({ shopMends: mends })
        .where(
          and(
            sql`${printItem.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
            eq(printItem.printId, printId),
            isStarted,
          ),
        ),
    ),
    // The ticks belong to the film of another attempt.
    ticks:
      number === 1 ? null : db.delete(manifestTick).where(and(eq(manifestTick.printId, printId), isStarted)),
    ...(layout && layoutInserts(db, id, layout, isStarted, nowMs)),
    orders: next.hasOrders ? orderStateUpdates(db, orderItemsOfPrints(sql`${printId}`)) : null,
  })
  return started.length === 1
}

const NO_MENDS = "[]"

/** Returns the items of stores that have mends, by these: a print is of few stores. */
function itemsByMends(items: NewAttempt["items"]): [mends: string, ids: Id[]][] {
  const mended = items.filter(({ shopMends }) => shopMends.length > 0)
  const groups = Map.groupBy(mended, ({ shopMends }) => JSON.stringify(shopMends))
  return [...groups].map(([mends, group]) => [mends, group.map(({ id }) => id)])
}

/** Returns how many test prints an account has begun within a day, and when the oldest; those that failed do not count. */
export async function countTests(
  db: Database,
  userId: Id,
  nowMs: number,
): Promise<{ total: number; oldestAtMs: number }> {
  const [row] = await db
    .select({ total: count(), oldestAtMs: sql<number>`coalesce(min(${attempt.updatedAt}), ${nowMs})` })
    .from(attempt)
    .where(and(...testsOf(userId, nowMs)))
  return row
}

function testsOf(userId: Id, nowMs: number): SQL[] {
  const states = attemptStates.filter((state) => state !== "failed")
  return [
    eq(attempt.userId, userId),
    inArray(attempt.state, states),
    gte(attempt.updatedAt, nowMs - DAY_MS),
    eq(attempt.isTest, true),
  ]
}

/**
 * Reads who began these attempts of an account, by their ids, with the name of a person whom this database has. Of an archived
 * print the last attempt alone is known.
 */
export async function readBeginners(
  db: Database,
  userId: Id,
  ids: readonly Id[],
): Promise<Map<Id, { mark: DoerMark; name: string | null }>> {
  if (ids.length === 0) return new Map()
  const begunBy = sql`coalesce(own.begun_by, archived.archived_parts ->> '$.begunBy')`
  const rows = await db.all<{ id: Id; mark: DoerMark; name: string | null }>(sql`
    SELECT listed.value AS id, ${begunBy} AS mark, ${nameOfMark(begunBy)} AS name FROM json_each(${JSON.stringify(ids)}) AS listed
    LEFT JOIN attempt AS own ON own.id = listed.value AND own.user_id = ${userId}
    LEFT JOIN archived_print_part AS part ON part.part_id = listed.value
    LEFT JOIN print AS archived ON archived.rowid = part.print AND archived.attempt_id = listed.value AND archived.user_id = ${userId}
    WHERE ${begunBy} IS NOT NULL`)
  return new Map(rows.map(({ id, ...beginner }) => [id, beginner]))
}

export async function findAttempt(db: Database, id: Id): Promise<AttemptRow | null> {
  const [row] = await db.select().from(attempt).where(eq(attempt.id, id))
  return row ?? null
}

/** Notes that the ledger has acknowledged the capture or release. */
export async function markSettled(db: Database, id: Id): Promise<void> {
  await db.update(attempt).set({ isHoldSettled: true }).where(eq(attempt.id, id))
}

/** Notes that nobody has to hear of its end but its caller. */
export async function markAnnounced(db: Database, id: Id): Promise<void> {
  await db.update(attempt).set({ isAnnounced: true }).where(eq(attempt.id, id))
}

/**
 * Notes that the ledger has acknowledged the capture or release, and that event and mail about its end
 * are sent; `mailError` says why the mail was given up.
 */
export async function markClosed(db: Database, id: Id, mailError: string | null = null): Promise<void> {
  await db
    .update(attempt)
    .set({ isHoldSettled: true, isAnnounced: true, mailError })
    .where(eq(attempt.id, id))
}

/** Notes that its hold is settled, why the mail about its end failed, and when to retry. */
export async function postponeMail(
  db: Database,
  id: Id,
  later: { retryAt: number; mailError: string },
): Promise<void> {
  await db
    .update(attempt)
    .set({ ...later, isHoldSettled: true })
    .where(and(eq(attempt.id, id), eq(attempt.isAnnounced, false)))
}

/** Marks a job as alive; false if the attempt has left this state. */
export async function touchRunning(
  db: Database,
  id: Id,
  state: "stamping" | "rendering",
  nowMs: number,
): Promise<boolean> {
  const rows = await db
    .update(attempt)
    .set(movedAt(nowMs))
    .where(and(eq(attempt.id, id), eq(attempt.state, state)))
    .returning({ id: attempt.id })
  return rows.length === 1
}

/** Lists attempts of these prints whose hold is not settled. */
export async function listUnsettledAttempts(db: Database, printIds: readonly Id[]): Promise<AttemptRow[]> {
  return db
    .select()
    .from(attempt)
    .where(
      and(
        sql`${attempt.printId} IN (SELECT value FROM json_each(${JSON.stringify(printIds)}))`,
        eq(attempt.isHoldSettled, false),
      ),
    )
}
