const TOKEN_BYTES = 18

/** Returns 144 random bits for an address that opens without an account. */
export function makeLinkToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))
  return Buffer.from(bytes).toString("base64url")
}
