import { doublingPauseMs, HOUR_MS, MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import type { ShopMessage } from "../../../contract/message.ts"
import { databaseOf } from "../../data/database.ts"
import { findIntegration, type IntegrationRow } from "../../data/integrations/integration-rows.ts"
import { dropTokens } from "../../data/integrations/integration-token-rows.ts"
import {
  failSync,
  findRunning,
  finishSync,
  type SyncRun,
  touchSync,
} from "../../data/integrations/sync-rows.ts"
import { refreshReadings } from "../../data/orders/reading-state.ts"
import type { Env } from "../../env.ts"
import { wakeAutopilot } from "../../flows/autopilots/queue-autopilots.ts"
import { tellListeners } from "../../flows/events/queue-events.ts"
import { readOrderPage } from "../../flows/integrations/read-orders.ts"
import { passSyncTurn, queueSync, type SyncLane } from "../../flows/integrations/request-sync.ts"
import { warnOfChanges } from "../../flows/orders/warn-of-changes.ts"
import { hubOf } from "../../hub-stub.ts"
import { logError, logWarning } from "../../log.ts"
import { MarketError } from "../../services/marketplaces/market-error.ts"
import { marketplaceOf } from "../../services/marketplaces/marketplaces.ts"

/** The pages per message: with about five calls each, below the smallest plan's limit of 50 calls. */
const PAGES_PER_SLICE = 7
const SYNC_EVERY_MS = 15 * MINUTE_MS
const MAX_SYNC_EVERY_MS = 6 * HOUR_MS
/** The longest pause that is waited for; for a longer one the message goes back to the queue. */
const MAX_PAUSE_S = 2
/** The time for an answer where others wait behind it; the slow lane has the usual one. */
const QUICK_MS = 5_000

const UNREACHABLE =
  "did not answer as expected. The orders read so far are kept; the next sync continues from there."
const DISCONNECTED = "has ended the connection to your store. Please connect it again."
const SCOPE_MISSING =
  "Sheetsmith is not allowed to read your store's orders. Please connect the store again and allow everything it asks for."
const APP_REFUSED =
  "does not accept Sheetsmith's own key at the moment. You do not have to do anything: the sync continues once it does."
const REFUSED = "refuses to send your store's orders. The next sync tries again."

/**
 * Reads some pages of a shop's orders and queues the rest. A shop that is silent in the quick lane goes on in
 * the slow one, and so does one whose tokens have to be refreshed. A second message is harmless.
 */
export async function syncShop(env: Env, message: ShopMessage, lane: SyncLane): Promise<void> {
  const run: SyncRun = { id: message.integrationId, runId: message.runId }
  const photos = new Map<string, string>()
  try {
    for (let page = 0; page < PAGES_PER_SLICE; page++) {
      const row = await findRunning(databaseOf(env), run)
      if (!row) return await tellEnd(env, run)
      const outcome = await readOrderPage(env, run, row, photos, lane === "quick" ? QUICK_MS : undefined)
      if (outcome.kind === "superseded") return
      await warnOfChanges(env, row.userId)
      await tellListeners(env, row.userId)
      if (outcome.kind === "finished") {
        // Drafts follow the buyers' changes.
        await refreshReadings(databaseOf(env), row.userId)
        return await finish(env, run)
      }
      const { done, total } = outcome
      await publish(env, row, "running", { done, total, message: "" })
      if (outcome.waitS > MAX_PAUSE_S)
        return await postpone(env, message, lane, { waitS: outcome.waitS, vendor: vendorOf(row) })
      if (outcome.waitS > 0) await new Promise((resolve) => setTimeout(resolve, outcome.waitS * 1000))
    }
    await queueSync(env, message, lane)
  } catch (error) {
    if (!(error instanceof MarketError)) throw error
    if (error.kind === "rate-limited")
      return await postpone(env, message, lane, { waitS: error.retryAfterS, vendor: error.vendor })
    if (error.isSilent && lane === "quick") return await queueSync(env, message, "slow")
    const refusal = refusalWords(error)
    if (refusal === null) throw error
    const fields = { integrationId: run.id, error }
    if (error.kind === "app-refused") logError("app refused by marketplace", fields)
    else logWarning("sync refused by marketplace", fields)
    if (error.kind === "scope-missing") await disconnect(env, run)
    return await fail(env, run, refusal)
  }
}

/** Returns the seller's message about an error that no retry helps; null for one that may pass. */
function refusalWords({ vendor, kind, vendorText }: MarketError): string | null {
  const quoted = vendorText === "" ? "" : ` ${vendor} says: “${vendorText}”`
  switch (kind) {
    case "access-ended":
      return `${vendor} ${DISCONNECTED}`
    case "scope-missing":
      return `${SCOPE_MISSING}${quoted}`
    case "app-refused":
      return `${vendor} ${APP_REFUSED}${quoted}`
    case "refused":
      return `${vendor} ${REFUSED}${quoted}`
    default:
      return null
  }
}

/** Gives up after every try failed; orders that were read stay. */
export async function giveUpSync(env: Env, message: ShopMessage): Promise<void> {
  const run = { id: message.integrationId, runId: message.runId }
  const row = await findRunning(databaseOf(env), run)
  await fail(env, run, `${vendorOf(row)} ${UNREACHABLE}`)
}

/** Returns the vendor's name; for a shop that has been deleted meanwhile, nobody reads it. */
function vendorOf(row: Pick<IntegrationRow, "type"> | null): string {
  return (row && marketplaceOf(row.type)?.vendor) ?? "Your marketplace"
}

async function postpone(
  env: Env,
  message: ShopMessage,
  lane: SyncLane,
  { waitS, vendor }: { waitS: number; vendor: string },
): Promise<void> {
  const run = { id: message.integrationId, runId: message.runId }
  const minutes = Math.ceil(waitS / 60)
  const note =
    waitS < 60
      ? null
      : `${vendor} asks us to wait ${minutes} ${minutes === 1 ? "minute" : "minutes"}. The sync continues automatically.`
  const owner = await touchSync(databaseOf(env), run, Date.now() + waitS * 1000, note)
  if (!owner) return
  await queueSync(env, message, lane, { delaySeconds: Math.ceil(waitS) })
  await passSyncTurn(env, owner)
}

async function finish(env: Env, run: SyncRun): Promise<void> {
  const nowMs = Date.now()
  if (await finishSync(databaseOf(env), run, nowMs, nowMs + SYNC_EVERY_MS)) await tellEnd(env, run)
}

/** Removes tokens without leave for the orders: without them the page offers to connect again. */
async function disconnect(env: Env, run: SyncRun): Promise<void> {
  const db = databaseOf(env)
  const row = await findRunning(db, run)
  if (row) await dropTokens(db, row)
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

/** Announces a run's end unless a newer run began. The event's key makes a repeat harmless. */
async function tellEnd(env: Env, run: SyncRun): Promise<void> {
  const row = await findIntegration(databaseOf(env), null, run.id)
  if (row?.syncRunId !== run.runId || row.syncState === "running") return
  const { syncState, syncDone: done, syncTotal: total } = row
  const counts = { done, total, message: row.syncMessage ?? "" }
  await publish(env, row, syncState, counts, syncState === "failed" || total > 0 ? run.runId : null)
  await passSyncTurn(env, row.userId)
  await wakeAutopilot(env, run.id)
}

/** Publishes an event; one with a key is kept for pages that are offline; progress is not. */
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
