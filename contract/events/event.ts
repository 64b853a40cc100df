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
