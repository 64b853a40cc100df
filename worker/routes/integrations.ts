import type { Context } from "hono"
import { integrations, marketPaths } from "../../contract/api/integration-api.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import type { ConnectCause, Integration } from "../../contract/integrations/integration.ts"
import { MAX_INTEGRATIONS } from "../../contract/limit.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv, OpenContext } from "../app-env.ts"
import { spendPass } from "../data/accounts/spent-pass-rows.ts"
import { databaseOf, directoryOf, envOf } from "../data/database.ts"
import {
  deleteIntegration,
  findIntegration,
  type IntegrationRow,
  insertIntegration,
  integrationReplies,
  listIntegrations,
  updateIntegration,
} from "../data/integrations/integration-rows.ts"
import { edgeSettingsOf, settingsOf } from "../env.ts"
import { refuseFrames } from "../flows/artwork/refuse-frames.ts"
import { connectShop, countAllShops } from "../flows/integrations/connect-shop.ts"
import { endDeadConnection } from "../flows/integrations/end-dead-connection.ts"
import { requestSync } from "../flows/integrations/request-sync.ts"
import { isShippingAllowed } from "../flows/integrations/shipping-allowed.ts"
import { sealTokens } from "../flows/integrations/shop-access.ts"
import { madeOnce, newIdOf, removeOnce } from "../flows/programs/change-once.ts"
import { logError, logWarning } from "../log.ts"
import { findCaller } from "../middleware/signed-in.ts"
import { everyPlace, findStrangers } from "../place.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { makeConnectState, readConnectState, verifierOf } from "../secrets/connect-state.ts"
import { MarketError, readRefusal } from "../services/marketplaces/market-error.ts"
import type { Marketplace, ShopAccess } from "../services/marketplaces/marketplace.ts"
import { marketplaceOf } from "../services/marketplaces/marketplaces.ts"
import { idOf } from "../valid.ts"

const FROM_FILES = "Its orders come from files. Import one on the Orders page."
/** The specification's text; the page replaces it with its own. */
const NOT_CONNECTED = "accessToken is not defined"

/** The shops' routes. Marketplaces send the browser to callbacks, which always redirect, also on failure. */
export const integrationsRoutes = new ApiRoutes()
  .serve(integrations.callback, comeBack)
  .serve(integrations.list, async (c) => {
    const db = databaseOf(c.env)
    const { rows, pagination } = await listIntegrations(db, c.var.user.id, c.req.valid("query"))
    return { data: await integrationReplies(db, rows, isShippingAllowed), pagination }
  })
  .serve(integrations.add, async (c) => {
    await limitRate(c, rateRules.connectByAccount, c.var.user.id)
    const { shop, ...input } = c.req.valid("json")
    const market = offered(c, input.type)
    const shopName = addressOf(market, shop)
    await refuseFull(c, market, null)
    const nowMs = Date.now()
    const row = {
      ...input,
      id: newIdOf(c, nowMs),
      userId: c.var.user.id,
      shopName,
      nowMs,
    }
    const db = databaseOf(c.env)
    const make = async () => {
      if (await insertIntegration(db, row)) return row
      throw new ApiError("conflict", `An account holds at most ${MAX_INTEGRATIONS} integrations`)
    }
    await madeOnce(c, make, async () => ((await findIntegration(db, row.userId, row.id)) ? row : null))
    const data = {
      _id: row.id,
      connectUrl: await connectUrlOf(c, market, { ...row, shopId: null, scopes: "" }, false),
    }
    return { data, message: "Integration created" }
  })
  .serve(integrations.one, async (c) => ({ data: await replyOf(c, await ownIntegration(c)) }))
  .serve(integrations.update, async (c) => {
    // The kind of a shop cannot be changed.
    const { type: _, shop: typed, ...input } = c.req.valid("json")
    const shop = typed === undefined ? undefined : await openAddress(c, typed)
    refuseFrames(input.mends)
    const change = { ...input, shop, id: idOf(c, "integration"), userId: c.var.user.id }
    const row = await updateIntegration(databaseOf(c.env), { ...change, nowMs: Date.now() })
    if (!row) throw unknown("integration")
    return { data: await replyOf(c, row), message: "Integration updated" }
  })
  .serve(integrations.remove, async (c) => {
    const id = idOf(c, "integration")
    await removeOnce(c, "integration", () => deleteIntegration(databaseOf(c.env), c.var.user.id, id))
    return { data: { _id: id }, message: "Integration deleted" }
  })
  .serve(integrations.connect, async (c) => {
    const row = await ownShop(c)
    await limitRate(c, rateRules.connectByAccount, c.var.user.id)
    const market = offered(c, row.type)
    await refuseFull(c, market, row.id)
    const ships = c.req.valid("query").ships === "true"
    return { data: { _id: row.id, connectUrl: await connectUrlOf(c, market, row, ships) } }
  })
  .serve(integrations.sync, async (c) => {
    const row = await ownShop(c)
    await limitRate(c, rateRules.syncByAccount, c.var.user.id)
    if (!(await requestSync(c.env, idOf(c, "integration"), Date.now())))
      throw new ApiError("conflict", NOT_CONNECTED)
    return { data: { _id: row.id, syncState: "running" as const }, message: "Your orders are being synced" }
  })

