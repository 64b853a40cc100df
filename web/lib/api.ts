import { z } from "zod"
import { errorBodySchema } from "../../contract/error.ts"
import { wordsOf } from "../../contract/issue.ts"
import { MAX_UPLOAD_BYTES, MIB } from "../../contract/limit.ts"
import { type Answer, type BodyOf, KEY_HEADER, type QueryOf, type Route } from "../../contract/route.ts"
import { texts } from "../../contract/text.ts"
import { formatQuery, serverParams } from "./query-params.ts"

// Compiled schemas use `new Function`, which the content security policy forbids. Without a schema's own
// message, the server's words apply.
z.config({ jitless: true, customError: wordsOf })

/** A failed call. `message` is the server's, fit for people; status 0: no connection. */
export class ApiFailure extends Error {
  override name = "ApiFailure"
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** The request's id in the server's log; "" if the answer had none. */
  readonly requestId: string
  /** The call, by its method and path; "" if it is none that `api` makes. */
  call = ""
  /** With the code `balance-moved`: the credits available now. */
  readonly availableCredits: number | undefined
  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: Record<string, string>; requestId?: string; availableCredits?: number } = {},
  ) {
    super(message === "" ? texts.errorOccurred : message)
    this.status = status
    this.code = code
    this.fields = more.fields ?? {}
    this.requestId = more.requestId ?? ""
    this.availableCredits = more.availableCredits
  }
}

/** Returns the server's message. An error of the page itself has none that a person could use. */
export function messageOf(error: unknown): string {
  return error instanceof ApiFailure ? error.message : texts.errorOccurred
}

/** Returns whether a failure may pass; a refusal, or a reply that breaks the contract, does not. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return true
  return error.status === 0 || error.status >= 500
}

/** Returns the id for support. Null unless the server failed: people can fix a refusal themselves. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiFailure && error.status >= 500 && error.requestId !== "" ? error.requestId : null
}

/** Returns message and request id in one line, for a form. */
export function failureWords(error: unknown): string {
  const requestId = requestIdOf(error)
  const message = messageOf(error)
  return requestId === null ? message : `${message.replace(/\.$/, "")}. Request ${requestId}`
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
/** A call's arguments. The page's own query keys (modals, callbacks) are not sent. */
export type Asked<R extends Route> = {
  query?: { [Key in keyof z.input<QueryOf<R>>]?: unknown }
} & ([NamesIn<R["path"]>] extends [never] ? unknown : { params: Record<NamesIn<R["path"]>, string> }) &
  (R extends { body: z.ZodType } ? { body: z.input<BodyOf<R>> } : unknown) &
  (R extends { bodyMedia: string } ? { body: Blob } : unknown)
type Rest<R extends Route> = object extends Asked<R> ? [asked?: Asked<R>] : [asked: Asked<R>]
type Loose = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Makes a call as the contract describes it, and returns its reply, parsed. */
export async function api<const R extends Route>(route: R, ...[asked]: Rest<R>): Promise<Answer<R>> {
  const { query = {}, body, params }: Loose = asked ?? {}
  const path = pathOf(route, params) + formatQuery(serverParams(query))
  return parseReply(route, await call(route, path, body))
}

/** Makes the same call; returns only the reply's `data`. */
export async function apiData<const R extends Route>(route: R, ...asked: Rest<R>): Promise<DataOf<R>> {
  const { data } = (await api(route, ...asked)) as { data: DataOf<R> }
  return data
}
type DataOf<R extends Route> = Answer<R> extends { data: infer Data } ? Data : never

export function pathOf({ path }: Route, params: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]))
}

/** The headers of every call; `lib/workplace.ts` adds the account that this tab shows. */
export const apiHeaders: Record<string, string> = {
  Accept: "application/json",
  "X-Requested-With": "sheetsmith",
}

const UNREADABLE = "Sheetsmith's answer cannot be read. Reload the page."
const AWAY = "Sheetsmith does not answer right now. Please try again in a minute."

