import { z } from "zod"
import { MINUTE_MS } from "../../contract/duration.ts"
import { ApiError } from "../../contract/error.ts"
import type { Settings } from "../env.ts"
import { logWarning } from "../log.ts"

/** PayPal's own calls answer within a few seconds; a payer waits behind this one. */
const TIMEOUT_MS = 15_000
/** A token that runs out while a call is under way is refused, so it is given up a little early. */
const TOKEN_MARGIN_MS = MINUTE_MS

/** An amount as PayPal writes it. */
export const moneySchema = z.object({ currency_code: z.string(), value: z.string() })
/** What PayPal leads on to from an answer. */
export const linksSchema = z.array(z.object({ rel: z.string(), href: z.string() }))
const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const problemSchema = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})

/** `"10.00"` → 1000, and null for anything that is not a whole number of cents. */
export function centsOf(value: string): number | null {
  const parts = value.match(/^(\d{1,9})(?:\.(\d{1,2}))?$/)
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0")) : null
}

/** What came back: the status, and the body where it was JSON. */
export type Reply = { status: number; body: unknown }
type Token = { value: string; expiresAtMs: number }

/** One an account: calls of every request of this isolate share it until it runs out. */
const tokens = new Map<string, Token>()

/** One call under our own token, which is renewed once where PayPal has withdrawn it. */
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
  // Withdrawn before its time: a fresh one is good, or the credentials are wrong.
  tokens.delete(keyOf(settings))
  return send()
}

async function accessToken(settings: Settings): Promise<string> {
  const known = tokens.get(keyOf(settings))
  const nowMs = Date.now()
  if (known && known.expiresAtMs > nowMs) return known.value
  const credentials = btoa(`${settings.PAYPAL_CLIENT_ID}:${settings.PAYPAL_CLIENT_SECRET}`)
  const reply = await request(settings, "/v1/oauth2/token", {
    method: "POST",
    headers: { authorization: `Basic ${credentials}`, accept: "application/json" },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  })
  if (reply.status !== 200) throw unexpected("an access token", reply)
  const { access_token: value, expires_in: lifeS } = parsed(tokenSchema, reply, "an access token")
  tokens.set(keyOf(settings), { value, expiresAtMs: nowMs + lifeS * 1000 - TOKEN_MARGIN_MS })
  return value
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
    throw unavailable()
  }
}

/** The body as it should be; what is otherwise is logged and thrown. */
export function parsed<T extends z.ZodType>(schema: T, reply: Reply, what: string): z.output<T> {
  const result = schema.safeParse(reply.body)
  if (!result.success) throw unexpected(what, reply)
  return result.data
}

/** PayPal's own words for a refusal; the debug id is what its support asks for. */
export function problemOf(reply: Reply): { name?: string; issues: string[]; debugId?: string } {
  const problem = problemSchema.safeParse(reply.body)
  if (!problem.success) return { issues: [] }
  const { name, details = [], debug_id: debugId } = problem.data
  return { name, issues: details.map(({ issue }) => issue), debugId }
}

/** Logs an answer that nobody can go on with; the error says `vendor-unavailable`, so that it is asked again. */
export function unexpected(what: string, reply: Reply): ApiError {
  logWarning(`paypal was asked for ${what}`, { status: reply.status, ...problemOf(reply) })
  return unavailable()
}

function unavailable(): ApiError {
  return new ApiError(
    "vendor-unavailable",
    "PayPal did not answer as expected. Please try again in a moment.",
  )
}
