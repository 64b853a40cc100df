import { timingSafeEqual } from "node:crypto"
import { type Id, idSchema } from "../../contract/id.ts"
import { hashSecret } from "./mailed-secret.ts"

/** The action of a mailed link on a change of address. */
type ChangeLink = "confirm" | "undo"

/**
 * Returns the token of such a link: the change's id and its keyed hash. Each mail derives it again, so
 * the same link can be resent and nothing secret is stored. Its dot tells it from other mailed tokens.
 */
export async function makeChangeToken(key: string, link: ChangeLink, id: string): Promise<string> {
  return `${id}.${await hashSecret(key, `email-change:${link}`, id)}`
}

/** Returns the change's id; null for a token that is foreign, altered or of the other kind. */
export async function readChangeToken(key: string, link: ChangeLink, token: string): Promise<Id | null> {
  const id = idSchema.safeParse(token.split(".")[0])
  if (!id.success) return null
  const encoder = new TextEncoder()
  const [expected, given] = [encoder.encode(await makeChangeToken(key, link, id.data)), encoder.encode(token)]
  return given.length === expected.length && timingSafeEqual(given, expected) ? id.data : null
}
