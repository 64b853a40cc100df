import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { type Id, makeId } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { orderItem } from "../orders/tables.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { editableStatuses } from "../prints/print-rows.ts"
import { print, printItem } from "../prints/tables.ts"
import { matchedImageId, matchedSizeId, namedImageId, namedSizeId } from "./match.ts"
import { imageChoiceKeyOf } from "./match-key.ts"
import { artworkChoice } from "./tables.ts"

export type ArtworkChoice = { imageId?: Id | null; sizeId?: Id | null }

/** The choices of one batch: each is four statements at most, and D1 takes a thousand. */
const CHOICES_AT_ONCE = 50

/**
 * Stores the image or size chosen for an item. It applies to every order with that SKU, or that listing
 * and variation, including items in drafts without one. A choice against the match by name overrides
 * it. Null forgets the choice, and drafts' items like this one that have it lose it. A repeated call
 * changes nothing.
 */
export async function rememberChoice(
  db: Database,
  item: Chosen,
  choice: ArtworkChoice,
  nowMs: number,
): Promise<void> {
  await rememberChoices(db, [{ item, choice }], nowMs)
}

/** Stores several choices, in batches: a later one for the same SKU counts. */
export async function rememberChoices(
  db: Database,
  choices: readonly { item: Chosen; choice: ArtworkChoice }[],
  nowMs: number,
): Promise<void> {
  for (let start = 0; start < choices.length; start += CHOICES_AT_ONCE) {
    await namedBatch(db, {
      all: choices
        .slice(start, start + CHOICES_AT_ONCE)
        .flatMap(({ item, choice: { imageId, sizeId } }) => [
          ...(imageId === undefined ? [] : imageStatements(db, item, imageId, nowMs)),
          ...(sizeId === undefined ? [] : sizeStatements(db, item, sizeId, nowMs)),
        ]),
    })
  }
}

/**
 * Stores an image for each SKU, by the SKU's key, over matches by name. Items in drafts without one get
 * it. A repeat changes nothing.
 */
export async function rememberSkuImages(
  db: Database,
  userId: Id,
  imageOfSku: ReadonlyMap<string, Id>,
  nowMs: number,
): Promise<void> {
  const chosen = [...imageOfSku].map(([skuKey, imageId]) => ({ matchKey: imageChoiceKeyOf(skuKey), imageId }))
  for (let start = 0; start < chosen.length; start += CHOICES_AT_ONCE) {
    await namedBatch(db, {
      all: chosen.slice(start, start + CHOICES_AT_ONCE).flatMap(({ matchKey, imageId }) => {
        const row = { imageId, sizeId: null, isOverride: true, updatedAt: nowMs }
        return [
          db
            .insert(artworkChoice)
            .values({ ...row, id: makeId(nowMs), userId, matchKey })
            .onConflictDoUpdate({ target: [artworkChoice.userId, artworkChoice.matchKey], set: row }),
          fillDrafts(db, userId, matchKey, imageId),
        ]
      }),
    })
  }
}

/**
 * Stores a print item's choice for its order item too, if that had none. Replacing a matched image or
 * size affects this print alone.
 */
export async function rememberFirstChoice(
  db: Database,
  printItemId: Id,
  choice: { imageId?: Id; sizeId?: Id },
  nowMs: number,
): Promise<void> {
  const [item] = await db
    .select({ item: orderItem, imageId: matchedImageId, sizeId: matchedSizeId })
    .from(printItem)
    .innerJoin(orderItem, eq(orderItem.id, printItem.orderItemId))
    .where(eq(printItem.id, printItemId))
  if (!item) return
  const first = {
    ...(item.imageId === null && choice.imageId ? { imageId: choice.imageId } : {}),
    ...(item.sizeId === null && choice.sizeId ? { sizeId: choice.sizeId } : {}),
  }
  await rememberChoice(db, item.item, first, nowMs)
}

type Chosen = { id: Id; userId: Id; imageChoiceKey: string; sizeChoiceKey: string }

function imageStatements(db: Database, item: Chosen, imageId: Id | null, nowMs: number) {
  if (imageId === null) {
    const chosen = choiceOf(item.userId, item.imageChoiceKey)
    const isChosen = sql`${printItem.imageId} = (SELECT ${artworkChoice.imageId} FROM ${artworkChoice} WHERE ${chosen})`
    const isAlike = waitsInDraft(db, item.userId, sql`${orderItem.imageChoiceKey} = ${item.imageChoiceKey}`)
    return [
      db.update(printItem).set({ imageId: null }).where(and(isChosen, isAlike)),
      db.delete(artworkChoice).where(chosen),
    ]
  }
  return [
    keep(db, item, { matchKey: item.imageChoiceKey, imageId, sizeId: null }, nowMs),
    fillDrafts(db, item.userId, item.imageChoiceKey, imageId),
  ]
}

/** Gives the image to drafts' items of this key that never had one. */
function fillDrafts(db: Database, userId: Id, imageChoiceKey: string, imageId: Id) {
  const isAlike = waitsInDraft(db, userId, sql`${orderItem.imageChoiceKey} = ${imageChoiceKey}`)
  return db
    .update(printItem)
    .set({ imageId })
    .where(and(isNull(printItem.imageId), eq(printItem.wasImageDeleted, false), isAlike))
}

function sizeStatements(db: Database, item: Chosen, sizeId: Id | null, nowMs: number) {
  const isAlike = waitsInDraft(db, item.userId, sql`${orderItem.sizeChoiceKey} = ${item.sizeChoiceKey}`)
  const change = db.update(printItem)
  if (sizeId === null) {
    const chosen = choiceOf(item.userId, item.sizeChoiceKey)
    const isChosen = sql`${printItem.sizeId} = (SELECT ${artworkChoice.sizeId} FROM ${artworkChoice} WHERE ${chosen})`
    return [
      change.set({ sizeId: null }).where(and(isChosen, isAlike)),
      db.delete(artworkChoice).where(chosen),
    ]
  }
  return [
    keep(db, item, { matchKey: item.sizeChoiceKey, imageId: null, sizeId }, nowMs),
    change.set({ sizeId }).where(and(isNull(printItem.sizeId), eq(printItem.wasSizeDeleted, false), isAlike)),
  ]
}

function choiceOf(userId: Id, matchKey: string) {
  return and(eq(artworkChoice.userId, userId), eq(artworkChoice.matchKey, matchKey))
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

/** Returns SQL for items of editable prints made from order items like this one. */
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
