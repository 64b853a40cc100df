import { and, asc, eq, sql } from "drizzle-orm"
import type { LastTest } from "../../../contract/delivery/delivery.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_DELIVERY_ADDRESSES } from "../../../contract/limit.ts"
import { autopilot } from "../autopilots/tables.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { sheetTemplate } from "../prints/tables.ts"
import { endDeliveriesTo } from "./delivery-rows.ts"
import { deliveryAddress } from "./tables.ts"

export type DeliveryAddressRow = typeof deliveryAddress.$inferSelect
type Change = Omit<DeliveryAddressRow, "createdAt" | "updatedAt"> & { nowMs: number }

/** Lists all addresses of one account, by name: at most MAX_DELIVERY_ADDRESSES. */
export async function listDeliveryAddresses(db: Database, userId: Id): Promise<DeliveryAddressRow[]> {
  return db
    .select()
    .from(deliveryAddress)
    .where(eq(deliveryAddress.userId, userId))
    .orderBy(sql`${deliveryAddress.name} COLLATE NOCASE`, asc(deliveryAddress.id))
}

/** Finds an address; null if this user has no such address. */
export async function findDeliveryAddress(
  db: Database,
  userId: Id,
  id: Id,
): Promise<DeliveryAddressRow | null> {
  const [row] = await db
    .select()
    .from(deliveryAddress)
    .where(and(eq(deliveryAddress.id, id), eq(deliveryAddress.userId, userId)))
  return row ?? null
}

/** Adds an address; null, with nothing written, at MAX_DELIVERY_ADDRESSES. */
export async function insertDeliveryAddress(
  db: Database,
  { nowMs, ...row }: Change,
): Promise<DeliveryAddressRow | null> {
  const hasRoom = sql`(SELECT count(*) FROM ${deliveryAddress} WHERE ${deliveryAddress.userId} = ${row.userId}) < ${MAX_DELIVERY_ADDRESSES}`
  const [inserted] = await insertFrom(
    db,
    deliveryAddress,
    { ...row, createdAt: nowMs, updatedAt: nowMs },
    sql`WHERE ${hasRoom}`,
  ).returning()
  return inserted ?? null
}

/** Changes an address; null when this user has no such address. */
export async function updateDeliveryAddress(
  db: Database,
  { nowMs, id, userId, ...change }: Change,
): Promise<DeliveryAddressRow | null> {
  const [row] = await db
    .update(deliveryAddress)
    .set({ ...change, updatedAt: nowMs })
    .where(and(eq(deliveryAddress.id, id), eq(deliveryAddress.userId, userId)))
    .returning()
  return row ?? null
}

/** Stores the answer to a test, unless the address was changed since it was read. */
export async function storeTest(
  db: Database,
  { id, updatedAt }: Pick<DeliveryAddressRow, "id" | "updatedAt">,
  lastTest: LastTest,
): Promise<void> {
  await db
    .update(deliveryAddress)
    .set({ lastTest })
    .where(and(eq(deliveryAddress.id, id), eq(deliveryAddress.updatedAt, updatedAt)))
}

/** Lists addresses whose secrets are not sealed by the key of this mark. */
export async function listOldSeals(
  db: Database,
  mark: string,
  limit: number,
): Promise<{ id: Id; sealedSecret: string }[]> {
  const rows = await db
    .select({ id: deliveryAddress.id, sealedSecret: deliveryAddress.sealedSecret })
    .from(deliveryAddress)
    .where(sql`substr(${deliveryAddress.sealedSecret}, 1, ${mark.length}) <> ${mark}`)
    .limit(limit)
  return rows.flatMap(({ id, sealedSecret }) => (sealedSecret === null ? [] : [{ id, sealedSecret }]))
}

/** Stores a secret as it is sealed now, or that it is lost, unless it was changed meanwhile. */
export async function storeSeal(
  db: Database,
  { id, before, after }: { id: Id; before: string; after: string | null },
): Promise<void> {
  await db
    .update(deliveryAddress)
    .set({ sealedSecret: after })
    .where(and(eq(deliveryAddress.id, id), eq(deliveryAddress.sealedSecret, before)))
}

/**
 * Deletes an address and what is sealed with it; deliveries on their way end as failed. Returns false
 * if this user has none.
 */
export async function deleteDeliveryAddress(
  db: Database,
  { id, userId, nowMs }: { id: Id; userId: Id; nowMs: number },
): Promise<boolean> {
  const { deleted } = await namedBatch(db, {
    ended: endDeliveriesTo(db, { addressId: id, userId, message: "This address was deleted.", nowMs }),
    shops: db
      .update(sheetTemplate)
      .set({ addressId: null })
      .where(and(eq(sheetTemplate.addressId, id), eq(sheetTemplate.userId, userId))),
    autopilots: db
      .update(autopilot)
      .set({ addressId: null })
      .where(and(eq(autopilot.addressId, id), eq(autopilot.userId, userId))),
    deleted: db
      .delete(deliveryAddress)
      .where(and(eq(deliveryAddress.id, id), eq(deliveryAddress.userId, userId)))
      .returning({ id: deliveryAddress.id }),
  })
  return deleted.length === 1
}
