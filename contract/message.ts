import { z } from "zod"
import { idSchema } from "./id.ts"
import { MOST_STAMPS_A_MESSAGE } from "./limit.ts"

/** A message about a new image. A message carries ids, never copies of rows. */
export const ingestMessageSchema = z.object({ imageId: idSchema })
/** The name of a row or a file by what it depends on: a SHA-256, or the first half of one. */
const digestSchema = z.string().regex(/^([0-9a-f]{32}){1,2}$/)
/**
 * A message about images that were read before. `silhouette`: that was before silhouettes existed. `again`: some of the
 * account's wait to be read once more, because their texts or the fonts of these have changed; with `imageId` that one
 * alone, whose seller waits for it.
 */
export const readingMessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("silhouette"), imageId: idSchema }),
  z.object({ kind: z.literal("again"), userId: idSchema, imageId: idSchema.optional() }),
])
/**
 * A message about what the press makes of images when somebody looks. `preview`: an image with values in its fields;
 * `digest` names the request. `turn`: some of the account's pieces wait to be drawn. `ink`: some of its checks of ink
 * wait to be made.
 */
export const piecesMessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("preview"), imageId: idSchema, digest: digestSchema }),
  z.object({ kind: z.enum(["turn", "ink"]), userId: idSchema }),
])
export const renderMessageSchema = z.discriminatedUnion("kind", [
  /** `isTimeUp`: what has been found by now is printed. */
  z.object({ kind: z.literal("layout"), attemptId: idSchema, isTimeUp: z.literal(true).optional() }),
  /** A section of a print whose layout is searched in several messages. */
  z.object({ kind: z.literal("section"), attemptId: idSchema, section: z.number().int().min(0) }),
  z.object({
    kind: z.literal("stamp"),
    attemptId: idSchema,
    stampKey: z.string().max(200),
    /** The other stamps that this message makes. A version after this one may send more. */
    others: z
      .array(z.string().max(200))
      .max(4 * MOST_STAMPS_A_MESSAGE)
      .default([]),
    /** The writing, for a completed attempt that is written once more. */
    writingId: idSchema.optional(),
  }),
  z.object({ kind: z.literal("sheet"), attemptId: idSchema, sheetIndex: z.number().int().min(0) }),
])
/** A shop's sync, or the rest of one. It mostly waits for its marketplace. */
export const shopMessageSchema = z.object({ integrationId: idSchema, runId: idSchema })
/** A report to a marketplace that an order was sent. */
export const shipmentMessageSchema = z.object({ kind: z.literal("shipment"), shipmentId: idSchema })
/** A message of the queue that has the syncs, and had the reports before they got one of their own. */
export const syncMessageSchema = z.union([shipmentMessageSchema, shopMessageSchema])
/**
 * A message of what runs by itself. `autopilot`: an autopilot's run that goes on, while this lease is held. `look`: for film
 * enough to run. `job`: a job that goes on, while this lease is held.
 */
export const runMessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("autopilot"), runId: idSchema, leaseUntilMs: z.number().int() }),
  z.object({ kind: z.literal("look"), autopilotId: idSchema }),
  z.object({ kind: z.literal("job"), jobId: idSchema, leaseUntilMs: z.number().int() }),
])
/**
 * A message about a server that a seller has named, which may be silent for long: a delivery of a print's files, or the
 * artwork of a job that is fetched, while this lease is held.
 */
export const deliveryMessageSchema = z.union([
  z.object({ kind: z.literal("fetch"), jobId: idSchema, leaseUntilMs: z.number().int() }),
  z.object({ deliveryId: idSchema }),
])
/** A message about an endpoint that has events to be told of, while this lease is held. */
export const eventMessageSchema = z.object({ endpointId: idSchema, leaseUntilMs: z.number().int() })
export type EventMessage = z.infer<typeof eventMessageSchema>
export type DeliveryMessage = z.infer<typeof deliveryMessageSchema>
export type IngestMessage = z.infer<typeof ingestMessageSchema>
export type ReadingMessage = z.infer<typeof readingMessageSchema>
export type SilhouetteMessage = Extract<ReadingMessage, { imageId: string }>
export type PiecesMessage = z.infer<typeof piecesMessageSchema>
export type TurnMessage = Extract<PiecesMessage | ReadingMessage, { userId: string }>
export type RenderMessage = z.infer<typeof renderMessageSchema>
export type StampMessage = Extract<RenderMessage, { kind: "stamp" }>
export type RunMessage = z.infer<typeof runMessageSchema>
export type ShopMessage = z.infer<typeof shopMessageSchema>
export type ShipmentMessage = z.infer<typeof shipmentMessageSchema>
export type SyncMessage = z.infer<typeof syncMessageSchema>
