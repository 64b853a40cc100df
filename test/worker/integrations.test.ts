import { expect, test } from "vitest"
import { integrationSchema } from "../../contract/integration.ts"
import { orderSchema } from "../../contract/order.ts"
import { useApp } from "./harness.ts"
import {
  comeBack,
  consent,
  givenIntegration,
  integrationOf,
  ordersOf,
  shopName,
  sync,
  synced,
} from "./order-steps.ts"

const app = useApp()

test("a shop is connected with the seller's consent, and its orders arrive", async () => {
  const { client, userId } = await app.givenUser()
  const shop = shopName()
  const { _id: id, connectUrl } = await givenIntegration(client, "Luna prints")
  expect(await integrationOf(client, id)).toMatchObject({ session: null, shopName: null, orderCount: 0 })

  const asked = new URL(connectUrl).searchParams
  expect(asked.get("scope")).toBe("transactions_r shops_r listings_r")
  expect(asked.get("code_challenge_method")).toBe("S256")
  expect(await comeBack(client, await consent(connectUrl, "allow", shop))).toBe("/integrations")

  const integration = await synced(client, id)
  expect(integrationSchema.parse(integration)).toMatchObject({
    name: "Luna prints",
    session: { access_token: "connected" },
    shopName: shop,
    syncState: "idle",
    syncMessage: null,
  })
  expect(integration.lastSync).not.toBeNull()

  const orders = await ordersOf(client)
  for (const order of orders) orderSchema.parse(order)
  // One of the shop's receipts is sent already and one is not yet paid.
  expect(orders).toHaveLength(108)
  expect(integration.orderCount).toBe(108)
  expect(orders.filter((order) => order.isCancelled)).toHaveLength(1)
  const items = orders.flatMap((order) => order.orderItems)
  expect(items.some((item) => item.title === "Mama's Leopard DTF Print for Tees and Totes")).toBe(true)
  expect(items.some((item) => item.personalisation === 'Name: Zoë "Zee" Müller, No. 7')).toBe(true)
  expect(items.some((item) => item.variation === "Colour: Black & Gold")).toBe(true)
  expect(items.every((item) => !/&#?\w+;/.test(JSON.stringify(item)))).toBe(true)
  expect(items.every((item) => item.mockupUrl?.startsWith(app.standIns.origin))).toBe(true)
  expect(orders.some((order) => order.orderItems.length === 3)).toBe(true)
  expect(orders[0]).toMatchObject({ status: "Pending", total: { currency: "USD" } })

  const rows = await app.db.prepare("SELECT * FROM integration WHERE user_id = ?").bind(userId).all()
  expect(JSON.stringify(rows.results)).not.toMatch(/access_?token"?:/i)
  expect(rows.results[0].tokens_encrypted).toMatch(/^local\.[\w-]+\.[\w-]+$/)

  expect(await sync(client, id)).toMatchObject({ syncState: "idle", orderCount: 108 })
})
