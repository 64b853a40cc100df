import type { ErrorHandler } from "hono"
import { HTTPException } from "hono/http-exception"
import { ASSISTANT_PATH } from "../../contract/accounts/assistant-path.ts"
import { ApiError, type ErrorBody, type ErrorCode, statusOfCode } from "../../contract/error.ts"
import { texts, UNAVAILABLE } from "../../contract/text.ts"
import type { OpenAppEnv, OpenContext } from "../app-env.ts"
import { errorText, logError, logSecurity } from "../log.ts"
import { beingMoved, isHeld } from "../moving.ts"
import { NO_JSON } from "../valid.ts"
import { recordVendorError } from "../vendor-error.ts"
import { assistantMetadataAddress, bearerOf } from "./access-token.ts"
import { isOutage } from "./outage.ts"

/** The wait before a retry; most storage outages end within this time. */
const OUTAGE_RETRY_S = 30

/** The refusals that tell of an attack, if there are many. */
const loggedRefusals: readonly ErrorCode[] = ["forbidden", "not-a-member", "too-many-requests"]

/** Builds every error reply, the only place that does. Logs unforeseen errors once, explains them plainly. */
export const errorReply: ErrorHandler<OpenAppEnv> = (error, c) => {
  const foreseen = refusalOf(error)
  if (!foreseen) logError("unexpected error", { method: c.req.method, path: c.req.path, error })
  const refusal = foreseen ?? plainly(error)
  if (loggedRefusals.includes(refusal.code)) {
    const { requestId, user } = c.var
    const { method, path } = c.req
    logSecurity("call-refused", { requestId, userId: user?.id, code: refusal.code, method, path })
  }
  const body: ErrorBody = {
    message: refusal.message,
    code: refusal.code,
    requestId: c.var.requestId,
    docs: new URL(`/developers#error-${refusal.code}`, c.req.url).href,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    ...(refusal.scope ? { scope: refusal.scope } : {}),
    ...(refusal.availableCredits === undefined ? {} : { availableCredits: refusal.availableCredits }),
    ...(refusal.violations ? { violations: refusal.violations } : {}),
  }
  if (refusal.retryAfterS !== undefined) c.header("retry-after", String(refusal.retryAfterS))
  const challenge = challengeOf(refusal, c)
  if (challenge) c.header("www-authenticate", challenge)
  return c.json(body, statusOfCode[refusal.code])
}

/**
 * Returns what a refused access token lacks, as RFC 6750 (section 3) has programs told; an assistant also learns where it is
 * described how it gets one (RFC 9728, section 5.1).
 */
function challengeOf({ code, scope }: ApiError, c: OpenContext): string | null {
  if (code === "scope-missing") return `Bearer error="insufficient_scope", scope="${scope}"`
  if (code !== "token-invalid") return null
  const parts = [
    ...(bearerOf(c) === null ? [] : ['error="invalid_token"']),
    ...(c.req.path === ASSISTANT_PATH ? [`resource_metadata="${assistantMetadataAddress(c.env)}"`] : []),
  ]
  return `Bearer ${parts.join(", ")}`
}

/** Tells the caller to retry after an outage; other errors say nothing but the request's id. */
function plainly(error: Error): ApiError {
  if (!isOutage(error)) return new ApiError("internal-error", texts.errorOccurred)
  recordVendorError({ vendor: "Cloudflare", code: "storage-away", text: errorText(error) })
  return new ApiError("unavailable", UNAVAILABLE, { retryAfterS: OUTAGE_RETRY_S })
}

/** Returns a refusal: also of unreadable JSON, the only cause for which Hono throws HTTPException. */
function refusalOf(error: Error): ApiError | null {
  if (error instanceof ApiError) return error
  if (isHeld(error)) return beingMoved()
  if (error instanceof HTTPException && error.status < 500) return new ApiError("validation-failed", NO_JSON)
  return null
}
