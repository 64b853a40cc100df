import type { Id } from "../../contract/id.ts"
import { readToken, signToken } from "./signed-token.ts"

/** A browser that has signed in to an account, by an id of its own. */
export type KnownBrowser = { id: Id; userId: string }

/** A signed token that says no more than that: it opens nothing. */
export function makeBrowserToken(browser: KnownBrowser, key: string, expiresAtMs: number): Promise<string> {
  return signToken("browser", { ...browser, expiresAtMs }, key)
}

/** What it names, or null for a token that is missing, foreign, altered or over. */
export async function readBrowserToken(
  token: string | undefined,
  key: string,
  nowMs: number,
): Promise<KnownBrowser | null> {
  const claim = await readToken("browser", token, key, nowMs)
  return claim?.userId ? { id: claim.id, userId: claim.userId } : null
}
