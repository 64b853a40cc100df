import { Buffer } from "node:buffer"
import { createHmac } from "node:crypto"

const PREFIX = "whsec_"
/** The bytes of a key; Standard Webhooks asks for 24 to 64. */
const KEY_BYTES = 32

/** Makes a secret in the form of Standard Webhooks. */
export function makeSigningSecret(): string {
  return `${PREFIX}${Buffer.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES))).toString("base64")}`
}

/** Returns the value of `webhook-signature`, with a signature by each secret (Standard Webhooks 1.0, "Signature scheme"). */
export function signEvent(
  secrets: readonly string[],
  { id, sentAtS, body }: { id: string; sentAtS: number; body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), "base64")
      return `v1,${createHmac("sha256", key).update(`${id}.${sentAtS}.${body}`).digest("base64")}`
    })
    .join(" ")
}
