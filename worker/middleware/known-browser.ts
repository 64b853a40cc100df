import { DAY_MS } from "../../contract/duration.ts"
import { type Id, makeId } from "../../contract/id.ts"
import type { OpenContext } from "../app-env.ts"
import { settingsOf } from "../env.ts"
import { hasRoom, rateRules } from "../rate-limit.ts"
import { readUserToken, signUserToken, type UserClaim } from "../secrets/signed-token.ts"
import { readBrowserCookie, setBrowserCookie } from "./cookies.ts"

/** The days that a browser stays known: longer than sellers stay away; each sign-in renews it. */
const KNOWN_DAYS = 180

/**
 * Finds the calling browser, if any account has signed in there. Its guesses count separately:
 * strangers' never lock it out (owasp.org, "Slow Down Online Guessing Attacks with Device Cookies").
 */
export function findKnownBrowser(c: OpenContext): Promise<UserClaim | null> {
  return readUserToken("browser", readBrowserCookie(c), settingsOf(c.env).SESSION_KEY, Date.now())
}

/**
 * Makes this browser a known one, after the owner has just signed in here. A known browser keeps
 * its count. An account gets few new ones a day; beyond those, sign-in still works.
 */
export async function rememberBrowser(c: OpenContext, userId: Id): Promise<void> {
  const before = await findKnownBrowser(c)
  const isKnown = before?.userId === userId
  if (!isKnown && !(await hasRoom(c, rateRules.knownBrowserByAccount, userId))) return
  const nowMs = Date.now()
  const browser = isKnown ? before : { id: makeId(nowMs), userId }
  const expiresAtMs = nowMs + KNOWN_DAYS * DAY_MS
  const claim = { ...browser, expiresAtMs }
  const token = await signUserToken("browser", claim, settingsOf(c.env).SESSION_KEY)
  setBrowserCookie(c, token, (KNOWN_DAYS * DAY_MS) / 1000)
}
