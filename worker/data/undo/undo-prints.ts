import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { image, size } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { member } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { orderStateUpdates } from "../orders/order-state.ts"
import { redactWrites } from "../orders/redact-rows.ts"
import { order, orderItem } from "../orders/tables.ts"
import { laterThan } from "../prints/change-times.ts"
import { fileKindsIn, sheetKeyIn, sheetNouns } from "../prints/sheet-files.ts"
import { attempt, print, printItem, sheet } from "../prints/tables.ts"
import { undoPart } from "./tables.ts"
import { keepRows, keepValues, kept, type NewUndo, restoreRows, undoInsert } from "./undo-rows.ts"

/** Keeps the states of prints and sheets whose files are about to be deleted. */
export function keepSheets(db: Database, undo: NewUndo, chosen: SQL) {
  const changing = sql`${chosen} AND ${print.status} <> 'Deleted'`
  return [
    undoInsert(db, undo, sql`SELECT 1 FROM ${print} WHERE ${changing}`),
    keepValues(
      db,
      undo,
      "printState",
      { id: sql`${print.id}`, status: sql`${print.status}`, attemptNumber: sql`${print.attemptNumber}` },
      sql`${print} WHERE ${changing}`,
    ),
    keepValues(
      db,
      undo,
      "sheet",
      {
        printId: sql`${print.id}`,
        attemptNumber: sql`${print.attemptNumber}`,
        token: sql`${sheet.token}`,
        state: sql`${sheet.state}`,
        index: sql`${sheet.sheetIndex}`,
        formats: fileKindsIn({ formats: sql`${attempt.formats}`, contour: sql`${attempt.contour}` }),
      },
      sql`${print} JOIN ${attempt} ON ${attempt.printId} = ${print.id} JOIN ${sheet} ON ${sheet.attemptId} = ${attempt.id} WHERE ${changing} AND ${sheet.state} <> 'deleted'`,
    ),
  ]
}

/** Restores prints' states and sheets, unless they were processed since. */
export function sheetsRestore(db: Database, { id, nowMs }: { id: Id; nowMs: number }) {
  const isBack = sql`EXISTS (SELECT 1 FROM ${print} WHERE ${print.id} = (kept.value ->> 'printId') AND ${print.attemptNumber} = (kept.value ->> 'attemptNumber') AND ${print.status} <> 'Deleted')`
  const key = sheetKeyIn({
    token: sql`(kept.value ->> 'token')`,
    sheetIndex: sql`(kept.value ->> 'index')`,
    noun: sql`noun.value`,
  })
  // Older Workers knew no formats: they kept a PNG.
  const formats = sql`coalesce(kept.value ->> 'formats', '["png"]')`
  return [
    db
      .update(print)
      .set({ status: member("status"), updatedAt: laterThan(print.updatedAt, nowMs) })
      .from(kept(id, "printState"))
      .where(
        sql`${print.id} = ${member("id")} AND ${print.status} = 'Deleted' AND ${print.attemptNumber} = ${member("attemptNumber")} AND ${print.trashedAt} IS NULL`,
      ),
    db
      .update(sheet)
      .set({ state: member("state"), updatedAt: nowMs })
      .from(kept(id, "sheet"))
      .where(sql`${sheet.token} = ${member("token")} AND ${sheet.state} = 'deleted' AND ${isBack}`),
    db
      .delete(objectToDelete)
      .where(
        sql`${objectToDelete.key} IN (SELECT ${key} FROM ${kept(id, "sheet")}, json_each(${sheetNouns(formats)}) AS noun WHERE ${isBack})`,
      ),
    ...orderStateUpdates(db, orderItemsOf(sql`SELECT ${member("id")} FROM ${kept(id, "printState")}`)),
  ]
}

