import type { Id } from "../../contract/id.ts"
import { readToken, signToken } from "./signed-token.ts"

export const CAPTCHA_PASS_S = 5 * 60

/** A signed proof that a captcha was solved; its id is what gets spent. */
export function makeCaptchaPass(id: Id, key: string, nowMs: number): Promise<string> {
  return signToken("captcha", { id, expiresAtMs: nowMs + CAPTCHA_PASS_S * 1000 }, key)
}

/** The pass's id and end, or null for one that is missing, foreign, altered or over. */
export function readCaptchaPass(
  token: string | undefined,
  key: string,
  nowMs: number,
): Promise<{ id: Id; expiresAtMs: number } | null> {
  return readToken("captcha", token, key, nowMs)
}
