import { errors, jwtVerify, SignJWT } from "jose"
import { type Id, idSchema } from "../../contract/id.ts"

const ALGORITHM = "HS256"

/** What a token is good for; one made for the one is refused as the other. */
export type Audience = "session" | "captcha"

/** A JWT that says nothing but which row it names, for what, and until when. */
export async function signToken(
  audience: Audience,
  claim: { id: Id; expiresAtMs: number },
  key: string,
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(audience)
    .setJti(claim.id)
    .setExpirationTime(Math.floor(claim.expiresAtMs / 1000))
    .sign(new TextEncoder().encode(key))
}

/** What it names, or null for a token that is missing, foreign, altered or over. */
export async function readToken(
  audience: Audience,
  token: string | undefined,
  key: string,
  nowMs: number,
): Promise<{ id: Id; expiresAtMs: number } | null> {
  if (!token) return null
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: [ALGORITHM],
      audience,
      currentDate: new Date(nowMs),
      requiredClaims: ["jti", "exp"],
    })
    const id = idSchema.safeParse(payload.jti)
    return id.success && payload.exp !== undefined ? { id: id.data, expiresAtMs: payload.exp * 1000 } : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
