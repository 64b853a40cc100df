import { errors, jwtVerify, SignJWT } from "jose"
import { type Id, idSchema } from "../../contract/id.ts"

const AUDIENCE = "session"
const ALGORITHM = "HS256"

/** A signed token that names a session row; the row decides whether it still counts. */
export async function makeSessionToken(sessionId: Id, key: string, expiresAtMs: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(AUDIENCE)
    .setJti(sessionId)
    .setExpirationTime(Math.floor(expiresAtMs / 1000))
    .sign(keyBytes(key))
}

/** The session's id, or null for a token that is missing, foreign, altered or over. */
export async function readSessionToken(
  token: string | undefined,
  key: string,
  nowMs: number,
): Promise<Id | null> {
  if (!token) return null
  try {
    const { payload } = await jwtVerify(token, keyBytes(key), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: new Date(nowMs),
    })
    return idSchema.safeParse(payload.jti).data ?? null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function keyBytes(key: string): Uint8Array {
  return new TextEncoder().encode(key)
}
