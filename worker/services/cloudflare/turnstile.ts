import { z } from "zod"
import { type CaptchaForm, captchaForms } from "../../../contract/accounts/account.ts"
import { ApiError } from "../../../contract/error.ts"
import type { EdgeSettings } from "../../env.ts"
import { errorText, logError, logWarning } from "../../log.ts"
import { isTurnstileTestKey } from "../../sample-settings.ts"
import { recordVendorError } from "../../vendor-error.ts"

const TIMEOUT_MS = 10_000
const MOST_CODES = 10

const replySchema = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string().max(60)).max(MOST_CODES).default([]),
  hostname: z.string().optional(),
  action: z.string().optional(),
})
type Reply = z.infer<typeof replySchema>

/** The verdict on a token, Turnstile's and ours: the form it was solved for, or the codes of a refusal. */
type Verdict = { kind: "human"; form: CaptchaForm | "any" } | { kind: "refused"; codes: string[] }

/** The codes when Turnstile does not know our secret: no token can pass. */
const OUR_FAULT = ["missing-input-secret", "invalid-input-secret"]
/** The codes when Turnstile could not judge the token. */
const NO_VERDICT = ["internal-error", "bad-request"]

/**
 * Judges a token, which passes once, on the app's own host and for one of its forms. If Turnstile is
 * unreachable, has no verdict or refuses our secret, the caller gets a 502. See
 * developers.cloudflare.com/turnstile/get-started/server-side-validation
 */
export async function judgeCaptcha(settings: EdgeSettings, token: string, address: string): Promise<Verdict> {
  const reply = await verify(settings, token, address)
  const codes = reply["error-codes"]
  if (codes.some((code) => OUR_FAULT.includes(code))) throw refusedSecret(codes)
  if (codes.some((code) => NO_VERDICT.includes(code))) throw unanswered(codes.join(" "))
  if (!reply.success) return { kind: "refused", codes }
  // Cloudflare answers the same host and action for every token of its test keys.
  if (isTurnstileTestKey(settings.TURNSTILE_SECRET)) return { kind: "human", form: "any" }
  if (reply.hostname !== new URL(settings.APP_ORIGIN).hostname)
    return { kind: "refused", codes: ["other-hostname"] }
  const form = captchaForms.find((name) => name === reply.action)
  return form ? { kind: "human", form } : { kind: "refused", codes: ["other-action"] }
}

/** Returns whether Turnstile knows our secret, by a token that nobody solved; null if it does not answer. */
export async function isSecretKnown(settings: EdgeSettings): Promise<boolean | null> {
  const reply = await verify(settings, "no token, only a question").catch(() => null)
  const codes = reply?.["error-codes"] ?? NO_VERDICT
  return codes.some((code) => NO_VERDICT.includes(code))
    ? null
    : !codes.some((code) => OUR_FAULT.includes(code))
}

async function verify(settings: EdgeSettings, token: string, address?: string): Promise<Reply> {
  const secret = settings.TURNSTILE_SECRET
  const fields = { secret, response: token, ...(address === undefined ? {} : { remoteip: address }) }
  try {
    const response = await fetch(settings.TURNSTILE_VERIFY_URL, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return replySchema.parse(await response.json())
  } catch (error) {
    throw unanswered(errorText(error), error)
  }
}

function unanswered(text: string, error?: unknown): ApiError {
  logWarning("turnstile gave no usable answer", { error: error ?? text })
  recordVendorError({ vendor: "Turnstile", code: "no-answer", text })
  return new ApiError(
    "vendor-unavailable",
    "The captcha service did not answer. Please try again in a moment.",
  )
}

function refusedSecret(codes: readonly string[]): ApiError {
  logError("turnstile refuses our secret", { codes })
  recordVendorError({ vendor: "Turnstile", code: codes[0], text: "TURNSTILE_SECRET is not the widget's" })
  return new ApiError(
    "vendor-unavailable",
    "The captcha is not set up correctly. This is our mistake, not yours: please try again later.",
  )
}
