import { useSyncExternalStore } from "react"
import { type HintId, hints } from "../../contract/accounts/hint.ts"
import type { Profile } from "../../contract/accounts/profile.ts"
import { profile } from "../../contract/api/profile-api.ts"
import { apiData } from "./api.ts"
import { refresh } from "./query-client.ts"
import { read, write } from "./session.ts"

// Hints that have had their time are known to the account, for its other devices, and to this browser, which
// knows them at once and without a network.

let user: Profile | null = null
let used: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/** Takes over what an account has used, on each of its profiles. */
export function knowHints(account: Profile): void {
  user = account
  const here = read(keyOf(account))?.split(" ") ?? []
  change(new Set([...account.usedHints, ...here]))
}

/** Ends a hint for good: its gesture was used, or the seller closed it. A second call does nothing. */
export function endHint(hint: HintId): void {
  if (user === null || used.has(hint)) return
  change(new Set([...used, hint]))
  write(keyOf(user), [...used].join(" "))
  // What the owner's pages show is the owner's.
  if (user.worksAs !== "owner") return
  // Not worth a word: without a network this browser still knows, and sends it with the next hint.
  apiData(profile.endHints, { body: { hints: hints.filter((one) => used.has(one)) } })
    .then(() => refresh("profile"))
    .catch(() => undefined)
}

/** Returns whether a hint is still to be shown. */
export function useHint(hint: HintId): boolean {
  return useSyncExternalStore(subscribe, () => isHintDue(hint))
}

export function isHintDue(hint: HintId): boolean {
  return user !== null && !used.has(hint)
}

function keyOf({ _id }: Profile): string {
  return `sheetsmith.hints.${_id}`
}

function change(next: ReadonlySet<string>) {
  used = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
