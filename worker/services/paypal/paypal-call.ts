import { z } from "zod"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Settings } from "../../env.ts"
import { errorText, logError, logWarning } from "../../log.ts"
import { recordVendorError } from "../../vendor-error.ts"

/** The time limit: PayPal answers its own calls within seconds, and a payer waits for this one. */
const TIMEOUT_MS = 15_000
/** The time by which a token is renewed early: PayPal refuses one that expires during a call. */
const TOKEN_MARGIN_MS = MINUTE_MS

/** An amount in PayPal's format. */
export const moneySchema = z.object({ currency_code: z.string(), value: z.string() })
export const linksSchema = z.array(z.object({ rel: z.string(), href: z.string() }))
const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const problemSchema = z.object({
  name: z.string().optional(),
  /** The error's code where a token is asked for, in place of a name. */
  error: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})

/** Returns `"10.00"` as 1000; null for anything but a whole number of cents. */
export function centsOf(value: string): number | null {
  const parts = value.match(/^(\d{1,9})(?:\.(\d{1,2}))?$/)
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0")) : null
}

/** The status, and the body if it was JSON. */
export type Reply = { status: number; body: unknown }
type Token = { value: string; expiresAtMs: number }

/** The tokens, one per account, shared by all requests of this isolate until they expire. */
const tokens = new Map<string, Token>()

/** Makes one call with our token, and renews the token once if PayPal has withdrawn it. */
export async function call(
  settings: Settings,
  method: "GET" | "POST",
  path: string,
  more: { requestId?: string; body?: unknown } = {},
): Promise<Reply> {
  const send = async () =>
    request(settings, path, {
      method,
      headers: {
        authorization: `Bearer ${await accessToken(settings)}`,
        accept: "application/json",
        ...(more.body === undefined ? {} : { "content-type": "application/json" }),
        ...(more.requestId === undefined ? {} : { "paypal-request-id": more.requestId }),
      },
      ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
    })
  const reply = await send()
  if (reply.status !== 401) return reply
  // The token was withdrawn early: a fresh one works, or the credentials are wrong.
  tokens.delete(keyOf(settings))
  return send()
}

async function accessToken(settings: Settings): Promise<string> {
  const known = tokens.get(keyOf(settings))
  const nowMs = Date.now()
  if (known && known.expiresAtMs > nowMs) return known.value
  const reply = await askToken(settings)
  if (reply.status === 400 || reply.status === 401) throw refused("an access token", reply)
  if (reply.status !== 200) throw unexpected("an access token", reply)
  const { access_token: value, expires_in: lifeS } = parsed(tokenSchema, reply, "an access token")
  tokens.set(keyOf(settings), { value, expiresAtMs: nowMs + lifeS * 1000 - TOKEN_MARGIN_MS })
  return value
}

/** Returns PayPal's answer to our credentials; 400 or 401 if they are wrong. */
export function askToken(settings: Settings): Promise<Reply> {
  const credentials = btoa(`${settings.PAYPAL_CLIENT_ID}:${settings.PAYPAL_CLIENT_SECRET}`)
  return request(settings, "/v1/oauth2/token", {
    method: "POST",
    headers: { authorization: `Basic ${credentials}`, accept: "application/json" },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  })
}

function keyOf(settings: Settings): string {
  return `${settings.PAYPAL_API_URL} ${settings.PAYPAL_CLIENT_ID}`
}

async function request(settings: Settings, path: string, init: RequestInit): Promise<Reply> {
  try {
    const response = await fetch(settings.PAYPAL_API_URL + path, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("application/json") ?? false
    return { status: response.status, body: isJson && text !== "" ? JSON.parse(text) : null }
  } catch (error) {
    logWarning("paypal did not answer", { path, error })
    recordVendorError({ vendor: "PayPal", code: "no-answer", text: errorText(error) })
    throw unavailable()
  }
}

/** Parses the body by the schema; logs and throws if it does not match. */
export function parsed<T extends z.ZodType>(schema: T, reply: Reply, subject: string): z.output<T> {
  const result = schema.safeParse(reply.body)
  if (!result.success) throw unexpected(subject, reply)
  return result.data
}

/** Returns PayPal's words for a refusal; its support asks for the debug id. */
export function problemOf(reply: Reply): { name?: string; issues: string[]; debugId?: string } {
  const problem = problemSchema.safeParse(reply.body)
  if (!problem.success) return { issues: [] }
  const { error, name = error, details = [], debug_id: debugId } = problem.data
  return { name, issues: details.map(({ issue }) => issue), debugId }
}

/** Logs an unusable answer; the returned error is `vendor-unavailable`, so callers retry. */
export function unexpected(subject: string, reply: Reply): ApiError {
  logWarning(`paypal was asked for ${subject}`, { status: reply.status, ...problemOf(reply) })
  record(subject, reply)
  return unavailable()
}

/**
 * Logs that PayPal refuses us, not the payer: our credentials, account or settings. The returned error
 * says so, because a second try would not help.
 */
export function refused(subject: string, reply: Reply): ApiError {
  const { name, issues, debugId } = problemOf(reply)
  const issue = issues[0] ?? name ?? `HTTP_${reply.status}`
  logError("paypal lets us take no money: see to the shop's account", { what: subject, issue, debugId })
  record(subject, reply)
  return new ApiError(
    "vendor-unavailable",
    "PayPal does not let us take payments at the moment. We have been told. Please try again later, or pay by bank transfer.",
  )
}

function record(subject: string, reply: Reply): void {
  const { status } = reply
  const { name, issues, debugId } = problemOf(reply)
  const summary = [name, ...issues, debugId && `debug id ${debugId}`].filter(Boolean).join(", ")
  const text = `asked for ${subject}, answered ${status}${summary && `: ${summary}`}`
  recordVendorError({ vendor: "PayPal", code: issues[0] ?? name ?? `status-${status}`, text })
}

function unavailable(): ApiError {
  return new ApiError(
    "vendor-unavailable",
    "PayPal did not answer as expected. Please try again in a moment.",
  )
}
