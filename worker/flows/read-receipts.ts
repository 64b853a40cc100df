import type { Id } from "../../contract/id.ts"
import { databaseOf } from "../data/database.ts"
import type { IntegrationRow } from "../data/integration-rows.ts"
import type { SyncRun } from "../data/sync-rows.ts"
import { type Cursor, saveOrders } from "../data/synced-orders.ts"
import { type Env, settingsOf } from "../env.ts"
import { errorText, logError, logWarning } from "../log.ts"
import { fetchListingPhotos, fetchReceipts, RECEIPTS_PER_PAGE } from "../services/etsy.ts"
import { EtsyError } from "../services/etsy-error.ts"
import { readReceipt } from "../services/etsy-receipt.ts"
import type { MarketOrder } from "../services/market-order.ts"
import { accessTokenOf } from "./etsy-access.ts"
import { newOrder } from "./new-order.ts"
import { SYNC_STALLS_MS } from "./request-sync.ts"

/** Photos cached per slice; shops have few listings, and a page has 50 receipts. */
const MAX_PHOTOS = 1_000
/** A longer run means that Etsy's pages go in circles. */
const MAX_RECEIPTS = 200_000

/** Errors of the photos that leave the orders as they are. */
const withoutPhotos: readonly string[] = ["unavailable", "refused", "scope-missing"]

const UNREADABLE = "Some orders could not be read and were left out. We are looking into it."

type PageOutcome =
  | { kind: "more"; waitS: number; done: number; total: number }
  | { kind: "finished" }
  | { kind: "superseded" }

/**
 * Reads a page of receipts and stores its orders with the next cursor. Only the current run stores
 * anything: a second reader of the same page gets `superseded`.
 */
export async function readReceiptPage(
  env: Env,
  run: SyncRun,
  row: IntegrationRow,
  photos: Map<string, string>,
): Promise<PageOutcome> {
  const from: Cursor = { syncCursorS: row.syncCursorS, syncOffset: row.syncOffset }
  const { body, waitS } = await withAccess(env, row.id, (token) =>
    fetchReceipts(settingsOf(env), token, {
      shopId: row.shopId ?? "",
      sinceS: from.syncCursorS,
      offset: from.syncOffset,
    }),
  )
  const receipts = body.results.map((receipt) => readOrNull(row, receipt))
  const readable = receipts.filter((receipt) => receipt !== null)
  await findPhotos(env, row, readable, photos)
  const nowMs = Date.now()
  const total = Math.max(row.syncTotal, row.syncDone, body.count)
  const left = Math.max(0, body.count - from.syncOffset - body.results.length)
  const isLast = isLastPage(from, body)
  const to = isLast ? lastCursor(from, readable) : nextCursor(from, readable, body.results.length)
  const done = Math.min(total, Math.max(row.syncDone, total - left))
  const isSaved = await saveOrders(
    databaseOf(env),
    { ...run, userId: row.userId },
    readable.map((receipt) => newOrder(receipt, photos, nowMs)),
    {
      from,
      to,
      done,
      total,
      message: readable.length < receipts.length ? UNREADABLE : null,
      nowMs,
      stallsAtMs: nowMs + SYNC_STALLS_MS,
    },
  )
  if (!isSaved) return { kind: "superseded" }
  if (isLast) return { kind: "finished" }
  if (total > MAX_RECEIPTS) throw new EtsyError("unavailable", `a shop with ${total} receipts to read`)
  return { kind: "more", waitS, done, total }
}

/**
 * Receipts are sorted by their last change, so the next page starts at the last one's time. Unlike
 * an offset, that skips none when others change meanwhile. If the time does not advance (a page of
 * one second, or not sorted as asked), the offset moves instead.
 */
function nextCursor(from: Cursor, readable: readonly MarketOrder[], received: number): Cursor {
  const times = readable.map(({ updatedAtS }) => updatedAtS)
  const lastS = times.at(-1) ?? 0
  const isInOrder = times.every((time, place) => place === 0 || time >= times[place - 1])
  if (isInOrder && lastS > from.syncCursorS) return { syncCursorS: lastS, syncOffset: 0 }
  // With an offset, these receipts would be skipped.
  if (times.some((time) => time < from.syncCursorS))
    throw new EtsyError("unavailable", "receipts from before the time asked for")
  return { syncCursorS: from.syncCursorS, syncOffset: from.syncOffset + received }
}

/** A page may be short although more follow; a full page is never taken as the last. */
function isLastPage(
  from: Cursor,
  { count, results }: { count: number; results: readonly unknown[] },
): boolean {
  if (results.length === 0) return true
  return results.length < RECEIPTS_PER_PAGE && from.syncOffset + results.length >= count
}

/** Nothing follows the last page, so everything up to its latest time has been read. */
function lastCursor(from: Cursor, readable: readonly MarketOrder[]): Cursor {
  const latestS = readable.reduce((latest, { updatedAtS }) => Math.max(latest, updatedAtS), from.syncCursorS)
  return { syncCursorS: latestS, syncOffset: from.syncOffset }
}

/** A receipt that cannot be read must not block the others: it is logged, the seller told. */
function readOrNull(row: IntegrationRow, receipt: unknown): MarketOrder | null {
  try {
    return readReceipt(receipt)
  } catch (error) {
    logError("receipt not understood", { integrationId: row.id, error: errorText(error).slice(0, 500) })
    return null
  }
}

/** Photos are optional: the sync continues if Etsy cannot give them, or not to us. */
async function findPhotos(
  env: Env,
  row: IntegrationRow,
  orders: readonly MarketOrder[],
  photos: Map<string, string>,
): Promise<void> {
  const missing = new Set<string>()
  for (const { listingId, photoId } of orders.flatMap(({ items }) => items)) {
    if (listingId !== null && photoId !== null && !photos.has(photoId)) missing.add(listingId)
  }
  if (missing.size === 0 || photos.size > MAX_PHOTOS) return
  try {
    const found = await withAccess(env, row.id, (token) =>
      fetchListingPhotos(settingsOf(env), token, [...missing]),
    )
    for (const [photoId, url] of found) photos.set(photoId, url)
  } catch (error) {
    const isOptional = error instanceof EtsyError && withoutPhotos.includes(error.kind)
    if (!isOptional) throw error
    logWarning("listing photos not read", { integrationId: row.id, error })
  }
}

/** Calls with the shop's token; if Etsy rejects it early, refreshes it and tries once more. */
async function withAccess<T>(env: Env, integrationId: Id, call: (token: string) => Promise<T>): Promise<T> {
  const token = await accessTokenOf(env, integrationId)
  try {
    return await call(token)
  } catch (error) {
    if (!(error instanceof EtsyError) || error.kind !== "token-ended") throw error
  }
  const fresh = await accessTokenOf(env, integrationId, token)
  return call(fresh)
}