/** The meaning of statuses from a proxy in front of the server. Only an upload can get its 413. */
const wordsOfStatus: Readonly<Record<number, string>> = {
  403: "Sheetsmith's network refused this. Reload the page and try again.",
  408: "The connection was too slow. Please try again.",
  413: `This is too large to be sent: at most ${MAX_UPLOAD_BYTES / MIB} MB can be uploaded.`,
  429: "Too many requests. Please wait a minute and try again.",
  502: AWAY,
  503: AWAY,
  504: AWAY,
}

const strangeErrorSchema = z
  .union([
    z.object({ message: z.string() }),
    z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error),
    z.object({ error: z.string() }).transform(({ error }) => ({ message: error })),
  ])
  .transform(({ message }) => message.trim())

/** Returns the failure for a refused call, by its status and body; a proxy's body may have any shape. */
export function failureOf(status: number, body: unknown): ApiFailure {
  const parsed = errorBodySchema.safeParse(body)
  if (parsed.success) return new ApiFailure(status, parsed.data.code, parsed.data.message, parsed.data)
  const words = strangeErrorSchema.safeParse(body).data ?? ""
  return new ApiFailure(status, "internal-error", words || proxyWords(status))
}

/** Returns words for Cloudflare's own statuses: from 520 on, it does not reach the server. */
function proxyWords(status: number): string {
  return wordsOfStatus[status] ?? (status >= 520 ? AWAY : texts.errorOccurred)
}

/** Parses a reply; one that breaks the contract is a failure, and is logged in the console once. */
export function parseReply<R extends Route>(route: R, body: unknown): Answer<R> {
  const schemas = Object.values(route.replies).filter((reply) => reply instanceof z.ZodType)
  const parsed = z.union(schemas).safeParse(body)
  if (parsed.success) return parsed.data as Answer<R>
  console.warn(`Unexpected reply from ${route.path}`, z.prettifyError(parsed.error))
  throw new ApiFailure(200, "unexpected-reply", UNREADABLE)
}

let onSuccess: (call: string) => void = () => {}

/** Has a listener told of each call that succeeds, named as its failures name it. */
export function hearSuccesses(listener: (call: string) => void): void {
  onSuccess = listener
}

/** The keys of calls that take money or credits and have had no answer: the same call again is a repeat. */
const unanswered = new Map<string, string>()

async function call({ method, isSpending }: Route, path: string, body?: unknown): Promise<unknown> {
  const isBare = body === undefined || body instanceof Blob
  const payload = isBare ? body : JSON.stringify(body)
  const name = `${method} ${path.split("?")[0]}`
  const same = name + payload
  const key = isSpending && (unanswered.get(same) ?? crypto.randomUUID())
  if (key) unanswered.set(same, key)
  const headers = {
    ...apiHeaders,
    ...(!isBare && { "Content-Type": "application/json" }),
    ...(key && { [KEY_HEADER]: key }),
  }
  let response: Response
  try {
    response = await fetch(`/api${path}`, { method, headers, body: payload, credentials: "same-origin" })
  } catch {
    throw Object.assign(unreachable(), { call: name })
  }
  const text = await response.text()
  const reply = parseJson(text)
  const failure = response.ok ? null : Object.assign(failureOf(response.status, reply), { call: name })
  if (!failure || !(isWorthRetrying(failure) || failure.code === "idempotency-key-busy"))
    unanswered.delete(same)
  if (failure) throw failure
  onSuccess(name)
  return reply
}

/**
 * Returns the failure of a call that got no answer: the network's if the browser knows that it is offline.
 * Scripts learn no more.
 */
export function unreachable(): ApiFailure {
  const words =
    navigator.onLine === false
      ? "Your network does not answer: this device is offline."
      : "Sheetsmith cannot be reached. Check your connection."
  return new ApiFailure(0, "unreachable", words)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An empty or foreign body (a proxy's page, a 204) carries nothing to read.
    return null
  }
}
