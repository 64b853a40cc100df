import { makeId } from "../../../contract/id.ts"
import { MAX_ORDER_ITEMS } from "../../../contract/limit.ts"
import { insertNotification } from "../../data/accounts/notification-rows.ts"
import { accountSettingsOf } from "../../data/accounts/user-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { IntegrationRow } from "../../data/integrations/integration-rows.ts"
import type { SyncRun } from "../../data/integrations/sync-rows.ts"
import { type Cursor, saveOrders } from "../../data/integrations/synced-orders.ts"
import { type Env, settingsOf } from "../../env.ts"
import { READ_BEFORE_REST, restEach } from "../../isolate/rest.ts"
import { logError, logWarning } from "../../log.ts"
import { MarketError } from "../../services/marketplaces/market-error.ts"
import type { MarketOrder } from "../../services/marketplaces/market-order.ts"
import { orderSourceOf } from "../../services/marketplaces/order-sources.ts"
import { adoptOrders } from "../orders/adopt-orders.ts"
import { newOrders } from "../orders/new-order.ts"
import { withAccess } from "./shop-access.ts"

/** The photos cached per slice; shops have few listings, and a page has 50 orders at most. */
const MAX_PHOTOS = 1_000
/** The most orders; a longer run means that the vendor's pages go in circles. */
const MAX_ORDERS = 200_000

/** The errors of the photos that leave the orders as they are. */
const withoutPhotos: readonly string[] = ["unavailable", "refused", "scope-missing"]

const UNREADABLE = "Some orders could not be read and were left out. We are looking into it."

type PageOutcome =
  | { kind: "more"; waitS: number; done: number; total: number }
  | { kind: "finished" }
  | { kind: "superseded" }

/**
 * Reads a page of a shop's orders and stores them with the next cursor. Only the current run stores
 * anything: a second reader of the same page gets `superseded`. `patienceMs`: the time for an answer.
 */
export async function readOrderPage(
  env: Env,
  run: SyncRun,
  row: IntegrationRow,
  photos: Map<string, string>,
  patienceMs: number | undefined,
): Promise<PageOutcome> {
  const { syncCursorS, syncOffset, syncPlace } = row
  const from: Cursor = { syncCursorS, syncOffset, syncPlace }
  const place = { sinceS: syncCursorS, offset: syncOffset, text: syncPlace }
  const page = await withAccess(
    env,
    row,
    (_, access) => orderSourceOf(row.type).readOrders(settingsOf(env), access, place),
    patienceMs,
  )
  // An order that cannot be read must not block the others: it is logged, and the seller notified.
  for (const error of page.unreadable)
    logError("order not understood", { integrationId: row.id, error: error.slice(0, 500) })
  const tooLong = page.orders.filter(({ items }) => items.length > MAX_ORDER_ITEMS)
  const fitting = page.orders.filter((order) => !tooLong.includes(order))
  await findPhotos(env, row, fitting, photos, patienceMs)
  const nowMs = Date.now()
  const known = page.count ?? row.syncDone + page.orders.length
  const total = Math.max(row.syncTotal, row.syncDone, known)
  const { next } = page
  const done = Math.min(total, Math.max(row.syncDone, total - page.left))
  const db = databaseOf(env)
  await tellTooLong(env, row, tooLong, nowMs)
  const { lengthUnit } = await accountSettingsOf(db, row.userId)
  const pause = restEach(READ_BEFORE_REST)
  const orders = await newOrders(fitting, { photos, lengthUnit, nowMs, pause })
  const isSaved = await saveOrders(
    db,
    { ...run, userId: row.userId },
    { orders, adopted: await adoptOrders(db, row, orders) },
    {
      from,
      to: { syncCursorS: next.sinceS, syncOffset: next.offset, syncPlace: next.text },
      done,
      total,
      message: page.unreadable.length > 0 ? UNREADABLE : null,
      nowMs,
    },
  )
  if (!isSaved) return { kind: "superseded" }
  if (page.isLast) return { kind: "finished" }
  if (total > MAX_ORDERS) throw new Error(`a shop with ${total} orders to read`)
  return { kind: "more", waitS: page.waitS, done, total }
}

/**
 * Notifies the seller of orders that are left out because of their many items, once for each. Half an
 * order would look like the whole at the press.
 */
async function tellTooLong(
  env: Env,
  row: IntegrationRow,
  orders: readonly MarketOrder[],
  nowMs: number,
): Promise<void> {
  for (const { isOpen, number, vendorOrderId, items } of orders) {
    if (!isOpen) continue
    await insertNotification(databaseOf(env), {
      ...{ id: makeId(nowMs), userId: row.userId, type: "print", attachmentId: null, createdAtMs: nowMs },
      causeKey: `too-long:${row.id}:${vendorOrderId}`,
      message: `Order ${number ?? vendorOrderId} of ${row.name} has ${items.length} items. Sheetsmith takes orders of at most ${MAX_ORDER_ITEMS}, so it is not in your orders: print it by hand.`,
    })
  }
}

/** Finds photos, which are optional: the sync continues if the marketplace does not give them. */
async function findPhotos(
  env: Env,
  row: IntegrationRow,
  orders: readonly MarketOrder[],
  photos: Map<string, string>,
  patienceMs: number | undefined,
): Promise<void> {
  const missing = new Set<string>()
  for (const { listingId, photoId } of orders.flatMap(({ items }) => items)) {
    if (listingId !== null && photoId !== null && !photos.has(photoId)) missing.add(listingId)
  }
  if (missing.size === 0 || photos.size > MAX_PHOTOS) return
  try {
    const result = await withAccess(
      env,
      row,
      async (_, access) => orderSourceOf(row.type).findPhotos?.(settingsOf(env), access, [...missing]),
      patienceMs,
    )
    for (const [photoId, url] of result ?? []) photos.set(photoId, url)
  } catch (error) {
    const isOptional = error instanceof MarketError && withoutPhotos.includes(error.kind)
    if (!isOptional) throw error
    logWarning("listing photos not read", { integrationId: row.id, error })
  }
}
