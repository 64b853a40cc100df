import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { member } from "../insert-from.ts"
import { editableStatuses } from "../prints/print-rows.ts"
import { print, printItem } from "../prints/tables.ts"
import { orderItem } from "./tables.ts"

/** A person's changes of one order item. Null takes a value back; absent ones stay. */
export type OwnChange = {
  id: Id
  wording?: string
  /** The values as `ownValuesJson` writes them. */
  ownValues?: string | null
  ownImageId?: Id | null
  ownSizeId?: Id | null
}

/** Stores a person's changes of order items, all or nothing; the buyer's own words take a wording back. */
export async function storeOwn(db: Database, userId: Id, changes: readonly OwnChange[]): Promise<void> {
  await db
    .update(orderItem)
    .set({
      ownPersonalisation: changed(
        "wording",
        orderItem.ownPersonalisation,
        sql`nullif(${member("wording")}, ${orderItem.personalisation})`,
      ),
      ownValues: changed("ownValues", orderItem.ownValues),
      ownImageId: changed("ownImageId", orderItem.ownImageId),
      ownSizeId: changed("ownSizeId", orderItem.ownSizeId),
      readFrom: "",
    })
    .from(sql`json_each(${JSON.stringify(changes)})`)
    .where(sql`+${orderItem.userId} = ${userId} AND ${orderItem.id} = ${member("id")}`)
}

function changed(name: keyof OwnChange, column: SQLiteColumn, value: SQL = member(name)): SQL {
  return sql`CASE WHEN json_type(value, ${`$.${name}`}) IS NULL THEN ${column} ELSE ${value} END`
}

/** An order item, with its image and size before a change. */
export type Followed = {
  id: Id
  imageId: Id | null
  sizeId: Id | null
  hadImageId: Id | null
  hadSizeId: Id | null
  /** The JSON of the values that are sure by now; `{}` if none are. */
  values: string
}

/**
 * Lets items in drafts follow their order items: image and size if nobody has chosen others in the
 * draft, values if the image is the order item's. A repeat changes nothing.
 */
export async function followInDrafts(db: Database, userId: Id, items: readonly Followed[]): Promise<void> {
  const rows = sql`json_each(${JSON.stringify(items)})`
  const editable = db
    .select({ id: print.id })
    .from(print)
    .where(and(eq(print.userId, userId), inArray(print.status, editableStatuses)))
  const isTheirs = and(sql`${printItem.orderItemId} = ${member("id")}`, inArray(printItem.printId, editable))
  const follows = (part: SQLiteColumn, had: string, has: string, wasDeleted: SQLiteColumn) =>
    sql`CASE WHEN ${part} IS ${member(had)} AND ${wasDeleted} = 0 THEN ${member(has)} ELSE ${part} END`
  await db.batch([
    db
      .update(printItem)
      .set({
        imageId: follows(printItem.imageId, "hadImageId", "imageId", printItem.wasImageDeleted),
        sizeId: follows(printItem.sizeId, "hadSizeId", "sizeId", printItem.wasSizeDeleted),
      })
      .from(rows)
      .where(isTheirs),
    db
      .update(printItem)
      .set({ fieldValues: member("values") })
      .from(rows)
      .where(and(isTheirs, sql`${printItem.imageId} = ${member("imageId")}`)),
  ])
}
