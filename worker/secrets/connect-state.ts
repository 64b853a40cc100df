import { MINUTE_MS } from "../../contract/duration.ts"
import type { Id } from "../../contract/id.ts"
import { hashSecret } from "./mailed-secret.ts"
import { readToken, signToken } from "./signed-token.ts"

/** The time to sign in at a marketplace with a second factor. */
const STATE_MS = 15 * MINUTE_MS

/** The request to connect: it completes once, in that session, for that integration. */
type ConnectState = {
  id: Id
  sessionId: Id
  integrationId: Id
  /** True if leave to mark orders as shipped was asked for, too. */
  mayShip: boolean
  expiresAtMs: number
}

const SHIPS = "ships"

export function makeConnectState(
  key: string,
  { id, sessionId, integrationId, mayShip }: Omit<ConnectState, "expiresAtMs">,
  nowMs: number,
): Promise<string> {
  const form = mayShip ? SHIPS : undefined
  const claim = { id, subjectId: integrationId, sessionId, form, expiresAtMs: nowMs + STATE_MS }
  return signToken("shop-connect", claim, key)
}

/** Returns the state; null if it is missing, foreign, altered or expired. */
export async function readConnectState(
  key: string,
  token: string | undefined,
  nowMs: number,
): Promise<ConnectState | null> {
  const claim = await readToken("shop-connect", token, key, nowMs)
  if (!claim?.subjectId || !claim.sessionId) return null
  const { id, sessionId, subjectId, form, expiresAtMs } = claim
  return { id, sessionId, integrationId: subjectId, mayShip: form === SHIPS, expiresAtMs }
}

/** Returns PKCE's verifier (RFC 7636): 256 bits that only we can derive again, so it is not stored. */
export function verifierOf(key: string, stateId: Id): Promise<string> {
  return hashSecret(key, "etsy-pkce", stateId)
}
