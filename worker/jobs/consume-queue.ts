import type { z } from "zod"
import { doublingPauseMs, MINUTE_MS } from "../../contract/duration.ts"
import {
  deliveryMessageSchema,
  type IngestMessage,
  ingestMessageSchema,
  type PiecesMessage,
  piecesMessageSchema,
  type RenderMessage,
  renderMessageSchema,
  type SyncMessage,
  syncMessageSchema,
} from "../../contract/message.ts"
import type { Env } from "../env.ts"
import { giveUpImage } from "../flows/artwork/end-image.ts"
import { BusyError } from "../isolate/isolate-lock.ts"
import { logError, logWarning, withSubject } from "../log.ts"
import { withVendorErrors } from "../vendor-error.ts"
import { drawPreview } from "./artwork/draw-preview.ts"
import { ingestImage } from "./artwork/ingest-image.ts"
import { makeSilhouette } from "./artwork/make-silhouette.ts"
import { runAutopilot } from "./autopilots/run-autopilot.ts"
import { deliverFiles } from "./delivery/deliver-files.ts"
import { giveUpSync, syncShop } from "./integrations/sync-shop.ts"
import { readAgain } from "./orders/read-again.ts"
import { tellShipment } from "./orders/tell-shipment.ts"
import { giveUpLayout, layOutPrint } from "./prints/lay-out-print.ts"
import { lookForFilm } from "./prints/look-for-film.ts"
import { giveUpSheet, renderSheet } from "./prints/render-sheet.ts"
import { giveUpStamp, renderStamp } from "./prints/render-stamp.ts"
import { takeTurn } from "./take-turn.ts"

/** The pauses: a failing job mostly fails again at once. */
const retryPauses = { firstMs: 5_000, longestMs: 5 * MINUTE_MS }
/** The wait for room: jobs mostly take seconds; by then this or another isolate has some. */
const BUSY_RETRY_S = 10

/** Processes a batch from any queue; acknowledges or retries each message separately. */
export async function consumeQueue(batch: MessageBatch, env: Env, ctx: ExecutionContext): Promise<void> {
  for (const message of batch.messages) {
    const { id: messageId, attempts, body } = message
    await withSubject({ queue: batch.queue, messageId, attempts, body }, () =>
      withVendorErrors(env, ctx, () => consume(batch.queue, message, env)),
    )
  }
}

async function consume(queue: string, message: Message, env: Env): Promise<void> {
  try {
    await handle(queue, message.body, env)
    message.ack()
  } catch (error) {
    if (error instanceof BusyError && (await sendBack(queue, message, env))) return
    logError("job failed", { error })
    message.retry({ delaySeconds: doublingPauseMs(message.attempts, retryPauses) / 1000 })
  }
}

/**
 * Sends the message again with a delay if the isolate has no room, because a retry would use up one of
 * its few tries. If both copies arrive, the second finds the work done. After six hours the sweeps end
 * work that found no room.
 */
async function sendBack(queue: string, message: Message, env: Env): Promise<boolean> {
  try {
    await queueOf(queue, env).send(message.body, { delaySeconds: BUSY_RETRY_S })
  } catch (error) {
    logWarning("message not sent back", { error })
    return false
  }
  message.ack()
  return true
}

function queueOf(queue: string, env: Env): Queue {
  if (queue.endsWith("-pieces")) return env.PIECES_QUEUE
  return queue.endsWith("-ingest") ? env.INGEST_QUEUE : env.RENDER_QUEUE
}

/** Handles a message by the end of its queue's name, so that an environment may add a prefix. */
async function handle(queue: string, body: unknown, env: Env): Promise<void> {
  if (queue.endsWith("-ingest")) return withParsed(ingestMessageSchema, body, (it) => ingest(env, it))
  if (queue.endsWith("-pieces")) return withParsed(piecesMessageSchema, body, (it) => drawForFree(env, it))
  // Pieces are queued again by the sweep; nobody waits for the preview any more.
  if (queue.endsWith("-pieces-dead")) return withParsed(piecesMessageSchema, body, async () => {})
  if (queue.endsWith("-render")) return withParsed(renderMessageSchema, body, (it) => render(env, it))
  if (queue.endsWith("-sync")) return withParsed(syncMessageSchema, body, (it) => sync(env, it))
  if (queue.endsWith("-sync-dead")) return withParsed(syncMessageSchema, body, (it) => giveUpCall(env, it))
  if (queue.endsWith("-delivery"))
    return withParsed(deliveryMessageSchema, body, (it) => deliverFiles(env, it.deliveryId))
  // The sweep queues the delivery again.
  if (queue.endsWith("-delivery-dead")) return withParsed(deliveryMessageSchema, body, async () => {})
  if (queue.endsWith("-ingest-dead"))
    return withParsed(ingestMessageSchema, body, (it) => giveUpImage(env, it.imageId))
  if (queue.endsWith("-render-dead")) return withParsed(renderMessageSchema, body, (it) => giveUp(env, it))
  throw new Error(`no job belongs to the queue ${queue}`)
}

function ingest(env: Env, message: IngestMessage): Promise<void> {
  switch (message.kind) {
    case "silhouette":
      return makeSilhouette(env, message)
    case "again":
      return readAgain(env, message)
    case undefined:
      return ingestImage(env, message)
  }
}

function drawForFree(env: Env, message: PiecesMessage): Promise<void> {
  switch (message.kind) {
    case "preview":
      return drawPreview(env, message)
    case "turn":
      return takeTurn(env, message)
  }
}

function sync(env: Env, message: SyncMessage): Promise<void> {
  if (!("kind" in message)) return syncShop(env, message)
  switch (message.kind) {
    case "shipment":
      return tellShipment(env, message.shipmentId)
    case "autopilot":
      return runAutopilot(env, { id: message.runId, untilMs: message.leaseUntilMs })
    case "look":
      return lookForFilm(env, message.autopilotId)
  }
}

/** Gives up a sync; any other call whose job failed is queued again by the sweep. */
async function giveUpCall(env: Env, message: SyncMessage): Promise<void> {
  if (!("kind" in message)) await giveUpSync(env, message)
}

function render(env: Env, message: RenderMessage): Promise<void> {
  switch (message.kind) {
    case "layout":
      return layOutPrint(env, message)
    case "stamp":
      return renderStamp(env, message)
    case "sheet":
      return renderSheet(env, message)
  }
}

function giveUp(env: Env, message: RenderMessage): Promise<void> {
  switch (message.kind) {
    case "layout":
      return giveUpLayout(env, message)
    case "stamp":
      return giveUpStamp(env, message)
    case "sheet":
      return giveUpSheet(env, message)
  }
}

/** Parses a message; one that no version of ours sent is logged and acknowledged. */
async function withParsed<T extends z.ZodType>(
  schema: T,
  body: unknown,
  job: (message: z.output<T>) => Promise<void>,
): Promise<void> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return job(parsed.data)
  logError("queue message not understood", { issues: parsed.error.issues })
}
