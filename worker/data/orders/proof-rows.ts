import { eq, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { LengthUnit } from "../../../contract/length.ts"
import { type NewNotification, notificationInsert } from "../accounts/notification-rows.ts"
import type { Database } from "../database.ts"
import { member } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import type { StoredProof } from "./stored-proof.ts"
import { orderItem } from "./tables.ts"

/** A new proof of an order item; `was` is the token that it had. */
export type NewProof = { id: Id; was: string | null; token: string; proof: StoredProof }

/** Stores proofs that are asked for. An item that was asked for meanwhile keeps that proof. */
export async function storeProofs(db: Database, userId: Id, proofs: readonly NewProof[]): Promise<void> {
  await db
    .update(orderItem)
    .set({ proofToken: member("token"), proof: member("proof") })
    .from(sql`json_each(${JSON.stringify(proofs)})`)
    .where(
      sql`${orderItem.id} = ${member("id")} AND +${orderItem.userId} = ${userId} AND ${orderItem.proofToken} IS ${member("was")}`,
    )
}

/** The item of a proof, its owner, the name that the shop has for buyers, and the unit of its lengths. */
export type FoundProof = { itemId: Id; userId: Id; shop: string; lengthUnit: LengthUnit }

/**
 * Finds the proof of a link; null if there is none. A marketplace's shop has the marketplace's name, and
 * orders of files that of the company.
 */
export async function findProof(db: Database, token: string): Promise<FoundProof | null> {
  const [row] = await db.all<FoundProof>(sql`
    SELECT order_item.id AS itemId, user.id AS userId, user.length_unit AS lengthUnit,
      iif(integration.type = 'File', coalesce(nullif(user.company, ''), integration.name),
        coalesce(integration.shop_name, integration.name)) AS shop
    FROM order_item JOIN "order" ON "order".id = order_item.order_id
      JOIN integration ON integration.id = "order".integration_id JOIN user ON user.id = order_item.user_id
    WHERE order_item.proof_token = ${token} AND user.status = 'active'`)
  return row ?? null
}

/** Lists the buyers' addresses of these items that have one, with their order and shop, if a marketplace names it. */
export async function listProofMails(
  db: Database,
  itemIds: readonly Id[],
): Promise<{ itemId: Id; orderId: Id; email: string; shop: string | null }[]> {
  return db.all(sql`
    SELECT order_item.id AS itemId, "order".id AS orderId, trim("order".buyer_email) AS email,
      iif(integration.type = 'File', NULL, integration.shop_name) AS shop
    FROM order_item JOIN "order" ON "order".id = order_item.order_id
      JOIN integration ON integration.id = "order".integration_id
    WHERE order_item.id IN (SELECT value FROM json_each(${JSON.stringify(itemIds)})) AND "order".buyer_email <> ''
    ORDER BY "order".id, order_item.id`)
}

/** Stores a buyer's answer, with the seller's notification. False if the proof was answered or replaced before. */
export async function storeAnswer(
  db: Database,
  { id, token, proof }: { id: Id; token: string; proof: StoredProof },
  notice: NewNotification,
): Promise<boolean> {
  const { stored } = await namedBatch(db, {
    stored: db
      .update(orderItem)
      .set({ proof })
      .where(
        sql`${orderItem.id} = ${id} AND ${orderItem.proofToken} = ${token} AND ${orderItem.proof} ->> 'state' = 'asked'`,
      )
      .returning({ id: orderItem.id }),
    told: notificationInsert(
      db,
      notice,
      sql`EXISTS (SELECT 1 FROM ${orderItem} WHERE ${eq(orderItem.id, id)} AND ${orderItem.proofToken} = ${token}
        AND ${orderItem.proof} ->> 'answeredAt' = ${proof.answeredAt ?? null})`,
    ),
  })
  return stored.length === 1
}
