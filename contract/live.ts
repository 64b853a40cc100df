import { z } from "zod"
import { doerSchema } from "./accounts/doer.ts"
import type { Role } from "./accounts/role.ts"
import { idSchema } from "./id.ts"
import { proofAnswers } from "./orders/proof.ts"
import { tickedSchema } from "./prints/manifest.ts"
import { printProgressSchema } from "./prints/print-progress.ts"
import { notificationTypes, shipmentStates } from "./status.ts"

export const notificationSchema = z.object({
  _id: idSchema,
  /** The type. A notice of an order is stored as a print's, under a cause of its own. */
  type: z.enum([...notificationTypes, "order"]),
  message: z.string(),
  attachmentId: z.string().nullable(),
  /** Who did what it tells of; null where nobody did, and from before that was kept. */
  by: doerSchema,
  createdAt: z.string(),
})
export type Notification = z.infer<typeof notificationSchema>

/** A live event; its name on the wire is `${kind}-${userId}`. */
export const liveEventSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("print"), data: z.object({ message: z.string(), attachmentId: idSchema }) }),
  z.object({ kind: z.literal("size"), data: z.object({ message: z.string() }) }),
  z.object({
    kind: z.literal("print-update"),
    data: z.object({ printId: idSchema, status: z.string(), message: z.string() }),
  }),
  z.object({
    kind: z.literal("print-progress"),
    data: printProgressSchema.extend({
      printId: idSchema,
      /** The writing, for files that a completed print is written as once more. */
      writingId: idSchema.optional(),
    }),
  }),
  /** Copies were ticked off, or unticked, on the manifest. */
  z.object({ kind: z.literal("manifest"), data: tickedSchema }),
  /** An order was changed at its marketplace while a print with it is processed. */
  z.object({ kind: z.literal("order-change"), data: z.object({ printId: idSchema, message: z.string() }) }),
  /** The shop that prints has reported it as printed, or took that back. */
  z.object({ kind: z.literal("shop-printed"), data: z.object({ printId: idSchema, message: z.string() }) }),
  /** A buyer has answered a proof. */
  z.object({
    kind: z.literal("proof"),
    data: z.object({
      orderItemId: idSchema,
      orderNumber: z.string(),
      answer: z.enum(proofAnswers),
      message: z.string(),
    }),
  }),
  /** A shop's sync: receipts read so far and in total. The last event is `idle` or `failed`. */
  z.object({
    kind: z.literal("sync-progress"),
    data: z.object({
      integrationId: idSchema,
      state: z.enum(["idle", "running", "failed"]),
      done: z.number(),
      total: z.number(),
      message: z.string(),
    }),
  }),
  /** A print's files arrived at an address, could not be sent for now, or not at all. */
  z.object({
    kind: z.literal("delivery"),
    data: z.object({
      printId: idSchema,
      deliveryId: idSchema,
      state: z.enum(["waiting", "sent", "failed"]),
      message: z.string(),
    }),
  }),
  /** A run of an autopilot has ended; `printId` is the print that it made, if any. */
  z.object({
    kind: z.literal("autopilot"),
    data: z.object({
      autopilotId: idSchema,
      integrationId: idSchema,
      printId: idSchema.nullable(),
      message: z.string(),
    }),
  }),
  /** An order was reported to a marketplace as shipped, or could not be. */
  z.object({
    kind: z.literal("shipment"),
    data: z.object({ orderId: idSchema, state: z.enum(shipmentStates), message: z.string() }),
  }),
  z.object({ kind: z.literal("payment"), data: z.object({ message: z.string() }) }),
  z.object({
    kind: z.literal("image"),
    data: z.object({ imageId: idSchema, status: z.string(), message: z.string() }),
  }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>

/** The kinds of events that a press hears; none of them says what something costs. */
const kindsForPress: readonly string[] = [
  "print",
  "print-update",
  "print-progress",
  "manifest",
  "shop-printed",
] satisfies LiveEvent["kind"][]
/** The kinds that only the owner hears. */
const kindsForOwner: readonly string[] = ["payment"] satisfies LiveEvent["kind"][]

/** Returns true if somebody with this role hears an event, by its name on the wire. */
export function mayHear(role: Role, name: string): boolean {
  const kind = name.slice(0, -"-0197f3c0-0000-7000-8000-000000000000".length)
  return role === "press" ? kindsForPress.includes(kind) : role === "owner" || !kindsForOwner.includes(kind)
}

/** One socket message or poll row. `seq` grows by one for each stored event of this user. */
export const liveMessageSchema = z.object({ seq: z.number().int(), event: z.string(), data: z.unknown() })
export type LiveMessage = z.infer<typeof liveMessageSchema>
/** A poll's answer; `latest` is the newest sequence number. `reset`: refetch all, older events are gone. */
export const pollReplySchema = z.object({
  latest: z.number().int(),
  reset: z.boolean(),
  events: z.array(liveMessageSchema),
})
export type PollReply = z.infer<typeof pollReplySchema>
/** The socket's first message. The client connects with `?after=SEQ` when it has one. */
export const helloSchema = z.object({ event: z.literal("hello"), seq: z.number().int(), reset: z.boolean() })

/** The close codes: the session ended, or a newer tab took over. Do not reconnect after either. */
export const CLOSE_SIGNED_OUT = 4001
export const CLOSE_TOO_MANY = 4002
