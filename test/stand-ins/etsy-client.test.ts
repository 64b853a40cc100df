import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Etsy, type IShopReceipt } from "etsy-ts"
import { expect, onTestFinished, test } from "vitest"
import { serveStandIns } from "../../stand-ins/serve.ts"

const VERIFIER = "v".repeat(43)
const REDIRECT = "https://app.example/api/integrations/etsy/callback"
const CLIENT_ID = "sheetsmith-local-keystring"

/** The fields that come if `includes` asks for them. */
const ASSOCIATIONS = [
  ...["shipping_profile", "user", "shop", "videos", "inventory", "production_partners"],
  ...["skus", "translations", "views", "personalization", "buyer_price"],
]

test("etsy-ts, made from Etsy's OpenAPI document, reads shops, receipts and listings as documented", async () => {
  const { etsy, etsyUserId } = await connected("LunaPrintCo")
  expect((await etsy.Other.ping()).data).toEqual({ application_id: expect.any(Number) })
  const { data: me } = await etsy.User.getMe({ etsyUserId })
  expect(me).toEqual({ user_id: etsyUserId, shop_id: expect.any(Number) })
  const shopId = me.shop_id ?? 0
  const { data: shop } = await etsy.Shop.getShop(shopId)
  expect(mismatches(shop, "IShop")).toEqual([])
  expect(shop).toMatchObject({ shop_id: shopId, user_id: etsyUserId, shop_name: "LunaPrintCo" })

  const page = async (offset: number) => {
    const query = { shopId, limit: 100, offset, sort_on: "updated", sort_order: "asc" } as const
    return (await etsy.ShopReceipt.getShopReceipts(query, { etsyUserId })).data
  }
  const [first, second] = [await page(0), await page(100)]
  const receipts = [...(first.results ?? []), ...(second.results ?? [])]
  expect(first.count).toBe(110)
  expect(new Set(receipts.map((receipt) => receipt.receipt_id)).size).toBe(110)
  expect(receipts.flatMap((receipt) => mismatches(receipt, "IShopReceipt"))).toEqual([])
  const { data: one } = await etsy.ShopReceipt.getShopReceipt(
    { shopId, receiptId: receipts[4].receipt_id ?? 0 },
    { etsyUserId },
  )
  expect(one).toEqual(receipts[4])
  expect(answersOf(receipts).map((answers) => answers.length)).toContain(5)

  const ids = receipts.flatMap(({ transactions }) => transactions ?? []).map((item) => item.listing_id ?? 0)
  const listing_ids = [...new Set(ids)]
  const { data: listings } = await etsy.ShopListing.getListingsByListingIds({
    listing_ids,
    includes: ["Images"],
  })
  expect(listings.count).toBe(listing_ids.length)
  for (const listing of listings.results ?? []) {
    expect(mismatches(listing, "IShopListingWithAssociations")).toEqual([])
    expect(listing.images).toHaveLength(1)
  }
})

test("etsy-ts meets Etsy's refusals: a wrong key, no token, a lacking scope, what is not there, too many calls", async () => {
  const { etsy, etsyUserId, origin, control } = await connected("LunaPrintCo", "shops_r")
  const { data: me } = await etsy.User.getMe({ etsyUserId })
  const shopId = me.shop_id ?? 0
  const refusal = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (thrown: { response?: { status: number; data: unknown; headers: Record<string, string> } }) => thrown,
    )
    return { status: error?.response?.status, data: error?.response?.data, headers: error?.response?.headers }
  }
  const receipts = { shopId }
  expect(await refusal(etsy.ShopReceipt.getShopReceipts(receipts, { etsyUserId }))).toMatchObject({
    status: 403,
    data: { error: "insufficient_scope", error_description: expect.stringContaining("transactions_r") },
  })
  expect(await refusal(etsy.ShopReceipt.getShopReceipts(receipts, { etsyUserId: 1 }))).toMatchObject({
    status: 401,
    data: { error: "invalid_token" },
  })
  expect(await refusal(etsy.Shop.getShop(1))).toMatchObject({
    status: 404,
    data: { error: expect.any(String) },
  })
  const stranger = client(origin, { sharedSecret: "wrong", tokens: new Map() })
  expect(await refusal(stranger.Other.ping())).toMatchObject({
    status: 403,
    data: { error: expect.stringMatching(/API key/) },
  })
  await control({ action: "rate-limit", retryAfterS: 3 })
  expect(await refusal(etsy.Shop.getShop(shopId))).toMatchObject({
    status: 429,
    headers: { "retry-after": "3" },
  })
})

