import { z } from "zod"
import { errorBodySchema } from "../../contract/error.ts"
import { wordsOf } from "../../contract/issue.ts"
import { type ListReply, listReplySchema } from "../../contract/list.ts"
import { texts } from "../../contract/text.ts"
import { formatQuery, serverParams } from "./query-params.ts"

// Schemas compiled with `new Function` would break the content security policy. Whatever a schema has no words for is said in
// the server's.
z.config({ jitless: true, customError: wordsOf })

/** A call that did not succeed. `message` is the server's own words, fit to be shown; status 0: it was not reached. */
export class ApiFailure extends Error {
  override name = "ApiFailure"
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** What the server's log calls the request; "" where none came with the answer. */
  readonly requestId: string
  /** With the code `balance-moved`: what is available now. */
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

/** The server's words. What failed in the page itself has none that a person could use. */
export function messageOf(error: unknown): string {
  return error instanceof ApiFailure ? error.message : texts.errorOccurred
}

/** The id to give to support. Null unless the server failed: what it refused, the person can mend alone. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiFailure && error.status >= 500 && error.requestId !== "" ? error.requestId : null
}

/** Both in one line, for a form. */
export function failureWords(error: unknown): string {
  const requestId = requestIdOf(error)
  const message = messageOf(error)
  return requestId === null ? message : `${message.replace(/\.$/, "")}. Request ${requestId}`
}

export type Params = Record<string, unknown>
export type Method = "POST" | "PUT" | "PATCH" | "DELETE"

/** GET `/api{path}`; the reply's `data`, parsed. */
export async function apiGet<T extends z.ZodType>(
  path: string,
  schema: T,
  params: Params = {},
): Promise<z.output<T>> {
  const body = await call("GET", path + formatQuery(serverParams(params)))
  return parseReply(path, schema, unwrap(body))
}

/** GET a list with its pagination. Page-only keys of `params` (modals, callbacks) are not sent. */
export async function apiList<T extends z.ZodType>(
  path: string,
  rowSchema: T,
  params: Params = {},
): Promise<ListReply<z.output<T>>> {
  const body = await call("GET", path + formatQuery(serverParams(params)))
  return parseReply(path, listReplySchema(rowSchema), body)
}

/** A change: JSON, or multipart when `body` is a FormData. Answers the reply's `data` (undefined without a schema). */
export async function apiSend(method: Method, path: string, body?: unknown): Promise<undefined>
export async function apiSend<T extends z.ZodType>(
  method: Method,
  path: string,
  body: unknown,
  schema: T,
): Promise<z.output<T>>
export async function apiSend(
  method: Method,
  path: string,
  body?: unknown,
  schema?: z.ZodType,
): Promise<unknown> {
  const reply = await call(method, path, body)
  return schema === undefined ? undefined : parseReply(path, schema, unwrap(reply))
}

/** As `apiSend`, for callers that show what the server said: "" when it said nothing. */
export async function apiSendMessage(method: Method, path: string, body?: unknown): Promise<string> {
  const reply = messageSchema.safeParse(await call(method, path, body))
  return reply.success ? reply.data.message : ""
}

export const apiHeaders = { Accept: "application/json", "X-Requested-With": "sheetsmith" }

/** What a refused call becomes, from its status and whatever body it had. */
export function failureOf(status: number, body: unknown): ApiFailure {
  const parsed = errorBodySchema.safeParse(body)
  if (parsed.success) return new ApiFailure(status, parsed.data.code, parsed.data.message, parsed.data)
  return new ApiFailure(status, "internal-error", texts.errorOccurred)
}

/** Parses what a call answered; a reply that breaks the contract is a failure, said once in the console. */
export function parseReply<T extends z.ZodType>(path: string, schema: T, data: unknown): z.output<T> {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  console.warn(`Unexpected reply from ${path}`, z.prettifyError(parsed.error))
  throw new ApiFailure(200, "unexpected-reply", texts.errorOccurred)
}

/** The envelope's `data`; a body without one is its own data. */
export function unwrap(body: unknown): unknown {
  return typeof body === "object" && body !== null && "data" in body ? body.data : body
}

const messageSchema = z.object({ message: z.string().default("") })

async function call(method: "GET" | Method, path: string, body?: unknown): Promise<unknown> {
  const isForm = body instanceof FormData
  const headers =
    body === undefined || isForm ? apiHeaders : { ...apiHeaders, "Content-Type": "application/json" }
  const payload = body === undefined || isForm ? body : JSON.stringify(body)
  let response: Response
  try {
    response = await fetch(`/api${path}`, { method, headers, body: payload, credentials: "same-origin" })
  } catch {
    // fetch rejects for one reason only, that no answer came; it tells scripts no more than that.
    throw new ApiFailure(0, "unreachable", "Sheetsmith cannot be reached. Check your connection.")
  }
  const text = await response.text()
  const reply = parseJson(text)
  if (!response.ok) throw failureOf(response.status, reply)
  return reply
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An empty or foreign body (a proxy's page, a 204) carries nothing to read.
    return null
  }
}
