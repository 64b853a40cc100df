import { RESET_CODE_GROUP, resetCodeSigns } from "../../contract/accounts/reset-code.ts"

const TOKEN_BYTES = 32

/** Returns an unguessable token for a link: 256 random bits. */
export function makeLinkToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)))
}

/** Returns ten characters in two groups, all codes equally likely: 32 characters divide a byte's 256. */
export function makeResetCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(2 * RESET_CODE_GROUP))
  const signs = Array.from(bytes, (byte) => resetCodeSigns[byte % resetCodeSigns.length]).join("")
  return `${signs.slice(0, RESET_CODE_GROUP)}-${signs.slice(RESET_CODE_GROUP)}`
}

/**
 * Returns the stored form of a mailed secret. The hash is keyed, so a copy of the database reveals
 * nothing; `scope` (purpose and recipient) keeps two people's equal codes apart.
 */
export async function hashSecret(key: string, scope: string, secret: string): Promise<string> {
  const encoder = new TextEncoder()
  const hmac = await crypto.subtle.importKey(
    "raw",
    encoder.encode(key),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  )
  return base64url(
    new Uint8Array(await crypto.subtle.sign("HMAC", hmac, encoder.encode(`${scope}:${secret}`))),
  )
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url")
}
