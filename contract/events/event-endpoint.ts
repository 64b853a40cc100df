import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_ADDRESS_LENGTH } from "../limit.ts"
import { eventTypes } from "./event.ts"

const urlSchema = z
  .string({ error: "Address is required" })
  .trim()
  .min(1, "Address is required")
  .max(MAX_ADDRESS_LENGTH, `Address must be at most ${MAX_ADDRESS_LENGTH} characters`)

const eventsSchema = z
  .array(z.enum(eventTypes))
  .min(1, "Choose at least one event")
  .max(eventTypes.length)
  .transform((chosen) => eventTypes.filter((type) => chosen.includes(type)))

/** The body of POST /event-endpoints. */
export const eventEndpointInputSchema = z.object({
  url: urlSchema.describe("A public address that takes POST by https."),
  events: eventsSchema,
  isActive: z.boolean().default(true).describe("False: nothing is sent there."),
  takesTests: z
    .boolean()
    .default(false)
    .describe(
      "True if it also gets events of prints and jobs that test tokens make; their data say `isTest: true`.",
    ),
})

/** The body of PUT /event-endpoints/{id}; what is left out stays. */
export const eventEndpointChangeSchema = z.object({
  url: urlSchema.optional(),
  events: eventsSchema.optional(),
  isActive: z.boolean().optional(),
  takesTests: z.boolean().optional(),
})

export const eventEndpointSchema = z.object({
  _id: idSchema,
  url: z.string(),
  events: z.array(z.enum(eventTypes)),
  isActive: z.boolean(),
  takesTests: z.boolean(),
  /** The time since when every try has failed; null: the last one went well. */
  failingSince: z.string().nullable(),
  /** The last failure in words, or why it was switched off; null: all is well. */
  problem: z.string().nullable(),
  /** The time until which the secret before the newest one signs as well; null: there is none. */
  oldSecretUntil: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type EventEndpoint = z.infer<typeof eventEndpointSchema>

/** The reply that alone has the secret by which the endpoint knows what is ours. */
export const newEventEndpointSchema = eventEndpointSchema.extend({
  secret: z.string().describe("`whsec_` and the key in base64, as libraries of Standard Webhooks take it."),
})
export type NewEventEndpoint = z.infer<typeof newEventEndpointSchema>
