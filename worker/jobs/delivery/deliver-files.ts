import { doublingPauseMs, MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { databaseOf } from "../../data/database.ts"
import { findDeliveryAddress } from "../../data/delivery/delivery-address-rows.ts"
import {
  type DeliveryRow,
  findDelivery,
  nextOf,
  noteSent,
  prolongLease,
  releaseDelivery,
  sentFiles,
  takeDelivery,
  waitForTurn,
} from "../../data/delivery/delivery-rows.ts"
import type { Env } from "../../env.ts"
import {
  type DeliveryTarget,
  openTarget,
  prepareFolder,
  sendFile,
} from "../../flows/delivery/delivery-target.ts"
import { completeDelivery, giveUpDelivery, publishDelivery } from "../../flows/delivery/end-delivery.ts"
import { outgoingFiles, type PrintFile } from "../../flows/delivery/outgoing-files.ts"
import { queueDelivery } from "../../flows/delivery/start-deliveries.ts"
import { type Arrival, callTimeMs } from "../../services/delivery/delivery-call.ts"
import { DeliveryError } from "../../services/delivery/delivery-error.ts"
import { works } from "../../work/works.ts"

/** The files of one message: with a call to R2 and two to D1 each, about the smallest plan's 50 calls. */
const FILES_PER_SLICE = 10
/** The time after which no file is begun: the longest takes twelve minutes, a message may take fifteen. */
const SLICE_MS = 2 * MINUTE_MS
/** The time by which a lease outlives its call: nobody else sends the same file meanwhile. */
const LEASE_MARGIN_MS = MINUTE_MS
const pauses = { firstMs: MINUTE_MS, longestMs: works.delivery.longestPauseMs }

const GONE = "This address was deleted."
const NO_FILES = "The print's files are no longer kept."

type Held = { lease: { id: Id; untilMs: number } }

/**
 * Sends the files of a delivery that have not arrived, one after the other, and queues the rest, or the
 * account's next delivery. A second message finds it held or ended, and does nothing.
 */
export async function deliverFiles(env: Env, deliveryId: Id): Promise<void> {
  const db = databaseOf(env)
  const nowMs = Date.now()
  const held: Held = { lease: leaseFor(deliveryId, 0, nowMs) }
  const row = await takeDelivery(db, held.lease, nowMs)
  if (!row) return waitForTurn(db, deliveryId, nowMs)
  try {
    await work(env, row, held, nowMs)
  } finally {
    const next = await nextOf(db, row.userId, Date.now())
    if (next) await queueDelivery(env, next)
  }
}

async function work(env: Env, row: DeliveryRow, held: Held, nowMs: number): Promise<void> {
  try {
    const outcome = await sendSlice(env, row, held, nowMs)
    if (outcome === "done") return await completeDelivery(env, row, held.lease)
    if (outcome === "lost") return
    await release(env, held)
    await queueDelivery(env, row.id)
  } catch (error) {
    if (error instanceof DeliveryError) return await endTry(env, row, held, error)
    // The error is ours: the queue's own retry goes on.
    await release(env, held)
    throw error
  }
}

/** Sends files. `more`: files remain for the next message. `lost`: another Worker has taken over. */
async function sendSlice(
  env: Env,
  row: DeliveryRow,
  held: Held,
  sinceMs: number,
): Promise<"done" | "more" | "lost"> {
  const db = databaseOf(env)
  const target = await targetOf(env, row)
  const outgoing = await outgoingFiles(env, row)
  if (!outgoing) throw new DeliveryError(NO_FILES, false)
  const arrived = sentFiles(row)
  const due = outgoing.files.filter(({ id }) => !arrived.has(id))
  if (due.length > 0) await prepareFolder(target, outgoing.folder)
  for (const [index, file] of due.entries()) {
    if (index === FILES_PER_SLICE || Date.now() - sinceMs > SLICE_MS) return "more"
    const lease = leaseFor(row.id, file.bytes, Date.now())
    if (!(await prolongLease(db, held.lease, lease.untilMs, Date.now()))) return "lost"
    held.lease = lease
    const isUnsure = (await sendOne(target, outgoing.folder, file)) === "unsure"
    if (!(await noteSent(db, lease, { id: file.id, isUnsure }, Date.now()))) return "lost"
  }
  return "done"
}

async function targetOf(env: Env, { userId, addressId }: DeliveryRow): Promise<DeliveryTarget> {
  const address = addressId && (await findDeliveryAddress(databaseOf(env), userId, addressId))
  if (!address) throw new DeliveryError(GONE, false)
  return openTarget(env, address)
}

async function sendOne(target: DeliveryTarget, folder: string, file: PrintFile): Promise<Arrival> {
  const body = await file.open()
  if (!body) throw new DeliveryError(NO_FILES, false)
  const { name, bytes, mediaType } = file
  return sendFile(target, folder, { name, bytes, mediaType, body })
}

/** Waits for the next try, ever longer, or gives up if no try helps. */
async function endTry(env: Env, row: DeliveryRow, { lease }: Held, error: DeliveryError): Promise<void> {
  const db = databaseOf(env)
  const nowMs = Date.now()
  const tries = (await triesOf(env, row)) + 1
  if (!error.mayPass || tries >= works.delivery.givesUp.afterTries)
    return giveUpDelivery(env, row, lease, error.message)
  const retryAt = nowMs + doublingPauseMs(tries, pauses)
  if (await releaseDelivery(db, lease, { retryAt, failure: error.message, nowMs }))
    await publishDelivery(env, row, { state: "waiting", message: error.message, nowMs })
}

async function triesOf(env: Env, { id, tries }: DeliveryRow): Promise<number> {
  // A file that arrived in this slice has restarted the count.
  const row = await findDelivery(databaseOf(env), id)
  return row?.tries ?? tries
}

async function release(env: Env, { lease }: Held): Promise<void> {
  const nowMs = Date.now()
  await releaseDelivery(databaseOf(env), lease, { retryAt: nowMs + works.delivery.leaseMs, nowMs })
}

function leaseFor(id: Id, bytes: number, nowMs: number): { id: Id; untilMs: number } {
  return { id, untilMs: nowMs + callTimeMs(0) + callTimeMs(bytes) + LEASE_MARGIN_MS }
}
