import {
  MarketError,
  type MarketErrorKind,
  noted,
  readRefusal,
  tooManyCalls,
} from "../marketplaces/market-error.ts"

/**
 * Returns the error of an answer that is no success; `body` is its JSON, if it is JSON. Etsy answers
 * errors as `{error, error_description}`, where `error` is a code for OAuth's and a sentence for its
 * own (developers.etsy.com/documentation/essentials/authentication, requests).
 */
export function refusalOf({ status, headers }: Response, body: unknown): MarketError {
  const { code, vendorText } = readRefusal(status, body)
  if (status === 429) return tooManyCalls("Etsy", headers, vendorText)
  const words = vendorText === "" ? `answered ${status}` : `answered ${status}: ${vendorText}`
  const kind = kindOf(status, code, vendorText)
  // An expired token is nobody's fault: it is refreshed.
  return kind === "token-ended"
    ? new MarketError("Etsy", kind, words, vendorText)
    : noted("Etsy", kind, code, words, { vendorText })
}

/** Returns the kind of a refusal. Etsy tells a key's and a scope's refusals apart by words alone. */
function kindOf(status: number, code: string, vendorText: string): MarketErrorKind {
  if (status >= 500) return "unavailable"
  if (code === "invalid_grant") return "access-ended"
  if (code === "invalid_client" || code === "unauthorized_client") return "app-refused"
  if (/api[- ]key|shared secret|keystring/i.test(vendorText)) return "app-refused"
  if (code === "insufficient_scope" || /\bscopes?\b/i.test(vendorText)) return "scope-missing"
  if (status === 401) return "token-ended"
  return "refused"
}
