import { timingSafeEqual } from "node:crypto"
import { type Id, idSchema } from "../../contract/id.ts"
import { hashSecret } from "./mailed-secret.ts"

/**
 * Returns a token for one thing and one purpose (`scope`): its id and its keyed hash. It can be derived
 * again, so nothing secret is stored.
 */
export async function signId(key: string, scope: string, id: string): Promise<string> {
  return `${id}.${await hashSecret(key, scope, id)}`
}

/** Returns the id; null for a token that is foreign, altered or for another purpose. */
export async function readSignedId(key: string, scope: string, token: string): Promise<Id | null> {
  const id = idSchema.safeParse(token.split(".")[0])
  if (!id.success) return null
  const encoder = new TextEncoder()
  const [expected, given] = [encoder.encode(await signId(key, scope, id.data)), encoder.encode(token)]
  return given.length === expected.length && timingSafeEqual(given, expected) ? id.data : null
}
