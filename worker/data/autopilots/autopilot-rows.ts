import { and, desc, eq, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { MAX_AUTOPILOTS } from "../../../contract/limit.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { integration } from "../integrations/tables.ts"
import { laterThan } from "../prints/change-times.ts"
import { sheetTemplate } from "../prints/tables.ts"
import { autopilot } from "./tables.ts"

export type AutopilotRow = typeof autopilot.$inferSelect
/** The fields that a seller sets, and those that follow from them. */
export type AutopilotChange = Partial<
  Pick<
    AutopilotRow,
    | "integrationId"
    | "isForAllStores"
    | "moreIntegrationIds"
    | "days"
    | "times"
    | "timeZone"
    | "minLengthIn"
    | "shipWithinDays"
    | "undatedAfterDays"
    | "sheetTemplateId"
    | "packing"
    | "action"
    | "maxCreditsPerDay"
    | "addressId"
    | "isPaused"
    | "isTried"
    | "nextRunAt"
    | "nextLookAt"
  >
>

/** Lists a seller's autopilots, the newest first. */
export async function listAutopilots(db: Database, userId: Id): Promise<AutopilotRow[]> {
  return db
    .select()
    .from(autopilot)
    .where(eq(autopilot.userId, userId))
    .orderBy(desc(autopilot.createdAt), desc(autopilot.id))
    .limit(MAX_AUTOPILOTS)
}

/** Finds an autopilot; `userId` null finds any user's, for jobs. */
export async function findAutopilot(db: Database, userId: Id | null, id: Id): Promise<AutopilotRow | null> {
  const [row] = await db
    .select()
    .from(autopilot)
    .where(and(eq(autopilot.id, id), userId === null ? undefined : eq(autopilot.userId, userId)))
  return row ?? null
}

/**
 * Adds an autopilot. Returns null, with nothing written, if the store has one, one for all stores is not
 * the only one, the account has too many, or store or template are not this user's.
 */
export async function insertAutopilot(
  db: Database,
  row: Required<AutopilotChange> & { id: Id; userId: Id; nowMs: number },
): Promise<AutopilotRow | null> {
  const { nowMs, ...rest } = row
  const hasRoom = sql`(SELECT count(*) FROM ${autopilot} WHERE ${autopilot.userId} = ${row.userId}) < ${MAX_AUTOPILOTS}`
  const [inserted] = await insertFrom(
    db,
    autopilot,
    { ...rest, createdAt: nowMs, updatedAt: nowMs },
    sql`WHERE ${hasRoom} AND ${areOwn(row)} AND ${isAlone(row)}`,
  )
    .onConflictDoNothing()
    .returning()
  return inserted ?? null
}

/**
 * Changes an autopilot that is still as it was read. Returns null, with nothing written, if it is not,
 * if shop or template are not this user's, or if one for all stores would not be the only one. Throws if
 * the shop has another one.
 */
export async function updateAutopilot(
  db: Database,
  before: AutopilotRow,
  change: AutopilotChange,
  nowMs: number,
): Promise<AutopilotRow | null> {
  const [row] = await db
    .update(autopilot)
    .set({ ...change, updatedAt: laterThan(autopilot.updatedAt, nowMs) })
    .where(
      and(
        eq(autopilot.id, before.id),
        eq(autopilot.userId, before.userId),
        eq(autopilot.updatedAt, before.updatedAt),
        areOwn({ ...before, ...change }),
        isAlone({ ...before, ...change }),
      ),
    )
    .returning()
  return row ?? null
}

/** Deletes an autopilot with its runs; their prints stay. False if this user has none. */
export async function deleteAutopilot(db: Database, userId: Id, id: Id): Promise<boolean> {
  const rows = await db
    .delete(autopilot)
    .where(and(eq(autopilot.id, id), eq(autopilot.userId, userId)))
    .returning({ id: autopilot.id })
  return rows.length === 1
}

/** Returns SQL: shop and template are this user's; a deleted template counts as none. */
function areOwn({
  userId,
  sheetTemplateId,
  ...stores
}: Pick<AutopilotRow, "userId" | "sheetTemplateId" | "integrationId" | "moreIntegrationIds">): SQL {
  const hasShop = sql`NOT EXISTS (SELECT 1 FROM json_each(${storesJson(stores)}) AS own WHERE own.value NOT IN (SELECT ${integration.id} FROM ${integration} WHERE ${integration.userId} = ${userId}))`
  const hasTemplate = sql`EXISTS (SELECT 1 FROM ${sheetTemplate} WHERE ${sheetTemplate.id} = ${sheetTemplateId} AND ${sheetTemplate.userId} = ${userId})`
  return sheetTemplateId === null ? hasShop : sql`${hasShop} AND ${hasTemplate}`
}

/** Returns SQL: no other autopilot would print the orders of the same store. */
function isAlone({
  id,
  userId,
  isForAllStores,
  ...stores
}: Pick<AutopilotRow, "id" | "userId" | "isForAllStores" | "integrationId" | "moreIntegrationIds">): SQL {
  const isShared = sql`EXISTS (SELECT 1 FROM json_each(${storesJson(stores)}) AS own WHERE own.value = other.integration_id OR own.value IN (SELECT more.value FROM json_each(other.more_integration_ids) AS more))`
  return sql`NOT EXISTS (SELECT 1 FROM autopilot AS other WHERE other.user_id = ${userId} AND other.id <> ${id} AND (other.is_for_all_stores OR ${isForAllStores ? 1 : 0} OR ${isShared}))`
}

function storesJson(row: Pick<AutopilotRow, "integrationId" | "moreIntegrationIds">): string {
  return JSON.stringify(storesOf({ ...row, isForAllStores: false }))
}

/** Returns the ids of the stores whose orders an autopilot prints; undefined for all of its user's. */
export function storesOf({
  integrationId,
  moreIntegrationIds,
  isForAllStores,
}: Pick<AutopilotRow, "integrationId" | "moreIntegrationIds" | "isForAllStores">): Id[] | undefined {
  return isForAllStores ? undefined : [...new Set([integrationId, ...moreIntegrationIds])]
}
