import { z } from "zod"
import { MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { databaseOf } from "../../data/database.ts"
import { findIntegration, type IntegrationRow } from "../../data/integrations/integration-rows.ts"
import {
  dropTokens,
  leaseTokens,
  releaseTokens,
  storeTokens,
} from "../../data/integrations/integration-token-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { logError } from "../../log.ts"
import { envOfAccount } from "../../place.ts"
import { openSecret, sealSecret } from "../../secrets/token-vault.ts"
import { MarketError } from "../../services/marketplaces/market-error.ts"
import type { Marketplace, MarketTokens, ShopAccess } from "../../services/marketplaces/marketplace.ts"
import { marketplaceOf } from "../../services/marketplaces/marketplaces.ts"

/** The time before a token's end in which it could expire during the call. */
const EARLY_MS = MINUTE_MS
/** The lease, longer than a refresh can take: after it, the holder has stopped. */
const LEASE_MS = 45_000
const WAIT_MS = 250
const MAX_WAITS = 200

const tokensSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAtMs: z.number(),
})

/** Encrypts the tokens for storage; only this integration can open them. */
export function sealTokens(env: Env, integrationId: Id, tokens: MarketTokens): Promise<string> {
  return sealSecret(settingsOf(env).TOKEN_KEYS, ownerOf(integrationId), JSON.stringify(tokens))
}

/**
 * Calls a shop's marketplace with the shop's token; if it rejects that early, refreshes it and tries
 * once more. `patienceMs` is the time for an answer, if not the usual one: then nothing is refreshed, as new
 * tokens that come later would be lost with the connection, and the error says that the shop is silent.
 */
export async function withAccess<T>(
  env: Env,
  row: Pick<IntegrationRow, "id" | "type" | "shopId">,
  call: (market: Marketplace, access: ShopAccess) => Promise<T>,
  patienceMs?: number,
): Promise<T> {
  const market = marketplaceOf(row.type)
  if (!market) throw new Error(`integration ${row.id} is connected to nothing`)
  const shopId = row.shopId ?? ""
  const mayRefresh = patienceMs === undefined
  const accessToken = await accessTokenOf(env, market, row.id, { mayRefresh })
  try {
    return await call(market, { accessToken, shopId, patienceMs })
  } catch (error) {
    if (!(error instanceof MarketError) || error.kind !== "token-ended") throw error
  }
  const fresh = await accessTokenOf(env, market, row.id, { mayRefresh, refused: accessToken })
  return call(market, { accessToken: fresh, shopId, patienceMs })
}

/**
 * Returns a working access token. One caller at a time refreshes it; the others wait for the result.
 * New tokens are stored before use, because a refresh token works once. `refused` is a token that was
 * rejected. Throws `access-ended`, and drops the tokens, if only the seller can help; and without leave to refresh them,
 * an error as of a shop that says nothing.
 */
async function accessTokenOf(
  env: Env,
  market: Marketplace,
  integrationId: Id,
  { mayRefresh, refused }: { mayRefresh: boolean; refused?: string },
): Promise<string> {
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    const row = await findIntegration(databaseOf(env), null, integrationId)
    const tokens = row && (await openTokens(env, row))
    if (!row || !tokens)
      throw new MarketError(market.vendor, "access-ended", "there are no tokens for this shop")
    const isGood = tokens.accessToken !== refused && tokens.expiresAtMs - EARLY_MS > Date.now()
    if (isGood) return tokens.accessToken
    if (!mayRefresh) throw new MarketError(market.vendor, "unavailable", "a refresh takes long", "", 0, true)
    const fresh = await refreshAlone(env, market, row, tokens)
    if (fresh) return fresh
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
  throw new MarketError(market.vendor, "unavailable", "another call did not end refreshing the tokens")
}

/** Returns null if another caller refreshes them now or did so first. */
async function refreshAlone(
  env: Env,
  market: Marketplace,
  row: IntegrationRow,
  tokens: MarketTokens,
): Promise<string | null> {
  const db = databaseOf(env)
  if (!(await leaseTokens(db, row, Date.now(), LEASE_MS))) return null
  try {
    const fresh = await market.refresh(settingsOf(env), row.shopId ?? "", tokens.refreshToken, Date.now())
    const isStored = await keepTokens(env, row, await sealTokens(env, row.id, fresh))
    return isStored ? fresh.accessToken : null
  } catch (error) {
    if (error instanceof MarketError && error.kind === "access-ended") await dropTokens(db, row)
    else await releaseTokens(db, row)
    throw error
  }
}

/**
 * Stores new tokens where the account lives, once it may change: no other call has them, and the old ones have had
 * their use. Returns false if the connection has changed meanwhile.
 */
async function keepTokens(env: Env, row: IntegrationRow, sealed: string): Promise<boolean> {
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    const db = databaseOf(await envOfAccount(env, row.userId))
    if (await storeTokens(db, row, sealed)) return true
    if ((await findIntegration(db, null, row.id))?.tokenVersion !== row.tokenVersion) return false
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
  return false
}

async function openTokens(env: Env, row: IntegrationRow): Promise<MarketTokens | null> {
  if (row.tokensEncrypted === null) return null
  const opened = await openSecret(settingsOf(env).TOKEN_KEYS, ownerOf(row.id), row.tokensEncrypted)
  if (opened !== null) return tokensSchema.parse(JSON.parse(opened))
  // A key left TOKEN_KEYS too early. Putting it back makes these tokens readable again.
  logError("tokens cannot be opened", { integrationId: row.id })
  return null
}

function ownerOf(integrationId: Id): string {
  return `integration:${integrationId}`
}
