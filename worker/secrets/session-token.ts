import type { Id } from "../../contract/id.ts"
import { readToken, signToken } from "./signed-token.ts"

/** Which session a browser brings, and whose it was when it began. */
export type SessionClaim = { id: Id; userId: string }

/** A signed token that names a session row; the row decides whether it still counts. */
export function makeSessionToken(claim: SessionClaim, key: string, expiresAtMs: number): Promise<string> {
  return signToken("session", { ...claim, expiresAtMs }, key)
}

/** What it names, or null for a token that is missing, foreign, altered or over. */
export async function readSessionToken(
  token: string | undefined,
  key: string,
  nowMs: number,
): Promise<SessionClaim | null> {
  const claim = await readToken("session", token, key, nowMs)
  return claim?.userId ? { id: claim.id, userId: claim.userId } : null
}
