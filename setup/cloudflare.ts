import { z } from "zod"

const TIMEOUT_MS = 30_000
const PER_PAGE = 50
/** More pages than such an account has, so that an endless list stops. */
const MAX_PAGES = 40
const READ_TRIES = 3
const PAUSE_MS = 500

const envelopeSchema = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).nullish(),
  result: z.unknown(),
  result_info: z.object({ total_pages: z.number().optional() }).loose().nullish(),
})
type Envelope = z.output<typeof envelopeSchema>

/** An error with Cloudflare's own reason for refusing one call. */
export class CloudflareError extends Error {
  readonly status: number
  readonly codes: readonly number[]

  constructor(call: string, status: number, errors: readonly { code: number; message: string }[]) {
    const words = errors.map(({ code, message }) => `${message} (${code})`).join("; ") || `status ${status}`
    const rights = status === 403 ? " Does the token have the right to this?" : ""
    super(`Cloudflare refused ${call}: ${words}.${rights}`)
    this.status = status
    this.codes = errors.map(({ code }) => code)
  }
}

/**
 * Cloudflare's API (developers.cloudflare.com/api). Failed reads are repeated while it is down; writes
 * are not, because a write whose answer was lost may have been done: callers look before they write.
 */
export class Cloudflare {
  readonly #token: string
  readonly #base: string

  /** Takes the base URL from CLOUDFLARE_API_BASE_URL, wrangler's own variable, if set. */
  constructor(
    token: string,
    base = process.env.CLOUDFLARE_API_BASE_URL || "https://api.cloudflare.com/client/v4",
  ) {
    this.#token = token
    this.#base = base
  }

  async get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const { result } = await this.#read(path)
    return schema.parse(result)
  }

  /** Returns a resource; null if Cloudflare does not know it. */
  async find<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | null> {
    try {
      return await this.get(path, schema)
    } catch (error) {
      if (error instanceof CloudflareError && error.status === 404) return null
      throw error
    }
  }

  /** Returns every page of a list. */
  async list<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>[]> {
    const all: z.output<Schema>[] = []
    for (let page = 1; page <= MAX_PAGES; page++) {
      const mark = path.includes("?") ? "&" : "?"
      const { result, result_info } = await this.#read(`${path}${mark}page=${page}&per_page=${PER_PAGE}`)
      const items = z.array(schema).parse(result ?? [])
      all.push(...items)
      if (page >= (result_info?.total_pages ?? 1)) break
    }
    return all
  }

  async write<Schema extends z.ZodType>(
    method: "POST" | "PUT",
    path: string,
    body: unknown,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const { result } = await this.#call(method, path, body)
    return schema.parse(result)
  }

  async #read(path: string): Promise<Envelope> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#call("GET", path)
      } catch (error) {
        const mayPass = !(error instanceof CloudflareError) || error.status === 429 || error.status >= 500
        if (!mayPass || tries === READ_TRIES) throw error
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries))
      }
    }
  }

  async #call(method: string, path: string, body?: unknown): Promise<Envelope> {
    const call = `${method} ${path.replace(/\?.*/, "")}`
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        "content-type": "application/json",
        connection: "close",
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      const cause = error.cause instanceof Error ? error.cause.message : error.message
      throw new Error(`Cloudflare cannot be reached (${call}): ${cause}`)
    })
    const envelope = envelopeSchema.safeParse(await response.json().catch(() => null))
    if (!envelope.success) throw new CloudflareError(call, response.status, [])
    if (!response.ok || !envelope.data.success)
      throw new CloudflareError(call, response.status, envelope.data.errors ?? [])
    return envelope.data
  }
}
