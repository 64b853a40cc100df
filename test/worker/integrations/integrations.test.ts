import { expect, test } from "vitest"
import { integrationSchema } from "../../../contract/integrations/integration.ts"
import { orderSchema } from "../../../contract/orders/order.ts"
import { texts } from "../../../contract/text.ts"
import { useApp } from "../../../harness/app.ts"
import {
  comeBack,
  consent,
  etsyState,
  faultAt,
  givenIntegration,
  givenShop,
  integrationOf,
  ordersOf,
  shopName,
  sync,
  synced,
  tellEtsy,
} from "../orders/order-steps.ts"

// As Etsy grants a new app: five shops, of which these tests never connect more at once.
const app = useApp({ ETSY_ACCESS: "personal" })

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
  expect(Number((await etsyState(app)).lastReceiptQuery.limit)).toBeLessThanOrEqual(50)

  const orders = await ordersOf(client)
  for (const order of orders) orderSchema.parse(order)
  // One of the shop's receipts is sent already and one is not yet paid.
  expect(orders).toHaveLength(108)
  expect(integration).toMatchObject({ orderCount: 108, ordersByStatus: { Pending: 107, Cancelled: 1 } })
  expect(orders.filter((order) => order.isCancelled)).toHaveLength(1)
  expect(await ordersOf(client, "status=Pending&limit=200")).toHaveLength(107)
  const items = orders.flatMap((order) => order.orderItems)
  expect(items.some((item) => item.title === "Mama's Leopard DTF Print for Tees and Totes")).toBe(true)
  expect(items.some((item) => item.wording === 'Name: Zoë "Zee" Müller, No. 7')).toBe(true)
  expect(items.some((item) => item.variation === "Colour: Black & Gold")).toBe(true)
  // Since 2026 a listing asks up to five questions; a file's answer is its address.
  const five = items.find((item) => item.personalisation.length === 5)
  expect(five?.personalisation).toEqual([
    { question: "Team name", answer: "Zoë's Comets 🌙", isFile: false },
    { question: "Player's name", answer: "Mia & Zoë", isFile: false },
    { question: "Number", answer: "07", isFile: false },
    { question: "Font", answer: "Varsity", isFile: false },
    {
      question: "Team photo",
      answer: expect.stringMatching(/^https:.*version=1&signature=\w+$/),
      isFile: true,
    },
  ])
  expect(five?.wording).toBe("Zoë's Comets 🌙\nMia & Zoë\n07\nVarsity")
  const result = await ordersOf(client, "search=Comets&limit=200")
  expect(result.map((order) => order._id)).toContain(five?.orderId)
  expect(result.length).toBeLessThan(20)
  await app.db
    .prepare("UPDATE order_item SET answers = '[]', personalisation = 'Old' WHERE id = ?")
    .bind(five?._id)
    .run()
  const old = (await client.get(`/api/orders/items?ids=${five?._id}`)).data
  expect(old).toMatchObject([
    { personalisation: [{ question: "", answer: "Old", isFile: false }], wording: "Old" },
  ])
  expect(items.every((item) => !/&#?\w+;/.test(JSON.stringify(item)))).toBe(true)
  expect(items.every((item) => item.mockupUrl?.startsWith(app.standIns.origin))).toBe(true)
  expect(orders.some((order) => order.orderItems.length === 3)).toBe(true)
  expect(orders[0]).toMatchObject({ status: "Pending", total: { currency: "USD" } })
  const page = await app.visitor().fetch("GET", "/")
  expect(page.headers.get("content-security-policy")).toContain(
    `img-src 'self' blob: data: ${app.standIns.origin};`,
  )

  const { results } = await app.db.prepare("SELECT * FROM integration WHERE user_id = ?").bind(userId).all()
  expect(results[0].tokens_encrypted).toMatch(/^local\.[\w-]+\.[\w-]+$/)
  expect(JSON.stringify(integration)).not.toMatch(/\d+\.[\w-]{20}/)

  expect(await sync(client, id)).toMatchObject({ syncState: "idle", orderCount: 108 })
})