/** Answers a person's browser that comes from its marketplace: every failure redirects it to a page. */
async function comeBack(c: OpenContext): Promise<Response> {
  const type = marketPaths[c.req.param("market") ?? ""]
  if (type === undefined) throw new ApiError("not-found", texts.notFound)
  const problem = await tryConnection(c, type)
  return c.redirect(problem === null ? "/integrations" : `/integrations?error=${problem}`)
}

async function tryConnection(
  c: OpenContext,
  type: Integration["type"],
): ReturnType<typeof completeConnection> {
  try {
    return await completeConnection(c, offered(c, type))
  } catch (error) {
    logError("shop not connected", { error })
    return "auth_failed"
  }
}

type Problem =
  | "auth_failed"
  | `auth_failed&cause=${ConnectCause}`
  | "shop_already_exists"
  | `shop_already_exists&takenBy=${Id}`

/** Connects the shop. Returns null if it is connected and its first sync started. */
async function completeConnection(c: OpenContext, market: Marketplace): Promise<Problem | null> {
  const settings = edgeSettingsOf(c.env)
  const nowMs = Date.now()
  const { code, state: token } = c.req.query()
  const [caller, state] = await Promise.all([
    findCaller(c),
    readConnectState(settings.SESSION_KEY, token, nowMs),
  ])
  // Bound to the asking session, so that nobody can get a stranger's shop into their own account.
  if (!caller || !state || state.sessionId !== caller.sessionId) return "auth_failed"
  if (!(await spendPass(directoryOf(c.env), state))) return "auth_failed"
  const env = envOf(c.env, caller.place)
  const { integrationId: id, mayShip } = state
  const userId = caller.user.id
  const row = await findIntegration(databaseOf(env), userId, id)
  if (!row || marketplaceOf(row.type) !== market) return "auth_failed"
  if (!code) {
    const { code: refusal, vendorText } = readRefusal(302, c.req.query())
    logWarning(`no consent at ${market.vendor}`, { integrationId: id, refusal, vendorText })
    return "auth_failed"
  }
  const shop = shopOf(market, row)
  let joined: ShopAccess
  if (!(await market.isGenuine(settings, new URL(c.req.url).searchParams, shop))) return "auth_failed"
  try {
    const verifier = await verifierOf(settings.SESSION_KEY, state.id)
    const { tokens, scopes } = await market.exchange(settings, { code, verifier, shop, mayShip, nowMs })
    const shopFound = await market.fetchShop(settings, tokens.accessToken, shop)
    if (!shopFound) return "auth_failed"
    joined = { accessToken: tokens.accessToken, shopId: shopFound.shopId }
    const tokensEncrypted = await sealTokens(env, id, tokens)
    const strangersOf = await findStrangers(env)
    for (const own of everyPlace(env))
      await endDeadConnection(own, {
        ...{ type: row.type, shopId: shopFound.shopId, userId },
        strangers: strangersOf(own.place),
      })
    const outcome = await connectShop(env, {
      ...{ id, userId, type: row.type, ...shopFound, tokensEncrypted, scopes, nowMs },
      address: market.readShop(shopFound.shopId) || null,
      maxShops: market.maxShops(settings),
    })
    if (outcome === "gone") return "auth_failed"
    if (outcome === "full") return "auth_failed&cause=shop_limit"
    if (outcome !== "connected") {
      const { takenBy } = outcome
      // Nothing is revealed about somebody else's integration.
      return takenBy.userId === userId ? `shop_already_exists&takenBy=${takenBy.id}` : "shop_already_exists"
    }
  } catch (error) {
    if (!(error instanceof MarketError)) throw error
    logWarning("shop not connected", { integrationId: id, error })
    if (error.kind === "app-refused") return `auth_failed&cause=${market.vendor}_refused`
    return error.kind === "unavailable" ? `auth_failed&cause=${market.vendor}_silent` : "auth_failed"
  }
  try {
    await market.subscribe(settings, joined)
  } catch (error) {
    // The shop is asked every few minutes anyway.
    logWarning("shop does not tell us of changes", { integrationId: id, error })
  }
  try {
    await requestSync(env, id, nowMs)
  } catch (error) {
    // The shop is connected; the sweep starts its first sync.
    logWarning("first sync not started, left to the sweep", { integrationId: id, error })
  }
  return null
}

