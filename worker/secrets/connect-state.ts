import { errors, jwtVerify, SignJWT } from "jose"
import { type Id, idSchema } from "../../contract/id.ts"
import { hashSecret } from "./mailed-secret.ts"

const AUDIENCE = "etsy-connect"
const ALGORITHM = "HS256"
/** Time enough to sign in at Etsy with a second factor. */
const STATE_S = 15 * 60

/** Who asked for the connection: it is completed in that session, for that integration, once. */
export type ConnectState = { id: Id; sessionId: string; integrationId: Id; expiresAtMs: number }

export async function makeConnectState(
  key: string,
  state: Omit<ConnectState, "expiresAtMs">,
  nowMs: number,
): Promise<string> {
  return new SignJWT({ session: state.sessionId })
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(AUDIENCE)
    .setJti(state.id)
    .setSubject(state.integrationId)
    .setExpirationTime(Math.floor(nowMs / 1000) + STATE_S)
    .sign(new TextEncoder().encode(key))
}

/** Null for a state that is missing, foreign, altered or over. */
export async function readConnectState(
  key: string,
  token: string | undefined,
  nowMs: number,
): Promise<ConnectState | null> {
  if (!token) return null
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: new Date(nowMs),
      requiredClaims: ["jti", "sub", "exp", "session"],
    })
    const id = idSchema.safeParse(payload.jti)
    const integrationId = idSchema.safeParse(payload.sub)
    const { session, exp } = payload
    if (!id.success || !integrationId.success || typeof session !== "string" || exp === undefined) return null
    return { id: id.data, integrationId: integrationId.data, sessionId: session, expiresAtMs: exp * 1000 }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** PKCE's verifier (RFC 7636): 256 bits that only we can derive again, so that nothing has to be kept meanwhile. */
export function verifierOf(key: string, stateId: Id): Promise<string> {
  return hashSecret(key, "etsy-pkce", stateId)
}
