import type { webhooks } from "./api.d.ts"

/** The seconds that an event's clock and this one may differ, as https://www.standardwebhooks.com has them. */
const TOLERANCE_S = 300
const SECRET_PREFIX = "whsec_"
const VERSION = "v1"

/** An event, as it is sent to an endpoint; its `id` is the same each time. New types may come: pass over what you do not know. */
export type SheetsmithEvent = {
  [Type in keyof webhooks]: {
    id: string
  } & webhooks[Type]["post"]["requestBody"]["content"]["application/json"]
}[keyof webhooks]

type Received = {
  /** The endpoint's secret, `whsec_…`; while it changes, the old and the new one. */
  secret: string | readonly string[]
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body as it came: parsed and written again, it has other bytes. */
  body: string | Uint8Array
  /** The time now; for tests. */
  nowMs?: number
}

/** A message that is no event of ours, or an old one. */
export class EventError extends Error {
  override name = "EventError"
}

/**
 * Returns the event of a message to an endpoint. Throws an `EventError` unless it was signed with the secret in the last
 * five minutes (https://www.standardwebhooks.com). The same event can come twice: its id tells.
 */
export async function verifyEvent({
  secret,
  headers,
  body,
  nowMs = Date.now(),
}: Received): Promise<SheetsmithEvent> {
  const [id, timestamp, signature] = ["id", "timestamp", "signature"].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!/^\d+$/.test(timestamp)) throw new EventError("The message has no time")
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_S) throw new EventError("The message is too old")
  const text = typeof body === "string" ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const given = signature.split(" ").flatMap((one) => {
    const [version, encoded = ""] = one.split(",")
    return version === VERSION ? [bytesOf(encoded)] : []
  })
  for (const one of typeof secret === "string" ? [secret] : secret) {
    const key = await importKey(one)
    // Compares in a time that says nothing about where they differ.
    for (const bytes of given)
      if (bytes && (await crypto.subtle.verify("HMAC", key, bytes, signed)))
        return { ...JSON.parse(text), id }
  }
  throw new EventError("The message is not signed with this secret")
}

function headerOf(headers: Received["headers"], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== "string" || value === "") throw new EventError(`The message has no ${name}`)
  return value
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret)
  if (!bytes || bytes.length === 0) throw new EventError("The secret is not whsec_ and base64")
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
}

/** Decodes base64; null for what is none. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    // Text from outside; the caller says what is wrong.
    return null
  }
}
