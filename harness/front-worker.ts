// In front of the built Worker in tests, never deployed: checks replies against its OpenAPI
// document.
import { type Document, replyChecker, type Seen } from "./reply-check.ts"
import worker from "./served-worker.js"

export * from "./served-worker.js"

let checker: Promise<(seen: Seen) => string | null> | undefined

export default {
  ...worker,
  async fetch(request: Request, env: unknown, ctx: unknown): Promise<Response> {
    const reply = await worker.fetch(request, env, ctx)
    const { pathname: path, origin } = new URL(request.url)
    const contentType = reply.headers.get("content-type")
    const isJson = contentType?.startsWith("application/json") && request.method !== "HEAD"
    const body = isJson ? await reply.clone().json() : undefined
    checker ??= worker
      .fetch(new Request(`${origin}/api/openapi.json`), env, ctx)
      .then((document) => document.json())
      .then((document) => replyChecker(document as Document))
    const finding = (await checker)({ method: request.method, path, status: reply.status, contentType, body })
    if (finding !== null) console.error(`not as described: ${finding}`)
    return reply
  },
}
