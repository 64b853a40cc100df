import createClient from "openapi-fetch"
import type { paths } from "./api.d.ts"
import { failureOf, SheetsmithError } from "./failure.ts"
import { rowsOf } from "./pages.ts"
import { pause, RepeatableRequest, repeatingFetch } from "./repeating-fetch.ts"

export type { paths, webhooks } from "./api.d.ts"
export { SheetsmithError } from "./failure.ts"
export { EventError, type SheetsmithEvent, verifyEvent } from "./verify-event.ts"

/** The tries of a call unless an option says otherwise. */
const TRIES = 5
/** The seconds after which a call that waits for a job is answered at the latest; the server has the same limit. */
const WAIT_S = 25
/** The shortest time between two looks at a job. */
const LOOK_MS = 1_000

type Method = "get" | "post" | "put" | "delete"
type JsonReply<Replies> = {
  [Status in keyof Replies]: Status extends 200 | 201 | 202
    ? Replies[Status] extends { content: { "application/json": infer Body } }
      ? Body
      : never
    : never
}[keyof Replies]
/** The JSON that a call answers with. */
export type Answer<Path extends keyof paths, M extends Method> = paths[Path][M] extends {
  responses: infer Replies
}
  ? JsonReply<Replies>
  : never
/** The query of a list, without its place: the client turns the pages. */
type Query<Path extends keyof paths> = paths[Path]["get"] extends { parameters: { query?: infer Q } }
  ? Omit<NonNullable<Q>, "after" | "page">
  : never
/** The JSON that a call takes. */
type Body<Path extends keyof paths, M extends Method> = paths[Path][M] extends {
  requestBody?: { content: { "application/json": infer B } }
}
  ? B
  : never

export type Job = Answer<"/api/jobs/{id}", "get">["data"]
export type JobRequest = Body<"/api/jobs", "post">
export type Print = Answer<"/api/prints", "get">["data"][number]
export type Image = Answer<"/api/images", "get">["data"][number]
export type Uploaded = Answer<"/api/images/bulk-upload", "post">

/** An artwork's file; the name's ending says nothing, its first bytes do. */
export type ArtworkFile = { name: string; data: Blob }

/** What may be said with a change. */
export type ChangeOptions = {
  /** The Idempotency-Key, at most 255 characters: with the same one the change is made once in 30 days. */
  key?: string
  signal?: AbortSignal
}

export type SheetsmithOptions = {
  /** The address of the app: `https://…`. */
  origin: string
  /** An access token, `ss_live_…` or `ss_test_…`, made on the profile page. */
  token: string
  /** The tries of a call that gets no answer, or one that will pass. */
  tries?: number
}

export type Sheetsmith = ReturnType<typeof createSheetsmith>

/**
 * Opens an account's Sheetsmith for a program. Calls answer with data or throw a `SheetsmithError`. `api` has every call
 * of the description, typed by it, as https://openapi-ts.dev/openapi-fetch makes them; the rest is shorthand.
 */
