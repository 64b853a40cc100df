import { deleteCookie, getCookie, setCookie } from "hono/cookie"
import { SIGNED_IN_COOKIE } from "../../contract/accounts/cookie.ts"
import { DAY_MS } from "../../contract/duration.ts"
import type { Id } from "../../contract/id.ts"
import type { OpenContext } from "../app-env.ts"
import { SESSION_DAYS } from "../data/accounts/session-rows.ts"

/**
 * The `__Host-` prefix ties a cookie to this host, HTTPS and the whole site. Browsers treat
 * `http://localhost` as secure, so local runs use the same names.
 */
const SESSION_COOKIE = "__Host-session"
const CAPTCHA_COOKIE = "__Host-captcha"
const SIGN_UP_COOKIE = "__Host-sign-up"
/**
 * The account that the person works in, if it is another's: for pictures, files and sockets, which carry no header. It
 * opens nothing: who works where is looked up at each call.
 */
const ACCOUNT_COOKIE = "__Host-account"
/** A cookie that outlives the session. */
const BROWSER_COOKIE = "__Host-browser"
/** The attributes of a cookie that the page may read; it lasts as long as the session. */
const markAttributes = { secure: true, sameSite: "Lax", path: "/" } as const
const attributes = { httpOnly: true, secure: true, sameSite: "Lax", path: "/" } as const

export function readSessionCookie(c: OpenContext): string | undefined {
  return getCookie(c, SESSION_COOKIE)
}

/** Sets the cookie of a new session, which begins in the person's own account. */
export function setSessionCookie(c: OpenContext, token: string, maxAgeS: number): void {
  setCookie(c, SESSION_COOKIE, token, { ...attributes, maxAge: maxAgeS })
  setCookie(c, SIGNED_IN_COOKIE, "yes", { ...markAttributes, maxAge: maxAgeS })
  clearAccountCookie(c)
}

/** Clears the session cookie, and the account's pictures in the browser's cache. */
export function clearSessionCookie(c: OpenContext): void {
  c.header("clear-site-data", '"cache"')
  deleteCookie(c, SESSION_COOKIE, attributes)
  deleteCookie(c, SIGNED_IN_COOKIE, markAttributes)
  clearAccountCookie(c)
}

export function readAccountCookie(c: OpenContext): string | undefined {
  return getCookie(c, ACCOUNT_COOKIE)
}

/** Keeps the account that the person works in; it ends with the session. */
export function setAccountCookie(c: OpenContext, accountId: Id): void {
  setCookie(c, ACCOUNT_COOKIE, accountId, { ...attributes, maxAge: (SESSION_DAYS * DAY_MS) / 1000 })
}

/** Has the person work in their own account again. */
export function clearAccountCookie(c: OpenContext): void {
  if (readAccountCookie(c) !== undefined) deleteCookie(c, ACCOUNT_COOKIE, attributes)
}

export function readCaptchaCookie(c: OpenContext): string | undefined {
  return getCookie(c, CAPTCHA_COOKIE)
}

export function setCaptchaCookie(c: OpenContext, token: string, maxAgeS: number): void {
  setCookie(c, CAPTCHA_COOKIE, token, { ...attributes, maxAge: maxAgeS })
}

export function clearCaptchaCookie(c: OpenContext): void {
  deleteCookie(c, CAPTCHA_COOKIE, attributes)
}

export function readBrowserCookie(c: OpenContext): string | undefined {
  return getCookie(c, BROWSER_COOKIE)
}

export function setBrowserCookie(c: OpenContext, token: string, maxAgeS: number): void {
  setCookie(c, BROWSER_COOKIE, token, { ...attributes, maxAge: maxAgeS })
}

export function readSignUpCookie(c: OpenContext): string | undefined {
  return getCookie(c, SIGN_UP_COOKIE)
}

export function setSignUpCookie(c: OpenContext, token: string, maxAgeS: number): void {
  setCookie(c, SIGN_UP_COOKIE, token, { ...attributes, maxAge: maxAgeS })
}

export function clearSignUpCookie(c: OpenContext): void {
  deleteCookie(c, SIGN_UP_COOKIE, attributes)
}
