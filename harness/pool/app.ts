// Both Workers in Cloudflare's test pool, with the interface of `../app.ts`. Runs in workerd, in the
// same isolate as the press's handlers.
import {
  applyD1Migrations,
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, beforeAll, beforeEach, expect, inject, vi } from "vitest"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import worker from "../../local/production-limits.js"
import { type AnyApp, callsOf, messagesOf, outcomeOf, securityLines } from "../app-calls.ts"
import { type Document, replyChecker } from "../reply-check.ts"
import "./provided.ts"

type Bindings = {
  APP_ORIGIN: string
  DB: D1Database
  EDGE: Fetcher
  FILES: R2Bucket
  USER_HUB: DurableObjectNamespace
}
const { APP_ORIGIN, DB, EDGE, FILES, USER_HUB } = env as unknown as Bindings

/** Starts both Workers with an empty database, for all tests of the calling file. */
export function useApp(): AnyApp {
  let allowed: RegExp | null = null
  const findings: string[] = []
  const lines = { info: [] as string[], error: [] as string[] }
  let check: Promise<ReturnType<typeof replyChecker>> | undefined

  beforeAll(async () => {
    await applyD1Migrations(DB, inject("migrations"))
  })
  beforeEach(() => {
    vi.spyOn(console, "info").mockImplementation((line) => lines.info.push(String(line)))
    vi.spyOn(console, "error").mockImplementation((line) => lines.error.push(String(line)))
  })
  afterEach(async () => {
    const ofEdge = await EDGE.fetch(`${app.origin}/__errors`)
    lines.error.push(...((await ofEdge.json()) as string[]))
    const pattern = allowed
    allowed = null
    expect(
      lines.error.splice(0).filter((line) => !pattern?.test(line)),
      "errors logged",
    ).toEqual([])
    expect(findings.splice(0), "replies not as described").toEqual([])
  })

  const documented = async () => {
    const reply = await EDGE.fetch(`${app.origin}/api/openapi.json`)
    return replyChecker((await reply.json()) as Document)
  }
  const app = {
    origin: APP_ORIGIN,
    standIns: { origin: inject("standInsOrigin") },
    db: DB,
    files: FILES,
    async fetch(input: RequestInfo, init?: RequestInit) {
      const request = new Request(input, init)
      const { method, url } = request
      const reply = await EDGE.fetch(request)
      const contentType = reply.headers.get("content-type")
      const isJson = contentType?.startsWith("application/json") && method !== "HEAD"
      const body = isJson ? await reply.clone().json() : undefined
      check ??= documented()
      const seen = { method, path: new URL(url).pathname, status: reply.status, contentType, body }
      const finding = (await check)(seen)
      if (finding !== null) findings.push(finding)
      return reply
    },
    runtime: {
      async runCron(cron, atMs = Date.now()) {
        const ctx = createExecutionContext()
        await worker.scheduled(createScheduledController({ cron, scheduledTime: atMs }), env, ctx)
        await waitOnExecutionContext(ctx)
      },
    },
    async deliver(queue, ...bodies) {
      const messages = messagesOf(bodies)
      const batch = createMessageBatch(queue, messages)
      const ctx = createExecutionContext()
      await worker.queue(batch, env, ctx)
      return outcomeOf(messages, await getQueueResult(batch, ctx))
    },
    async hubOf(userId) {
      return USER_HUB.get(USER_HUB.idFromName(userId)) as unknown as UserHubApi
    },
    securityLog: () => securityLines(lines.info),
    errorLog: () => lines.error,
    expectErrors(pattern) {
      allowed = pattern
    },
  } as AnyApp
  return Object.assign(app, callsOf(app))
}
