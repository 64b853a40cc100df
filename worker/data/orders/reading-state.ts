/**
 * The order items that a person has to look at, as SQL for lists and counts. An item's values for print
 * come from its row (item-reading.ts), never from here.
 */
import { and, eq, type SQL, sql } from "drizzle-orm"
import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import type { Id } from "../../../contract/id.ts"
import { matchedImageId } from "../artwork/match.ts"
import { artworkRule, image } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { member } from "../insert-from.ts"
import { sureValues } from "./item-reading.ts"
import { followInDrafts } from "./order-item-changes.ts"
import { findOrderItems } from "./order-item-rows.ts"
import { readingSource } from "./reading-source.ts"
import { isToBePrinted } from "./ship-days.ts"
import { order, orderItem } from "./tables.ts"

/** The items that one request reads; the next one goes on. */
const MAX_READ = 500

/** SQL: a rule is an item's. */
export const isRuleOfItem: SQL = sql`${artworkRule.userId} = ${orderItem.userId} AND ${artworkRule.ruleKey} = ${orderItem.ruleKey}`

/** SQL over an item with its artwork and its rule: it is read. Items without text whose artwork has no fields never are. */
const isRead: SQL = sql`${image.id} IS NOT NULL AND (${image.fields} <> '[]' OR coalesce(${orderItem.ownPersonalisation}, ${orderItem.personalisation}) <> '')`

/** SQL over the same: the reading is out of date. */
export const isUnread: SQL = sql`(${isRead} AND ${orderItem.readFrom} <> ${readingSource})`

/** SQL over the same: the item's values have to be confirmed, or its text has no place. An unread item counts, too. */
export const isDoubtful: SQL = sql`(${isRead} AND (${orderItem.reading} = 'doubtful' OR ${orderItem.readFrom} <> ${readingSource}))`

/**
 * Reads the user's waiting items whose artwork, rule or answers have changed, a bounded number at a
 * time; their items in drafts follow. It is called where one of these changes, and before `isDoubtful`
 * is asked. A repeat finds nothing to do.
 */
export async function refreshReadings(db: Database, userId: Id): Promise<void> {
  const stale = await db
    .select({ id: orderItem.id })
    .from(orderItem)
    .innerJoin(order, eq(order.id, orderItem.orderId))
    .where(
      and(
        // The orders' state finds them: items printed long ago are not looked at.
        eq(order.userId, userId),
        isToBePrinted,
        sql`${orderItem.status} <> 'Completed' AND ${orderItem.isCancelled} = 0`,
        sql`EXISTS (SELECT 1 FROM ${image} LEFT JOIN ${artworkRule} ON ${isRuleOfItem} WHERE ${image.id} = ${matchedImageId} AND ${isUnread})`,
      ),
    )
    .limit(MAX_READ)
  if (stale.length === 0) return
  const items = await findOrderItems(
    db,
    userId,
    stale.map(({ id }) => id),
  )
  const read = items.map(({ id, read: { reading, hasNoPlace }, readingSource: from }) => ({
    id,
    reading: hasNoPlace ? "doubtful" : reading,
    from,
  }))
  await db
    .update(orderItem)
    .set({ reading: member("reading"), readFrom: sql`coalesce(${member("from")}, '')` })
    .from(sql`json_each(${JSON.stringify(read)})`)
    .where(sql`+${orderItem.userId} = ${userId} AND ${orderItem.id} = ${member("id")}`)
  const followed = items.map(({ id, matchedImage, matchedSize, read }) => {
    const [imageId, sizeId] = [matchedImage?.id ?? null, matchedSize?.id ?? null]
    const values = valuesJson(sureValues(read) ?? {})
    return { id, imageId, sizeId, hadImageId: imageId, hadSizeId: sizeId, values }
  })
  await followInDrafts(db, userId, followed)
}
