import type { Context, MiddlewareHandler } from "hono"
import { ApiError } from "../../contract/error.ts"
import { databaseOf } from "../data/database.ts"
import { findSession, type SignedInUser } from "../data/session.ts"
import { settingsOf } from "../env.ts"
import { readSessionToken } from "../services/session-token.ts"
import type { AppEnv } from "./app-env.ts"
import { readSessionCookie } from "./cookies.ts"

/** Refuses with 401 unless the cookie names a live session of an active user; then `user` and `sessionId` are set. */
export const requireUser: MiddlewareHandler<AppEnv> = async (c, next) => {
  const caller = await findCaller(c)
  if (!caller) throw new ApiError("signed-out", "Please sign in")
  c.set("user", caller.user)
  c.set("sessionId", caller.sessionId)
  await next()
}

/** Who calls, for pages that are to be led back rather than refused; null for nobody. */
export async function findCaller(
  c: Context<AppEnv>,
): Promise<{ user: SignedInUser; sessionId: string } | null> {
  const sessionId = await readSessionToken(readSessionCookie(c), settingsOf(c.env).SESSION_KEY, Date.now())
  const user = sessionId && (await findSession(databaseOf(c.env), sessionId, Date.now()))
  return sessionId && user ? { user, sessionId } : null
}

/** Behind `requireUser`: 403 for anyone but an admin. */
export const requireAdmin: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.var.user.role !== "admin") throw new ApiError("forbidden", "Only an admin may do this")
  await next()
}
