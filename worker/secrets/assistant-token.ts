import { createHash } from "node:crypto"

/** An access token as `@cloudflare/workers-oauth-provider` makes it: the account, the grant and what is secret. */
const FORM = /^([\da-f-]{36}:[\w-]{8,64}):[\w-]{32,128}$/

/** Returns the key of the record of an assistant's access token; null for what is none: no database need be asked. */
export function assistantTokenKey(text: string): string | null {
  const [, grant] = text.match(FORM) ?? []
  // The package's own hash: the token has too many bits to be guessed.
  return grant === undefined ? null : `token:${grant}:${createHash("sha256").update(text).digest("hex")}`
}
