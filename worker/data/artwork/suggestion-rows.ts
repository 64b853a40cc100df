/** The sources of suggestions for order items: names of images, sizes, and earlier choices. */
import { and, count, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { order, orderItem } from "../orders/tables.ts"
import type { ImageRow } from "./image-rows.ts"
import { isUnmatched, matchedImageId } from "./match.ts"
import { imageChoiceKeyOf } from "./match-key.ts"
import { artworkChoice, image, size } from "./tables.ts"

/** The newest images that are compared: the processor's time grows with their number. */
const MAX_COMPARED_IMAGES = 20_000
/** The newest choices that are looked at. */
const MAX_EARLIER_CHOICES = 2_000

/** Lists the images that could be printed, newest first. */
export async function listArtworkNames(db: Database, userId: Id): Promise<{ id: Id; name: string }[]> {
  return db
    .select({ id: image.id, name: image.name })
    .from(image)
    .where(and(eq(image.userId, userId), eq(image.status, "Ready")))
    .orderBy(desc(image.createdAt))
    .limit(MAX_COMPARED_IMAGES)
}

/** The SKU of a choice whose orders are all archived, as it is matched. */
const skuOfKey: SQL = sql`CASE WHEN ${artworkChoice.matchKey} LIKE ${`${imageChoiceKeyOf("")}%`} THEN substr(${artworkChoice.matchKey}, ${imageChoiceKeyOf("").length + 1}) ELSE '' END`

/** Lists the images that were chosen for SKUs, as the orders spell these. */
export async function listEarlierChoices(db: Database, userId: Id): Promise<{ sku: string; imageId: Id }[]> {
  const rows = await db
    .select({
      sku: sql<string>`coalesce(min(${orderItem.sku}), ${skuOfKey})`,
      imageId: artworkChoice.imageId,
    })
    .from(artworkChoice)
    .leftJoin(
      orderItem,
      and(eq(orderItem.userId, artworkChoice.userId), eq(orderItem.imageChoiceKey, artworkChoice.matchKey)),
    )
    .where(and(eq(artworkChoice.userId, userId), isNotNull(artworkChoice.imageId)))
    .groupBy(artworkChoice.id)
    .orderBy(desc(artworkChoice.updatedAt))
    .limit(MAX_EARLIER_CHOICES)
  return rows.flatMap(({ sku, imageId }) => (sku !== "" && imageId !== null ? [{ sku, imageId }] : []))
}

export async function listSizeNames(
  db: Database,
  userId: Id,
): Promise<{ _id: Id; name: string; value: number }[]> {
  return db
    .select({ _id: size.id, name: size.name, value: size.valueIn })
    .from(size)
    .where(eq(size.userId, userId))
    .orderBy(size.id)
}

export async function findImages(db: Database, userId: Id, ids: readonly Id[]): Promise<Map<Id, ImageRow>> {
  const rows = await db
    .select()
    .from(image)
    .where(
      and(
        eq(image.userId, userId),
        sql`${image.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Finds Ready images by the key of their name; of several with one key the newest. */
export async function findImagesNamed(
  db: Database,
  userId: Id,
  keys: readonly string[],
): Promise<Map<string, ImageRow>> {
  const rows = await db
    .select()
    .from(image)
    .where(
      and(
        eq(image.userId, userId),
        eq(image.status, "Ready"),
        sql`${image.skuKey} IN (SELECT value FROM json_each(${JSON.stringify(keys)}) WHERE value <> '')`,
      ),
    )
    .orderBy(image.id)
  return new Map(rows.map((row) => [row.skuKey, row]))
}

/** Counts order items without artwork, by the key of their SKU. */
export async function countWaiting(
  db: Database,
  userId: Id,
  skuKeys: readonly string[],
): Promise<Map<string, number>> {
  const choiceKeys = skuKeys.filter((key) => key !== "").map(imageChoiceKeyOf)
  const rows = await db
    .select({ key: orderItem.skuKey, items: count() })
    .from(orderItem)
    .innerJoin(order, eq(order.id, orderItem.orderId))
    .where(
      and(
        eq(orderItem.userId, userId),
        sql`${orderItem.imageChoiceKey} IN (SELECT value FROM json_each(${JSON.stringify(choiceKeys)}))`,
        eq(order.isCancelled, false),
        isUnmatched,
        sql`${matchedImageId} IS NULL`,
      ),
    )
    .groupBy(orderItem.skuKey)
  return new Map(rows.map(({ key, items }) => [key, items]))
}
