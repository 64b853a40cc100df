import { SIGNED_IN_COOKIE } from "../../contract/accounts/cookie.ts"

const MARK_DAYS = 30

/**
 * Returns whether this browser has a session, by a cookie that the server sets with it. It only decides where
 * public pages lead; the server alone decides what anyone may see.
 */
export function wasSignedIn(): boolean {
  return document.cookie.split("; ").includes(`${SIGNED_IN_COOKIE}=yes`)
}

/** Sets the mark again if it was lost although the server accepts the session. */
export function rememberSignIn(): void {
  if (!wasSignedIn()) writeMark("yes", MARK_DAYS * 86_400)
}

/** Clears the mark when the session is over, as the server may not have cleared it. */
export function forgetSignIn(): void {
  writeMark("", 0)
}

function writeMark(value: string, maxAgeS: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${SIGNED_IN_COOKIE}=${value}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax; Secure`
}

/** Returns a stored value; null if there is none or the browser refuses storage. */
export function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    // Storage is refused in some private modes; the app works without it.
    return null
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
  } catch {
    // As above: nothing is remembered.
  }
}
