import type { z } from "zod"
import { doublingPauseMs, MINUTE_MS } from "../../contract/duration.ts"
import {
  type DeliveryMessage,
  deliveryMessageSchema,
  type EventMessage,
  eventMessageSchema,
  ingestMessageSchema,
  type PiecesMessage,
  piecesMessageSchema,
  type ReadingMessage,
  type RenderMessage,
  type RunMessage,
  readingMessageSchema,
  renderMessageSchema,
  runMessageSchema,
  type SyncMessage,
  shipmentMessageSchema,
  shopMessageSchema,
  syncMessageSchema,
} from "../../contract/message.ts"
import { envOf, placeOfMessage } from "../data/database.ts"
import type { Env, OpenEnv } from "../env.ts"
import { giveUpImage } from "../flows/artwork/end-image.ts"
import { BusyError } from "../isolate/isolate-lock.ts"
import { logError, logWarning, withSubject } from "../log.ts"
import { isHeld } from "../moving.ts"
import { withVendorErrors } from "../vendor-error.ts"
import { drawPreview } from "./artwork/draw-preview.ts"
import { ingestImage } from "./artwork/ingest-image.ts"
import { makeSilhouette } from "./artwork/make-silhouette.ts"
import { runAutopilot } from "./autopilots/run-autopilot.ts"
import { deliverFiles } from "./delivery/deliver-files.ts"
import { type EventLane, sendEvents } from "./events/send-events.ts"
import { giveUpSync, syncShop } from "./integrations/sync-shop.ts"
import { tellShipment } from "./orders/tell-shipment.ts"
import { giveUpLayout, layOutPrint } from "./prints/lay-out-print.ts"
import { lookForFilm } from "./prints/look-for-film.ts"
import { giveUpSheet, renderSheet } from "./prints/render-sheet.ts"
import { giveUpStamps, renderStamps } from "./prints/render-stamp.ts"
import { giveUpSection, searchSection } from "./prints/search-sections.ts"
import { fetchJobArtwork } from "./programs/fetch-job-artwork.ts"
import { runJob } from "./programs/run-job.ts"
import { takeTurn } from "./take-turn.ts"

/** The pauses: a failing job mostly fails again at once. */
const retryPauses = { firstMs: 5_000, longestMs: 5 * MINUTE_MS }
/** The wait for room: jobs mostly take seconds; by then this or another isolate has some. */
const BUSY_RETRY_S = 10
/** The same for light prints, which wait for one job at most: somebody looks at them. */
const SHORT_BUSY_RETRY_S = 1

/** Processes a batch from any queue; acknowledges or retries each message separately. */
export async function consumeQueue(batch: MessageBatch, env: OpenEnv, ctx: ExecutionContext): Promise<void> {
  const take = (message: Message) => {
    const { id: messageId, attempts, body } = message
    return withSubject({ queue: batch.queue, messageId, attempts, body }, () =>
      withVendorErrors(env, ctx, () => consume(batch.queue, message, env)),
    )
  }
  if (queueOf(batch.queue)?.onlyWaits) await Promise.all(batch.messages.map(take))
  else for (const message of batch.messages) await take(message)
}

async function consume(name: string, message: Message, env: OpenEnv): Promise<void> {
  const queue = queueOf(name)
  if (!queue) throw new Error(`no job belongs to the queue ${name}`)
  try {
    const own = envOf(env, placeOfMessage(message.body))
    if (name.endsWith("-dead")) await queue.giveUp(own, message.body)
    else await queue.run(own, message.body, { isRetry: message.attempts > 1 })
    message.ack()
  } catch (error) {
    if (error instanceof BusyError && (await sendBack(queue, message, env))) return
    // Its account is being moved, or lives elsewhere by now: the sweeps there find what is unfinished.
    if (error instanceof Error && isHeld(error)) return message.ack()
    logError("job failed", { error })
    message.retry({ delaySeconds: doublingPauseMs(message.attempts, retryPauses) / 1000 })
  }
}

function queueOf(name: string): OwnQueue | undefined {
  return queues.find(({ suffix }) => name.endsWith(suffix) || name.endsWith(`${suffix}-dead`))
}

/**
 * Sends the message again with a delay if the isolate has no room, because a retry would use up one of
 * its few tries. If both copies arrive, the second finds the work done. After six hours the sweeps end
 * work that found no room.
 */
async function sendBack({ binding, suffix }: OwnQueue, message: Message, env: OpenEnv): Promise<boolean> {
  const delaySeconds = suffix === "-render" ? SHORT_BUSY_RETRY_S : BUSY_RETRY_S
  try {
    await env[binding].send(message.body, { delaySeconds })
  } catch (error) {
    logWarning("message not sent back", { error })
    return false
  }
  message.ack()
  return true
}

/** `isRetry`: an earlier try has failed, or its isolate was ended. */
type Try = { isRetry: boolean }
type QueueBinding = Extract<keyof Env, `${string}_QUEUE`>
type OwnQueue = {
  /** The end of its name, so that an environment may add a prefix. */
  suffix: string
  binding: QueueBinding
  /** True if its jobs only wait for servers: those of a batch wait at the same time. */
  onlyWaits?: true | undefined
  run(env: Env, body: unknown, how: Try): Promise<void>
  /** Ends what failed in every try. */
  giveUp(env: Env, body: unknown): Promise<void>
}

