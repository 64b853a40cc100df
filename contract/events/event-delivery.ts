import { z } from "zod"
import { idSchema } from "../id.ts"
import { eventTypes, TEST_EVENT } from "./event.ts"
import { eventBodySchema } from "./event-body.ts"

/** The states of an event on its way: to be sent, taken, given up. */
export const eventDeliveryStates = ["waiting", "sent", "failed"] as const

/** An event on its way to an endpoint. */
export const eventDeliverySchema = z.object({
  _id: idSchema,
  /** The `webhook-id` of every try. */
  eventId: idSchema,
  type: z.enum([...eventTypes, TEST_EVENT]),
  /** The id of what it is about. */
  subjectId: idSchema,
  body: eventBodySchema.describe("The body of every try."),
  state: z.enum(eventDeliveryStates),
  tries: z.number().int(),
  /** The HTTP status of the last answer; null: there was none. */
  status: z.number().int().nullable(),
  /** What was wrong with the last try; null: nothing. */
  message: z.string().nullable(),
  /** The time that the last answer took, in milliseconds. */
  tookMs: z.number().int().nullable(),
  createdAt: z.string(),
  triedAt: z.string().nullable(),
  /** The time of the next try. */
  retryAt: z.string().nullable(),
})
export type EventDelivery = z.infer<typeof eventDeliverySchema>
