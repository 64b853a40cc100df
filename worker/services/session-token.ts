import type { Id } from "../../contract/id.ts"
import { readToken, signToken } from "./signed-token.ts"

/** A signed token that names a session row; the row decides whether it still counts. */
export function makeSessionToken(id: Id, key: string, expiresAtMs: number): Promise<string> {
  return signToken("session", { id, expiresAtMs }, key)
}

/** The session's id, or null for a token that is missing, foreign, altered or over. */
export async function readSessionToken(
  token: string | undefined,
  key: string,
  nowMs: number,
): Promise<Id | null> {
  return (await readToken("session", token, key, nowMs))?.id ?? null
}
