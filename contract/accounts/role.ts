/** What the people of an account may do there; the first is the person whose account it is. */
export const roles = ["owner", "maker", "press"] as const
export type Role = (typeof roles)[number]

/** The roles that people are invited to. */
export const memberRoleNames = ["maker", "press"] as const satisfies Role[]
export type MemberRole = (typeof memberRoleNames)[number]

/** The header by which a caller names the account that a call is for; without it, it is the one named last, or their own. */
export const ACCOUNT_HEADER = "X-Account"

/** Returns true if somebody with this role may do what needs the other one. */
export function includesRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(least)
}

/** The fields that say what something costs or was paid: at the press they are null. */
const pricedFields = ["cost", "price"]

/** The fields that may say a sum in words, and what a press reads in its place. */
const wordedFields: Record<string, (value: unknown) => unknown> = {
  changes: withoutRefunds,
  failureMessage: withoutBalance,
}

/** Returns why a print could not begin, for whoever may see the balance. */
export function tooFewCredits(credits: number, available: number): string {
  return `The print needs ${credits} credits, but you have ${available}. Buy credits or print fewer copies.`
}

/** The same as a press reads it. */
const TOO_FEW_CREDITS = "The account has too few credits for this print."

/** Returns a reply as somebody with this role may see it: a press sees no prices and no balance. */
export function seenBy<T>(role: Role, reply: T): T {
  return role === "press" ? (withoutPrices(reply) as T) : reply
}

function withoutPrices(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrices)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [
      name,
      pricedFields.includes(name) ? null : (wordedFields[name] ?? withoutPrices)(own),
    ]),
  )
}

function withoutBalance(message: unknown): unknown {
  const isOfCredits = typeof message === "string" && /^The print needs \d+ credits?, /.test(message)
  return isOfCredits ? TOO_FEW_CREDITS : message
}

/** Leaves the amounts of refunds out of a shop's changes, in words or not. */
function withoutRefunds(changes: unknown): unknown {
  if (!Array.isArray(changes)) return changes
  return changes.map((change: unknown) => {
    if (typeof change === "string") return change.replace(/^Refunded .*$/s, "Refunded")
    if (typeof change !== "object" || change === null) return change
    return "kind" in change && change.kind === "refunded" ? { ...change, from: "", to: "" } : change
  })
}
