import { and, count, desc, eq, sql } from "drizzle-orm"
import type { ArtworkRule } from "../../../contract/artwork/artwork-rule.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { fieldsKeyOf, readRuleOf } from "../orders/item-reading.ts"
import { type FullOrderItem, findOrderItems } from "../orders/order-item-rows.ts"
import { order, orderItem } from "../orders/tables.ts"
import { fieldsAndLayersOf, type ImageRow } from "./image-rows.ts"
import { artworkRule, image } from "./tables.ts"

/** The number of recent items on which a rule's dialog shows its effect. */
const MAX_RECENT = 10

/**
 * Finds the rule of this key; an empty one if there is none yet. Null if the user has no order item of
 * the key either.
 */
export async function findRule(db: Database, userId: Id, ruleKey: string): Promise<ArtworkRule | null> {
  const [[stored], [item]] = await Promise.all([
    db
      .select({ rule: artworkRule, image })
      .from(artworkRule)
      .leftJoin(image, eq(image.id, artworkRule.imageId))
      .where(ofKey(userId, ruleKey)),
    db
      .select({ id: orderItem.id })
      .from(orderItem)
      .where(and(eq(orderItem.userId, userId), eq(orderItem.ruleKey, ruleKey)))
      .limit(1),
  ])
  if (stored) return ruleReply(stored.rule, stored.image)
  const empty = { imageId: null, fields: {}, ignores: [], isConfirmed: false, printsWithoutText: false }
  return item ? { ruleKey, ...empty } : null
}

/** Finds the stored rules of these keys. */
export async function findRulesByKeys(
  db: Database,
  userId: Id,
  keys: readonly string[],
): Promise<Map<string, typeof artworkRule.$inferSelect>> {
  const rows = await db
    .select()
    .from(artworkRule)
    .where(
      and(
        eq(artworkRule.userId, userId),
        sql`${artworkRule.ruleKey} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
      ),
    )
  return new Map(rows.map((row) => [row.ruleKey, row]))
}

/** Stores a rule; with `isConfirmed`, for the image's fields as they are now. */
export async function saveRule(
  db: Database,
  userId: Id,
  ruleKey: string,
  rule: Omit<ArtworkRule, "ruleKey" | "imageId" | "printsWithoutText"> & { image: ImageRow },
  nowMs: number,
): Promise<ArtworkRule> {
  const row = {
    imageId: rule.image.id,
    fields: JSON.stringify(rule.fields),
    ignores: JSON.stringify(rule.ignores),
    confirmedFor: rule.isConfirmed ? fieldsKeyOf(fieldsAndLayersOf(rule.image).fields) : null,
  }
  const [stored] = await db
    .insert(artworkRule)
    .values({ ...row, id: makeId(nowMs), userId, ruleKey, updatedAt: nowMs })
    .onConflictDoUpdate({
      target: [artworkRule.userId, artworkRule.ruleKey],
      // The time is a version, too: readings name it.
      set: { ...row, updatedAt: sql`max(${artworkRule.updatedAt} + 1, ${nowMs})` },
    })
    .returning()
  return ruleReply(stored, rule.image)
}

/**
 * Remembers that a rule's items are printed without their buyers' texts if their artwork has no fields,
 * or forgets it. A rule that says nothing else is deleted.
 */
export async function savePrintsWithoutText(
  db: Database,
  userId: Id,
  { ruleKey, imageId, isOn }: { ruleKey: string; imageId: Id | null; isOn: boolean },
  nowMs: number,
): Promise<void> {
  const updatedAt = sql`max(${artworkRule.updatedAt} + 1, ${nowMs})`
  if (isOn) {
    const empty = { imageId, fields: "{}", ignores: "[]", confirmedFor: null, updatedAt: nowMs }
    await db
      .insert(artworkRule)
      .values({ ...empty, id: makeId(nowMs), userId, ruleKey, printsWithoutText: true })
      .onConflictDoUpdate({
        target: [artworkRule.userId, artworkRule.ruleKey],
        set: { printsWithoutText: true, updatedAt },
      })
    return
  }
  const saysNothing = sql`${artworkRule.fields} = '{}' AND ${artworkRule.ignores} = '[]' AND ${artworkRule.confirmedFor} IS NULL`
  await db.batch([
    db
      .update(artworkRule)
      .set({ printsWithoutText: false, updatedAt })
      .where(and(ofKey(userId, ruleKey), eq(artworkRule.printsWithoutText, true))),
    db.delete(artworkRule).where(and(ofKey(userId, ruleKey), saysNothing)),
  ])
}

/** Forgets this permission for an image that has fields now. */
export async function forgetPrintsWithoutText(db: Database, userId: Id, imageId: Id): Promise<void> {
  await db
    .update(artworkRule)
    .set({ printsWithoutText: false, updatedAt: sql`${artworkRule.updatedAt} + 1` })
    .where(
      and(
        eq(artworkRule.userId, userId),
        eq(artworkRule.imageId, imageId),
        eq(artworkRule.printsWithoutText, true),
      ),
    )
}

/** Deletes a rule; a repeat changes nothing. */
export async function deleteRule(db: Database, userId: Id, ruleKey: string): Promise<void> {
  await db.delete(artworkRule).where(ofKey(userId, ruleKey))
}

/** Lists the last order items of the rule, newest first, and counts those that wait to be printed. */
export async function listItemsOfRule(
  db: Database,
  userId: Id,
  ruleKey: string,
): Promise<{ recent: FullOrderItem[]; waiting: number }> {
  const isOfRule = and(eq(orderItem.userId, userId), eq(orderItem.ruleKey, ruleKey))
  const [newest, [waiting]] = await Promise.all([
    db
      .select({ id: orderItem.id })
      .from(orderItem)
      .innerJoin(order, eq(order.id, orderItem.orderId))
      .where(isOfRule)
      .orderBy(desc(order.orderedAt), desc(orderItem.id))
      .limit(MAX_RECENT),
    db
      .select({ total: count() })
      .from(orderItem)
      .innerJoin(order, eq(order.id, orderItem.orderId))
      .where(
        and(
          isOfRule,
          eq(order.isCancelled, false),
          sql`${orderItem.status} = 'Pending' AND ${orderItem.isCancelled} = 0`,
        ),
      ),
  ])
  const ids = newest.map(({ id }) => id)
  const items = new Map((await findOrderItems(db, userId, ids)).map((item) => [item.id, item]))
  return { recent: ids.flatMap((id) => items.get(id) ?? []), waiting: waiting?.total ?? 0 }
}

function ofKey(userId: Id, ruleKey: string) {
  return and(eq(artworkRule.userId, userId), eq(artworkRule.ruleKey, ruleKey))
}

function ruleReply(row: typeof artworkRule.$inferSelect, of: ImageRow | null): ArtworkRule {
  return {
    ruleKey: row.ruleKey,
    imageId: row.imageId,
    ...readRuleOf(row),
    isConfirmed: of !== null && row.confirmedFor === fieldsKeyOf(fieldsAndLayersOf(of).fields),
    printsWithoutText: row.printsWithoutText,
  }
}