test("etsy-ts ships a receipt, every time with a mail; and reads what was refunded, edited and sent elsewhere", async () => {
  const { etsy, etsyUserId, origin, control } = await connected(
    "LunaPrintCo",
    "transactions_r transactions_w shops_r",
  )
  const shopId = (await etsy.User.getMe({ etsyUserId })).data.shop_id ?? 0
  const order = async (change: object) =>
    ((await (await control(change)).json()) as { receiptId: number }).receiptId
  const receipt = async (receiptId: number) => {
    const { data } = await etsy.ShopReceipt.getShopReceipt({ shopId, receiptId }, { etsyUserId })
    expect(mismatches(data, "IShopReceipt")).toEqual([])
    return data
  }
  const ship = (receiptId: number, data: object = {}) =>
    etsy.ShopReceipt.createReceiptShipment({ shopId, receiptId }, data, { etsyUserId }).then(
      ({ data: shipped }) => {
        expect(mismatches(shipped, "IShopReceipt")).toEqual([])
        return shipped
      },
      (thrown: { response?: { status: number; data: unknown } }) => [
        thrown.response?.status,
        thrown.response?.data,
      ],
    )

  const id = await order({ action: "bump", index: 100 })
  expect(await ship(id)).toEqual([400, { error: "A tracking number is required" }])
  expect(await ship(id, { tracking_code: "9400" })).toEqual([
    400,
    { error: "A shipping carrier is required" },
  ])
  expect(await ship(1)).toMatchObject([404, {}])
  const tracked = { tracking_code: "9400", carrier_name: "usps" }
  expect(await ship(id, tracked)).toMatchObject({
    is_shipped: true,
    status: "completed",
    shipments: [tracked],
  })
  await ship(id, tracked)
  expect((await receipt(id)).shipments).toHaveLength(2)
  const { etsy: state } = (await (await fetch(`${origin}/__state`)).json()) as {
    etsy: { shops: { mails: number }[] }
  }
  expect(state.shops[0].mails).toBe(2)
  const abroad = await order({ action: "bump", index: 101 })
  expect((await receipt(abroad)).country_iso).toBe("CA")
  expect(await ship(abroad)).toMatchObject({
    is_shipped: true,
    shipments: [{ tracking_code: "", carrier_name: "" }],
  })
  expect(await ship(await order({ action: "change", index: 102, status: "canceled" }))).toMatchObject([
    409,
    {},
  ])
  const reader = await connected("LunaPrintCo", "transactions_r")
  await expect(
    reader.etsy.ShopReceipt.createReceiptShipment({ shopId, receiptId: id }, tracked, {
      etsyUserId: reader.etsyUserId,
    }),
  ).rejects.toMatchObject({ response: { status: 403, data: { error: "insufficient_scope" } } })

  const part = await order({ action: "refund", index: 96, cents: 300 })
  expect(await receipt(part)).toMatchObject({
    status: "partially refunded",
    refunds: [{ amount: { amount: 300 } }],
  })
  await order({ action: "refund", index: 96 })
  expect((await receipt(part)).status).toBe("fully refunded")
  const before = (await receipt(await order({ action: "bump", index: 92 }))).transactions ?? []
  expect(before).toHaveLength(3)
  const atS = Math.floor(Date.now() / 1000) + 60
  const answers = [["Name", "Zoë"]]
  await order({ action: "edit", index: 92, quantity: 9, answers, expectedShipS: atS })
  await order({ action: "edit", index: 92, place: 1, isGone: true })
  const address = {
    name: "Ana Lima",
    first_line: "9 Elm Road",
    city: "Austin",
    zip: "78702",
    country_iso: "US",
  }
  const edited = await receipt(await order({ action: "readdress", index: 92, address, atS }))
  expect(edited).toMatchObject({ ...address, updated_timestamp: atS })
  expect(edited.transactions).toMatchObject([
    { transaction_id: before[0].transaction_id, quantity: 9, expected_ship_date: atS },
    { transaction_id: before[2].transaction_id },
  ])
  expect(answersOf([edited])[0]).toMatchObject([{ formatted_name: "Name", formatted_value: "Zoë" }])
})

