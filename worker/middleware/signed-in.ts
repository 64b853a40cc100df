import type { Context, MiddlewareHandler } from "hono"
import { ApiError } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import type { AppEnv } from "../app-env.ts"
import { findSession, type SignedInUser, selectLiveSession } from "../data/accounts/session-rows.ts"
import { databaseOf } from "../data/database.ts"
import { guardedReader, type Reader, readerOf } from "../data/reader.ts"
import { settingsOf } from "../env.ts"
import { countOfAccount, type RateRule, refuseFull } from "../rate-limit.ts"
import { readUserToken } from "../secrets/signed-token.ts"
import { readSessionCookie } from "./cookies.ts"

/** Sets `user` and `sessionId`; 401 unless the cookie names an active user's live session. */
export const requireUser: MiddlewareHandler<AppEnv> = async (c, next) => {
  const caller = await findCaller(c)
  if (!caller) throw signedOut()
  c.set("user", caller.user)
  c.set("sessionId", caller.sessionId)
  await next()
}

/**
 * Returns `requireUser` that also counts the call by `rule`, at the same time; 429 when full. A call of a
 * session that has ended is taken back.
 */
export function requireUserWithin(rule: RateRule): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const nowMs = Date.now()
    const session = await sessionOf(c, nowMs)
    if (!session) throw signedOut()
    const [user, counted] = await Promise.all([
      findSession(readerOf(databaseOf(c.env)), session, nowMs),
      countOfAccount(c.env, rule, session.userId),
    ])
    if (!user) {
      await countOfAccount(c.env, rule, session.userId, -1)
      throw signedOut()
    }
    refuseFull(rule, counted, user.plan)
    c.set("user", user)
    c.set("sessionId", session.id)
    await next()
  }
}

/** Finds the caller, or null, for pages that redirect rather than refuse. */
export async function findCaller(c: Context<AppEnv>): Promise<{ user: SignedInUser; sessionId: Id } | null> {
  const session = await sessionOf(c, Date.now())
  const user = session && (await findSession(readerOf(databaseOf(c.env)), session, Date.now()))
  return session && user ? { user, sessionId: session.id } : null
}

/**
 * Replaces `requireUser` in calls that only read. The session is checked in the batch of the first
 * read, so a page costs one round trip to D1; without a session, that read throws the 401. Such a call
 * must answer with this reader's rows, or nothing. Calls that write use `requireUser`.
 */
export async function signedInReader(c: Context<AppEnv>): Promise<{ userId: Id; read: Reader }> {
  const nowMs = Date.now()
  const session = await sessionOf(c, nowMs)
  if (!session) throw signedOut()
  const read = guardedReader(readerOf(databaseOf(c.env)), selectLiveSession(session, nowMs), (isLive) => {
    if (!isLive) throw signedOut()
  })
  return { userId: session.userId, read }
}

/** Answers 403 to anyone but an admin; runs after `requireUser`. */
export const requireAdmin: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.var.user.role !== "admin") throw new ApiError("forbidden", "Only an admin may do this")
  await next()
}

/** Returns the session in the cookie, whether or not it is still live. */
function sessionOf(c: Context<AppEnv>, nowMs: number) {
  return readUserToken("session", readSessionCookie(c), settingsOf(c.env).SESSION_KEY, nowMs)
}

function signedOut(): ApiError {
  return new ApiError("signed-out", "Please sign in")
}
