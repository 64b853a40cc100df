import { errors, jwtVerify, SignJWT } from "jose"
import { type Id, idSchema } from "../../contract/id.ts"

const AUDIENCE = "captcha"
const ALGORITHM = "HS256"
export const CAPTCHA_PASS_S = 5 * 60

/** A signed proof that a captcha was solved; `id` is what gets spent. */
export async function makeCaptchaPass(id: Id, key: string, nowMs: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(AUDIENCE)
    .setJti(id)
    .setExpirationTime(Math.floor(nowMs / 1000) + CAPTCHA_PASS_S)
    .sign(new TextEncoder().encode(key))
}

/** The pass's id and end, or null for one that is missing, foreign, altered or over. */
export async function readCaptchaPass(
  token: string | undefined,
  key: string,
  nowMs: number,
): Promise<{ id: Id; expiresAtMs: number } | null> {
  if (!token) return null
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: new Date(nowMs),
    })
    const id = idSchema.safeParse(payload.jti)
    if (!id.success || payload.exp === undefined) return null
    return { id: id.data, expiresAtMs: payload.exp * 1000 }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
