import { expect } from "vitest"
import type { EventDelivery } from "../../../contract/events/event-delivery.ts"
import type { EventEndpoint, NewEventEndpoint } from "../../../contract/events/event-endpoint.ts"
import type { App } from "../../../harness/app.ts"
import type { Client } from "../../../local/client.ts"
import type { HeardEvent } from "../../../stand-ins/listener/fake-listener.ts"
import { until } from "../artwork/artwork-steps.ts"

type Input = Partial<Pick<EventEndpoint, "events" | "isActive" | "takesTests">>

/** Adds an endpoint at the stand-in's listener of this name, which from then on wants its signature. */
export async function givenEndpoint(
  app: App,
  client: Client,
  name: string,
  input: Input = {},
): Promise<NewEventEndpoint> {
  const body = { url: `${app.standIns.origin}/listener/${name}`, events: ["print.completed"], ...input }
  const endpoint = await client.expect<NewEventEndpoint>("POST", "/api/event-endpoints", body)
  await tellListener(app, { name, secrets: [endpoint.secret] })
  return endpoint
}

/** Tells a listener its secrets, or how to answer. */
export async function tellListener(app: App, order: Record<string, unknown>): Promise<void> {
  const body = JSON.stringify({ vendor: "listener", ...order })
  const reply = await fetch(`${app.standIns.origin}/__control`, { method: "POST", body })
  expect(reply.status, await reply.text()).toBe(200)
}

/** Returns what a listener has heard so far, the oldest first. */
export async function heardAt(app: App, name: string): Promise<HeardEvent[]> {
  const reply = await fetch(`${app.standIns.origin}/__state`)
  const { listener } = (await reply.json()) as { listener: { heard: HeardEvent[] } }
  return listener.heard.filter((event) => event.name === name)
}

/** Waits until a listener has heard so many events. */
export function heard(app: App, name: string, many: number): Promise<HeardEvent[]> {
  return until(`${many} events at ${name}`, async () => {
    const events = await heardAt(app, name)
    return events.length >= many && events
  })
}

export async function deliveriesOf(client: Client, { _id }: { _id: string }): Promise<EventDelivery[]> {
  return client.expect<EventDelivery[]>("GET", `/api/event-endpoints/${_id}/deliveries`)
}

/** Waits until the newest delivery of an endpoint is in this state. */
export function delivered(
  client: Client,
  endpoint: { _id: string },
  state: EventDelivery["state"],
): Promise<EventDelivery> {
  return until(`a delivery that is ${state}`, async () => {
    const [newest] = await deliveriesOf(client, endpoint)
    return newest?.state === state && newest
  })
}