/** The queues, each with its jobs; their dead letters come from queues of the same names with `-dead`. */
const queues: OwnQueue[] = [
  own("INGEST_QUEUE", "-ingest", ingestMessageSchema, {
    run: ingestImage,
    giveUp: (env, it) => giveUpImage(env, it.imageId),
  }),
  // The sweep queues the images again.
  own("READING_QUEUE", "-reading", readingMessageSchema, { run: readMore }),
  // Pieces and checks of ink are queued again by the sweep; nobody waits for the preview any more.
  own("PIECES_QUEUE", "-pieces", piecesMessageSchema, { run: drawForFree }),
  own("RENDER_QUEUE", "-render", renderMessageSchema, { run: render, giveUp: giveUpRender }),
  own("RENDER_LONG_QUEUE", "-render-long", renderMessageSchema, { run: render, giveUp: giveUpRender }),
  own("SYNC_QUEUE", "-sync", syncMessageSchema, { run: sync, giveUp: giveUpCall }),
  own("SYNC_SLOW_QUEUE", "-sync-slow", shopMessageSchema, {
    run: (env, it) => syncShop(env, it, "slow"),
    giveUp: giveUpSync,
  }),
  // The sweep queues the shipment again.
  own("SHIPMENT_QUEUE", "-shipment", shipmentMessageSchema, {
    run: (env, it) => tellShipment(env, it.shipmentId),
  }),
  // The sweep queues the run, or the job, again.
  own("RUN_QUEUE", "-run", runMessageSchema, { run }),
  // The sweep queues the delivery, or the job, again.
  own("DELIVERY_QUEUE", "-delivery", deliveryMessageSchema, {
    run: deliver,
  }),
  // The sweep queues the endpoint again.
  own("EVENT_QUEUE", "-event", eventMessageSchema, {
    run: (env, it) => tell(env, it, "quick"),
    onlyWaits: true,
  }),
  own("EVENT_SLOW_QUEUE", "-event-slow", eventMessageSchema, {
    run: (env, it) => tell(env, it, "slow"),
    onlyWaits: true,
  }),
]

type Jobs<T> = Pick<OwnQueue, "onlyWaits"> & {
  run(env: Env, message: T, how: Try): Promise<void>
  giveUp?(env: Env, message: T): Promise<void>
}

/** Makes a queue whose messages are parsed; one that no version of ours sent is logged and acknowledged. */
function own<T extends z.ZodType>(
  binding: QueueBinding,
  suffix: string,
  schema: T,
  { run, giveUp = async () => {}, onlyWaits }: Jobs<z.output<T>>,
): OwnQueue {
  const parsed =
    <How extends [] | [Try]>(job: (env: Env, message: z.output<T>, ...how: How) => Promise<void>) =>
    async (env: Env, body: unknown, ...how: How) => {
      const message = schema.safeParse(body)
      if (message.success) return job(env, message.data, ...how)
      logError("queue message not understood", { issues: message.error.issues })
    }
  return { suffix, binding, onlyWaits, run: parsed(run), giveUp: parsed(giveUp) }
}

function readMore(env: Env, message: ReadingMessage): Promise<void> {
  switch (message.kind) {
    case "silhouette":
      return makeSilhouette(env, message)
    case "again":
      return takeTurn(env, message)
  }
}

function drawForFree(env: Env, message: PiecesMessage): Promise<void> {
  switch (message.kind) {
    case "preview":
      return drawPreview(env, message)
    case "turn":
    case "ink":
      return takeTurn(env, message)
  }
}

function sync(env: Env, message: SyncMessage): Promise<void> {
  return "kind" in message ? tellShipment(env, message.shipmentId) : syncShop(env, message, "quick")
}

function run(env: Env, message: RunMessage): Promise<void> {
  switch (message.kind) {
    case "autopilot":
      return runAutopilot(env, { id: message.runId, untilMs: message.leaseUntilMs })
    case "look":
      return lookForFilm(env, message.autopilotId)
    case "job":
      return runJob(env, { id: message.jobId, untilMs: message.leaseUntilMs })
  }
}

function deliver(env: Env, message: DeliveryMessage): Promise<void> {
  if ("deliveryId" in message) return deliverFiles(env, message.deliveryId)
  return fetchJobArtwork(env, { id: message.jobId, untilMs: message.leaseUntilMs })
}

function tell(env: Env, { endpointId, leaseUntilMs }: EventMessage, lane: EventLane): Promise<void> {
  return sendEvents(env, { id: endpointId, untilMs: leaseUntilMs }, lane)
}

/** Gives up a sync; a shipment whose job failed is queued again by the sweep. */
async function giveUpCall(env: Env, message: SyncMessage): Promise<void> {
  if (!("kind" in message)) await giveUpSync(env, message)
}

function render(env: Env, message: RenderMessage, how: Try): Promise<void> {
  switch (message.kind) {
    case "layout":
      return layOutPrint(env, message)
    case "section":
      return searchSection(env, message)
    case "stamp":
      return renderStamps(env, message, how)
    case "sheet":
      return renderSheet(env, message)
  }
}

function giveUpRender(env: Env, message: RenderMessage): Promise<void> {
  switch (message.kind) {
    case "layout":
      return giveUpLayout(env, message)
    case "section":
      return giveUpSection(env, message)
    case "stamp":
      return giveUpStamps(env, message)
    case "sheet":
      return giveUpSheet(env, message)
  }
}
