import type { SQL } from "drizzle-orm"
import type { Context, MiddlewareHandler } from "hono"
import type { CallCount } from "../../contract/credits/hub.ts"
import { ApiError } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import type { AppEnv, OpenAppEnv, OpenContext } from "../app-env.ts"
import { selectLiveToken } from "../data/accounts/access-token-rows.ts"
import type { Looker } from "../data/accounts/looker.ts"
import { findSession, livesAt, type SignedInUser, selectLiveSession } from "../data/accounts/session-rows.ts"
import { databaseOf, envOf } from "../data/database.ts"
import { guardedReader, type Reader, readerOf } from "../data/reader.ts"
import { type DatabaseName, FIRST_DATABASE } from "../database-name.ts"
import { settingsOf } from "../env.ts"
import { beingMoved } from "../moving.ts"
import { envOfAccount, everyPlace, hasPlaces } from "../place.ts"
import { countOfAccount, type RateRule, rateRules, refuseCounted } from "../rate-limit.ts"
import { readUserToken, type UserClaim } from "../secrets/signed-token.ts"
import { lookUpToken, noteUse } from "./access-token.ts"
import { readSessionCookie } from "./cookies.ts"

/** The caller of a call that only reads. */
export type ReadingCaller = Looker & { read: Reader }

/** A caller, and the database of their account. */
type Caller = { user: SignedInUser; sessionId: Id; place: DatabaseName }

/**
 * Sets `user` and `sessionId`, and puts the request at its account's place; 401 unless the cookie names an
 * active user's live session. An access token has done so already (`withScope`), and so has somebody who works in
 * another's account (`withAccount`).
 */
export const requireUser: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.var.token || c.var.member) return next()
  const caller = await findCaller(c)
  if (!caller) throw signedOut()
  c.env = envOf(c.env, caller.place)
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
    const { token, member } = c.var
    // A member's changes are their own, so that nobody uses up another's; what an account has so much of is its owner's.
    const isTheirOwn = member && rule === rateRules.changeByAccount
    const known = isTheirOwn ? member.person.id : (member ?? token) && c.var.user.id
    const counted = known ? await countOfAccount(c.env, rule, known) : await signInCounted(c, rule)
    const { user } = c.var
    refuseCounted(c, rule, counted)
    if (user.movingTo !== null) throw beingMoved()
    await next()
  }
}

/** Does what `requireUser` does for a session, and counts the call at the same time. */
async function signInCounted(c: Context<AppEnv>, rule: RateRule): Promise<CallCount> {
  const nowMs = Date.now()
  const session = await sessionOf(c, nowMs)
  if (!session) throw signedOut()
  const [known, counted] = await Promise.all([
    findLive(c, session, nowMs),
    countOfAccount(c.env, rule, session.userId),
  ])
  if (!known) {
    await countOfAccount(c.env, rule, session.userId, -1)
    throw signedOut()
  }
  c.env = envOf(c.env, known.place)
  c.set("user", known.user)
  c.set("sessionId", session.id)
  return counted
}

/** Finds the caller, or null, for pages that redirect rather than refuse. */
export async function findCaller(c: OpenContext, nowMs = Date.now()): Promise<Caller | null> {
  const session = await sessionOf(c, nowMs)
  return session && findLive(c, session, nowMs)
}

/** Finds a live session at its place; of an account that has left there, or that is leaving, where the directory says. */
export async function findLive(c: OpenContext, session: UserClaim, nowMs: number): Promise<Caller | null> {
  const look = async (place: DatabaseName): Promise<Caller | null> => {
    const user = await findSession(readerOf(databaseOf(envOf(c.env, place))), session, nowMs)
    return user && { user, sessionId: session.id, place }
  }
  const known = await look(session.place)
  if (!hasPlaces(c.env) || (known && livesAt(known.user, session.place))) return known
  const { place } = await envOfAccount(c.env, session.userId)
  return place === session.place ? known : look(place)
}

/** The failure of a read where the account may not live any more, or where its session or token is not live. */
class NotHere extends Error {}

