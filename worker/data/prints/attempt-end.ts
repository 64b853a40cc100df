import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { CostCents } from "../../../contract/prints/cost.ts"
import { type NewNotification, notificationInsert } from "../accounts/notification-rows.ts"
import { user } from "../accounts/tables.ts"
import type { User } from "../accounts/user-rows.ts"
import { image } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { automaticDeliveries } from "../delivery/delivery-rows.ts"
import { deliveryAddress } from "../delivery/tables.ts"
import { orderItemsOfPrints, orderStateUpdates } from "../orders/order-state.ts"
import type { AttemptRow } from "./attempt-rows.ts"
import { doTurnsWait } from "./attempt-turn-rows.ts"
import { laterThan, movedAt } from "./change-times.ts"
import { namedBatch } from "./named-batch.ts"
import { filmCounted } from "./printed-film-rows.ts"
import { deleteSections } from "./search-section-rows.ts"
import { isOwnSheet } from "./sheet-files.ts"
import { deleteSheetFilesLater, type Film } from "./sheet-rows.ts"
import { attempt, print, printItem, sheet } from "./tables.ts"

type RunningState = "holding" | "stamping" | "rendering"

/** The states that can still be cancelled or fail. `finishing` can only complete: its sheets are checked. */
const runningStates: RunningState[] = ["holding", "stamping", "rendering"]

type Completion = {
  filmIn: number
  /** The seller's day. */
  day: string
  /** False if no item of the print is one of an order: then none can become one. */
  hasOrders: boolean
  /** A new delivery for each automatic address. */
  deliveries: readonly { id: Id; addressId: Id }[]
  /** The cost, and each item's share in cents; null without prices. */
  cost: { cost: CostCents; shares: ReadonlyMap<string, number> } | null
}

type Ending = {
  attempt: AttemptRow
  film: Film
  /** The seller whose print it is. */
  owner: User
  /** True if an item of its print is one of an order. */
  hasOrders: boolean
  /** All addresses of the account; those that get this print are chosen as its deliveries are opened. */
  addressIds: Id[]
}

/** Reads all that completing an attempt asks, in one statement. */
export async function findEnding(db: Database, id: Id): Promise<Ending | null> {
  const own = sql`FROM ${sheet} WHERE ${sheet.attemptId} = ${attempt.id} AND ${isOwnSheet}`
  const [row] = await db
    .select({
      attempt,
      sheets: sql<number>`(SELECT count(*) ${own})`,
      lengthIn: sql<number>`(SELECT total(1.0 * ${sheet.lengthPx} / ${attempt.dpi}) ${own})`,
      owner: user,
      hasOrders: sql<number>`EXISTS (SELECT 1 FROM ${printItem} WHERE ${printItem.printId} = ${attempt.printId} AND ${printItem.orderItemId} IS NOT NULL)`,
      addressIds: sql<string>`(SELECT json_group_array(${deliveryAddress.id}) FROM ${deliveryAddress}
        WHERE ${deliveryAddress.userId} = ${attempt.userId})`,
    })
    .from(attempt)
    .innerJoin(user, eq(user.id, attempt.userId))
    .where(eq(attempt.id, id))
  if (!row) return null
  const { sheets, lengthIn, hasOrders, addressIds, ...rest } = row
  return {
    ...rest,
    film: { sheets, lengthIn },
    hasOrders: hasOrders === 1,
    addressIds: JSON.parse(addressIds),
  }
}

/**
 * Completes a finishing attempt, once, all or nothing: print, orders, copies per image, costs, reports,
 * notification. Returns its row, and whether others of its account wait for their turn; null if it is not finishing.
 */
