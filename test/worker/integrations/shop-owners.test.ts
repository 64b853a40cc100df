import { expect, test } from "vitest"
import { useApp } from "../../../harness/app.ts"
import {
  comeBack,
  consent,
  givenIntegration,
  givenShop,
  integrationOf,
  ordersOf,
  synced,
  tellEtsy,
} from "../orders/order-steps.ts"
import {
  allowAtShopify,
  givenShopifyIntegration,
  givenShopifyShop,
  shopifyShopName,
  tellShopify,
} from "./shopify-steps.ts"

const app = useApp()
const taken = "/integrations?error=shop_already_exists"

test("a Shopify shop whose app was removed belongs to the account that connects it next", async () => {
  app.expectErrors(/shopify|sync refused/i)
  const first = await app.givenUser({ name: "Agency" })
  const owner = await app.givenUser({ name: "Owner" })
  const shop = shopifyShopName()
  await tellShopify(app, { action: "orders", shop, count: 6 })
  const { id } = await givenShopifyShop(first.client, shop)
  const had = (await ordersOf(first.client)).length
  expect(had).toBeGreaterThan(0)
  const mine = await givenShopifyIntegration(owner.client, shop)

  // A connection that works is kept, and nothing is said about it.
  expect(await comeBack(owner.client, await allowAtShopify(mine.connectUrl))).toBe(taken)
  expect(await integrationOf(first.client, id)).toMatchObject({ session: { access_token: "connected" } })

  // Nobody needs to have noticed that it has ended: a call shows it.
  await tellShopify(app, { action: "uninstall", shop })
  const again = (await owner.client.get(`/api/integrations/${mine._id}/auth`)).data as { connectUrl: string }
  expect(await comeBack(owner.client, await allowAtShopify(again.connectUrl))).toBe("/integrations")
  expect(await synced(owner.client, mine._id)).toMatchObject({ orderCount: had })
  expect(await integrationOf(first.client, id)).toMatchObject({
    session: null,
    shopName: expect.any(String),
    orderCount: had,
    syncState: "failed",
    syncMessage: expect.stringContaining("Another account has shown that this store is theirs"),
  })
  expect(await ordersOf(first.client)).toHaveLength(had)

  // The one before proves it no more than anybody else while the new connection works.
  const back = (await first.client.get(`/api/integrations/${id}/auth`)).data as { connectUrl: string }
  expect(await comeBack(first.client, await allowAtShopify(back.connectUrl))).toBe(taken)

  // The buyer's name and address go from both accounts.
  const named = async (client: typeof owner.client) =>
    (await ordersOf(client)).filter(({ buyerInfo }) => buyerInfo.name !== "").length
  await tellShopify(app, { action: "privacy", shop, topic: "customers/redact", index: 0 })
  for (const { client } of [first, owner]) expect(await named(client)).toBe(had - 1)
})

test("an Etsy shop whose consent was taken back belongs to the account that connects it next", async () => {
  app.expectErrors(/etsy|sync refused|shop not connected/i)
  const first = await app.givenUser({ name: "Agency" })
  const owner = await app.givenUser({ name: "Owner" })
  const { id, shop } = await givenShop(first.client)
  const had = (await ordersOf(first.client)).length
  const mine = await givenIntegration(owner.client)
  expect(await comeBack(owner.client, await consent(mine.connectUrl, "allow", shop))).toBe(taken)

  await tellEtsy(app, { action: "revoke-tokens" })
  const again = (await owner.client.get(`/api/integrations/${mine._id}/auth`)).data as { connectUrl: string }
  expect(await comeBack(owner.client, await consent(again.connectUrl, "allow", shop))).toBe("/integrations")
  expect(await synced(owner.client, mine._id)).toMatchObject({ shopName: shop, orderCount: had })
  expect(await integrationOf(first.client, id)).toMatchObject({ session: null, orderCount: had })

  // One's own integration of it is connected again, not taken away.
  await tellEtsy(app, { action: "revoke-tokens" })
  const twice = await givenIntegration(owner.client, "Twice")
  await app.db.prepare("UPDATE integration SET tokens_encrypted = NULL WHERE id = ?").bind(mine._id).run()
  expect(await comeBack(owner.client, await consent(twice.connectUrl, "allow", shop))).toBe(
    `${taken}&takenBy=${mine._id}`,
  )
})