test("a connection that does not come about leads back with its error, and nothing is connected", async () => {
  app.expectErrors(/shop not connected|no consent at Etsy.*The user denied the request/)
  const owner = await app.givenUser({ name: "Owner" })
  const { client } = owner
  const { _id: id, connectUrl } = await givenIntegration(client)
  const shop = shopName()
  const failed = "/integrations?error=auth_failed"

  expect(await comeBack(client, await consent(connectUrl, "deny", shop))).toBe(failed)
  // The refusal has used the state up.
  expect(await comeBack(client, await consent(connectUrl, "allow", shop))).toBe(failed)

  const again = async () => {
    const reply = await client.get(`/api/integrations/${id}/auth`)
    expect(reply.status).toBe(200)
    return (reply.data as { connectUrl: string }).connectUrl
  }
  const allowed = await consent(await again(), "allow", shop)
  const stranger = await app.givenUser({ name: "Stranger" })
  expect(await comeBack(stranger.client, allowed)).toBe(failed)
  expect(await comeBack(app.visitor(), allowed)).toBe(failed)
  const otherSession = await app.signIn(owner.email)
  expect(await comeBack(otherSession, allowed)).toBe(failed)
  const forged = new URL(allowed)
  forged.searchParams.set("state", `${allowed.searchParams.get("state")}x`)
  expect(await comeBack(client, forged)).toBe(failed)
  const wrongCode = new URL(allowed)
  wrongCode.searchParams.set("code", "made-up")
  expect(await comeBack(client, wrongCode)).toBe(failed)
  expect((await etsyState(app)).tokens.lastError).toContain("code is invalid")
  expect(await comeBack(client, new URL("/api/integrations/etsy/callback", app.origin))).toBe(failed)

  for (const order of [{ action: "fail", status: 503 }, { action: "nonsense" }]) {
    const unanswered = `${failed}&cause=Etsy_silent`
    await faultAt(app, { path: "/etsy/v3/public", ...order })
    expect(await comeBack(client, await consent(await again(), "allow", shop))).toBe(unanswered)
    await faultAt(app, { path: "/etsy/v3/application/users", ...order })
    expect(await comeBack(client, await consent(await again(), "allow", shop))).toBe(unanswered)
  }
  expect(await integrationOf(client, id)).toMatchObject({ session: null, shopName: null })

  const back = await consent(await again(), "allow", shop)
  expect(await comeBack(client, back)).toBe("/integrations")
  expect(await comeBack(client, back)).toBe(failed)
  expect(await synced(client, id)).toMatchObject({ session: { access_token: "connected" }, shopName: shop })
})

test("a shop belongs to one integration of one account", async () => {
  const first = await app.givenUser({ name: "First" })
  const { id, shop } = await givenShop(first.client)
  const taken = "/integrations?error=shop_already_exists"
  const second = await app.givenUser({ name: "Second" })
  for (const { client } of [first, second]) {
    const { _id, connectUrl } = await givenIntegration(client)
    // Only the owner is told which integration has the shop.
    const messages = client === first.client ? `${taken}&takenBy=${id}` : taken
    expect(await comeBack(client, await consent(connectUrl, "allow", shop))).toBe(messages)
    expect(await integrationOf(client, _id)).toMatchObject({ session: null, shopName: null })
  }

  const { _id: other, connectUrl } = await givenIntegration(second.client)
  const { _id: another, connectUrl: anotherUrl } = await givenIntegration(second.client)
  const fresh = shopName()
  const both = await Promise.all([
    consent(connectUrl, "allow", fresh).then((back) => comeBack(second.client, back)),
    consent(anotherUrl, "allow", fresh).then((back) => comeBack(second.client, back)),
  ])
  const winner = both[0] === "/integrations" ? other : another
  expect(both.sort()).toEqual(["/integrations", `${taken}&takenBy=${winner}`])
  await Promise.all([synced(second.client, other), synced(second.client, another)])

  // Again for the same integration is no second one, and a deleted integration gives its shop free.
  const renew = (await first.client.get(`/api/integrations/${id}/auth`)).data as { connectUrl: string }
  expect(await comeBack(first.client, await consent(renew.connectUrl, "allow", shop))).toBe("/integrations")
  await synced(first.client, id)
  expect((await first.client.delete(`/api/integrations/${id}`)).status).toBe(200)
  expect(await ordersOf(first.client)).toEqual([])
  const { id: theirs } = await givenShop(second.client, shop)
  expect(await integrationOf(second.client, theirs)).toMatchObject({ orderCount: 108 })
})

