import { type Scope, scopeNames } from "../../../contract/accounts/scope.ts"

/** What the scopes of one group are about, by the beginning of their names. */
const nouns: Record<string, string> = {
  images: "Artwork",
  prints: "Prints",
  orders: "Orders",
  settings: "Settings",
  reports: "Reports",
}

/** The scopes in groups, each with its title. */
export const scopeGroups: readonly { title: string; scopes: readonly Scope[] }[] = [
  ...Map.groupBy(scopeNames, groupOf),
].map(([group, scopes]) => ({ title: nouns[group], scopes }))

/** Returns what a token may do: `See artwork, see and change prints, spend credits`. */
export function scopeSummary(scopes: readonly Scope[]): string {
  const parts = [...Map.groupBy(scopes, groupOf)].flatMap(([group, own]) => {
    const verbs = own.map((name) => name.split(":")[1])
    const seen = [verbs.includes("read") && "see", verbs.includes("write") && "change"].filter(Boolean)
    return [
      ...(seen.length > 0 ? [`${seen.join(" and ")} ${nouns[group].toLowerCase()}`] : []),
      ...(verbs.includes("spend") ? ["spend credits"] : []),
    ]
  })
  const text = parts.join(", ")
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function groupOf(scope: Scope): string {
  return scope.split(":")[0]
}
