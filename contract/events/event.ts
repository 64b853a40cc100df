import { z } from "zod"
import { idSchema } from "../id.ts"

/** The types of events that programs are told of, each with what has happened. */
export const eventWords = {
  "image.ready": "Artwork was read and can be printed",
  "image.failed": "Artwork could not be read",
  "print.processing": "A print has begun",
  "print.completed": "A print's sheets are ready",
  "print.failed": "A print failed and is a draft again",
  "print.cancelled": "A print was cancelled",
  "order.created": "An order came in",
  "order.changed": "An order changed at its marketplace, or was pressed or shipped",
  "autopilot.ran": "An autopilot's run ended",
  "proof.answered": "A buyer answered a proof",
  "credits.low": "Credits fell below ten",
  "job.ended": "A job came to its end",
} as const
export type EventType = keyof typeof eventWords

export const eventTypes = Object.keys(eventWords) as [EventType, ...EventType[]]

/** The type of the event that an endpoint is tested with; no list has it. */
export const TEST_EVENT = "endpoint.test"

/** What an event is about, by ids: what these have come to, a call says. */
const eventDataSchema = z.object({
  id: idSchema.describe(
    "The image, print, order, run, job or endpoint; the order item of a proof; the account whose credits are low.",
  ),
  isTest: z
    .boolean()
    .describe(
      "True for a print or a job that a test token made. Artwork is the account's own, and never a test.",
    ),
  integrationId: idSchema.optional().describe("The store of an order."),
  orderId: idSchema.optional().describe("The order of a proof."),
  answer: z.string().optional().describe("What the buyer said to a proof."),
  autopilotId: idSchema.optional().describe("The autopilot of a run."),
  printId: idSchema.nullable().optional().describe("The print that a run or a job has made; null: none."),
  reference: z.string().nullable().optional().describe("The caller's own name of a job."),
  availableCredits: z.number().int().optional().describe("The credits that are left."),
})
export type EventData = z.infer<typeof eventDataSchema>

/** An event as endpoints get it: the body of Standard Webhooks, whose `webhook-id` is the event's `_id`. */
export const eventBodySchema = z.object({
  type: z.enum([...eventTypes, TEST_EVENT]),
  timestamp: z.string().describe("The time when it happened."),
  data: eventDataSchema,
})
export type EventBody = z.infer<typeof eventBodySchema>

export const eventSchema = eventBodySchema.extend({ _id: idSchema, type: z.enum(eventTypes) })
export type Event = z.infer<typeof eventSchema>
