import sharp from "sharp"
import { expect, test } from "vitest"
import type { Font } from "../../../contract/artwork/font.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { PROOF_DAYS } from "../../../contract/limit.ts"
import type { Notification } from "../../../contract/live.ts"
import type { AskedProof } from "../../../contract/orders/asked-proof.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import type { OrderBatchReply } from "../../../contract/orders/order-batch.ts"
import type { ShownProof } from "../../../contract/orders/shown-proof.ts"
import type { Manifest } from "../../../contract/prints/manifest.ts"
import { useApp } from "../../../harness/app.ts"
import { ownFontFile } from "../../../harness/font-files.ts"
import type { Client } from "../../../local/client.ts"
import { formOf, givenImage, givenSize, until } from "../artwork/artwork-steps.ts"
import { givenDue, ordersOf } from "./order-steps.ts"

const app = useApp()
const nameField = { name: "name", label: "Name", sample: "Smith", maxLength: 12 }
const nameLayer = {
  field: "name",
  box: { x: 50, y: 700, width: 900, height: 250 },
  fontId: "library:graduate-400",
  size: 100,
  fill: "#0000ff",
}

/** A seller of one shirt with a name on it, whose store prints only what its buyers have approved. */
async function givenShirt(number: string) {
  const { client, userId } = await app.givenUser({ credits: 20 })
  const disc = '<svg width="300" height="450"><circle cx="150" cy="150" r="60" fill="#f00"/></svg>'
  const image = await givenImage(client, {
    name: "moth.png",
    bytes: await sharp(Buffer.from(disc)).png().toBuffer(),
  })
  await client.put(`/api/images/${image._id}`, { fields: [nameField], layers: [nameLayer] })
  return { client, ...(await givenOrder(client, userId, number)) }
}

/** An order of the artwork "moth" with the name Zoe. */
async function givenOrder(client: Client, userId: string, number: string) {
  await givenSize(client, "M", 4)
  const itemId = await givenDue(app, userId, number, null)
  await named(client, itemId, "Zoe")
  const [{ integrationId, _id: orderId }] = await ordersOf(client)
  expect((await client.put(`/api/integrations/${integrationId._id}`, { needsProof: true })).status).toBe(200)
  return { itemId, orderId }
}

async function named(client: Client, itemId: string, name: string): Promise<OrderItem> {
  return client.expect<OrderItem>("PUT", `/api/orders/items/${itemId}`, { values: { name } })
}

async function ask(
  client: Client,
  itemId: string,
  isMailed = false,
): Promise<AskedProof & { token: string }> {
  const [asked] = await client.expect<AskedProof[]>("POST", "/api/proofs", {
    orderItemIds: [itemId],
    isMailed,
  })
  return { ...asked, token: asked.url.split("/proof/")[1] }
}

async function itemOf(client: Client): Promise<OrderItem> {
  return (await ordersOf(client))[0].orderItems[0]
}

async function leftOut(client: Client): Promise<string[]> {
  const reply = await client.post("/api/orders/batch", { dryRun: true })
  return (reply.data as OrderBatchReply).skipped.map(({ reason }) => reason)
}

test("a store's mends are shown in its proofs, which hold as long as they stay", async () => {
  const { client, itemId } = await givenShirt("3190")
  const [{ integrationId }] = await ordersOf(client)
  const mend = (mends: object[]) => client.expect("PUT", `/api/integrations/${integrationId._id}`, { mends })
  const picture = async (token: string) => {
    const reply = await app.visitor().fetch("GET", `/api/proof/${token}/picture`)
    expect(reply.status).toBe(200)
    return Buffer.from(await reply.arrayBuffer())
  }
  const plain = await ask(client, itemId)
  const before = await picture(plain.token)
  const red = { kind: "recolour", from: "#ff0000", to: "#00a000", tolerance: 30 }
  await mend([red])
  expect((await app.visitor().get(`/api/proof/${plain.token}`)).status).toBe(410)
  const { token } = await ask(client, itemId)
  expect((await picture(token)).equals(before)).toBe(false)
  await app.visitor().post(`/api/proofs/${token}`, { answer: "approved" })
  expect(await leftOut(client)).toEqual([])
  await mend([{ ...red, isOn: false }])
  expect(await leftOut(client)).toEqual(["unapproved"])
  await mend([red])
  expect(await leftOut(client)).toEqual([])
})

