import { errors, jwtVerify, SignJWT } from "jose"
import { type Id, idSchema } from "../../contract/id.ts"

const ALGORITHM = "HS256"
/** About 400 bytes each, for the sessions that one isolate meets in its life. */
const MAX_KNOWN = 2_000

/** What a token is good for; one made for the one is refused as the other. */
export type Audience = "session" | "captcha" | "browser"

/** The row that it names, whose that is where it is somebody's, and until when. */
export type Claim = { id: Id; userId?: string; expiresAtMs: number }

/** Tokens that proved genuine, by audience, key and text. That they are not over yet is asked each time. */
const known = new Map<string, Claim>()

/** A JWT that says nothing but which row it names, whose, for what, and until when. */
export async function signToken(audience: Audience, claim: Claim, key: string): Promise<string> {
  const token = new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(audience)
    .setJti(claim.id)
    .setExpirationTime(Math.floor(claim.expiresAtMs / 1000))
  if (claim.userId) token.setSubject(claim.userId)
  return token.sign(new TextEncoder().encode(key))
}

/**
 * What it says, or null for a token that is missing, foreign, altered or over. Proving one costs more than all else that
 * a short call does, so what a browser shows again is not proved again.
 */
export async function readToken(
  audience: Audience,
  token: string | undefined,
  key: string,
  nowMs: number,
): Promise<Claim | null> {
  if (!token) return null
  const name = `${audience} ${key} ${token}`
  const claim = known.get(name) ?? (await prove(audience, token, key, nowMs))
  if (!claim || claim.expiresAtMs <= nowMs) return null
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(name, claim)
  return claim
}

async function prove(audience: Audience, token: string, key: string, nowMs: number): Promise<Claim | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: [ALGORITHM],
      audience,
      currentDate: new Date(nowMs),
      requiredClaims: ["jti", "exp"],
    })
    const id = idSchema.safeParse(payload.jti)
    const userId = idSchema.optional().safeParse(payload.sub)
    if (!id.success || !userId.success || payload.exp === undefined) return null
    return { id: id.data, userId: userId.data, expiresAtMs: payload.exp * 1000 }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
