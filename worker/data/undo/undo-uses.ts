import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { artworkChoice, artworkRule } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { member } from "../insert-from.ts"
import { orderItem } from "../orders/tables.ts"
import { printItem } from "../prints/tables.ts"
import { keepRestored, keepValues, kept, type NewUndo } from "./undo-rows.ts"

/** The two parts of a print item, which choices of orders and single order items name too. */
const partOf = {
  image: { field: "imageId", flag: "wasImageDeleted", other: "sizeId", own: "ownImageId" },
  size: { field: "sizeId", flag: "wasSizeDeleted", other: "imageId", own: "ownSizeId" },
} as const

/** Keeps the uses of the images or sizes that `ids` selects: print items, choices, order items and rules. */
export function keepUses(db: Database, undo: NewUndo, part: keyof typeof partOf, ids: SQL) {
  const { field, own } = partOf[part]
  return [
    keepValues(
      db,
      undo,
      `${part}OrderItem`,
      { id: sql`${orderItem.id}`, to: sql`${orderItem[own]}` },
      sql`${orderItem} WHERE ${orderItem[own]} IN (${ids})`,
    ),
    ...(part === "size"
      ? []
      : [
          keepValues(
            db,
            undo,
            "imageRule",
            { id: sql`${artworkRule.id}`, to: sql`${artworkRule.imageId}` },
            sql`${artworkRule} WHERE ${artworkRule.imageId} IN (${ids})`,
          ),
        ]),
    keepValues(
      db,
      undo,
      `${part}Item`,
      { id: sql`${printItem.id}`, to: sql`${printItem[field]}` },
      sql`${printItem} WHERE ${printItem[field]} IN (${ids})`,
    ),
    keepValues(
      db,
      undo,
      `${part}Choice`,
      { id: sql`${artworkChoice.id}`, to: sql`${artworkChoice[field]}` },
      sql`${artworkChoice} WHERE ${artworkChoice.userId} = ${undo.userId} AND ${artworkChoice[field]} IN (${ids})`,
    ),
  ]
}

/** Keeps the uses by print items that come back from a document, in deletions of their image or size. */
export function keepRestoredUses(db: Database, part: keyof typeof partOf, items: SQL) {
  const to = sql`given.${member(partOf[part].field)}`
  const values = { id: sql`given.${member("id")}`, to }
  return keepRestored(db, { kind: part, id: to }, `${part}Item`, values, items)
}

/**
 * Restores the image or size of print items, choices, order items and rules that still lack one. An
 * item stays as it is if its print would get the same image, size and values twice.
 */
export function usesUpdates(db: Database, undoId: Id, part: keyof typeof partOf) {
  const { field, flag, other, own } = partOf[part]
  const column = sql.raw(printItem[field].name)
  const others = sql.raw(printItem[other].name)
  // If two would become equal, the first gets its part.
  const isNext = sql`twin.${column} IS NULL AND (twin.position, twin.id) < (${printItem.position}, ${printItem.id}) AND (twin.id, given.part) IN (
    SELECT ${member("id")}, ${member("to")} FROM ${kept(undoId, `${part}Item`)})`
  const hasTwin = sql`EXISTS (SELECT 1 FROM print_item twin WHERE twin.print_id = ${printItem.printId}
    AND twin.id <> ${printItem.id} AND twin.is_ordered = 0 AND ${printItem.isOrdered} = 0
    AND twin.${others} = ${printItem[other]} AND twin.field_values = ${printItem.fieldValues} AND (twin.${column} = given.part OR ${isNext}))`
  const given = sql`(SELECT ${member("id")} AS id, ${member("to")} AS part FROM ${kept(undoId, `${part}Item`)}) AS given`
  return [
    db
      .update(printItem)
      .set({ [field]: sql`given.part`, [flag]: false })
      .from(given)
      .where(
        sql`${printItem.id} = given.id AND ${printItem[field]} IS NULL AND ${printItem[flag]} = 1 AND NOT ${hasTwin}`,
      ),
    db
      .update(artworkChoice)
      .set({ [field]: member("to") })
      .from(kept(undoId, `${part}Choice`))
      .where(sql`${artworkChoice.id} = ${member("id")} AND ${artworkChoice[field]} IS NULL`),
    db
      .update(orderItem)
      .set({ [own]: member("to") })
      .from(kept(undoId, `${part}OrderItem`))
      .where(sql`${orderItem.id} = ${member("id")} AND ${orderItem[own]} IS NULL`),
    ...(part === "size"
      ? []
      : [
          db
            .update(artworkRule)
            .set({ imageId: member("to") })
            .from(kept(undoId, "imageRule"))
            .where(sql`${artworkRule.id} = ${member("id")} AND ${artworkRule.imageId} IS NULL`),
        ]),
  ]
}
