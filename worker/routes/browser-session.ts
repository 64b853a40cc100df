import { DAY_MS } from "../../contract/duration.ts"
import { type Id, makeId } from "../../contract/id.ts"
import type { OpenContext } from "../app-env.ts"
import {
  insertFirstSession,
  insertSession,
  revokeSession,
  SESSION_DAYS,
} from "../data/accounts/session-rows.ts"
import { databaseOf, envOf } from "../data/database.ts"
import { settingsOf } from "../env.ts"
import { closeSockets } from "../flows/accounts/close-sockets.ts"
import { logSecurity } from "../log.ts"
import { clearSignUpCookie, setSessionCookie } from "../middleware/cookies.ts"
import { rememberBrowser } from "../middleware/known-browser.ts"
import { findCaller } from "../middleware/signed-in.ts"
import { copyUser } from "../place.ts"
import { signUserToken, type UserClaim } from "../secrets/signed-token.ts"

/** Starts a session for the owner, whose password was just right; the browser's earlier one ends. */
export async function startSession(c: OpenContext, userId: Id): Promise<void> {
  const row = newSession(userId)
  await endSession(c, row.createdAt)
  const env = await copyUser(c.env, userId)
  await insertSession(databaseOf(env), row)
  await handOver(c, { ...row, place: env.place }, "password")
}

/**
 * Starts the first session of a verified account. Returns false, with none made, if it had one or if its
 * password is no longer the one that was read.
 */
export async function startFirstSession(
  c: OpenContext,
  { id: userId, passwordHash }: { id: Id; passwordHash: string },
): Promise<boolean> {
  const row = newSession(userId)
  const env = await copyUser(c.env, userId)
  if (!(await insertFirstSession(databaseOf(env), row, passwordHash))) {
    clearSignUpCookie(c)
    return false
  }
  await handOver(c, { ...row, place: env.place }, "sign-up")
  return true
}

/** Ends the browser's session, if any: on sign-out, and when another session replaces it. */
export async function endSession(c: OpenContext, nowMs: number): Promise<void> {
  const session = await findOwnSession(c, nowMs)
  if (!session) return
  await revokeSession(databaseOf(envOf(c.env, session.place)), session.id, nowMs)
  await closeSockets(c.env, session.userId, session.id)
  logSecurity("signed-out", { requestId: c.var.requestId, userId: session.userId })
}

/** Returns the browser's live session, or null. */
export async function findOwnSession(c: OpenContext, nowMs: number): Promise<UserClaim | null> {
  const caller = await findCaller(c, nowMs)
  return caller && { id: caller.sessionId, userId: caller.user.id, place: caller.place }
}

type NewSession = ReturnType<typeof newSession> & Pick<UserClaim, "place">

function newSession(userId: Id) {
  const createdAt = Date.now()
  return { id: makeId(createdAt), userId, createdAt, expiresAt: createdAt + SESSION_DAYS * DAY_MS }
}

async function handOver(
  c: OpenContext,
  { id, userId, place, expiresAt }: NewSession,
  by: "password" | "sign-up",
): Promise<void> {
  const claim = { id, userId, place, expiresAtMs: expiresAt }
  const token = await signUserToken("session", claim, settingsOf(c.env).SESSION_KEY)
  setSessionCookie(c, token, (SESSION_DAYS * DAY_MS) / 1000)
  clearSignUpCookie(c)
  await rememberBrowser(c, userId)
  logSecurity("signed-in", { requestId: c.var.requestId, userId, by })
}