test("integrations are listed, renamed and counted; an account has its bound", async () => {
  await app.db.prepare("DELETE FROM integration").run()
  const { client } = await app.givenUser()
  await tellEtsy(app, { action: "receipts", shop: "Tiny", count: 2 })
  const { id } = await givenShop(client, "Tiny")
  const renamed = await client.put(`/api/integrations/${id}`, {
    name: "  Tiny prints ",
    keys: [{ key: "Warehouse", value: "B" }],
  })
  expect(renamed.data).toMatchObject({ name: "Tiny prints", keys: [{ key: "Warehouse", value: "B" }] })
  expect(await client.put(`/api/integrations/${id}`, {})).toMatchObject({ status: 400 })
  expect(await client.post("/api/integrations", { name: " ", type: "Etsy" })).toMatchObject({
    status: 400,
    fields: { name: "Name is required" },
  })
  expect(await client.post("/api/integrations", { name: "Zon", type: "Amazon" })).toMatchObject({
    status: 400,
  })
  const made = await Promise.all(
    Array.from({ length: 22 }, (_, index) =>
      client.post("/api/integrations", { name: `Shop ${index}`, type: "Etsy" }),
    ),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(19)
  expect(made.find(({ status }) => status === 409)?.message).toBe("An account holds at most 20 integrations")
  const list = await client.get("/api/integrations?search=tiny&sortBy=name&sort=asc")
  expect(list.data).toMatchObject([{ _id: id, orderCount: 2, shopName: "Tiny" }])
  const statistics = await client.get("/api/statistics")
  expect(statistics.data).toMatchObject({
    totalIntegrations: 20,
    totalOrders: 2,
    pendingOrders: 2,
    completedOrders: 0,
  })
})

test("the sixth shop of an app with personal access is refused in words, before consent and after it", async () => {
  await app.db.prepare("DELETE FROM integration").run()
  const { client } = await app.givenUser()
  const connect = async (shop: string) => {
    await tellEtsy(app, { action: "receipts", shop, count: 1 })
    return givenShop(client, shop)
  }
  const shops = Array.from({ length: 5 }, () => shopName())
  const [first] = [await connect(shops[0]), await connect(shops[1]), await connect(shops[2])]
  const early = await givenIntegration(client, "Early")
  const late = await givenIntegration(client, "Late")
  await connect(shops[3])
  const [fifth, sixth] = await Promise.all([
    consent(early.connectUrl, "allow", shops[4]),
    consent(late.connectUrl, "allow", shopName()),
  ])
  // Two at once: one of them takes the last place.
  const both = await Promise.all([comeBack(client, fifth), comeBack(client, sixth)])
  expect(both.sort()).toEqual(["/integrations", "/integrations?error=auth_failed&cause=shop_limit"])
  await Promise.all([synced(client, early._id), synced(client, late._id)])

  const refusal = { status: 409, message: texts.etsyShopLimit }
  const stranger = await app.givenUser({ name: "Stranger" })
  for (const one of [client, stranger.client])
    expect(await one.post("/api/integrations", { name: "Sixth", type: "Etsy" })).toMatchObject(refusal)
  const [open] = [await integrationOf(client, early._id), await integrationOf(client, late._id)].filter(
    ({ session }) => session === null,
  )
  expect(await client.get(`/api/integrations/${open._id}/auth`)).toMatchObject(refusal)

  // One of the five is connected anew, and one that is deleted makes room.
  expect((await client.get(`/api/integrations/${first.id}/auth`)).status).toBe(200)
  expect((await client.delete(`/api/integrations/${first.id}`)).status).toBe(200)
  await connect(shopName())
})
