import type { MiddlewareHandler } from "hono"
import { ApiError } from "../../contract/error.ts"
import { databaseOf } from "../data/database.ts"
import { findSession } from "../data/session.ts"
import { settingsOf } from "../env.ts"
import { readSessionToken } from "../services/session-token.ts"
import type { AppEnv } from "./app-env.ts"
import { readSessionCookie } from "./cookies.ts"

/** Refuses with 401 unless the cookie names a live session of an active user; then `user` and `sessionId` are set. */
export const requireUser: MiddlewareHandler<AppEnv> = async (c, next) => {
  const sessionId = await readSessionToken(readSessionCookie(c), settingsOf(c.env).SESSION_KEY, Date.now())
  const user = sessionId && (await findSession(databaseOf(c.env), sessionId, Date.now()))
  if (!sessionId || !user) throw new ApiError("signed-out", "Please sign in")
  c.set("user", user)
  c.set("sessionId", sessionId)
  await next()
}

/** Behind `requireUser`: 403 for anyone but an admin. */
export const requireAdmin: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.var.user.role !== "admin") throw new ApiError("forbidden", "Only an admin may do this")
  await next()
}