test("an approval is void while the artwork's mends are made, and mends that cannot be made change nothing", async () => {
  const { client, itemId } = await givenShirt("3192")
  const imageId = (await itemOf(client)).match.imageId?._id
  const { token } = await ask(client, itemId)
  const buyer = app.visitor()
  const picture = async () => {
    const reply = await buyer.fetch("GET", `/api/proof/${token}/picture`)
    expect(reply.status).toBe(200)
    return Buffer.from(await reply.arrayBuffer())
  }
  const before = await picture()
  await buyer.expect("POST", `/api/proofs/${token}`, { answer: "approved" })
  expect(await leftOut(client)).toEqual([])

  // They wait for their turn, as those of many images do; taken back before it comes, they have changed nothing.
  const red = { kind: "recolour", isOn: true, from: "#ff0000", to: "#00a000", tolerance: 30 }
  const setWaiting = (mends: object[]) =>
    app.db
      .prepare("UPDATE image SET retry_at = 9e15, mends = ? WHERE id = ?")
      .bind(JSON.stringify(mends), imageId)
      .run()
  await setWaiting([red])
  expect(await leftOut(client)).toEqual(["unapproved"])
  expect((await client.post("/api/proofs", { orderItemIds: [itemId] })).status).toBe(422)
  expect((await buyer.get(`/api/proof/${token}`)).status).toBe(503)
  await setWaiting([{ ...red, isOn: false }])
  expect(await leftOut(client)).toEqual([])

  const mend = async (mends: object[]) => {
    await client.expect("PUT", `/api/images/${imageId}`, { mends })
    await until("another reading", async () => {
      const row = await app.db.prepare("SELECT retry_at FROM image WHERE id = ?").bind(imageId).first()
      return row?.retry_at === null
    })
  }
  await mend([red])
  expect(await leftOut(client)).toEqual(["unapproved"])
  await mend([])
  expect(await leftOut(client)).toEqual([])

  // The corner has no ink: the artwork prints as it was, and is shown so.
  await mend([{ kind: "crop", x: 0, y: 0, width: 100, height: 100 }])
  expect(await leftOut(client)).toEqual([])
  expect((await picture()).equals(before)).toBe(true)
})

test("a proof shows a piece in its printed size and shape, with a border as wide as it is printed", async () => {
  const { client, userId } = await app.givenUser({ credits: 20 })
  // A bar of 300 × 60 pixels in a clear frame: 4 in wide, its border of 5 mm is 59 of the print's 1200 pixels.
  const bar = '<svg width="400" height="200"><rect x="50" y="70" width="300" height="60" fill="#f00"/></svg>'
  await givenImage(client, { name: "moth.png", bytes: await sharp(Buffer.from(bar)).png().toBuffer() })
  await givenSize(client, "M", 4)
  const itemId = await givenDue(app, userId, "3191", null)
  const [{ integrationId }] = await ordersOf(client)
  const store = `/api/integrations/${integrationId._id}`
  const shown = async () => {
    const { token } = await ask(client, itemId)
    const read = async () => (await app.visitor().get(`/api/proof/${token}`)).data as ShownProof
    const picture = await app.visitor().fetch("GET", `/api/proof/${token}/picture`)
    const { width = 0, height = 0 } = await sharp(await picture.arrayBuffer()).metadata()
    return { read, shape: width / height }
  }
  const plain = await shown()
  expect(plain.shape).toBeCloseTo(5, 1)
  expect(await plain.read()).toMatchObject({ widthIn: 4, heightIn: 0.8 })

  await client.expect("PUT", store, { mends: [{ kind: "outline", mm: 5, colour: "#ffffff" }] })
  const bordered = await shown()
  const [inner, border] = [1200 - 2 * 59, 2 * 59]
  expect(bordered.shape).toBeCloseTo(1200 / (inner / 5 + border), 1)
  const drawn = await until("the piece", async () => {
    const proof = await bordered.read()
    return proof.heightIn > 0.9 && proof
  })
  expect(drawn.widthIn).toBe(4)
  expect(drawn.heightIn).toBeCloseTo((inner / 5 + border) / 300, 1)
})