/** Returns true if any of the prints can have its sheets back: none was processed or deleted since. */
export async function canSheetsReturn(db: Database, undoId: Id): Promise<boolean> {
  const [row] = await db.all<{ can: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM ${kept(undoId, "printState")} JOIN ${print} ON ${print.id} = ${member("id")}
      WHERE ${print.status} = 'Deleted' AND ${print.attemptNumber} = ${member("attemptNumber")} AND ${print.trashedAt} IS NULL) AS "can"`,
  )
  return row.can === 1
}

/** Keeps which prints are about to be hidden. */
export function keepPrints(db: Database, undo: NewUndo, chosen: SQL) {
  return [
    undoInsert(db, undo, sql`SELECT 1 FROM ${print} WHERE ${chosen}`),
    keepValues(db, undo, "print", { id: sql`${print.id}` }, sql`${print} WHERE ${chosen}`),
  ]
}

/** Shows hidden prints again. */
export function printsRestore(db: Database, { id, nowMs }: { id: Id; nowMs: number }) {
  const ids = sql`SELECT ${member("id")} FROM ${kept(id, "print")}`
  return [
    db
      .update(print)
      .set({ trashedAt: null, updatedAt: laterThan(print.updatedAt, nowMs) })
      .where(sql`${print.id} IN (${ids})`),
    ...orderStateUpdates(db, orderItemsOf(ids)),
  ]
}

/** Returns true if an order item of these prints came into another print after they were deleted. */
export async function arePrintedElsewhere(db: Database, { id, createdAt }: KeptAt): Promise<boolean> {
  const [row] = await db.all<{ isElsewhere: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM ${kept(id, "print")} JOIN print_item mine ON mine.print_id = ${member("id")}
      WHERE ${isInNewerPrint(sql`mine.order_item_id`, createdAt)}) AS "isElsewhere"`,
  )
  return row.isElsewhere === 1
}

/** Counts the items that these prints would add to those that wait unprinted. */
export async function countReturningItems(db: Database, undoId: Id): Promise<number> {
  const [row] = await db.all<{ items: number }>(
    sql`SELECT coalesce(sum(${print.itemCount} + 1), 0) AS "items" FROM ${kept(undoId, "print")} JOIN ${print} ON ${print.id} = ${member("id")} WHERE ${print.printedAt} IS NULL`,
  )
  return row.items
}

/** Keeps an item that is about to be removed from its print. */
export function keepItem(db: Database, undo: NewUndo, isLeaving: SQL) {
  return [
    undoInsert(db, undo, sql`SELECT 1 FROM ${printItem} WHERE ${isLeaving}`),
    keepRows(db, undo, "printItem", printItem, isLeaving),
  ]
}

/**
 * Keeps how many copies were added to which items, after the statement that did. `from` has each as
 * `value` and its item as `mine`.
 */
export function keepAdded(db: Database, undo: NewUndo, from: SQL) {
  const added = { id: sql`mine.id`, printId: sql`mine.print_id`, quantity: member("quantity") }
  return [undoInsert(db, undo, sql`SELECT 1`), keepValues(db, undo, "addedItem", added, from)]
}

/** Removes added copies again; an item without any others goes. Later changes keep the rest. */
export function addedTakeBack(db: Database, { id, nowMs }: { id: Id; nowMs: number }) {
  const of = kept(id, "addedItem")
  const isAdded = sql`${printItem.id} = ${member("id")}`
  return [
    db
      .delete(printItem)
      .where(
        sql`EXISTS (SELECT 1 FROM ${of} WHERE ${isAdded} AND ${printItem.quantity} <= (${member("quantity")}))`,
      ),
    db
      .update(printItem)
      .set({ quantity: sql`${printItem.quantity} - (${member("quantity")})` })
      .from(of)
      .where(isAdded),
    db
      .update(print)
      .set({ updatedAt: laterThan(print.updatedAt, nowMs) })
      .where(sql`${print.id} IN (SELECT ${member("printId")} FROM ${of})`),
  ]
}

