import { createVerify, sign } from "node:crypto"
import { crc32 } from "node:zlib"
import { z } from "zod"
import { makeSigner, type Signer } from "./paypal-certificate.ts"
import { randomId } from "./paypal-id.ts"
import { type Listener, Listeners } from "./paypal-listeners.ts"

/** PayPal retries for three days; here a few seconds are enough. */
const REDELIVER_AFTER_MS = [300, 1_500, 6_000]
const TIMEOUT_MS = 30_000
const MAX_KEPT = 200
const MAX_HELD = 100

const forgeries = ["signature", "body", "certificate", "webhook-id", "unsigned"] as const

/** The fate of the next `times` events. */
const modeSchema = z.object({
  mode: z.enum(["repeat", "drop", "delay", "hold", "forge"]),
  times: z.number().int().min(1).max(1_000).default(1),
  copies: z.number().int().min(1).max(20).default(3),
  delayMs: z.number().int().min(0).max(60_000).default(1_000),
  forgery: z.enum(forgeries).default("signature"),
})
export const webhookOrderSchema = modeSchema.extend({ action: z.literal("webhooks") })
type Mode = z.infer<typeof modeSchema>

/** Sends held events: in order, backwards or shuffled. `copies` is how often each is sent. */
export const releaseSchema = z.object({
  action: z.literal("release"),
  order: z.union([z.enum(["same", "reverse"]), z.array(z.number().int().min(0))]).default("same"),
  copies: z.number().int().min(1).max(20).default(1),
  forgery: z.enum(forgeries).optional(),
})

export type WebhookEvent = {
  /** The capture, for the books alone: the resource names it only where PayPal does. */
  orderId: string
  resourceType: string
  eventType: string
  summary: string
  resource: unknown
}
type Prepared = { id: string; orderId: string; eventType: string; body: string }
type Delivery = Named & { webhookId: string; outcome: string; forgery?: string }
/** The parts of a delivery that its signature covers, and the signature. */
type Signed = {
  algorithm: string
  certificateUrl: string
  transmissionId: string
  signature: string
  time: string
  webhookId: string
  text: string
}
type Named = { eventId: string; orderId: string; eventType: string }

/**
 * Listeners and their events, signed as PayPal signs (developer.paypal.com/api/rest/webhooks/rest).
 */
export class Webhooks {
  readonly listeners: Listeners
  readonly #origin: () => string
  #modes: Mode[] = []
  #held: Prepared[] = []
  #deliveries: Delivery[] = []
  #signer: Signer | null = null
  #stranger: Signer | null = null

  constructor(origin: () => string) {
    this.#origin = origin
    this.listeners = new Listeners(origin)
  }

  order(mode: Mode): void {
    this.#modes.push(mode)
  }

  clear(): void {
    this.#modes = []
    this.#held = []
  }