/**
 * Answers calls that only read, in place of `requireUser`. The session, or a token that was seen before, is checked in the
 * batch of the first read, so a page costs one round trip to D1; without a session, that read throws the 401. Such a call
 * must answer with this reader's rows, or nothing. Where the account does not live any more that read fails, and
 * the answer is made once more at the place that the directory names. Calls that write use `requireUser`.
 */
export async function answerReader<T>(
  c: Context<OpenAppEnv>,
  answer: (caller: ReadingCaller) => T | Promise<T>,
): Promise<T> {
  const nowMs = Date.now()
  const answerAt = async (place: DatabaseName, { userId, guard, isProgram, refusal }: Proof) => {
    const env = envOf(c.env, place)
    c.env = env
    const read = guardedReader(readerOf(databaseOf(env)), guard, (isLive) => {
      if (!isLive) throw refusal()
    })
    return await answer({ userId, read, isProgram })
  }
  const { remembered } = c.var
  if (remembered) {
    const { userId, tokenHash } = remembered
    const guard = selectLiveToken(tokenHash, nowMs)
    try {
      const proof = { userId, guard, isProgram: true, refusal: () => new NotHere() }
      const reply = await answerAt(FIRST_DATABASE, proof)
      noteUse(c)
      return reply
    } catch (error) {
      if (!(error instanceof NotHere)) throw error
      await lookUpToken(c, tokenHash)
    }
  }
  const { user, token, member } = c.var
  if (user && (token || member)) {
    const env = envOf(c.env, user.database)
    return answer({ userId: user.id, read: readerOf(databaseOf(env)), isProgram: true })
  }
  const session = await sessionOf(c, nowMs)
  if (!session) throw signedOut()
  const { userId, place } = session
  const guard = selectLiveSession(session, nowMs)
  const signedIn = { userId, guard, isProgram: false, refusal: signedOut }
  if (!hasPlaces(c.env)) return answerAt(place, signedIn)
  try {
    const settled = selectLiveSession(session, nowMs, place)
    return await answerAt(place, { ...signedIn, guard: settled, refusal: () => new NotHere() })
  } catch (error) {
    if (isUnknown(error)) return answerAdmin(c, { session, nowMs, error }, answer)
    if (!(error instanceof NotHere)) throw error
  }
  try {
    return await answerAt((await envOfAccount(c.env, userId)).place, signedIn)
  } catch (error) {
    if (isUnknown(error)) return answerAdmin(c, { session, nowMs, error }, answer)
    throw error
  }
}

function isUnknown(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === "not-found"
}

/** Answers an admin from the other databases, one after the other, where their own lacks a thing; throws the error if all do. */
async function answerAdmin<T>(
  c: Context<OpenAppEnv>,
  { session, nowMs, error }: { session: UserClaim; nowMs: number; error: ApiError },
  answer: (caller: ReadingCaller) => T | Promise<T>,
): Promise<T> {
  const admin = await findLive(c, session, nowMs)
  if (admin?.user.role !== "admin") throw error
  for (const env of everyPlace(c.env).filter(({ place }) => place !== admin.place)) {
    c.env = env
    try {
      const read = readerOf(databaseOf(env))
      return await answer({ userId: session.userId, read, isProgram: false, isAdmin: true })
    } catch (refusal) {
      if (!isUnknown(refusal)) throw refusal
    }
  }
  throw error
}

/** The check of a caller who says to be this account, and what is thrown where it finds nothing. */
type Proof = { userId: Id; guard: SQL; isProgram: boolean; refusal: () => Error }

/** Returns the account whose browser probably calls, though its session may have ended: a hint where to look. */
export async function accountOfCookie(c: OpenContext): Promise<Id | null> {
  return (await sessionOf(c, Date.now()))?.userId ?? null
}

/** Answers 403 to anyone but an admin; runs after `requireUser`. */
export const requireAdmin: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.var.user.role !== "admin") throw new ApiError("forbidden", "Only an admin may do this")
  await next()
}

/** Returns the session in the cookie, whether or not it is still live. */
export function sessionOf(c: OpenContext, nowMs: number) {
  return readUserToken("session", readSessionCookie(c), settingsOf(c.env).SESSION_KEY, nowMs)
}

export function signedOut(): ApiError {
  return new ApiError("signed-out", "Please sign in")
}
