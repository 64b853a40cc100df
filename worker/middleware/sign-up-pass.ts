import { HOUR_MS } from "../../contract/duration.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { VERIFY_LINK_HOURS } from "../../contract/limit.ts"
import type { OpenContext } from "../app-env.ts"
import { findUserById, type User } from "../data/accounts/user-rows.ts"
import { directoryOf } from "../data/database.ts"
import { settingsOf } from "../env.ts"
import { hashSecret } from "../secrets/mailed-secret.ts"
import { readToken, signToken } from "../secrets/signed-token.ts"
import { readSignUpCookie, setSignUpCookie } from "./cookies.ts"

const PASS_MS = VERIFY_LINK_HOURS * HOUR_MS

/**
 * Notes in the browser that the account's password was typed there while the address waits for its link:
 * this browser alone is signed in by the link. The pass is void once the account has another password.
 */
export async function giveSignUpPass(
  c: OpenContext,
  { id: userId, passwordHash }: { id: Id; passwordHash: string },
): Promise<void> {
  const nowMs = Date.now()
  const key = settingsOf(c.env).SESSION_KEY
  const proof = await hashSecret(key, "sign-up", passwordHash)
  const claim = { id: makeId(nowMs), subjectId: userId, proof, expiresAtMs: nowMs + PASS_MS }
  setSignUpCookie(c, await signToken("sign-up", claim, key), PASS_MS / 1000)
}

/** Returns the account that this browser has a pass for; null if none, or if it must not sign in. */
export async function findSignUp(c: OpenContext): Promise<User | null> {
  const key = settingsOf(c.env).SESSION_KEY
  const pass = await readToken("sign-up", readSignUpCookie(c), key, Date.now())
  const user = pass?.subjectId ? await findUserById(directoryOf(c.env), pass.subjectId) : null
  if (pass === null || user === null || user.status !== "active") return null
  return pass.proof === (await hashSecret(key, "sign-up", user.passwordHash)) ? user : null
}