export function createSheetsmith({ origin, token, tries = TRIES }: SheetsmithOptions) {
  const base = new URL(origin).origin
  const send = repeatingFetch({ origin: base, token, tries })
  const api = createClient<paths, "application/json">({
    baseUrl: base,
    Request: RepeatableRequest as typeof Request,
    fetch: send,
  })

  const getJob = async (id: string, { waitS = 0, signal }: { waitS?: number; signal?: AbortSignal } = {}) => {
    const header = waitS > 0 ? { Prefer: `wait=${waitS}` } : {}
    return (await answerOf(api.GET("/api/jobs/{id}", { params: { path: { id }, header }, signal }))).data
  }

  return {
    api,

    jobs: {
      /** Has artwork priced, drafted or printed; `files` are those that items name by `file`. */
      async create(
        job: JobRequest,
        { files = [], key, signal }: ChangeOptions & { files?: readonly ArtworkFile[] } = {},
      ): Promise<Job> {
        const params = { header: keyed(key) }
        if (files.length === 0)
          return (await answerOf(api.POST("/api/jobs", { params, body: job, signal }))).data
        const form = formOf(files)
        form.append("job", JSON.stringify(job))
        const calling = api.POST("/api/jobs", { params, signal, body: form as never, bodySerializer: asItIs })
        return (await answerOf(calling)).data
      },
      get: getJob,
      /** Returns a job once it has ended, whatever it has come to; tells of each state on the way. */
      async ended(
        id: string,
        {
          onState = () => {},
          everyS = WAIT_S,
          signal,
        }: {
          onState?: (job: Job) => void
          /** The seconds between two states; 25 at most. */
          everyS?: number
          signal?: AbortSignal
        } = {},
      ): Promise<Job> {
        for (;;) {
          const startMs = Date.now()
          const job = await getJob(id, { waitS: everyS, signal })
          onState(job)
          if (job.endedAt !== null || ["completed", "refused", "failed"].includes(job.status)) return job
          await pause(Math.max(0, LOOK_MS - (Date.now() - startMs)), signal)
        }
      },
      list: (query: Query<"/api/jobs"> = {}) =>
        rowsOf((after) => answerOf(api.GET("/api/jobs", { params: { query: { ...query, after } } }))),
    },

    images: {
      /** Uploads artwork, at most 20 files and 95 MB a call; `refused` names those that cannot be printed. */
      async upload(
        files: readonly ArtworkFile[],
        { imageCategoryId, key, signal }: ChangeOptions & { imageCategoryId?: string } = {},
      ): Promise<Uploaded> {
        const form = formOf(files)
        if (imageCategoryId !== undefined) form.append("imageCategoryId", imageCategoryId)
        const params = { header: keyed(key) }
        const body = form as never
        return answerOf(api.POST("/api/images/bulk-upload", { params, signal, body, bodySerializer: asItIs }))
      },
      list: (query: Query<"/api/images"> = {}) =>
        rowsOf((after) => answerOf(api.GET("/api/images", { params: { query: { ...query, after } } }))),
    },

    prints: {
      async get(id: string) {
        return (await answerOf(api.GET("/api/prints/{id}", { params: { path: { id } } }))).data
      },
      list: (query: Query<"/api/prints"> = {}) =>
        rowsOf((after) => answerOf(api.GET("/api/prints", { params: { query: { ...query, after } } }))),
    },

    orders: {
      list: (query: Query<"/api/orders"> = {}) =>
        rowsOf((after) => answerOf(api.GET("/api/orders", { params: { query: { ...query, after } } }))),
    },

    events: {
      /** Lists what has happened in the last 30 days, the oldest first; with `after` what followed the event of that `_id`. */
      list: (query: Query<"/api/events"> & { after?: string } = {}) =>
        rowsOf((after) =>
          answerOf(api.GET("/api/events", { params: { query: { ...query, ...(after && { after }) } } })),
        ),
    },

    sizes: {
      list: (query: Query<"/api/sizes"> = {}) =>
        rowsOf((after) => answerOf(api.GET("/api/sizes", { params: { query: { ...query, after } } }))),
    },

    sheetTemplates: {
      list: (query: Query<"/api/sheet-templates"> = {}) =>
        rowsOf((after) =>
          answerOf(api.GET("/api/sheet-templates", { params: { query: { ...query, after } } })),
        ),
    },

    /** Opens a file by its path in a reply; the body streams. */
    async download(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<Response> {
      const address = new URL(path, `${base}/api/`)
      // The token is for its own server.
      if (address.origin !== base) throw new TypeError(`${path} is not a path below ${base}`)
      const response = await send(new RepeatableRequest(address, signal ? { signal } : {}))
      if (response.ok) return response
      throw failureOf(response, parsed(await response.text()))
    },
  }
}

/** Returns a reply's JSON; throws what else came. */
async function answerOf<T>(calling: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await calling
  if (response.ok && data !== undefined) return data
  if (response.ok)
    throw new SheetsmithError("The answer is empty", { status: response.status, code: "unknown" })
  throw failureOf(response, error)
}

function keyed(key: string | undefined): { "Idempotency-Key"?: string } {
  return key === undefined ? {} : { "Idempotency-Key": key }
}

function formOf(files: readonly ArtworkFile[]): FormData {
  const form = new FormData()
  for (const { name, data } of files) form.append("files", data, name)
  return form
}

function asItIs(body: unknown): unknown {
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What stands between here and the app may answer in its own words.
    return text
  }
}
