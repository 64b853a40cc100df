import type { Context } from "hono"
import type { z } from "zod"

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 500

/** An error with the HTTP status and the code that Cloudflare's API gives it. */
export class CloudflareError extends Error {
  readonly status: Status
  readonly code: number

  constructor(status: Status, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  /** The envelope of every refusal: https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls */
  body() {
    return {
      result: null,
      success: false,
      errors: [{ code: this.code, message: this.message }],
      messages: [],
    }
  }
}

/** Returns the envelope of an answer. */
export function answer(c: Context, result: unknown, resultInfo?: object) {
  return c.json({
    result,
    success: true,
    errors: [],
    messages: [],
    ...(resultInfo ? { result_info: resultInfo } : {}),
  })
}

/** Returns the page of `all` that `?page=` and `?per_page=` ask for. */
export function answerPage<Item>(c: Context, all: readonly Item[], perPageAtFirst = 20) {
  const page = positive(c.req.query("page"), 1)
  const perPage = positive(c.req.query("per_page"), perPageAtFirst)
  const shown = all.slice((page - 1) * perPage, page * perPage)
  return answer(c, shown, {
    page,
    per_page: perPage,
    count: shown.length,
    total_count: all.length,
    total_pages: Math.ceil(all.length / perPage),
  })
}

/** Returns the JSON body; one that does not fit the schema is refused with the call's own code. */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  code: number,
): Promise<z.infer<Schema>> {
  const json: unknown = await c.req.json().catch(() => {
    throw new CloudflareError(400, code, "Could not parse JSON body")
  })
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CloudflareError(400, code, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid"}`)
}

/** Notes that a call changed nothing although its method says so. */
export function noteRead(c: Context): void {
  c.set("reads", true)
}

/** Tells whether a call that was answered changed something. */
export function isWrite(c: Context): boolean {
  return c.req.method !== "GET" && c.res.ok && !c.get("reads")
}

/** Returns 32 hexadecimal digits, as most of Cloudflare's ids are. */
export function hexId(): string {
  return crypto.randomUUID().replaceAll("-", "")
}

function positive(text: string | undefined, otherwise: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}
