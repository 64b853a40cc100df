import { BlobReader, type FileEntry, TextWriter, ZipReader } from "@zip.js/zip.js"
import sharp from "sharp"
import { expect, test } from "vitest"
import type { ShownPiece } from "../../../contract/artwork/artwork-piece.ts"
import type { AskedProof } from "../../../contract/orders/asked-proof.ts"
import type { Order } from "../../../contract/orders/order.ts"
import type { Manifest } from "../../../contract/prints/manifest.ts"
import { useApp } from "../../../harness/app.ts"
import type { Client } from "../../../local/client.ts"
import {
  givenImage,
  givenSize,
  keysIn,
  printOf,
  processed,
  sweepFiles,
  until,
} from "../artwork/artwork-steps.ts"
import {
  allowAtShopify,
  givenShopifyIntegration,
  givenShopifyShop,
  shopifyShopName,
  tellShopify,
} from "../integrations/shopify-steps.ts"
import { comeBack, ordersOf, sync, synced } from "./order-steps.ts"

const app = useApp()
const nameField = { name: "name", label: "Name", sample: "Smith", maxLength: 12 }
const nameLayer = {
  field: "name",
  box: { x: 50, y: 700, width: 900, height: 250 },
  fontId: "library:graduate-400",
  size: 100,
  fill: "#0000ff",
}

async function givenNamedImage(client: Client): Promise<string> {
  const disc = '<svg width="300" height="450"><circle cx="150" cy="150" r="60" fill="#f00"/></svg>'
  const bytes = await sharp(Buffer.from(disc)).png().toBuffer()
  const image = await givenImage(client, { name: "disc.png", bytes })
  await client.put(`/api/images/${image._id}`, { fields: [nameField], layers: [nameLayer] })
  return image._id
}

async function orderNumbered(client: Client, number: string): Promise<Order> {
  const result = (await ordersOf(client)).find(({ orderNumber }) => orderNumber === number)
  if (!result) throw new Error(`no order ${number}`)
  return result
}

/** A draft of an order's first item, confirmed with this name. */
async function givenDraft(client: Client, order: Order, item: object): Promise<string> {
  const [{ _id }] = order.orderItems
  const reply = await client.put(`/api/orders/items/${_id}`, item)
  expect(reply.status, reply.message).toBe(200)
  return (await client.expect<{ _id: string }>("POST", "/api/orders/print", { orderItems: [_id] }))._id
}

/** Returns the account's archive as one text, without pictures. */
async function archiveOf(client: Client): Promise<string> {
  const { parts } = await client.expect<{ parts: number }>("GET", "/api/profile/archive")
  const texts: string[] = []
  for (let part = 1; part <= parts; part++) {
    const zip = await client.fetch("GET", `/api/profile/archive/part-${part}.zip`)
    const entries = await new ZipReader(new BlobReader(await zip.blob())).getEntries()
    for (const entry of entries)
      if (/\.(json|jsonl|csv|txt)$/.test(entry.filename))
        texts.push(await (entry as FileEntry).getData(new TextWriter()))
  }
  return texts.join("\n")
}

