import type { ErrorHandler } from "hono"
import { HTTPException } from "hono/http-exception"
import { ApiError, type ErrorBody, statusOfCode } from "../../contract/error.ts"
import { texts } from "../../contract/text.ts"
import { logError, logSecurity } from "../log.ts"
import type { AppEnv } from "./app-env.ts"

/** The only place that builds an error reply. What nobody foresaw is logged once and answered plainly. */
export const errorReply: ErrorHandler<AppEnv> = (error, c) => {
  const refusal = refusalOf(error)
  if (!refusal) {
    logError("unexpected error", {
      method: c.req.method,
      path: c.req.path,
      error,
    })
  }
  const code = refusal?.code ?? "internal-error"
  if (code === "forbidden" || code === "too-many-requests") {
    const { requestId, user } = c.var
    logSecurity("call-refused", { requestId, userId: user?.id, code, method: c.req.method, path: c.req.path })
  }
  const body: ErrorBody = {
    message: refusal?.message ?? texts.errorOccurred,
    code,
    requestId: c.var.requestId,
    ...(refusal?.fields ? { fields: refusal.fields } : {}),
  }
  if (refusal?.retryAfterS !== undefined) c.header("retry-after", String(refusal.retryAfterS))
  return c.json(body, statusOfCode[code])
}

/** Hono throws HTTPException itself for JSON it cannot read; that is the caller's mistake. */
function refusalOf(error: Error): ApiError | null {
  if (error instanceof ApiError) return error
  if (error instanceof HTTPException && error.status < 500)
    return new ApiError("validation-failed", error.message)
  return null
}
