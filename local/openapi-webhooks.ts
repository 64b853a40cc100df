import { eventWords, TEST_EVENT } from "../contract/events/event.ts"
import { eventBodySchema } from "../contract/events/event-body.ts"
import { EVENT_TRY_DAYS } from "../contract/limit.ts"
import { jsonSchemaOf, outputOptions } from "./openapi-schemas.ts"

/** The way in which an endpoint knows that an event is ours. */
export const eventSignature = {
  type: "apiKey" as const,
  in: "header" as const,
  name: "webhook-signature",
  description:
    "Signs `webhook-id`, `webhook-timestamp` and the body with the endpoint's secret, as https://www.standardwebhooks.com describes it.",
}

const words: Readonly<Record<string, string>> = {
  ...eventWords,
  [TEST_EVENT]: "An endpoint is tested; no list has this event",
}
const headers = [
  { name: "webhook-id", description: "The event's `_id`, the same for each time that it is sent." },
  { name: "webhook-timestamp", description: "The seconds since 1970 at which it was sent." },
].map((header) => ({ ...header, in: "header", required: true, schema: { type: "string" } }))

/** Returns the events by their types, as endpoints get each. */
export function eventWebhooks(tag: string): object {
  const responses = {
    "2XX": { description: "It is taken." },
    default: { description: `It is sent again, at growing pauses, for ${EVENT_TRY_DAYS} days.` },
  }
  const webhooks = eventBodySchema.options.map((schema) => {
    const type = schema.shape.type.value
    const content = { "application/json": { schema: jsonSchemaOf(schema, outputOptions) } }
    const post = {
      ...{ operationId: `event.${type}`, summary: words[type], tags: [tag] },
      security: [{ eventSignature: [] }],
      parameters: headers,
      requestBody: { required: true, content },
      responses,
    }
    return [type, { post }] as const
  })
  return Object.fromEntries(webhooks)
}
