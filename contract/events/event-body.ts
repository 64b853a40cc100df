import { z } from "zod"
import { idSchema } from "../id.ts"
import { proofAnswers } from "../orders/proof.ts"
import { type EventType, eventTypes, TEST_EVENT } from "./event.ts"

const isTestSchema = z
  .boolean()
  .describe(
    "True for a print or a job that a test token made. Artwork is the account's own, and never a test.",
  )
const madePrintSchema = idSchema.nullable().describe("The print that it has made; null: none.")
const store = { integrationId: idSchema.describe("The store of the order.") }

/** The data of each type of event, by ids: what these have come to, a call says. */
const eventData = {
  "image.ready": dataOf("The image.", {}),
  "image.failed": dataOf("The image.", {}),
  "print.processing": dataOf("The print.", {}),
  "print.completed": dataOf("The print.", {}),
  "print.failed": dataOf("The print.", {}),
  "print.cancelled": dataOf("The print.", {}),
  "order.created": dataOf("The order.", store),
  "order.changed": dataOf("The order.", store),
  "autopilot.ran": dataOf("The run.", {
    autopilotId: idSchema.describe("The autopilot of the run."),
    printId: madePrintSchema,
  }),
  "proof.answered": dataOf("The order item of the proof.", {
    orderId: idSchema.describe("The order of the proof."),
    answer: z.enum(proofAnswers).describe("What the buyer said."),
  }),
  "credits.low": dataOf("The account.", {
    availableCredits: z.number().int().describe("The credits that are left."),
  }),
  "job.ended": dataOf("The job.", {
    printId: madePrintSchema,
    reference: z.string().nullable().describe("The caller's own name of the job; null: none."),
  }),
  [TEST_EVENT]: dataOf("The endpoint that is tested.", {}),
} satisfies Record<EventType | typeof TEST_EVENT, z.ZodObject>

const [firstType, ...moreTypes] = eventTypes

/** An event as endpoints get it: the body of Standard Webhooks, whose `webhook-id` is the event's `_id`. */
export const eventBodySchema = z.discriminatedUnion("type", [
  bodyOf(TEST_EVENT),
  ...eventTypes.map((type) => bodyOf(type)),
])
export type EventBody = z.infer<typeof eventBodySchema>

/** An event as the list has it, where tests of endpoints are not. */
export const eventSchema = z.discriminatedUnion("type", [
  listedOf(firstType),
  ...moreTypes.map((type) => listedOf(type)),
])
export type Event = z.infer<typeof eventSchema>

function dataOf<More extends z.ZodRawShape>(about: string, more: More) {
  return z.object({ id: idSchema.describe(about), isTest: isTestSchema, ...more })
}

function bodyOf<Type extends keyof typeof eventData>(type: Type) {
  return z.object({
    type: z.literal(type),
    timestamp: z.string().describe("The time when it happened."),
    data: eventData[type],
  })
}

function listedOf<Type extends EventType>(type: Type) {
  return bodyOf(type).extend({ _id: idSchema })
}
