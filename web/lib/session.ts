/**
 * Whether this browser signed in, remembered because the session's cookie cannot be read by scripts. It only decides
 * where public pages lead; the server alone decides what anyone may see.
 */
const KEY = "sheetsmith.signed-in"

export function wasSignedIn(): boolean {
  return read(KEY) === "yes"
}

export function rememberSignIn(): void {
  write(KEY, "yes")
}

export function forgetSignIn(): void {
  write(KEY, null)
}

/** A remembered value; null where there is none or the browser keeps nothing. */
export function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    // Storage is refused in some private modes; the app works without a memory.
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
