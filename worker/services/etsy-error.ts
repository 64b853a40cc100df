import { z } from "zod"
import { recordVendorError, withoutSecrets } from "../vendor-error.ts"

type EtsyErrorKind =
  /** Too many calls: wait. */
  | "rate-limited"
  /** The access token has expired: refresh it. */
  | "token-ended"
  /** The seller or Etsy has ended the connection: connect again. */
  | "access-ended"
  /** The connection lacks a permission that we ask for: connect again. */
  | "scope-missing"
  /** Etsy does not accept our app: its operator has to act. */
  | "app-refused"
  /** Etsy does not give this. Asking again at once is of no use. */
  | "refused"
  /** Etsy does not answer, or not as documented: retry later. */
  | "unavailable"

/** What Etsy answered wrongly. `said` is Etsy's own text, shortened; "" where there is none. */
export class EtsyError extends Error {
  override name = "EtsyError"
  readonly kind: EtsyErrorKind
  readonly said: string
  readonly retryAfterS: number
  constructor(kind: EtsyErrorKind, message: string, said = "", retryAfterS = 0) {
    super(message)
    this.kind = kind
    this.said = said
    this.retryAfterS = retryAfterS
  }
}

/** If a 429 does not say how long to wait. */
export const DEFAULT_WAIT_S = 60
const MAX_WAIT_S = 6 * 3_600

/**
 * Etsy answers errors as `{error, error_description}`, where `error` is a code for OAuth's and a
 * sentence for its own (developers.etsy.com/documentation/essentials/authentication, requests).
 */
const refusalSchema = z.object({ error: z.string(), error_description: z.string().nullish() })

/** The error to throw, noted for the operator. */
export function noted(
  kind: EtsyErrorKind,
  code: string,
  text: string,
  { said = "", retryAfterS = 0 } = {},
): EtsyError {
  recordVendorError({ vendor: "Etsy", code, text })
  return new EtsyError(kind, text, said, retryAfterS)
}

/** The error of an answer that is no success; `body` is what it said, as JSON where it is some. */
export function refusalOf({ status, headers }: Response, body: unknown): EtsyError {
  const { code, said } = readRefusal(status, body)
  const words = said === "" ? `answered ${status}` : `answered ${status}: ${said}`
  if (status === 429) {
    const askedS = Number(headers.get("retry-after") ?? DEFAULT_WAIT_S)
    const retryAfterS = Number.isFinite(askedS) ? Math.min(MAX_WAIT_S, Math.max(1, askedS)) : DEFAULT_WAIT_S
    return noted("rate-limited", "status-429", `${words}, to wait ${retryAfterS} s`, { said, retryAfterS })
  }
  const kind = kindOf(status, code, said)
  // An expired token is nobody's fault: it is refreshed.
  return kind === "token-ended" ? new EtsyError(kind, words, said) : noted(kind, code, words, { said })
}

/** Etsy's code, else the status; and its words, without anything personal or secret. */
export function readRefusal(status: number, body: unknown): { code: string; said: string } {
  const read = refusalSchema.safeParse(body)
  if (!read.success) return { code: `status-${status}`, said: "" }
  const { error, error_description: description } = read.data
  const isCode = /^[a-z][a-z_]{2,40}$/.test(error)
  const said = withoutSecrets(description ?? (isCode ? "" : error))
  return { code: isCode ? error : `status-${status}`, said }
}

/** Of OAuth's refusals as of the API's own. Etsy tells those of a key and of a scope by words alone. */
function kindOf(status: number, code: string, said: string): EtsyErrorKind {
  if (status >= 500) return "unavailable"
  if (code === "invalid_grant") return "access-ended"
  if (code === "invalid_client" || code === "unauthorized_client") return "app-refused"
  if (/api[- ]key|shared secret|keystring/i.test(said)) return "app-refused"
  if (code === "insufficient_scope" || /\bscopes?\b/i.test(said)) return "scope-missing"
  if (status === 401) return "token-ended"
  return "refused"
}