/** Returns true if the print to which items were added can still change. */
export async function canAddedGo(db: Database, undoId: Id, editable: readonly string[]): Promise<boolean> {
  const [row] = await db.all<{ can: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM ${kept(undoId, "addedItem")} JOIN ${print} ON ${print.id} = ${member("printId")}
      WHERE ${print.trashedAt} IS NULL AND ${print.status} IN (SELECT each.value FROM json_each(${JSON.stringify(editable)}) AS each)) AS "can"`,
  )
  return row.can === 1
}

/**
 * Puts items back, without parts that were deleted since. Throws if one's image and size are there.
 */
export function itemRestore(db: Database, { id, nowMs }: { id: Id; nowMs: number }, kind = "printItem") {
  const imageId = sql`(SELECT ${image.id} FROM ${image} WHERE ${image.id} = ${member("imageId")})`
  const sizeId = sql`(SELECT ${size.id} FROM ${size} WHERE ${size.id} = ${member("sizeId")})`
  const ofPrint = sql`SELECT ${member("printId")} FROM ${kept(id, kind)}`
  return [
    restoreRows(db, id, kind, printItem, {
      imageId,
      wasImageDeleted: sql`${member("wasImageDeleted")} OR (${member("imageId")} IS NOT NULL AND ${imageId} IS NULL)`,
      sizeId,
      wasSizeDeleted: sql`${member("wasSizeDeleted")} OR (${member("sizeId")} IS NOT NULL AND ${sizeId} IS NULL)`,
      // Older Workers knew no values: their items have none.
      fieldValues: sql`coalesce(${member("fieldValues")}, '{}')`,
      orderItemId: sql`(SELECT ${orderItem.id} FROM ${orderItem} WHERE ${orderItem.id} = ${member("orderItemId")})`,
    }),
    db
      .update(print)
      .set({ updatedAt: laterThan(print.updatedAt, nowMs) })
      .where(sql`${print.id} IN (${ofPrint})`),
    ...orderStateUpdates(db, orderItemsOf(ofPrint)),
    // The buyer may have had us forget them meanwhile.
    ...Object.values(
      redactWrites(
        db,
        sql`${order.id} IN (SELECT ${orderItem.orderId} FROM ${orderItem} JOIN ${kept(id, kind)} ON ${orderItem.id} = ${member("orderItemId")})`,
        nowMs,
      ),
    ).flat(),
  ]
}

/**
 * Returns true if all removed items can be put back: their prints can change, have room for them, and are
 * the only ones to print them.
 */
export async function canItemsReturn(
  db: Database,
  { id, createdAt }: KeptAt,
  editable: readonly string[],
  kind = "printItem",
): Promise<boolean> {
  const inPrint = sql`FROM print_item other WHERE other.print_id = ${print.id}`
  const returning = sql`FROM ${undoPart} AS part, json_each(part.rows) AS back WHERE part.undo_id = ${id} AND part.kind = ${kind} AND back.value ->> 'printId' = ${print.id}`
  const [row] = await db.all<{ can: number }>(
    sql`SELECT NOT EXISTS (SELECT 1 FROM ${kept(id, kind)} LEFT JOIN ${print} ON ${print.id} = ${member("printId")}
      WHERE NOT coalesce(${print.trashedAt} IS NULL AND ${print.status} IN (SELECT each.value FROM json_each(${JSON.stringify(editable)}) AS each)
        AND (SELECT count(*) ${inPrint}) + (SELECT count(*) ${returning}) <= ${MAX_PRINT_ITEMS}
        AND (SELECT coalesce(sum(other.quantity), 0) ${inPrint}) + (SELECT sum(back.value ->> 'quantity') ${returning}) <= ${MAX_PRINT_COPIES}
        AND NOT ${isInNewerPrint(sql`${member("orderItemId")}`, createdAt)}, 0)) AS "can"`,
  )
  return row.can === 1
}

type KeptAt = { id: Id; createdAt: number }

function isInNewerPrint(orderItemId: SQL, afterMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM print_item elsewhere JOIN print newer ON newer.id = elsewhere.print_id
    WHERE elsewhere.order_item_id = ${orderItemId} AND newer.trashed_at IS NULL AND newer.created_at >= ${afterMs})`
}

function orderItemsOf(printIds: SQL): SQL {
  return sql`SELECT ${printItem.orderItemId} FROM ${printItem} WHERE ${printItem.orderItemId} IS NOT NULL AND ${printItem.printId} IN (${printIds})`
}
