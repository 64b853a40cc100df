const TOKEN_BYTES = 32
const CODES = 1_000_000

/** An unguessable token for a link: 256 random bits. */
export function makeLinkToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)))
}

/** Six digits, each code equally likely: draws that would favour the low codes are thrown away. */
export function makeResetCode(): string {
  const fair = Math.floor(2 ** 32 / CODES) * CODES
  for (;;) {
    const [draw] = crypto.getRandomValues(new Uint32Array(1))
    if (draw < fair) return String(draw % CODES).padStart(6, "0")
  }
}

/**
 * What the database keeps of a mailed secret. Keyed, because six digits could be guessed from a plain hash; `scope`
 * (purpose and owner) keeps equal codes of two people apart.
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
