import { Hono } from "hono"
import { ApiError } from "../../contract/error.ts"
import type { OpenAppEnv, OpenContext } from "../app-env.ts"
import type { AssistantCaller } from "../assistant/api.ts"
import { loadAssistant } from "../assistant/load-assistant.ts"
import { settingsOf } from "../env.ts"
import { logError } from "../log.ts"
import { bearerOf, withScope } from "../middleware/access-token.ts"
import { crossOrigin } from "../middleware/cross-origin.ts"
import { drainUnread } from "../middleware/drain-unread.ts"
import { jsonLimit } from "../middleware/json-limit.ts"
import { noStore } from "../middleware/no-store.ts"
import { readToken, signToken } from "../secrets/signed-token.ts"

const PATH = "/mcp"

/** Serves assistants by the Model Context Protocol. Their tools call `app` with the access token that the request has. */
export function assistantRoutes(app: Hono<OpenAppEnv>): Hono<OpenAppEnv> {
  return new Hono<OpenAppEnv>()
    .use(PATH, noStore, drainUnread, crossOrigin, jsonLimit, withScope({ scope: "any" }))
    .all(PATH, async (c) => {
      const caller = callerOf(c, app)
      return (await loadAssistant()).serveAssistant(c.req.raw, caller)
    })
}

function callerOf(c: OpenContext, app: Hono<OpenAppEnv>): AssistantCaller {
  const { user, token } = c.var
  // A page's cookies count for nothing here.
  if (!user || !token) throw new ApiError("token-invalid", "Assistants call with an access token")
  const { SESSION_KEY, APP_ORIGIN } = settingsOf(c.env)
  const { env, executionCtx } = c
  const authorization = `Bearer ${bearerOf(c)}`
  const address = c.req.header("cf-connecting-ip")
  return {
    scopes: token.scopes,
    isTest: token.isTest,
    origin: APP_ORIGIN,
    async fetch(request) {
      request.headers.set("authorization", authorization)
      if (address !== undefined) request.headers.set("cf-connecting-ip", address)
      return app.fetch(request, env, executionCtx)
    },
    userId: user.id,
    report: (tool, error) => logError("assistant's tool failed", { tool, error }),
    key: SESSION_KEY,
    signToken,
    readToken,
  }
}
