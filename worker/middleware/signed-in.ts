import type { Context, MiddlewareHandler } from "hono"
import { ApiError } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import type { AppEnv } from "../app-env.ts"
import { databaseOf } from "../data/database.ts"
import { windowOf } from "../data/rate-count-rows.ts"
import { guardedReader, type Reader, readerOf } from "../data/reader.ts"
import {
  findSession,
  findSessionCounted,
  type SignedInUser,
  selectLiveSession,
} from "../data/session-rows.ts"
import { settingsOf } from "../env.ts"
import { keyOf, type RateRule, refuseFull } from "../rate-limit.ts"
import { readUserToken } from "../secrets/signed-token.ts"
import { readSessionCookie } from "./cookies.ts"

/** Refuses with 401 unless the cookie names a live session of an active user; then `user` and `sessionId` are set. */
export const requireUser: MiddlewareHandler<AppEnv> = async (c, next) => {
  const caller = await findCaller(c)
  if (!caller) throw signedOut()
  c.set("user", caller.user)
  c.set("sessionId", caller.sessionId)
  await next()
}

/** As `requireUser`, and counts the call for the account in the same round trip; refuses with 429 once the window is full. */
export function requireUserWithin(rule: RateRule): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const nowMs = Date.now()
    const session = await sessionOf(c, nowMs)
    if (!session) throw signedOut()
    const count = { key: keyOf(rule, session.userId), window: windowOf(rule.windowMs, nowMs) }
    const found = await findSessionCounted(readerOf(databaseOf(c.env)), session, count, nowMs)
    if (!found) throw signedOut()
    refuseFull(rule, found.counted)
    c.set("user", found.user)
    c.set("sessionId", session.id)
    await next()
  }
}

/** Who calls, for pages that are to be led back rather than refused; null for nobody. */
export async function findCaller(c: Context<AppEnv>): Promise<{ user: SignedInUser; sessionId: Id } | null> {
  const session = await sessionOf(c, Date.now())
  const user = session && (await findSession(readerOf(databaseOf(c.env)), session, Date.now()))
  return session && user ? { user, sessionId: session.id } : null
}

/**
 * For calls that do nothing but read, in place of `requireUser`: what they read with. The session is looked at in the
 * batch of the first read, so that a page costs one round trip to D1, and the same 401 takes the place of all that was
 * read. Such a call answers with what this has read, or not at all; whatever writes waits for `requireUser`.
 */
export async function signedInReader(c: Context<AppEnv>): Promise<{ userId: Id; read: Reader }> {
  const nowMs = Date.now()
  const session = await sessionOf(c, nowMs)
  if (!session) throw signedOut()
  const read = guardedReader(readerOf(databaseOf(c.env)), selectLiveSession(session, nowMs), ({ length }) => {
    if (length === 0) throw signedOut()
  })
  return { userId: session.userId, read }
}

/** Behind `requireUser`: 403 for anyone but an admin. */
export const requireAdmin: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.var.user.role !== "admin") throw new ApiError("forbidden", "Only an admin may do this")
  await next()
}

/** The session that the cookie names, whether or not it still counts. */
function sessionOf(c: Context<AppEnv>, nowMs: number) {
  return readUserToken("session", readSessionCookie(c), settingsOf(c.env).SESSION_KEY, nowMs)
}

function signedOut(): ApiError {
  return new ApiError("signed-out", "Please sign in")
}
