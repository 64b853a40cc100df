import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

const SEAL_LENGTH = 43

/** Returns a text that holds `content` and can only be made with the secret; never the same twice. */
export function seal(secret: string, content: object): string {
  const nonce = randomBytes(9).toString("base64url")
  const text = Buffer.from(JSON.stringify({ ...content, nonce })).toString("base64url")
  return text + sealOf(secret, text)
}

/** Returns the content that was sealed with this secret; null if the text was changed. */
export function unseal(secret: string, sealed: string): unknown {
  const text = sealed.slice(0, -SEAL_LENGTH)
  const given = Buffer.from(sealed.slice(-SEAL_LENGTH))
  const expected = Buffer.from(sealOf(secret, text))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return JSON.parse(Buffer.from(text, "base64url").toString())
}

function sealOf(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url")
}
