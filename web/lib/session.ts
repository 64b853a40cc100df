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

type Storage = "localStorage" | "sessionStorage"

/** Returns a value that the browser keeps, or only the tab; null if there is none or storage is refused. */
export function read(key: string, storage: Storage = "localStorage"): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    // Storage is refused in some private modes; the app works without it.
    return null
  }
}

export function write(key: string, value: string | null, storage: Storage = "localStorage"): void {
  try {
    if (value === null) window[storage].removeItem(key)
    else window[storage].setItem(key, value)
  } catch {
    // As above: nothing is remembered.
  }
}
