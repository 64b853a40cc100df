import type { Event, EventBody } from "../../../contract/events/event-body.ts"
import type { EventDelivery } from "../../../contract/events/event-delivery.ts"
import type { EventEndpoint } from "../../../contract/events/event-endpoint.ts"
import type { EventDeliveryRow } from "../../data/events/event-delivery-rows.ts"
import type { EventEndpointRow } from "../../data/events/event-endpoint-rows.ts"
import type { EventRow } from "../../data/events/event-rows.ts"
import { livingSecrets } from "./endpoint-secrets.ts"

/** Returns an event as endpoints get it, the same each time. */
export function eventBody({ type, subjectId, isTest, data, createdAt }: EventRow): EventBody {
  return { type, timestamp: timeText(createdAt), data: { id: subjectId, isTest, ...data } }
}

/** Returns an event as the list has it, which leaves tests of endpoints out. */
export function eventReply(row: EventRow): Event {
  return { _id: row.id, ...eventBody(row) } as Event
}

export function endpointReply(row: EventEndpointRow): EventEndpoint {
  const { id, url, events, isActive, takesTests, failingSince, problem, createdAt, updatedAt } = row
  const old = livingSecrets(row, Date.now()).flatMap(({ endsAt }) => endsAt ?? [])
  return {
    _id: id,
    ...{ url, events, isActive, takesTests, problem },
    failingSince: timeOrNull(failingSince),
    oldSecretUntil: old.length === 0 ? null : timeText(Math.max(...old)),
    createdAt: timeText(createdAt),
    updatedAt: timeText(updatedAt),
  }
}

export function deliveryReply(row: EventDeliveryRow): EventDelivery {
  const { id, eventId, event, state, tries, status, message, tookMs, createdAt, triedAt, retryAt } = row
  return {
    _id: id,
    eventId,
    type: event.type,
    subjectId: event.subjectId,
    body: eventBody(event),
    ...{ state, tries, status, message, tookMs },
    createdAt: timeText(createdAt),
    triedAt: timeOrNull(triedAt),
    retryAt: timeOrNull(retryAt),
  }
}

function timeOrNull(ms: number | null): string | null {
  return ms === null ? null : timeText(ms)
}

function timeText(ms: number): string {
  return new Date(ms).toISOString()
}
