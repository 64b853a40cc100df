import { randomKey } from "./random-keys.ts"
import type { Site } from "./site.ts"

/** Vendors' secrets: a new one is made at the vendor and asked for. */
const vendorsSecrets: readonly string[] = [
  "PAYPAL_CLIENT_SECRET",
  ...["ETSY_KEYSTRING", "ETSY_SHARED_SECRET", "SHOPIFY_API_KEY", "SHOPIFY_API_SECRET"],
]

/** Puts a new secret in the place of one that is live; the steps after it try it and send it. */
export async function renewSecret(site: Site, name: string): Promise<void> {
  if (vendorsSecrets.includes(name)) {
    const text = `What is the new ${name}?`
    site.secrets.keep(name, await site.ask({ key: name, text, isSecret: true }))
  } else if (name === "OPERATOR_KEY") site.secrets.keep(name, randomKey())
  else if (name === "TOKEN_KEYS") site.secrets.keep(name, withNewInFront(keptHere(site, name)))
  else if (name === "SESSION_KEY") await renewSessionKey(site)
  else
    throw new Error(
      `${name} is not one of ${["SESSION_KEY", "TOKEN_KEYS", "OPERATOR_KEY", ...vendorsSecrets].join(", ")}.`,
    )
}

/** The first pair encrypts, all decrypt: shops' tokens stay readable. */
export function withNewInFront(tokenKeys: string): string {
  const ids = tokenKeys.split(",").map((pair) => Number(pair.split(":")[0]))
  const highest = Math.max(0, ...ids.filter(Number.isInteger))
  return `${highest + 1}:${randomKey()},${tokenKeys}`
}

/** Mailboxes that had their trial are known by hashes under the first key; it stays for them. */
async function renewSessionKey(site: Site): Promise<void> {
  const hasMailboxKey =
    site.secrets.get("MAILBOX_KEY") !== undefined ||
    (await site.live("edge"))?.secretNames.includes("MAILBOX_KEY") === true
  if (!hasMailboxKey) site.secrets.keep("MAILBOX_KEY", keptHere(site, "SESSION_KEY"))
  site.secrets.keep("SESSION_KEY", randomKey())
}

function keptHere(site: Site, name: string): string {
  const value = site.secrets.get(name)
  if (value !== undefined) return value
  throw new Error(
    `${name} is not in ${site.secrets.path}, and no Worker gives it back: put the old one there first.`,
  )
}