/** Refuses a shop too many: Etsy would, for personal access, only after its consent page. */
async function refuseFull(c: Context<AppEnv>, market: Marketplace, id: Id | null): Promise<void> {
  const most = market.maxShops(edgeSettingsOf(c.env))
  if (most === null) return
  const others = { type: market.vendor, id }
  if ((await countAllShops(c.env, others, most)) >= most) throw new ApiError("conflict", texts.etsyShopLimit)
}

function offered(c: OpenContext, type: Integration["type"]): Marketplace {
  const market = marketplaceOf(type)
  if (market?.isOffered(settingsOf(c.env))) return market
  throw new ApiError("conflict", `This service is not set up for ${type}`)
}

async function connectUrlOf(
  c: Context<AppEnv>,
  market: Marketplace,
  row: Pick<IntegrationRow, "id" | "shopId" | "shopName" | "scopes">,
  ships: boolean,
): Promise<string> {
  const settings = edgeSettingsOf(c.env)
  const nowMs = Date.now()
  const id = makeId(nowMs)
  // Earlier permissions are asked for again: new tokens allow no more than was asked for.
  const mayShip = ships || isShippingAllowed({ type: market.vendor, scopes: row.scopes })
  const bound = { id, sessionId: c.var.sessionId, integrationId: row.id, mayShip }
  const state = await makeConnectState(settings.SESSION_KEY, bound, nowMs)
  const verifier = await verifierOf(settings.SESSION_KEY, id)
  return market.consentUrl(settings, { state, verifier, shop: shopOf(market, row), mayShip })
}

/** Returns the shop's address as it is typed; null if the marketplace does not need it. */
function addressOf(market: Marketplace, typed: string): string | null {
  const shop = market.readShop(typed)
  if (shop !== null) return shop === "" ? null : shop
  const message = "Enter the address of your store, like my-shop.myshopify.com"
  throw new ApiError("unprocessable", message, { fields: { shop: message } })
}

/** Returns the address to open; undefined for a connected shop, which stays the same. */
async function openAddress(c: Context<AppEnv>, typed: string): Promise<string | undefined> {
  const row = await ownShop(c)
  if (row.shopId !== null) return undefined
  return addressOf(offered(c, row.type), typed) ?? undefined
}

/** Returns the shop's address, at marketplaces that need it; until it is connected, the seller's text. */
function shopOf(
  market: Marketplace,
  { shopId, shopName }: Pick<IntegrationRow, "shopId" | "shopName">,
): string {
  return market.readShop(shopId ?? shopName ?? "") ?? ""
}

async function ownIntegration(c: Context<AppEnv>): Promise<IntegrationRow> {
  const row = await findIntegration(databaseOf(c.env), c.var.user.id, idOf(c, "integration"))
  if (!row) throw unknown("integration")
  return row
}

/** Returns the integration in the path if it has a shop, not files. */
async function ownShop(c: Context<AppEnv>): Promise<IntegrationRow> {
  const row = await ownIntegration(c)
  if (row.type === "File") throw new ApiError("conflict", FROM_FILES)
  return row
}

async function replyOf(c: Context<AppEnv>, row: IntegrationRow) {
  const [reply] = await integrationReplies(databaseOf(c.env), [row], isShippingAllowed)
  return reply
}
