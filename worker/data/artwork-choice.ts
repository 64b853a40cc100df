import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { type Id, makeId } from "../../contract/id.ts"
import type { Database } from "./database.ts"
import { insertFrom } from "./insert-from.ts"
import { matchedImageId, matchedSizeId, namedImageId, namedSizeId } from "./match.ts"
import { namedBatch } from "./named-batch.ts"
import { editableStatuses } from "./print-rows.ts"
import { artworkChoice, orderItem, print, printItem } from "./schema.ts"

/**
 * Stores the image or size chosen for an item. It applies to every order with that SKU, or that
 * listing and variation, including items in drafts without one. A choice against what the names say
 * overrides the names. A repeated call changes nothing.
 */
export async function rememberChoice(
  db: Database,
  item: { id: Id; userId: Id; imageChoiceKey: string; sizeChoiceKey: string },
  choice: { imageId?: Id; sizeId?: Id },
  nowMs: number,
): Promise<void> {
  const { imageId, sizeId } = choice
  await namedBatch(db, {
    image: imageId === undefined ? null : imageStatements(db, item, imageId, nowMs),
    size: sizeId === undefined ? null : sizeStatements(db, item, sizeId, nowMs),
  })
}

/**
 * Stores a print item's choice for its order item too, if that had none. Replacing an image or size
 * that was found affects this print alone.
 */
export async function rememberFirstChoice(
  db: Database,
  printItemId: Id,
  choice: { imageId?: Id; sizeId?: Id },
  nowMs: number,
): Promise<void> {
  const [found] = await db
    .select({ item: orderItem, imageId: matchedImageId, sizeId: matchedSizeId })
    .from(printItem)
    .innerJoin(orderItem, eq(orderItem.id, printItem.orderItemId))
    .where(eq(printItem.id, printItemId))
  if (!found) return
  const first = {
    ...(found.imageId === null && choice.imageId ? { imageId: choice.imageId } : {}),
    ...(found.sizeId === null && choice.sizeId ? { sizeId: choice.sizeId } : {}),
  }
  await rememberChoice(db, found.item, first, nowMs)
}

type Chosen = { id: Id; userId: Id; imageChoiceKey: string; sizeChoiceKey: string }

function imageStatements(db: Database, item: Chosen, imageId: Id, nowMs: number) {
  return [
    keep(db, item, { matchKey: item.imageChoiceKey, imageId, sizeId: null }, nowMs),
    db
      .update(printItem)
      .set({ imageId })
      .where(
        and(
          isNull(printItem.imageId),
          eq(printItem.wasImageDeleted, false),
          waitsInDraft(db, item.userId, sql`${orderItem.imageChoiceKey} = ${item.imageChoiceKey}`),
        ),
      ),
  ]
}

function sizeStatements(db: Database, item: Chosen, sizeId: Id, nowMs: number) {
  return [
    keep(db, item, { matchKey: item.sizeChoiceKey, imageId: null, sizeId }, nowMs),
    db
      .update(printItem)
      .set({ sizeId })
      .where(
        and(
          isNull(printItem.sizeId),
          eq(printItem.wasSizeDeleted, false),
          waitsInDraft(db, item.userId, sql`${orderItem.sizeChoiceKey} = ${item.sizeChoiceKey}`),
        ),
      ),
  ]
}

function keep(
  db: Database,
  { id, userId }: Chosen,
  row: { matchKey: string; imageId: Id | null; sizeId: Id | null },
  nowMs: number,
) {
  const named = row.imageId === null ? namedSizeId : namedImageId
  return insertFrom(
    db,
    artworkChoice,
    { ...row, id: makeId(nowMs), userId, isOverride: sql`${named} IS NOT NULL`, updatedAt: nowMs },
    sql`FROM ${orderItem} WHERE ${orderItem.id} = ${id}`,
  ).onConflictDoUpdate({
    target: [artworkChoice.userId, artworkChoice.matchKey],
    set: {
      imageId: row.imageId,
      sizeId: row.sizeId,
      isOverride: sql`excluded.is_override`,
      updatedAt: nowMs,
    },
  })
}

/** Items of editable prints made from order items like this one. */
function waitsInDraft(db: Database, userId: Id, isAlike: ReturnType<typeof sql>) {
  return and(
    inArray(
      printItem.orderItemId,
      db
        .select({ id: orderItem.id })
        .from(orderItem)
        .where(and(eq(orderItem.userId, userId), isAlike)),
    ),
    inArray(
      printItem.printId,
      db
        .select({ id: print.id })
        .from(print)
        .where(and(eq(print.userId, userId), inArray(print.status, editableStatuses))),
    ),
  )
}
