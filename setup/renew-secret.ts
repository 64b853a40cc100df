import { randomKey } from "./random-keys.ts"
import type { Site } from "./site.ts"

/** The vendors' secrets: the vendor makes a new one, and setup asks for it. */
const vendorsSecrets: readonly string[] = [
  "PAYPAL_CLIENT_SECRET",
  ...["ETSY_KEYSTRING", "ETSY_SHARED_SECRET", "SHOPIFY_API_KEY", "SHOPIFY_API_SECRET"],
]

/** Replaces a live secret by a new one; the steps after it try it and send it. */
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

/** Returns the keys with a new pair in front: it encrypts and all decrypt, so shops' tokens stay readable. */
export function withNewInFront(tokenKeys: string): string {
  const ids = tokenKeys.split(",").map((pair) => Number(pair.split(":")[0]))
  const highest = Math.max(0, ...ids.filter(Number.isInteger))
  return `${highest + 1}:${randomKey()},${tokenKeys}`
}

/** Renews the session key. Mailboxes that had their trial are hashed under the first, which stays. */
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
