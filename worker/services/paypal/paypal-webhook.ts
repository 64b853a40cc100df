import { X509Certificate } from "node:crypto"
import { crc32 } from "node:zlib"
import { z } from "zod"
import { ApiError } from "../../../contract/error.ts"
import type { EdgeSettings } from "../../env.ts"
import { errorText, logWarning } from "../../log.ts"
import { recordVendorError } from "../../vendor-error.ts"
import { linksSchema } from "./paypal-call.ts"
import { parentCapture } from "./paypal-claims.ts"

const TIMEOUT_MS = 10_000
/** The number of kept certificates: PayPal signs with one at a time and changes it every few years. */
const MAX_CERTIFICATES = 8
/** The longest certificate file; a chain of two or three certificates is about 5 kB. */
const MAX_CERTIFICATE_CHARS = 65_536
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[\w.-]{1,100}$/
/** The origins of certificates: PayPal's API has two names, live and in its sandbox. */
const CERTIFICATE_ORIGINS = [
  ["https://api-m.paypal.com", "https://api.paypal.com"],
  ["https://api-m.sandbox.paypal.com", "https://api.sandbox.paypal.com"],
]
const RSA_SHA256 = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }

/** PayPal's ids are letters, digits and dashes; other values cannot name anything of ours. */
const id = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined)
const resourceSchema = z.object({
  id,
  dispute_id: id,
  order_id: id,
  supplementary_data: z.object({ related_ids: z.object({ order_id: id }).optional() }).optional(),
  links: linksSchema.optional(),
})
const eventSchema = z.object({
  id: z.string(),
  event_type: z.string(),
  resource_type: z.string().optional(),
  resource: resourceSchema,
})

/**
 * The ids to look up after an event, which proves nothing itself. Without an id, nothing of ours is
 * meant.
 */
export type WebhookSubject = {
  eventId: string
  eventType: string
  checkoutId?: string
  /** The refunded, reversed or disputed capture. */
  captureId?: string
  refundId?: string
  disputeId?: string
}

type VerificationSettings = Pick<EdgeSettings, "PAYPAL_API_URL" | "PAYPAL_WEBHOOK_ID">
type Certificate = { key: CryptoKey; fromMs: number; untilMs: number }
const certificates = new Map<string, Certificate>()

/**
 * Returns true if PayPal signed these bytes for our webhook: RSA over `transmission id|time|webhook
 * id|crc32(body)`, certificate from PayPal's API (developer.paypal.com/api/rest/webhooks/rest, 'self
 * verification'). Throws `vendor-unavailable` without a certificate: PayPal delivers again.
 */
export async function isFromPayPal(
  settings: VerificationSettings,
  headers: Headers,
  body: Uint8Array,
  nowMs: number,
): Promise<boolean> {
  const id = headers.get("paypal-transmission-id")
  const time = headers.get("paypal-transmission-time")
  const signature = decodeBase64(headers.get("paypal-transmission-sig") ?? "")
  const address = certificateAddress(settings, headers.get("paypal-cert-url") ?? "")
  if (!id || !time || !signature || !address) return false
  if (headers.get("paypal-auth-algo") !== "SHA256withRSA") return false
  const certificate = await certificateAt(address)
  if (!certificate || nowMs < certificate.fromMs || nowMs > certificate.untilMs) return false
  const signed = new TextEncoder().encode(`${id}|${time}|${settings.PAYPAL_WEBHOOK_ID}|${crc32(body)}`)
  return crypto.subtle.verify(RSA_SHA256, certificate.key, signature, signed)
}

/** Reads an event; null if the body is not one. */
export function readEvent(body: Uint8Array): WebhookSubject | null {
  const event = eventSchema.safeParse(parseJson(new TextDecoder().decode(body)))
  if (!event.success) return null
  const { id: eventId, event_type: eventType, resource_type: resourceType, resource } = event.data
  const isCheckout = resourceType === "checkout-order" || eventType.startsWith("CHECKOUT.ORDER.")
  const related = resource.supplementary_data?.related_ids?.order_id ?? resource.order_id
  const captureId = resourceType === "capture" ? resource.id : parentCapture(resource.links)
  const refundId = resourceType === "refund" ? resource.id : undefined
  const disputeId = eventType.startsWith("CUSTOMER.DISPUTE.") ? resource.dispute_id : undefined
  return {
    eventId,
    eventType,
    checkoutId: isCheckout ? resource.id : related,
    captureId,
    ...(refundId === undefined ? {} : { refundId }),
    ...(disputeId === undefined ? {} : { disputeId }),
  }
}

/** Returns the address, null unless on the API's host: anybody could sign with a certificate of their own. */
function certificateAddress({ PAYPAL_API_URL }: VerificationSettings, text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const { origin } = new URL(PAYPAL_API_URL)
  const origins = CERTIFICATE_ORIGINS.find((names) => names.includes(origin)) ?? [origin]
  const isPinned = origins.includes(url.origin) && CERTIFICATE_PATH.test(url.pathname)
  return isPinned && url.search === "" && !url.username && !url.password ? url.origin + url.pathname : null
}

/** Returns the certificate; null if PayPal has no such certificate. */
async function certificateAt(address: string): Promise<Certificate | null> {
  const known = certificates.get(address)
  if (known) return known
  const text = await download(address)
  if (text === null) return null
  const parsed = await readCertificate(text)
  if (certificates.size >= MAX_CERTIFICATES) certificates.clear()
  certificates.set(address, parsed)
  return parsed
}

async function download(address: string): Promise<string | null> {
  try {
    const response = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    if (response.status === 404) return null
    if (response.status !== 200 || text.length > MAX_CERTIFICATE_CHARS)
      throw new Error(`status ${response.status}, ${text.length} characters`)
    return text
  } catch (error) {
    logWarning("paypal's certificate not read", { address, error })
    recordVendorError({ vendor: "PayPal", code: "certificate-not-read", text: errorText(error) })
    throw unavailable()
  }
}

/** Reads the file's first certificate, which signs; the host answers for the rest of its chain. */
async function readCertificate(pem: string): Promise<Certificate> {
  try {
    const certificate = new X509Certificate(pem)
    const spki = certificate.publicKey.export({ type: "spki", format: "der" })
    const key = await crypto.subtle.importKey("spki", new Uint8Array(spki), RSA_SHA256, false, ["verify"])
    return { key, fromMs: Date.parse(certificate.validFrom), untilMs: Date.parse(certificate.validTo) }
  } catch (error) {
    logWarning("paypal's certificate not understood", { error })
    recordVendorError({ vendor: "PayPal", code: "certificate-not-understood", text: errorText(error) })
    throw unavailable()
  }
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text === "" || text.length > 2_048) return null
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    // The text is not base64, so not a signature: the caller refuses it.
    return null
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema rejects it as an event.
    return undefined
  }
}

function unavailable(): ApiError {
  return new ApiError("vendor-unavailable", "PayPal's certificate could not be read. Please deliver again.")
}