test("a piece waits until its buyer has approved it, once, by a link that names no buyer", async () => {
  const { client, itemId } = await givenShirt("3184")
  expect(await leftOut(client)).toEqual(["unapproved"])
  const { token, url } = await ask(client, itemId)
  expect((await ask(client, itemId)).url).toBe(url)
  expect(await itemOf(client)).toMatchObject({ proof: { state: "asked" }, waitsForProof: true })

  const buyer = app.visitor()
  const shown = await buyer.get(`/api/proof/${token}`)
  expect(shown.data as ShownProof).toMatchObject({
    ...{ shop: "Shop", orderNumber: "3184", state: "asked", size: "M", quantity: 1 },
    texts: [{ label: "Name", text: "Zoe" }],
  })
  expect(JSON.stringify(shown)).not.toMatch(/Ann|example\.test|seller/i)
  const picture = await buyer.fetch("GET", `/api/proof/${token}/picture`)
  expect(picture.headers.get("content-type")).toBe("image/png")
  expect((await sharp(await picture.arrayBuffer()).metadata()).width).toBeGreaterThan(800)

  // With "Smith" it is 4 in wide, and narrower with a shorter name.
  const { widthIn } = await until("the piece", async () => {
    const proof = (await buyer.get(`/api/proof/${token}`)).data as ShownProof
    return proof.widthIn !== 4 && proof
  })
  expect(widthIn).toBeCloseTo(10 / 3, 1)

  const answer = (body: object) => buyer.post(`/api/proofs/${token}`, body)
  expect((await answer({ answer: "change", text: " " })).status).toBe(400)
  const approved = await answer({ answer: "approved" })
  expect(approved.data).toMatchObject({ state: "approved" })
  // Sent again, it is the same answer; another one is told what was answered.
  expect((await answer({ answer: "approved" })).data).toEqual(approved.data)
  expect(await answer({ answer: "change", text: "Zoë" })).toMatchObject({
    status: 409,
    message: expect.stringContaining("answered before: approved"),
  })
  expect(await itemOf(client)).toMatchObject({ proof: { state: "approved" }, waitsForProof: false })
  const news = (await client.get("/api/notifications")).data as Notification[]
  expect(news[0]).toMatchObject({
    ...{ type: "order", attachmentId: "3184", message: "Order 3184: the buyer approved the proof" },
  })

  const batch = (await client.post("/api/orders/batch", {})).data as OrderBatchReply
  expect(batch).toMatchObject({ items: 1, skipped: [] })
  const { rows } = await client.expect<Manifest>("GET", `/api/prints/${batch._id}/manifest`)
  expect(rows[0].approvedAt).toBe((approved.data as { answeredAt: string }).answeredAt)
  const csv = await client.fetch("GET", `/api/prints/${batch._id}/manifest.csv`)
  expect((await csv.text()).split("\r\n")[0]).toContain(',"Approved",')

  // By another rule of its store it is another piece, unless it was printed before anybody kept the rule that it was printed by.
  const [{ integrationId }] = await ordersOf(client)
  const rule = (mends: object[]) => client.expect("PUT", `/api/integrations/${integrationId._id}`, { mends })
  const approvedAt = async () =>
    (await client.expect<Manifest>("GET", `/api/prints/${batch._id}/manifest`)).rows[0].approvedAt
  const setPrinted = (atMs: number | null) =>
    app.db.prepare("UPDATE print SET printed_at = ? WHERE id = ?").bind(atMs, batch._id).run()
  await rule([{ kind: "harden", threshold: 128 }])
  expect(await approvedAt()).toBeNull()
  await setPrinted(Date.now())
  expect(await approvedAt()).toBe(rows[0].approvedAt)
  await setPrinted(null)
  await rule([])

  // Artwork that looks different now is not what the buyer approved.
  await app.db
    .prepare(
      "UPDATE image SET master_key = master_key || '-other' WHERE id IN (SELECT image_id FROM print_item WHERE print_id = ?)",
    )
    .bind(batch._id)
    .run()
  const other = await client.expect<Manifest>("GET", `/api/prints/${batch._id}/manifest`)
  expect(other.rows[0].approvedAt).toBeNull()
})

test("another text makes a proof void, and a change is asked for in words", async () => {
  const { client, itemId, orderId } = await givenShirt("3185")
  const first = await ask(client, itemId)
  const buyer = app.visitor()
  await buyer.expect("POST", `/api/proofs/${first.token}`, { answer: "approved" })
  expect((await named(client, itemId, "Zoey")).proof).toEqual({ state: "none" })
  expect(await leftOut(client)).toEqual(["unapproved"])
  const over = await buyer.post(`/api/proofs/${first.token}`, { answer: "approved" })
  expect(over).toMatchObject({
    status: 410,
    message: "The piece has changed since. Shop will send you a new proof.",
  })

  const second = await ask(client, itemId, true)
  expect(second).toMatchObject({ isMailed: true })
  expect(second.token).not.toBe(first.token)
  expect((await buyer.get(`/api/proof/${first.token}`)).status).toBe(404)
  const { text, subject } = await app.mailbox("ann@example.test")
  expect(text).toContain(second.url)
  // Nobody has proved the address: no word of the seller's is in it.
  expect(subject + text).not.toMatch(/Shirt of|3185|Zoey/)
  const wish = { answer: "change", text: "It is Zoë,\nwith dots" }
  await buyer.expect("POST", `/api/proofs/${second.token}`, wish)
  expect((await itemOf(client)).proof).toMatchObject({ state: "change", text: wish.text })
  expect(await leftOut(client)).toEqual(["unapproved"])
  const third = await ask(client, itemId)
  expect(third.url).not.toBe(second.url)
  expect((await itemOf(client)).proof).toEqual({ state: "asked", path: `proof/${third.token}` })

  // Long after, the link is over and another is made; with the order it goes, and comes back.
  await app.db
    .prepare("UPDATE order_item SET proof = json_set(proof, '$.askedAt', ?) WHERE id = ?")
    .bind(Date.now() - PROOF_DAYS * DAY_MS, itemId)
    .run()
  expect((await buyer.get(`/api/proof/${third.token}`)).status).toBe(410)
  const { token } = await ask(client, itemId)
  const gone = await client.post("/api/orders/bulk-delete", { orderIds: [orderId] })
  expect((await buyer.get(`/api/proof/${token}`)).status).toBe(404)
  await client.post(`/api/undo/${(gone.data as { undoId: string }).undoId}`)
  expect((await buyer.get(`/api/proof/${token}`)).status).toBe(200)
})