export async function completeAttempt(
  db: Database,
  { isTest, ...row }: Pick<AttemptRow, "id" | "printId" | "isTest">,
  notice: NewNotification,
  { filmIn, day, hasOrders, deliveries, cost }: Completion,
): Promise<{ row: AttemptRow; doOthersWait: boolean } | null> {
  const nowMs = notice.createdAtMs
  const isFinishing = isInState(row.id, ["finishing"])
  const printed = sql`SELECT ${printItem.imageId} FROM ${printItem} WHERE ${printItem.printId} = ${row.printId}`
  const copies = sql`(SELECT sum(${printItem.quantity}) FROM ${printItem} WHERE ${printItem.printId} = ${row.printId} AND ${printItem.imageId} = ${image.id})`
  const shares = JSON.stringify(Object.fromEntries(cost?.shares ?? []))
  const { ended } = await namedBatch(db, {
    prints: db
      .update(print)
      .set({
        status: "Completed",
        printedAt: nowMs,
        failureMessage: null,
        updatedAt: laterThan(print.updatedAt, nowMs),
      })
      .where(and(eq(print.id, row.printId), eq(print.attemptId, row.id), isFinishing)),
    images: isTest
      ? null
      : db
          .update(image)
          .set({ usedInPrint: sql`${image.usedInPrint} + ${copies}` })
          .where(and(sql`${image.id} IN (${printed})`, isFinishing)),
    items: db
      .update(printItem)
      .set({ printedAt: nowMs, costCents: sql`${shares} ->> ${printItem.id}` })
      .where(and(eq(printItem.printId, row.printId), isFinishing)),
    notification: notificationInsert(db, { ...notice, doneBy: begunBy(row.id) }, isFinishing),
    deliveries:
      deliveries.length === 0
        ? null
        : automaticDeliveries(
            db,
            { printId: row.printId, attemptId: row.id, userId: notice.userId, ids: deliveries, nowMs },
            isFinishing,
          ),
    ended: db
      .update(attempt)
      .set({
        state: "completed",
        filmIn: isTest ? 0 : filmIn,
        cost: cost?.cost ?? null,
        ...movedAt(nowMs),
      })
      .where(and(eq(attempt.id, row.id), eq(attempt.state, "finishing")))
      .returning({ ...getTableColumns(attempt), doOthersWait: doTurnsWait(sql`${notice.userId}`) }),
    orders: hasOrders ? orderStateUpdates(db, orderItemsOfPrints(sql`${row.printId}`)) : null,
    // These come after its end, with its cost and that of its items.
    ...(isTest ? {} : filmCounted(db, { id: row.id, day })),
  })
  if (!ended[0]) return null
  const { doOthersWait, ...completed } = ended[0]
  return { row: completed, doOthersWait: doOthersWait === 1 }
}

type AttemptEnd = {
  state: "failed" | "cancelled"
  printStatus: "In Draft" | "Cancelled"
  failureMessage: string | null
  notice: NewNotification | null
  nowMs: number
}

/**
 * Ends a running attempt without a print, once: restores the print and notes its sheet files for
 * deletion. Returns false if the attempt is in none of the states in `from`.
 */
export async function endAttempt(
  db: Database,
  row: Pick<AttemptRow, "id" | "printId">,
  end: AttemptEnd,
  from: RunningState[] = runningStates,
): Promise<boolean> {
  const isOpen = isInState(row.id, from)
  const { nowMs } = end
  const { ended } = await namedBatch(db, {
    notification: end.notice && notificationInsert(db, { ...end.notice, doneBy: begunBy(row.id) }, isOpen),
    print: db
      .update(print)
      .set({
        status: end.printStatus,
        failureMessage: end.failureMessage,
        updatedAt: laterThan(print.updatedAt, nowMs),
      })
      .where(
        and(eq(print.id, row.printId), eq(print.attemptId, row.id), eq(print.status, "Processing"), isOpen),
      ),
    files: deleteSheetFilesLater(db, and(eq(sheet.attemptId, row.id), isOpen), nowMs),
    sheets: db
      .update(sheet)
      .set({ state: "deleted", updatedAt: nowMs })
      .where(and(eq(sheet.attemptId, row.id), isOpen)),
    sections: deleteSections(db, row.id, isOpen),
    ended: db
      .update(attempt)
      .set({ state: end.state, failureMessage: end.failureMessage, ...movedAt(nowMs) })
      .where(and(eq(attempt.id, row.id), inArray(attempt.state, from)))
      .returning({ id: attempt.id }),
    orders: orderStateUpdates(db, orderItemsOfPrints(sql`${row.printId}`)),
  })
  return ended.length === 1
}

/** Returns, as an expression, who began an attempt. */
function begunBy(id: Id): SQL {
  return sql`(SELECT ${attempt.begunBy} FROM ${attempt} WHERE ${attempt.id} = ${id})`
}

function isInState(id: Id, states: AttemptRow["state"][]): SQL {
  return sql`EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.id} = ${id} AND ${inArray(attempt.state, states)})`
}
