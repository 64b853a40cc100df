import type { Id } from "../../contract/id.ts"
import { readSignedId, signId } from "./signed-id.ts"

/** The action of a mailed link on a change of address. */
type ChangeLink = "confirm" | "undo"

/**
 * Returns the token of such a link. Each mail derives it again, so the same link can be resent. Its dot
 * tells it from other mailed tokens.
 */
export function makeChangeToken(key: string, link: ChangeLink, id: string): Promise<string> {
  return signId(key, scopeOf(link), id)
}

/** Returns the change's id; null for a token that is foreign, altered or of the other kind. */
export function readChangeToken(key: string, link: ChangeLink, token: string): Promise<Id | null> {
  return readSignedId(key, scopeOf(link), token)
}

function scopeOf(link: ChangeLink): string {
  return `email-change:${link}`
}
