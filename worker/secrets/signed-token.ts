import { errors, jwtVerify, SignJWT } from "jose"
import { type Id, idSchema } from "../../contract/id.ts"
import { type DatabaseName, FIRST_DATABASE, isDatabaseName } from "../database-name.ts"

const ALGORITHM = "HS256"
/** The number of remembered tokens, about 400 bytes each: the sessions that one isolate meets in its life. */
const MAX_KNOWN = 2_000

/** A token's purpose; a token for one purpose is refused for any other. */
type Audience = "session" | "browser" | "sign-up" | "captcha" | "shop-connect" | "print-confirmation"

/** A token's content: its own id, other ids that it names, and its expiry. */
export type Claim = {
  id: Id
  subjectId?: Id
  sessionId?: Id
  form?: string
  /** A hash of something that must still be the same when the token is used. */
  proof?: string
  /** The database of the account; without, the first. */
  place?: DatabaseName
  expiresAtMs: number
}

/** The token's own id (a session's or browser's) and the account, with its database. */
export type UserClaim = { id: Id; userId: Id; place: DatabaseName }

/** The tokens with a verified signature, by audience, key and text. Expiry is checked each time. */
const known = new Map<string, Claim>()

/** Returns a JWT that carries only the claim. */
export async function signToken(audience: Audience, claim: Claim, key: string): Promise<string> {
  const { sessionId, form, proof, place = FIRST_DATABASE } = claim
  const token = new SignJWT({
    ...(sessionId && { session: sessionId }),
    ...(form && { form }),
    ...(proof && { proof }),
    ...(place !== FIRST_DATABASE && { db: place }),
  })
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(audience)
    .setJti(claim.id)
    .setExpirationTime(Math.floor(claim.expiresAtMs / 1000))
  if (claim.subjectId) token.setSubject(claim.subjectId)
  return token.sign(new TextEncoder().encode(key))
}

/**
 * Returns the claim; null for a token that is missing, foreign, altered or expired. Verifying a
 * signature costs more than the rest of a short call, so verified tokens are remembered.
 */
export async function readToken(
  audience: Audience,
  token: string | undefined,
  key: string,
  nowMs: number,
): Promise<Claim | null> {
  if (!token) return null
  const name = `${audience} ${key} ${token}`
  const claim = known.get(name) ?? (await verify(audience, token, key, nowMs))
  if (!claim || claim.expiresAtMs <= nowMs) return null
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(name, claim)
  return claim
}

export function signUserToken(
  audience: "session" | "browser",
  { id, userId, place, expiresAtMs }: Omit<UserClaim, "place"> & Pick<Claim, "place" | "expiresAtMs">,
  key: string,
): Promise<string> {
  return signToken(audience, { id, subjectId: userId, place, expiresAtMs }, key)
}

/** Returns `readToken`'s claim, but null also for a token without an account. */
export async function readUserToken(
  audience: "session" | "browser",
  token: string | undefined,
  key: string,
  nowMs: number,
): Promise<UserClaim | null> {
  const claim = await readToken(audience, token, key, nowMs)
  if (!claim?.subjectId) return null
  return { id: claim.id, userId: claim.subjectId, place: claim.place ?? FIRST_DATABASE }
}

async function verify(audience: Audience, token: string, key: string, nowMs: number): Promise<Claim | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: [ALGORITHM],
      audience,
      currentDate: new Date(nowMs),
      requiredClaims: ["jti", "exp"],
    })
    const id = idSchema.safeParse(payload.jti)
    const subjectId = idSchema.optional().safeParse(payload.sub)
    const sessionId = idSchema.optional().safeParse(payload.session)
    if (!id.success || !subjectId.success || !sessionId.success || payload.exp === undefined) return null
    const { form, proof, db } = payload
    return {
      id: id.data,
      subjectId: subjectId.data,
      sessionId: sessionId.data,
      form: typeof form === "string" ? form : undefined,
      proof: typeof proof === "string" ? proof : undefined,
      place: typeof db === "string" && isDatabaseName(db) ? db : undefined,
      expiresAtMs: payload.exp * 1000,
    }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
