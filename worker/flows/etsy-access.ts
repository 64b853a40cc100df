import { z } from "zod"
import { MINUTE_MS } from "../../contract/duration.ts"
import type { Id } from "../../contract/id.ts"
import { databaseOf } from "../data/database.ts"
import { findIntegration, type IntegrationRow } from "../data/integration-rows.ts"
import { dropTokens, leaseTokens, releaseTokens, storeTokens } from "../data/integration-token-rows.ts"
import { type Env, settingsOf } from "../env.ts"
import { logError } from "../log.ts"
import { openSecret, sealSecret } from "../secrets/token-vault.ts"
import { EtsyError, type EtsyTokens, refreshTokens } from "../services/etsy.ts"

/** A token this close to its end would end on the way. */
const EARLY_MS = MINUTE_MS
/** Longer than the call may take; then its holder is gone. */
const LEASE_MS = 45_000
const WAIT_MS = 250
const MAX_WAITS = 200

const tokensSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAtMs: z.number(),
})

/** The tokens as they are kept; they open for this integration only. */
export function sealTokens(env: Env, integrationId: Id, tokens: EtsyTokens): Promise<string> {
  return sealSecret(settingsOf(env).TOKEN_KEYS, ownerOf(integrationId), JSON.stringify(tokens))
}

/**
 * An access token that works, refreshed where needed by one caller at a time: the others wait for what that one stores.
 * New tokens are stored before they are used, because Etsy takes each refresh token once. `refused` is a token that
 * Etsy did not accept. Throws `access-ended` where only the seller can help; the tokens are forgotten then.
 */
export async function accessTokenOf(env: Env, integrationId: Id, refused?: string): Promise<string> {
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    const row = await findIntegration(databaseOf(env), null, integrationId)
    const tokens = row && (await openTokens(env, row))
    if (!row || !tokens) throw new EtsyError("access-ended", "there are no tokens for this shop")
    const isGood = tokens.accessToken !== refused && tokens.expiresAtMs - EARLY_MS > Date.now()
    if (isGood) return tokens.accessToken
    const fresh = await refreshAlone(env, row, tokens)
    if (fresh) return fresh
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
  throw new EtsyError("unavailable", "another call did not end refreshing the tokens")
}

/** Null when another caller is at it, or was first. */
async function refreshAlone(env: Env, row: IntegrationRow, tokens: EtsyTokens): Promise<string | null> {
  const db = databaseOf(env)
  if (!(await leaseTokens(db, row, Date.now(), LEASE_MS))) return null
  try {
    const fresh = await refreshTokens(settingsOf(env), tokens.refreshToken, Date.now())
    const isStored = await storeTokens(db, row, await sealTokens(env, row.id, fresh))
    return isStored ? fresh.accessToken : null
  } catch (error) {
    if (error instanceof EtsyError && error.kind === "access-ended") await dropTokens(db, row)
    else await releaseTokens(db, row)
    throw error
  }
}

async function openTokens(env: Env, row: IntegrationRow): Promise<EtsyTokens | null> {
  if (row.tokensEncrypted === null) return null
  const opened = await openSecret(settingsOf(env).TOKEN_KEYS, ownerOf(row.id), row.tokensEncrypted)
  if (opened !== null) return tokensSchema.parse(JSON.parse(opened))
  // A key taken out of TOKEN_KEYS too soon: putting it back makes these tokens good again.
  logError("tokens cannot be opened", { integrationId: row.id })
  return null
}

function ownerOf(integrationId: Id): string {
  return `integration:${integrationId}`
}
