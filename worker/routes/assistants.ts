import { Hono, type MiddlewareHandler } from "hono"
import { ASSISTANT_PATH } from "../../contract/accounts/assistant-path.ts"
import { ApiError } from "../../contract/error.ts"
import { labelText } from "../../contract/name.ts"
import { texts } from "../../contract/text.ts"
import type { OpenAppEnv, OpenContext } from "../app-env.ts"
import type { AssistantCaller } from "../assistant/api.ts"
import type { AuthorizationHost } from "../assistant/authorization.ts"
import { loadAssistant } from "../assistant/load-assistant.ts"
import { loadAuthorization } from "../assistant/load-authorization.ts"
import {
  deleteRecord,
  findRecord,
  keepRecord,
  listRecords,
  writeRecord,
} from "../data/accounts/oauth-record-rows.ts"
import { directoryOf } from "../data/database.ts"
import { settingsOf } from "../env.ts"
import { logError } from "../log.ts"
import { bearerOf, TOOL_HEADER, toolSign, withScope } from "../middleware/access-token.ts"
import { clientAddress } from "../middleware/client-address.ts"
import { openToPages } from "../middleware/cross-origin.ts"
import { drainUnread } from "../middleware/drain-unread.ts"
import { jsonLimit } from "../middleware/json-limit.ts"
import { noStore } from "../middleware/no-store.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { readToken, signToken } from "../secrets/signed-token.ts"

/** The addresses below which assistants find out how they are let in, and get their tokens. */
const AUTHORIZATION_PATHS = ["/oauth/*", "/.well-known/*"]

/** Serves assistants by the Model Context Protocol. Their tools call `app` with the access token that the request has. */
export function assistantRoutes(app: Hono<OpenAppEnv>): Hono<OpenAppEnv> {
  return new Hono<OpenAppEnv>()
    .use(ASSISTANT_PATH, noStore, drainUnread, openToPages, jsonLimit, withScope({ scope: "any" }))
    .all(ASSISTANT_PATH, async (c) => {
      const caller = callerOf(c, app)
      return (await loadAssistant()).serveAssistant(c.req.raw, caller)
    })
    .on("ALL", AUTHORIZATION_PATHS, drainUnread, jsonLimit, withinLimits, async (c) => {
      const answer = await (await loadAuthorization()).serveAuthorization(c.req.raw, authorizationHost(c))
      if (answer === null) throw new ApiError("not-found", texts.notFound)
      return answer
    })
}

/** Returns the ways of what lets assistants in to the directory. */
export function authorizationHost(c: OpenContext): AuthorizationHost {
  const db = directoryOf(c.env)
  return {
    origin: settingsOf(c.env).APP_ORIGIN,
    labelText,
    store: {
      find: (key) => findRecord(db, key, Date.now()),
      list: (part) => listRecords(db, part, Date.now()),
      write: (record) => writeRecord(db, record, Date.now()),
      remove: (key) => deleteRecord(db, key),
      keep: (key, expiresAt) => keepRecord(db, key, expiresAt),
    },
  }
}

/** Counts registrations, and codes and tokens that are refused, by address. */
const withinLimits: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  if (c.req.method === "POST" && c.req.path.endsWith("/register"))
    await limitRate(c, rateRules.registerAssistantByAddress, clientAddress(c))
  await next()
  if (c.req.method === "POST" && c.req.path.endsWith("/token") && c.res.status >= 400)
    await limitRate(c, rateRules.wrongTokenByAddress, clientAddress(c))
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
      request.headers.set(TOOL_HEADER, toolSign())
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