test("only what can be printed is shown to a buyer, and only by its seller", async () => {
  const { client, itemId } = await givenShirt("3186")
  const other = await app.givenUser()
  expect((await other.client.post("/api/proofs", { orderItemIds: [itemId] })).status).toBe(404)
  await app.db.prepare("UPDATE order_item SET size_key = 'none' WHERE id = ?").bind(itemId).run()
  expect(await client.post("/api/proofs", { orderItemIds: [itemId] })).toMatchObject({
    status: 422,
    message: '"Shirt of 3186" (order 3186) needs artwork and a size before its proof',
  })
  for (const call of ["/api/proof/nothing", "/api/proof/nothing/picture"])
    expect((await app.visitor().get(call)).status).toBe(404)
  expect((await app.visitor().post("/api/proofs/nothing", { answer: "approved" })).status).toBe(404)
})

test("a piece that is drawn in another font is another piece, and one that is not keeps its approval", async () => {
  const { client, userId } = await app.givenUser({ credits: 20 })
  const addFont = async (slug: string, family: string) => {
    const form = formOf([{ name: `${slug}.ttf`, bytes: ownFontFile(slug, family) }])
    const [font] = (await client.post("/api/fonts", form)).data as Font[]
    return font._id
  }
  const fontId = await addFont("pacifico-400", "House Script")
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 120"><text x="9" y="90" font-size="60" font-family="House Script">{{name}}</text></svg>`
  const image = await givenImage(client, { name: "moth.svg", bytes: svg })
  const { itemId } = await givenOrder(client, userId, "3187")
  const asked = await ask(client, itemId)
  const buyer = app.visitor()
  await buyer.expect("POST", `/api/proofs/${asked.token}`, { answer: "approved" })
  const proofState = async () => (await itemOf(client)).proof.state
  expect(await proofState()).toBe("approved")
  const readAgain = async () => {
    await app.runtime.runCron("* * * * *")
    await until("another reading", async () => {
      const row = await app.db.prepare("SELECT retry_at FROM image WHERE id = ?").bind(image._id).first()
      return row?.retry_at === null
    })
  }

  // While nobody knows yet whether another font changes it, nothing is printed and nothing is asked again.
  await app.db.prepare("UPDATE image SET retry_at = 9e15 WHERE id = ?").bind(image._id).run()
  expect(await leftOut(client)).toEqual(["unapproved"])
  expect((await client.post("/api/proofs", { orderItemIds: [itemId] })).status).toBe(422)
  expect((await buyer.get(`/api/proof/${asked.token}`)).status).toBe(503)
  await addFont("lobster-400", "Another Script")
  await readAgain()
  expect(await proofState()).toBe("approved")
  expect(await leftOut(client)).toEqual([])

  const { undoId } = (await client.delete(`/api/fonts/${fontId}`)).data as { undoId: string }
  await readAgain()
  expect(await proofState()).toBe("none")
  expect(await leftOut(client)).toEqual(["unapproved"])
  expect((await buyer.get(`/api/proof/${asked.token}`)).status).toBe(410)
  await client.post(`/api/undo/${undoId}`)
  await readAgain()
  expect(await proofState()).toBe("approved")

  // Another file of the same family asks again, whatever the letters of the sample look like.
  await client.delete(`/api/fonts/${fontId}`)
  await addFont("lobster-400", "House Script")
  await readAgain()
  expect(await proofState()).toBe("none")
  expect((await ask(client, itemId)).token).not.toBe(asked.token)
})
