import type { Context } from "hono"
import { DAY_MS } from "../../contract/duration.ts"
import { type Id, makeId } from "../../contract/id.ts"
import type { AppEnv } from "../app-env.ts"
import {
  findSession,
  insertFirstSession,
  insertSession,
  revokeSession,
  SESSION_DAYS,
} from "../data/accounts/session-rows.ts"
import { databaseOf } from "../data/database.ts"
import { readerOf } from "../data/reader.ts"
import { settingsOf } from "../env.ts"
import { closeSockets } from "../flows/accounts/close-sockets.ts"
import { logSecurity } from "../log.ts"
import { clearSignUpCookie, readSessionCookie, setSessionCookie } from "../middleware/cookies.ts"
import { rememberBrowser } from "../middleware/known-browser.ts"
import { readUserToken, signUserToken } from "../secrets/signed-token.ts"

/** Starts a session for the owner, whose password was just right; the browser's earlier one ends. */
export async function startSession(c: Context<AppEnv>, userId: Id): Promise<void> {
  const row = newSession(userId)
  await endSession(c, row.createdAt)
  await insertSession(databaseOf(c.env), row)
  await handOver(c, row, "password")
}

/**
 * Starts the first session of a verified account. Returns false, with none made, if it had one or if its
 * password is no longer the one that was read.
 */
export async function startFirstSession(
  c: Context<AppEnv>,
  { id: userId, passwordHash }: { id: Id; passwordHash: string },
): Promise<boolean> {
  const row = newSession(userId)
  if (!(await insertFirstSession(databaseOf(c.env), row, passwordHash))) {
    clearSignUpCookie(c)
    return false
  }
  await handOver(c, row, "sign-up")
  return true
}

/** Ends the browser's session, if any: on sign-out, and when another session replaces it. */
export async function endSession(c: Context<AppEnv>, nowMs: number): Promise<void> {
  const session = await findOwnSession(c, nowMs)
  if (!session) return
  await revokeSession(databaseOf(c.env), session.id, nowMs)
  await closeSockets(c.env, session.userId, session.id)
  logSecurity("signed-out", { requestId: c.var.requestId, userId: session.userId })
}

/** Returns the browser's live session, or null. */
export async function findOwnSession(
  c: Context<AppEnv>,
  nowMs: number,
): Promise<{ id: Id; userId: Id } | null> {
  const key = settingsOf(c.env).SESSION_KEY
  const session = await readUserToken("session", readSessionCookie(c), key, nowMs)
  const user = session && (await findSession(readerOf(databaseOf(c.env)), session, nowMs))
  return user ? session : null
}

type NewSession = ReturnType<typeof newSession>

function newSession(userId: Id) {
  const createdAt = Date.now()
  return { id: makeId(createdAt), userId, createdAt, expiresAt: createdAt + SESSION_DAYS * DAY_MS }
}

async function handOver(
  c: Context<AppEnv>,
  { id, userId, expiresAt }: NewSession,
  by: "password" | "sign-up",
): Promise<void> {
  const claim = { id, userId, expiresAtMs: expiresAt }
  const token = await signUserToken("session", claim, settingsOf(c.env).SESSION_KEY)
  setSessionCookie(c, token, (SESSION_DAYS * DAY_MS) / 1000)
  clearSignUpCookie(c)
  await rememberBrowser(c, userId)
  logSecurity("signed-in", { requestId: c.var.requestId, userId, by })
}
