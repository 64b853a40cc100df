import { z } from "zod"
import type { connectableTypes } from "../../../contract/status.ts"
import { recordVendorError, withoutSecrets } from "../../vendor-error.ts"

export type MarketVendor = (typeof connectableTypes)[number]

export type MarketErrorKind =
  /** Too many calls: wait. */
  | "rate-limited"
  /** The access token has expired: refresh it. */
  | "token-ended"
  /** The seller or the marketplace has ended the connection: connect again. */
  | "access-ended"
  /** The connection lacks a permission that we ask for: connect again. */
  | "scope-missing"
  /** The marketplace does not accept our app: its operator has to act. */
  | "app-refused"
  /** The marketplace refuses this call. Asking again at once is of no use. */
  | "refused"
  /** The marketplace does not answer, or not as documented: retry later. */
  | "unavailable"

/** A wrong answer of a marketplace. `vendorText` is its own text, shortened; "" if there is none. */
export class MarketError extends Error {
  override name = "MarketError"
  readonly vendor: MarketVendor
  readonly kind: MarketErrorKind
  readonly vendorText: string
  readonly retryAfterS: number
  /** True if nothing, or no whole answer, came within the time that was given, or there is too little to ask. */
  readonly isSilent: boolean
  constructor(
    vendor: MarketVendor,
    kind: MarketErrorKind,
    message: string,
    vendorText = "",
    retryAfterS = 0,
    isSilent = false,
  ) {
    super(message)
    this.vendor = vendor
    this.kind = kind
    this.vendorText = vendorText
    this.retryAfterS = retryAfterS
    this.isSilent = isSilent
  }
}

/** The wait if a 429 does not say how long. */
export const DEFAULT_WAIT_S = 60
const MAX_WAIT_S = 6 * 3_600

/** Returns the error to throw, noted for the operator. */
export function noted(
  vendor: MarketVendor,
  kind: MarketErrorKind,
  code: string,
  text: string,
  { vendorText = "", retryAfterS = 0, isSilent = false } = {},
): MarketError {
  recordVendorError({ vendor, code, text })
  return new MarketError(vendor, kind, text, vendorText, retryAfterS, isSilent)
}

/** Returns the error of an answer 429, which says how long to wait, or does not. */
export function tooManyCalls(vendor: MarketVendor, headers: Headers, vendorText: string): MarketError {
  const askedS = Number(headers.get("retry-after") ?? DEFAULT_WAIT_S)
  const retryAfterS = Number.isFinite(askedS) ? Math.min(MAX_WAIT_S, Math.max(1, askedS)) : DEFAULT_WAIT_S
  const words = vendorText === "" ? "answered 429" : `answered 429: ${vendorText}`
  return noted(vendor, "rate-limited", "status-429", `${words}, to wait ${retryAfterS} s`, {
    vendorText,
    retryAfterS,
  })
}

/** A refusal in OAuth's form (RFC 6749), where `error` is a code; some vendors put a sentence there. */
const refusalSchema = z.object({ error: z.string(), error_description: z.string().nullish() })

/** Returns the vendor's code, else the status; and its words, without anything personal or secret. */
export function readRefusal(status: number, body: unknown): { code: string; vendorText: string } {
  const read = refusalSchema.safeParse(body)
  if (!read.success) return { code: `status-${status}`, vendorText: "" }
  const { error, error_description: description } = read.data
  const isCode = /^[a-z][a-z_]{2,40}$/.test(error)
  const vendorText = withoutSecrets(description ?? (isCode ? "" : error))
  return { code: isCode ? error : `status-${status}`, vendorText }
}