/** A client with a seller's consent. */
async function connected(shop: string, scope = "transactions_r shops_r listings_r") {
  const served = await serveStandIns(0)
  onTestFinished(() => served.close())
  const { origin } = served
  const challenge = createHash("sha256").update(VERIFIER).digest("base64url")
  const consent = new URLSearchParams({
    ...{ response_type: "code", client_id: CLIENT_ID, redirect_uri: REDIRECT, scope, state: "opaque" },
    ...{ code_challenge: challenge, code_challenge_method: "S256", decision: "allow", shop },
  })
  const back = await fetch(`${origin}/etsy/oauth/connect`, {
    method: "POST",
    body: consent,
    redirect: "manual",
  })
  const code = new URL(back.headers.get("location") ?? "").searchParams.get("code") ?? ""
  const exchange = { grant_type: "authorization_code", client_id: CLIENT_ID, redirect_uri: REDIRECT }
  const granted = await fetch(`${origin}/etsy/v3/public/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({ ...exchange, code, code_verifier: VERIFIER }),
  })
  const { access_token: accessToken } = (await granted.json()) as { access_token: string }
  const etsyUserId = Number(accessToken.split(".")[0])
  const tokens = new Map([[etsyUserId, accessToken]])
  const control = (order: object) =>
    fetch(`${origin}/__control`, { method: "POST", body: JSON.stringify({ vendor: "etsy", ...order }) })
  return {
    origin,
    etsyUserId,
    control,
    etsy: client(origin, { sharedSecret: "sheetsmith-local-secret", tokens }),
  }
}

/** Returns the client without refresh tokens: it would refresh at Etsy itself. */
function client(origin: string, app: { sharedSecret: string; tokens: ReadonlyMap<number, string> }): Etsy {
  const securityDataStorage = {
    storeAccessToken: async () => {},
    findAccessToken: async ({ etsyUserId }: { etsyUserId: number }) => {
      const accessToken = app.tokens.get(etsyUserId)
      return accessToken === undefined
        ? undefined
        : { accessToken, refreshToken: "", expiresIn: 3_600, tokenType: "Bearer" }
    },
  }
  return new Etsy(
    { apiKey: CLIENT_ID, sharedSecret: app.sharedSecret, securityDataStorage, enableTokenRefresh: false },
    { baseURL: `${origin}/etsy` },
  )
}

function answersOf(receipts: readonly IShopReceipt[]) {
  return receipts
    .flatMap(({ transactions }) => transactions ?? [])
    .map(({ variations }) => (variations ?? []).filter(({ property_id }) => property_id === 54))
}

/** Returns the places where a value is not of the client's type: unknown, missing, wrongly typed fields. */
function mismatches(value: object, type: string, at = type): string[] {
  const fields = fieldsOf(type)
  const unknown = Object.keys(value).filter((name) => !fields.has(name))
  const given = new Map(Object.entries(value))
  const wrong = [...fields].flatMap(([name, types]) => {
    if (!given.has(name)) return ASSOCIATIONS.includes(name) ? [] : [`${at}.${name} is missing`]
    return isOf(given.get(name), types, `${at}.${name}`)
  })
  return [...unknown.map((name) => `${at}.${name} is unknown`), ...wrong]
}

function isOf(value: unknown, types: string, at: string): string[] {
  const result = types.split(" | ").map((type) => {
    if (type === "null") return value === null ? [] : null
    if (type.startsWith('"')) return JSON.stringify(value) === type ? [] : null
    if (type.endsWith("[]")) {
      if (!Array.isArray(value)) return null
      return value.flatMap((item, place) => isOf(item, type.slice(0, -2), `${at}[${place}]`))
    }
    if (/^I[A-Z]/.test(type)) {
      return typeof value === "object" && value !== null ? mismatches(value, type, at) : null
    }
    const typeName: string = typeof value
    return typeName === type ? [] : null
  })
  return result.find((problems) => problems !== null) ?? [`${at} is ${JSON.stringify(value)}, not ${types}`]
}

const declarations = readFileSync(
  createRequire(import.meta.url)
    .resolve("etsy-ts")
    .replace(/index\.js$/, "api/data-contracts.d.ts"),
  "utf8",
).replaceAll(/\/\*\*.*?\*\//gs, "")

/** The fields of an interface, with their types as text. */
function fieldsOf(type: string): Map<string, string> {
  const body = new RegExp(`export interface ${type} \\{(.*?)\\n\\}`, "s").exec(declarations)?.[1]
  if (body === undefined) throw new Error(`etsy-ts declares no ${type}`)
  return new Map([...body.matchAll(/^\s*(\w+)\?: (.*);$/gm)].map(([, name, types]) => [name, types]))
}