test("a buyer who is to be forgotten is forgotten wherever their words stand, and does not come back", async () => {
  app.expectErrors(/shopify/i)
  const { client } = await app.givenUser({ name: "Forgetter", credits: 20 })
  const shop = shopifyShopName()
  await tellShopify(app, { action: "orders", shop, count: 3 })
  const { id } = await givenShopifyShop(client, shop)
  const imageId = await givenNamedImage(client)
  const sizeId = await givenSize(client, "Chest", 1)
  const place = async (text: string) => {
    const lines = [{ listing: 5, quantity: 1, attributes: [{ key: "Name", value: text }] }]
    const [placed] = (await tellShopify(app, { action: "place", shop, lines })).orders ?? []
    await sync(client, id)
    return placed
  }
  const [mia, zoe, deleted, other] = [
    await place("Mia"),
    await place("Zoe"),
    await place("Ida"),
    await place("Bob"),
  ]
  const orderOf = (placed: { name: string }) => orderNumbered(client, placed.name)
  const text = (name: string) => ({ imageId, sizeId, values: { name } })
  const printed = await givenDraft(client, await orderOf(mia), text("Mia"))
  await client.post(`/api/prints/${printed}/process`)
  const done = await processed(client, printed)
  expect(done.status, done.failureMessage ?? "").toBe("Completed")
  const copy = await client.expect<{ _id: string }>("POST", `/api/prints/${printed}/duplicate`, {})
  const draft = await givenDraft(client, await orderOf(zoe), text("Zoe"))
  const [proof] = await client.expect<AskedProof[]>("POST", "/api/proofs", {
    orderItemIds: [(await orderOf(zoe)).orderItems[0]._id],
  })
  const token = proof.url.split("/proof/")[1]
  await app.visitor().expect("POST", `/api/proofs/${token}`, { answer: "change", text: "Zoe with dots" })
  const orphan = await givenDraft(client, await orderOf(deleted), text("Ida"))
  const kept = await givenDraft(client, await orderOf(other), text("Bob"))
  const gone = await client.post("/api/orders/bulk-delete", { orderIds: [(await orderOf(deleted))._id] })
  const { undoId } = gone.data as { undoId: string }
  const drawn = (name: string) =>
    until("the piece", async () => {
      const reply = await client.post(`/api/images/${imageId}/variants`, { values: [{ name }] })
      const [piece] = reply.data as ShownPiece[]
      return piece?.state === "ready" && piece
    })
  const pieces = [await drawn("Mia"), await drawn("Zoe"), await drawn("Ida")]
  const bob = await drawn("Bob")
  const stamps = await keysIn(app, `stamps/${imageId}/`)
  expect(stamps.length).toBeGreaterThan(0)
  const textsOf = async (printId: string) =>
    (await client.expect<Manifest>("GET", `/api/prints/${printId}/manifest`)).rows.flatMap(({ texts }) =>
      texts.map((one) => one.text),
    )
  expect(await textsOf(printed)).toEqual(["Mia"])

  for (const { index } of [mia, zoe, deleted])
    await tellShopify(app, { action: "privacy", shop, topic: "customers/redact", index })

  const forgotten = async (client: Client) => {
    for (const placed of [mia, zoe])
      expect(await orderNumbered(client, placed.name), placed.name).toMatchObject({
        buyerInfo: { name: "", email: "" },
        orderItems: [{ wording: "", personalisation: [], values: {} }],
      })
  }
  await forgotten(client)
  expect((await app.visitor().get(`/api/proof/${token}`)).status).toBe(404)
  expect((await orderOf(zoe)).orderItems).toMatchObject([{ isCancelled: true }])
  for (const printId of [printed, copy._id, draft, orphan]) {
    expect((await printOf(client, printId)).printItems.map(({ values }) => values)).toEqual([{}])
    expect(await textsOf(printId), printId).toEqual([])
  }
  for (const { digest } of pieces)
    for (const noun of ["preview", "silhouette"]) {
      const path = `/api/files/images/${imageId}/variants/${digest}/${noun}`
      await sweepFiles(app)
      expect((await client.get(path)).status, path).toBe(404)
    }
  const left = await keysIn(app, `images/${imageId}/variants/`)
  expect(left.every((key) => key.includes(bob.digest))).toBe(true)
  expect(left.length).toBeGreaterThan(0)
  // The stamp with the name has gone; what it shared with others may stay.
  expect((await keysIn(app, `stamps/${imageId}/`)).length).toBeLessThan(stamps.length)
  expect(await archiveOf(client)).not.toMatch(/Mia|Zoe|Ida/)
  // Another buyer's are left alone.
  expect((await printOf(client, kept)).printItems[0].values).toEqual({ name: "Bob" })
  expect(await orderOf(other)).toMatchObject({ orderItems: [{ wording: expect.stringContaining("Bob") }] })

  // Neither the undoing of a deletion, nor the next sync, nor a file brings them back.
  expect((await client.post(`/api/undo/${undoId}`)).status).toBe(200)
  expect(await orderOf(deleted)).toMatchObject({ buyerInfo: { name: "" }, orderItems: [{ wording: "" }] })
  for (const { index } of [mia, zoe, deleted]) await tellShopify(app, { action: "bump", shop, index })
  await sync(client, id)
  await forgotten(client)
  const [{ integrationOrderCreatedDate: createdAt }] = (await ordersOf(client)).filter(
    ({ orderNumber }) => orderNumber === mia.name,
  )
  const file = `Name,Created at,Shipping Name,Email,Lineitem name,Lineitem sku,Lineitem quantity,Lineitem price,Financial Status,Notes
${mia.name},${createdAt},Mia Buyer,mia@example.test,Tee,TEE,1,10,paid,For Mia
#77,${createdAt},Ann Other,ann@example.test,Tee,TEE,1,10,paid,For Ann
`
  const form = new FormData()
  form.append("file", new File([file], "orders.csv"))
  const imported = await client.post("/api/orders/import", form)
  expect(imported.status, imported.message).toBe(201)
  const rows = await ordersOf(client)
  expect(rows.filter(({ buyerInfo }) => /Mia/.test(JSON.stringify(buyerInfo)))).toEqual([])
  expect(rows.some(({ buyerInfo }) => buyerInfo.name === "Ann Other")).toBe(true)
  expect(JSON.stringify(rows)).not.toMatch(/For Mia/)

  // Nor does the shop, connected anew.
  await client.delete(`/api/integrations/${id}`)
  const anew = await givenShopifyIntegration(client, shop)
  expect(await comeBack(client, await allowAtShopify(anew.connectUrl))).toBe("/integrations")
  await synced(client, anew._id)
  await forgotten(client)
  expect(await orderNumbered(client, deleted.name)).toMatchObject({ buyerInfo: { name: "" } })
  const words = await app.db
    .prepare(
      "SELECT count(*) AS total FROM print_item WHERE field_values LIKE '%Mia%' OR field_values LIKE '%Zoe%'",
    )
    .first()
  expect(words).toEqual({ total: 0 })
})
