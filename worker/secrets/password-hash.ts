import { type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto"

/**
 * OWASP's equivalent of N=2^17, p=1 in 16 MiB of memory (128·N·r): cheatsheetseries.owasp.org,
 * Password Storage. A stored hash names its own parameters, so these can be raised safely.
 */
const PARAMETERS = { N: 2 ** 14, r: 8, p: 5 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** The most memory; stored parameters above this are a forged row that asks for memory we do not have. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024

/** Returns `scrypt$N$r$p$salt$hash`, salt and hash in base64. */
export async function hashPassword(
  password: string,
  salt: Uint8Array = crypto.getRandomValues(new Uint8Array(SALT_BYTES)),
): Promise<string> {
  const hash = await derive(password, salt, PARAMETERS)
  const { N, r, p } = PARAMETERS
  return ["scrypt", N, r, p, base64(salt), base64(hash)].join("$")
}

/** Compares in constant time. Null (no such account) takes the same work and returns false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const { parameters, salt, hash } = parse(stored ?? UNUSABLE_PASSWORD_HASH)
  const derived = await derive(password, salt, parameters)
  return timingSafeEqual(derived, hash) && stored !== null
}

/** A hash with the shape of a real one; no password matches it. */
export const UNUSABLE_PASSWORD_HASH = `scrypt$${PARAMETERS.N}$${PARAMETERS.r}$${PARAMETERS.p}$${base64(new Uint8Array(SALT_BYTES))}$${base64(new Uint8Array(HASH_BYTES))}`

function parse(stored: string) {
  const [scheme, N, r, p, salt, hash] = stored.split("$")
  if (scheme !== "scrypt" || !hash) throw new Error(`a stored password has the unknown scheme "${scheme}"`)
  const parameters = { N: Number(N), r: Number(r), p: Number(p) }
  return { parameters, salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64") }
}

function derive(password: string, salt: Uint8Array, parameters: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...parameters, maxmem: MAX_MEMORY_BYTES }
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64")
}
