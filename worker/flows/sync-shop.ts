import { DAY_MS, doublingPauseMs, HOUR_MS, MINUTE_MS } from "../../contract/duration.ts"
import { type Id, makeId } from "../../contract/id.ts"
import type { SyncMessage } from "../../contract/message.ts"
import { databaseOf } from "../data/database.ts"
import { findIntegration, type IntegrationRow } from "../data/integration-rows.ts"
import { matchKeysOf } from "../data/match-key.ts"
import {
  type Cursor,
  failSync,
  findRunning,
  finishSync,
  type NewOrder,
  type SyncRun,
  saveOrders,
  startSync,
  touchSync,
} from "../data/sync-rows.ts"
import { type Env, settingsOf } from "../env.ts"
import { hubOf } from "../hub-stub.ts"
import { errorText, logError, logWarning } from "../log.ts"
import { EtsyError, fetchListingPhotos, fetchReceipts, RECEIPTS_PER_PAGE } from "../services/etsy.ts"
import { type MarketOrder, readReceipt } from "../services/etsy-receipt.ts"
import { accessTokenOf } from "./etsy-access.ts"

/** What is read again each time: Etsy's lists lag behind its clock by minutes now and then. */
const OVERLAP_S = 15 * 60
/** The first sync looks back this far: older orders have long been made. */
const FIRST_SYNC_DAYS = 90
/** One message reads so many pages: with about five calls each it stays below the 50 that the smallest plan allows. */
const PAGES_PER_SLICE = 7
/** A slice takes seconds, and a retry of it waits minutes at most: then its worker is gone. */
const STALLS_MS = 5 * MINUTE_MS
const SYNC_EVERY_MS = 15 * MINUTE_MS
const MAX_SYNC_EVERY_MS = 6 * HOUR_MS
/** A pause this short is waited for; a longer one goes back to the queue. */
const MAX_PAUSE_S = 2
/** Photos known in one slice; shops have few listings, and a page brings 50 receipts. */
const MAX_PHOTOS = 1_000
/** A run longer than this is one that Etsy keeps turning in circles. */
const MAX_RECEIPTS = 200_000

const UNREACHABLE =
  "Etsy did not answer as expected. The orders read so far are kept; the next sync goes on from there."
const DISCONNECTED = "Etsy has ended the connection to your shop. Please connect it again."
const UNREADABLE = "Some orders could not be read and were left out. We are looking into it."

/**
 * Starts a sync, or joins the one that runs; false when the shop is not connected. The work is done by the queue, slice
 * after slice, so that neither the number of orders nor a stopped worker matters.
 */
export async function requestSync(env: Env, integrationId: Id, nowMs: number): Promise<boolean> {
  const runId = makeId(nowMs)
  const isMine = await startSync(
    databaseOf(env),
    { id: integrationId, runId },
    {
      overlapS: OVERLAP_S,
      earliestS: Math.floor((nowMs - FIRST_SYNC_DAYS * DAY_MS) / 1000),
      nowMs,
      stallsAtMs: nowMs + STALLS_MS,
    },
  )
  if (isMine) {
    try {
      await env.SYNC_QUEUE.send({ integrationId, runId } satisfies SyncMessage)
    } catch (error) {
      logWarning("sync not queued, left to the sweep", { integrationId, error })
    }
    return true
  }
  const row = await findIntegration(databaseOf(env), null, integrationId)
  return row !== null && row.tokensEncrypted !== null
}

/** Reads some pages of a shop's receipts and queues what is left. A second message of the same run is harmless. */
export async function syncShop(env: Env, message: SyncMessage): Promise<void> {
  const run: SyncRun = { id: message.integrationId, runId: message.runId }
  const photos = new Map<string, string>()
  try {
    for (let page = 0; page < PAGES_PER_SLICE; page++) {
      const row = await findRunning(databaseOf(env), run)
      if (!row) return await tellEnd(env, run)
      const outcome = await readPage(env, run, row, photos)
      if (outcome.kind === "superseded") return
      if (outcome.kind === "finished") return await finish(env, run)
      if (outcome.waitS > MAX_PAUSE_S) return await postpone(env, message, outcome.waitS)
      if (outcome.waitS > 0) await new Promise((resolve) => setTimeout(resolve, outcome.waitS * 1000))
    }
    await env.SYNC_QUEUE.send(message)
  } catch (error) {
    if (!(error instanceof EtsyError)) throw error
    if (error.kind === "rate-limited") return await postpone(env, message, error.retryAfterS)
    if (error.kind === "access-ended") return await fail(env, run, DISCONNECTED)
    throw error
  }
}

/** Every try has failed. What was read stays. */
export async function giveUpSync(env: Env, message: SyncMessage): Promise<void> {
  await fail(env, { id: message.integrationId, runId: message.runId }, UNREACHABLE)
}

type Outcome = { kind: "more"; waitS: number } | { kind: "finished" } | { kind: "superseded" }

async function readPage(
  env: Env,
  run: SyncRun,
  row: IntegrationRow,
  photos: Map<string, string>,
): Promise<Outcome> {
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
      stallsAtMs: nowMs + STALLS_MS,
    },
  )
  if (!isSaved) return { kind: "superseded" }
  if (isLast) return { kind: "finished" }
  if (total > MAX_RECEIPTS) throw new EtsyError("unavailable", `a shop with ${total} receipts to read`)
  await publish(env, row, "running", { done, total, message: "" })
  return { kind: "more", waitS }
}