  /** Announces an event, unless `/__control` ordered otherwise. */
  announce(event: WebhookEvent): void {
    const prepared = prepare(event)
    const mode = this.#modes[0]
    if (mode && --mode.times === 0) this.#modes.shift()
    switch (mode?.mode) {
      case undefined:
        this.#send(prepared)
        break
      case "drop":
        this.#note({ ...named(prepared), webhookId: "", outcome: "dropped" })
        break
      case "hold":
        this.#held = [...this.#held, prepared].slice(-MAX_HELD)
        break
      case "delay":
        setTimeout(() => this.#send(prepared), mode.delayMs).unref()
        break
      case "forge":
        this.#send(prepared, mode.forgery)
        break
      case "repeat":
        for (let copy = 0; copy < mode.copies; copy++) this.#send(prepared)
    }
  }

  /** Delivers held events one by one, each after the last was answered; returns the answers. */
  async release({ order, copies, forgery }: z.infer<typeof releaseSchema>): Promise<Delivery[]> {
    const held = this.#held
    this.#held = []
    const wanted = Array.isArray(order) ? order.flatMap((at) => held[at] ?? []) : [...held]
    if (order === "reverse") wanted.reverse()
    const deliveries: Delivery[] = []
    for (const prepared of wanted) {
      for (let copy = 0; copy < copies; copy++) {
        for (const webhook of this.listeners.hearing(prepared.eventType))
          deliveries.push(await this.#deliver(webhook, prepared, forgery))
      }
    }
    return deliveries
  }

  certificate(id: string): string | null {
    const known = [this.#signer, this.#stranger].find((signer) => signer?.id === id)
    return known?.pem ?? null
  }

  /** Tells whether this PayPal signed these words for this webhook (verify-webhook-signature). */
  isSigned(signed: Signed): boolean {
    const id = signed.certificateUrl.split("/").at(-1)
    const isKnown = this.listeners.all().some((listener) => listener.id === signed.webhookId)
    if (!this.#signer || id !== this.#signer.id || !isKnown) return false
    if (signed.algorithm !== "SHA256withRSA") return false
    const words = `${signed.transmissionId}|${signed.time}|${signed.webhookId}|${crc32(signed.text)}`
    return createVerify("sha256").update(words).verify(this.#signer.pem, signed.signature, "base64")
  }

  state() {
    return {
      listeners: this.listeners.all(),
      modes: this.#modes,
      held: this.#held.map(named),
      deliveries: this.#deliveries.slice(-50),
    }
  }

  #send(prepared: Prepared, forgery?: Mode["forgery"]): void {
    for (const webhook of this.listeners.hearing(prepared.eventType))
      void this.#persist(webhook, prepared, forgery)
  }

  /** Sends until success or until the retries are used up; a forger tries once. */
  async #persist(webhook: Listener, prepared: Prepared, forgery?: Mode["forgery"]): Promise<void> {
    for (const pauseMs of [0, ...(forgery ? [] : REDELIVER_AFTER_MS)]) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
      const { outcome } = await this.#deliver(webhook, prepared, forgery)
      if (/^2\d\d$/.test(outcome)) return
    }
  }

  async #deliver(webhook: Listener, prepared: Prepared, forgery?: Mode["forgery"]): Promise<Delivery> {
    const { body, headers } = this.#sign(webhook, prepared.body, forgery)
    let outcome: string
    try {
      const response = await fetch(webhook.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "PayPal/stand-in",
          // The next call to the app would reuse a kept connection, maybe just as the app closes it
          // as idle.
          connection: "close",
          ...headers,
        },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      outcome = String(response.status)
      // Read to its end: closing over an unread answer looks like a failure to the other side.
      await response.arrayBuffer()
    } catch (error) {
      outcome = String(error)
    }
    const delivery = { ...named(prepared), webhookId: webhook.id, outcome, ...(forgery ? { forgery } : {}) }
    this.#note(delivery)
    return delivery
  }

  #sign(
    webhook: Listener,
    text: string,
    forgery?: Mode["forgery"],
  ): { body: string; headers: Record<string, string> } {
    this.#signer ??= makeSigner("messageverificationcerts.paypal.com")
    if (forgery === "unsigned") return { body: text, headers: {} }
    const isStranger = forgery === "signature" || forgery === "certificate"
    if (isStranger) this.#stranger ??= makeSigner("messageverificationcerts.paypal.com")
    const signer = (isStranger ? this.#stranger : this.#signer) ?? this.#signer
    const transmissionId = crypto.randomUUID()
    const time = new Date().toISOString().replace(/\.\d+/, "")
    const webhookId = forgery === "webhook-id" ? randomId(17) : webhook.id
    const signed = `${transmissionId}|${time}|${webhookId}|${crc32(text)}`
    // A forger shows PayPal's certificate with another signature, or a certificate from another
    // host.
    const host = forgery === "certificate" ? this.#origin().replace("localhost", "127.0.0.1") : this.#origin()
    const shown = forgery === "signature" ? this.#signer : signer
    return {
      body: forgery === "body" ? text.replace('"COMPLETED"', '"PENDING"').replace("{", "{ ") : text,
      headers: {
        "paypal-transmission-id": transmissionId,
        "paypal-transmission-time": time,
        "paypal-transmission-sig": sign("sha256", Buffer.from(signed), signer.key).toString("base64"),
        "paypal-cert-url": `${host}/v1/notifications/certs/${shown.id}`,
        "paypal-auth-algo": "SHA256withRSA",
      },
    }
  }

  #note(delivery: Delivery): void {
    this.#deliveries = [...this.#deliveries, delivery].slice(-MAX_KEPT)
  }
}

function prepare({ orderId, resourceType, eventType, summary, resource }: WebhookEvent): Prepared {
  const id = `WH-${randomId(17)}-${randomId(17)}`
  const event = {
    id,
    event_version: "1.0",
    create_time: new Date().toISOString(),
    resource_type: resourceType,
    resource_version: "2.0",
    event_type: eventType,
    summary,
    resource,
  }
  return { id, orderId, eventType, body: JSON.stringify(event) }
}

function named({ id, orderId, eventType }: Prepared): Named {
  return { eventId: id, orderId, eventType }
}
