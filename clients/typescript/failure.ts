/** The body of an error, as the API describes it. */
type ErrorBody = {
  message?: string
  code?: string
  fields?: Record<string, string>
  requestId?: string
  scope?: string
  docs?: string
}

type Details = {
  status: number
  code: string
  fields?: Record<string, string>
  requestId?: string
  scope?: string
  docs?: string
  retryAfterS?: number
}

/** A call that came to no success; `message` is a sentence for people. */
export class SheetsmithError extends Error {
  override name = "SheetsmithError"
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
  /** The code of the refusal, by which programs decide; `unreachable` where no answer came. */
  readonly code: string
  /** What is wrong with which part of the request: `{"items.0.url": "…"}`. */
  readonly fields: Record<string, string>
  /** The number under which the log has this call. */
  readonly requestId: string | undefined
  /** The scope that the access token lacks, with `scope-missing`. */
  readonly scope: string | undefined
  /** The address of a page about this code. */
  readonly docs: string | undefined
  /** The seconds after which the call may be sent again, if that was more than the client waits by itself. */
  readonly retryAfterS: number | undefined

  constructor(message: string, details: Details, options?: ErrorOptions) {
    super(message, options)
    this.status = details.status
    this.code = details.code
    this.fields = details.fields ?? {}
    this.requestId = details.requestId
    this.scope = details.scope
    this.docs = details.docs
    this.retryAfterS = details.retryAfterS
  }
}

/** Returns the error of a reply that is no success; `body` is what came, parsed where it is JSON. */
export function failureOf(response: Response, body: unknown): SheetsmithError {
  const { message, code, fields, requestId, scope, docs }: ErrorBody =
    typeof body === "object" && body !== null ? body : {}
  const retryAfterS = retryAfterOf(response)
  return new SheetsmithError(message ?? `The server answered ${response.status}`, {
    ...{ status: response.status, code: code ?? "unknown", fields, requestId, scope, docs },
    ...(retryAfterS === null ? {} : { retryAfterS }),
  })
}

/** Returns the error of a call without any answer. */
export function unreachable(origin: string, cause: unknown): SheetsmithError {
  return new SheetsmithError(`${origin} cannot be reached`, { status: 0, code: "unreachable" }, { cause })
}

/** Returns the seconds that a reply asks its caller to wait; null unless it does. */
export function retryAfterOf(response: Response): number | null {
  const text = response.headers.get("retry-after")
  if (text === null || text.trim() === "") return null
  const seconds = Number(text)
  const waitS = Number.isFinite(seconds) ? seconds : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(waitS) ? Math.max(0, waitS) : null
}
