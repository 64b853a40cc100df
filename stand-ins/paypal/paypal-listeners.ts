import { z } from "zod"
import { randomId } from "./paypal-id.ts"
import { WebhookProblem } from "./paypal-problem.ts"

/** PayPal's limit for one app (WEBHOOK_NUMBER_LIMIT_EXCEEDED). */
const MAX_LISTENERS = 10
const MAX_URL_CHARS = 2_048
const MAX_EVENT_TYPES = 500

/** Events to subscribe to, some of those that developer.paypal.com/api/rest/webhooks/event-names lists. */
const eventTypes: Readonly<Record<string, string>> = {
  "CHECKOUT.ORDER.APPROVED": "An order has been approved by buyer.",
  "CHECKOUT.ORDER.COMPLETED": "Webhook event emitted after all the purchase_units have been processed",
  "CHECKOUT.PAYMENT-APPROVAL.REVERSED": "A payment has been reversed after approval.",
  "CUSTOMER.DISPUTE.CREATED": "A new dispute opened with PayPal.",
  "CUSTOMER.DISPUTE.RESOLVED": "Dispute is resolved with PayPal.",
  "CUSTOMER.DISPUTE.UPDATED": "A dispute was updated with PayPal.",
  "PAYMENT.AUTHORIZATION.CREATED": "A payment authorization is created.",
  "PAYMENT.AUTHORIZATION.VOIDED": "A payment authorization is voided.",
  "PAYMENT.CAPTURE.COMPLETED": "A payment capture completes.",
  "PAYMENT.CAPTURE.DECLINED": "A payment capture is declined.",
  "PAYMENT.CAPTURE.DENIED": "A payment capture is denied.",
  "PAYMENT.CAPTURE.PENDING": "The state of a payment capture changes to pending.",
  "PAYMENT.CAPTURE.REFUNDED": "A merchant refunds a payment capture.",
  "PAYMENT.CAPTURE.REVERSED": "PayPal reverses a payment capture.",
}

/** The name that stands for every event, future ones too. */
const EVERY_EVENT = "*"

const eventsSchema = z.array(z.object({ name: z.string() })).max(MAX_EVENT_TYPES)
const listenerSchema = z.object({ url: z.string().max(MAX_URL_CHARS), event_types: eventsSchema })
const patchSchema = z
  .array(
    z.discriminatedUnion("path", [
      z.object({ op: z.literal("replace"), path: z.literal("/url"), value: z.string().max(MAX_URL_CHARS) }),
      z.object({ op: z.literal("replace"), path: z.literal("/event_types"), value: eventsSchema }),
    ]),
  )
  .min(1)

export type Listener = { id: string; url: string; events: string[] }

/** Webhooks of the app (developer.paypal.com/api/webhooks/v1): address and events of each. */
export class Listeners {
  readonly #origin: () => string
  readonly #listeners = new Map<string, Listener>()

  constructor(origin: () => string) {
    this.#origin = origin
  }

  all(): Listener[] {
    return [...this.#listeners.values()]
  }

  hearing(eventType: string): Listener[] {
    return this.all().filter(({ events }) => events.includes(EVERY_EVENT) || events.includes(eventType))
  }

  create(body: unknown): Listener {
    const { url, event_types: events } = read(listenerSchema, body)
    const listener = { id: randomId(17), url: this.#freeUrl(url), events: knownEvents(events) }
    if (this.#listeners.size >= MAX_LISTENERS)
      throw new WebhookProblem(
        400,
        "WEBHOOK_NUMBER_LIMIT_EXCEEDED",
        "The webhook's number limit has exceeded.",
      )
    this.#listeners.set(listener.id, listener)
    return listener
  }

  find(id: string): Listener {
    const listener = this.#listeners.get(id)
    if (!listener)
      throw new WebhookProblem(404, "INVALID_RESOURCE_ID", "The requested resource ID was not found")
    return listener
  }

  /** Replaces address, events or both; a patch that changes nothing is refused. */
  change(id: string, body: unknown): Listener {
    const listener = this.find(id)
    const changed = { ...listener }
    for (const { path, value } of read(patchSchema, body)) {
      if (path === "/event_types") changed.events = knownEvents(value)
      else if (value !== listener.url) changed.url = this.#freeUrl(value)
    }
    if (changed.url === listener.url && isSameSet(changed.events, listener.events))
      throw new WebhookProblem(
        400,
        "WEBHOOK_PATCH_REQUEST_NO_CHANGE",
        "No change in the webhook patch request.",
      )
    this.#listeners.set(id, changed)
    return changed
  }

  delete(id: string): void {
    this.#listeners.delete(this.find(id).id)
  }

  body({ id, url, events }: Listener) {
    const href = `${this.#origin()}/v1/notifications/webhooks/${id}`
    return {
      id,
      url,
      event_types: events.map(eventTypeBody),
      links: [
        { href, rel: "self", method: "GET" },
        { href, rel: "update", method: "PATCH" },
        { href, rel: "delete", method: "DELETE" },
      ],
    }
  }

  /** Returns an address that is free; PayPal takes https on port 443 alone, but an app here has neither. */
  #freeUrl(text: string): string {
    const url = URL.parse(text)
    const isLocal = url?.protocol === "http:" && ["localhost", "127.0.0.1"].includes(url.hostname)
    if (!isLocal && (url?.protocol !== "https:" || url.port !== ""))
      throw invalid("url", "Not a valid webhook URL")
    if (this.all().some((listener) => listener.url === text))
      throw new WebhookProblem(400, "WEBHOOK_URL_ALREADY_EXISTS", "Webhook URL already exists.")
    return text
  }
}

export function eventTypeBody(name: string) {
  return { name, description: eventTypes[name] ?? "ALL", status: "ENABLED" }
}

/** Returns every event to which a webhook can subscribe. */
export function offeredEventTypes() {
  return Object.keys(eventTypes).map((name) => ({ ...eventTypeBody(name), resource_versions: ["2.0"] }))
}

function knownEvents(events: readonly { name: string }[]): string[] {
  if (events.length === 0) throw invalid("event_types", "Required field is missing")
  for (const { name } of events)
    if (name !== EVERY_EVENT && !(name in eventTypes))
      throw invalid("event_types", `Not a valid event name : ${name}`)
  return [...new Set(events.map(({ name }) => name))]
}

function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (!result.success) throw invalid(result.error.issues[0].path.join("."), "Required field is missing")
  return result.data
}

function invalid(field: string, issue: string): WebhookProblem {
  return new WebhookProblem(400, "VALIDATION_ERROR", issue, field)
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one))
}
