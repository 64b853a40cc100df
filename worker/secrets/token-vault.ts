const IV_BYTES = 12

/**
 * Encrypts a secret for the database: AES-256-GCM, the first key, as `keyId.iv.ciphertext`. `owner`
 * is authenticated too: copied into another row, the secret does not open.
 */
export async function sealSecret(keys: string, owner: string, secret: string): Promise<string> {
  const [first] = parseKeys(keys)
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: bytesOf(owner) },
    await importKey(first.bytes, "encrypt"),
    bytesOf(secret),
  )
  return [first.id, base64url(iv), base64url(new Uint8Array(sealed))].join(".")
}

/** Returns the secret; null if its key is unknown, it was altered, or it belongs to another owner. */
export async function openSecret(keys: string, owner: string, sealed: string): Promise<string | null> {
  const [id, iv, ciphertext] = sealed.split(".")
  const key = parseKeys(keys).find((known) => known.id === id)
  if (!key || !iv || !ciphertext) return null
  try {
    const opened = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: Buffer.from(iv, "base64url"), additionalData: bytesOf(owner) },
      await importKey(key.bytes, "decrypt"),
      Buffer.from(ciphertext, "base64url"),
    )
    return new TextDecoder().decode(opened)
  } catch (error) {
    // GCM reports a wrong tag in this way only.
    if (error instanceof DOMException && error.name === "OperationError") return null
    throw error
  }
}

/** Returns the beginning of every secret that is sealed now: the first key's id and a dot. */
export function sealMark(keys: string): string {
  return `${parseKeys(keys)[0].id}.`
}

function parseKeys(keys: string): { id: string; bytes: Uint8Array<ArrayBuffer> }[] {
  return keys.split(",").map((pair) => {
    const at = pair.indexOf(":")
    return { id: pair.slice(0, at), bytes: new Uint8Array(Buffer.from(pair.slice(at + 1), "base64")) }
  })
}

function importKey(bytes: Uint8Array<ArrayBuffer>, usage: "encrypt" | "decrypt"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [usage])
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url")
}
