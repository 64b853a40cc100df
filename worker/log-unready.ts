import { logError } from "./log.ts"

const logged = new WeakSet<readonly string[]>()

/** Returns true if any setting is not ready; the first time in an isolate, the names are logged. */
export function logUnready(names: readonly string[]): boolean {
  if (names.length === 0) return false
  if (!logged.has(names)) logError("settings missing or samples, nothing is served", { names })
  logged.add(names)
  return true
}