/**
 * Receipts come by the time of their last change, so the last one's time is where to go on: unlike an offset it does not
 * skip any when others change meanwhile. Where that gets us no further (a whole page of one second, or another order
 * than asked for), the offset moves instead.
 */
function nextCursor(from: Cursor, readable: readonly MarketOrder[], received: number): Cursor {
  const times = readable.map(({ updatedAtS }) => updatedAtS)
  const lastS = times.at(-1) ?? 0
  const isInOrder = times.every((time, place) => place === 0 || time >= times[place - 1])
  if (isInOrder && lastS > from.syncCursorS) return { syncCursorS: lastS, syncOffset: 0 }
  // The offset would skip what belongs here.
  if (times.some((time) => time < from.syncCursorS))
    throw new EtsyError("unavailable", "receipts from before the time asked for")
  return { syncCursorS: from.syncCursorS, syncOffset: from.syncOffset + received }
}

/** A page may be short although more follow; a full one is never taken for the last. */
function isLastPage(
  from: Cursor,
  { count, results }: { count: number; results: readonly unknown[] },
): boolean {
  if (results.length === 0) return true
  return results.length < RECEIPTS_PER_PAGE && from.syncOffset + results.length >= count
}

/** Behind the last page there is nothing, so its latest time is how far everything has been read. */
function lastCursor(from: Cursor, readable: readonly MarketOrder[]): Cursor {
  const latestS = readable.reduce((latest, { updatedAtS }) => Math.max(latest, updatedAtS), from.syncCursorS)
  return { syncCursorS: latestS, syncOffset: from.syncOffset }
}

/** One that cannot be read must not keep the others waiting: it is logged, and the seller is told. */
function readOrNull(row: IntegrationRow, receipt: unknown): MarketOrder | null {
  try {
    return readReceipt(receipt)
  } catch (error) {
    logError("receipt not understood", { integrationId: row.id, error: errorText(error).slice(0, 500) })
    return null
  }
}

/** Photos are to look at: a sync does without them where Etsy has none for us. */
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
    if (!(error instanceof EtsyError) || error.kind !== "unavailable") throw error
    logWarning("listing photos not read", { integrationId: row.id, error })
  }
}

/** Calls with the shop's token; one that Etsy does not accept before its time is refreshed, once. */
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

function newOrder(receipt: MarketOrder, photos: ReadonlyMap<string, string>, nowMs: number): NewOrder {
  const { isOpen, orderedAtMs, updatedAtS, items, vendorOrderId, ...rest } = receipt
  return {
    ...rest,
    id: makeId(nowMs),
    vendorOrderId,
    isNew: (isOpen || receipt.isCancelled) && items.length > 0,
    vendorUpdatedAt: updatedAtS * 1000,
    orderedAt: orderedAtMs,
    items: items.map(({ photoId, ...item }) => ({
      ...item,
      ...matchKeysOf(item),
      id: makeId(nowMs),
      vendorOrderId,
      mockupUrl: (photoId !== null && photos.get(photoId)) || null,
    })),
  }
}

async function postpone(env: Env, message: SyncMessage, waitS: number): Promise<void> {
  const run = { id: message.integrationId, runId: message.runId }
  const minutes = Math.ceil(waitS / 60)
  const note =
    waitS < 60
      ? null
      : `Etsy asks us to wait ${minutes} ${minutes === 1 ? "minute" : "minutes"}. The sync goes on by itself.`
  const stallsAtMs = Date.now() + waitS * 1000 + STALLS_MS
  if (!(await touchSync(databaseOf(env), run, stallsAtMs, note))) return
  await env.SYNC_QUEUE.send(message, { delaySeconds: Math.ceil(waitS) })
}

async function finish(env: Env, run: SyncRun): Promise<void> {
  const nowMs = Date.now()
  if (await finishSync(databaseOf(env), run, nowMs, nowMs + SYNC_EVERY_MS)) await tellEnd(env, run)
}

async function fail(env: Env, run: SyncRun, message: string): Promise<void> {
  const db = databaseOf(env)
  const row = await findRunning(db, run)
  if (row) {
    const pauses = { firstMs: SYNC_EVERY_MS, longestMs: MAX_SYNC_EVERY_MS }
    const waitMs = doublingPauseMs(row.syncFailures + 1, pauses)
    await failSync(db, run, message, Date.now() + waitMs)
  }
  await tellEnd(env, run)
}

/** How this run has ended, if it has and none has begun since. The event has a key: a try that stopped before it is made up for. */
async function tellEnd(env: Env, run: SyncRun): Promise<void> {
  const row = await findIntegration(databaseOf(env), null, run.id)
  if (row?.syncRunId !== run.runId || row.syncState === "running") return
  const { syncState, syncDone: done, syncTotal: total } = row
  const counts = { done, total, message: row.syncMessage ?? "" }
  await publish(env, row, syncState, counts, syncState === "failed" || total > 0 ? run.runId : null)
}

/** With a key the event is kept for pages that are away; progress is not. */
async function publish(
  env: Env,
  row: Pick<IntegrationRow, "id" | "userId">,
  state: IntegrationRow["syncState"],
  counts: { done: number; total: number; message: string },
  runId: Id | null = null,
): Promise<void> {
  const { userId } = row
  const hub = hubOf(env, userId)
  const event = {
    kind: "sync-progress" as const,
    data: { integrationId: row.id, state, ...counts },
  }
  if (runId === null) await hub.publishPassing({ userId, event })
  else await hub.publish({ userId, key: `sync:${runId}:${state}`, event })
}
