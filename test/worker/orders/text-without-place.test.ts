import { expect, test } from "vitest"
import type { OrderItem } from "../../../contract/orders/order.ts"
import type { OrderBatchReply } from "../../../contract/orders/order-batch.ts"
import type { Manifest } from "../../../contract/prints/manifest.ts"
import type { LayoutReply } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenSize, printOf, processed, until } from "../artwork/artwork-steps.ts"
import {
  givenOrder,
  givenPilotShop,
  makeDue,
  minutePasses,
  ranOut,
  runsOf,
} from "../autopilots/autopilot-steps.ts"
import { givenShop, ordersOf, shopName, tellEtsy } from "./order-steps.ts"

const app = useApp()
const NAME_FIELD = { name: "name", label: "Name", sample: "ZOE", maxLength: 20 }
const LAYER = {
  field: "name",
  box: { x: 100, y: 100, width: 800, height: 200 },
  fontId: "library:graduate-400",
}
const LINE = "has text, but its artwork has no place for it"

type Answers = [question: string, answer: string][]
const words = (text: string): Answers => [["Personalization", text]]

/** A seller of one towel whose artwork is the same for all, and whose buyers write these. */
async function givenTowels(answers: Answers[]) {
  const { client } = await app.givenUser({ credits: 20 })
  const { _id: imageId } = await givenImage(client, { name: "TEA-TOWEL.svg", bytes: logoSvg() })
  await givenSize(client, "5 inches", 5)
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 0 })
  const listing = { title: "Tea towel", sku: "tea towel", sizes: ["5 inches"], answers }
  await tellEtsy(app, { action: "sell", shop, listings: [listing] })
  await tellEtsy(app, { action: "arrive", shop, count: answers.length })
  await givenShop(client, shop)
  return { client, imageId }
}

/** Returns the items in the order in which they came. */
async function itemsOf(client: Client, query = ""): Promise<OrderItem[]> {
  const orders = await ordersOf(client, `limit=200${query}`)
  return orders
    .sort((a, b) => Number(a.orderNumber) - Number(b.orderNumber))
    .flatMap(({ orderItems }) => orderItems.slice(0, 1))
}

async function batchOf(client: Client): Promise<OrderBatchReply> {
  return (await client.post("/api/orders/batch", { dryRun: true })).data as OrderBatchReply
}

async function withoutText(client: Client, id: string, isOn: boolean): Promise<OrderItem> {
  const reply = await client.put(`/api/orders/items/${id}/without-text`, { isOn })
  expect(reply.status, reply.message).toBe(200)
  return reply.data as OrderItem
}

test("text that artwork has no place for stays out of a batch until a person says what to do", async () => {
  const { client, imageId } = await givenTowels([
    words("Name: Zoë Müller, No. 7"),
    words("No personalization"),
    words("Hi! Thank you so much!"),
    words("Anna"),
    [],
  ])
  const items = await itemsOf(client)
  const [zoe, , , anna, nothing] = items
  expect(items.map(({ hasNoPlace }) => hasNoPlace)).toEqual([true, false, false, true, false])
  // Some orders are of several towels.
  const all = (await ordersOf(client)).flatMap(({ orderItems }) => orderItems)
  const wordy = all.filter(({ hasNoPlace }) => hasNoPlace)
  const { items: count, skipped } = await batchOf(client)
  expect(count).toBe(all.length - wordy.length)
  expect(skipped.map(({ orderItemId }) => orderItemId).sort()).toEqual(wordy.map(({ _id }) => _id).sort())
  for (const one of skipped)
    expect(one).toMatchObject({ reason: "no-place", imageId, ruleKey: "teatowel", title: "Tea towel" })
  expect((await itemsOf(client, "&doubtful=true")).map(({ _id }) => _id)).toEqual([zoe._id, anna._id])
  expect((await client.get("/api/orders/summary")).data).toMatchObject({ doubtful: 2 })

  // By hand it can be printed: whoever does is told before, and so is the press.
  const made = await client.post("/api/orders/print", { orderItems: [zoe._id, nothing._id] })
  const { _id: printId } = made.data as { _id: string }
  const drafted = (await printOf(client, printId)).printItems
  expect(drafted.map(({ orderItemId }) => orderItemId?.hasNoPlace)).toEqual([true, false])
  const named = `"Tea towel" (order ${zoe.orderNumber}) ${LINE}`
  const layout = (await client.post(`/api/prints/${printId}/layout`)).data as LayoutReply
  const messages = layout.warnings.filter(({ kind }) => kind === "no-place")
  expect(messages).toEqual([{ itemId: drafted[0]._id, kind: "no-place", message: named }])
  const { rows } = (await client.get(`/api/prints/${printId}/manifest`)).data as Manifest
  const wordyRows = rows.filter(({ hasNoPlace }) => hasNoPlace)
  expect(new Set(wordyRows.map(({ itemId }) => itemId))).toEqual(new Set([drafted[0]._id]))
  for (const file of ["manifest.csv", "manifest.html"]) {
    const response = await client.fetch("GET", `/api/prints/${printId}/${file}`)
    expect((await response.text()).split("Has text, but its artwork has no place for it")).toHaveLength(
      wordyRows.length + 1,
    )
  }
  // Nobody looks at each of several at once.
  expect((await client.post("/api/prints/bulk-process", { printIds: [printId] })).data).toEqual([
    { _id: printId, message: `${named}. Process this print by itself.` },
  ])

  // Remembered for the listing, and forgotten with all that it had left.
  expect(await withoutText(client, zoe._id, true)).toMatchObject({
    hasNoPlace: false,
    rule: { isConfirmed: false, printsWithoutText: true },
  })
  expect((await itemsOf(client)).map(({ hasNoPlace }) => hasNoPlace)).toEqual(Array(5).fill(false))
  expect((await batchOf(client)).skipped.map(({ reason }) => reason)).toEqual(["in-print", "in-print"])
  expect(await itemsOf(client, "&doubtful=true")).toEqual([])
  expect((await printOf(client, printId)).printItems[0].orderItemId?.hasNoPlace).toBe(false)
  expect(await withoutText(client, zoe._id, false)).toMatchObject({ hasNoPlace: true, rule: null })
  expect(await withoutText(client, zoe._id, false)).toMatchObject({ hasNoPlace: true, rule: null })
  expect((await itemsOf(client, "&doubtful=true")).map(({ _id }) => _id)).toEqual([zoe._id, anna._id])

  // Artwork with a place for it: its text is read, and what was said without one does not outlive that.
  await withoutText(client, zoe._id, true)
  const placed = await client.put(`/api/images/${imageId}`, { fields: [NAME_FIELD], layers: [LAYER] })
  expect(placed.status, placed.message).toBe(200)
  expect((await itemsOf(client))[3]).toMatchObject({
    hasNoPlace: false,
    reading: "doubtful",
    values: { name: "Anna" },
    rule: { printsWithoutText: false },
  })
  expect((await client.put(`/api/images/${imageId}`, { fields: [], layers: [] })).status).toBe(200)
  expect((await itemsOf(client))[3]).toMatchObject({ hasNoPlace: true, reading: "none", values: {} })
  expect(await client.put(`/api/orders/items/${anna._id}/without-text`, { isOn: "yes" })).toMatchObject({
    status: 400,
  })
  const { client: other } = await app.givenUser()
  expect((await other.put(`/api/orders/items/${anna._id}/without-text`, { isOn: true })).status).toBe(404)
})

test("of what is printed the manifest says what was printed, whatever became of the artwork", async () => {
  const { client, imageId } = await givenTowels([words("Zoe"), words("Max")])
  const [zoe, max] = await itemsOf(client)
  const print = async (item: OrderItem) => {
    const { _id } = await client.expect<{ _id: string }>("POST", "/api/orders/print", {
      orderItems: [item._id],
    })
    return _id
  }
  const process = async (id: string) => {
    await client.expect("POST", `/api/prints/${id}/process`)
    await processed(client, id)
  }
  const saysNoPlace = async (id: string) => {
    const { rows } = await client.expect<Manifest>("GET", `/api/prints/${id}/manifest`)
    const inManifest = new Set(rows.map(({ hasNoPlace }) => hasNoPlace))
    const [{ orderItemId }] = (await printOf(client, id)).printItems
    expect([...inManifest]).toEqual([orderItemId?.hasNoPlace])
    return orderItemId?.hasNoPlace
  }
  const fields = (isOn: boolean) =>
    client.expect("PUT", `/api/images/${imageId}`, {
      fields: isOn ? [NAME_FIELD] : [],
      layers: isOn ? [LAYER] : [],
    })

  // Printed without a place; the artwork gets one later, which is not on the film.
  const bare = await print(zoe)
  await process(bare)
  expect(await saysNoPlace(bare)).toBe(true)
  await fields(true)
  expect(await saysNoPlace(bare)).toBe(true)

  // Printed with its text; the artwork loses the place later.
  const named = await print(max)
  await client.expect("PUT", `/api/orders/items/${max._id}`, { values: { name: "Max" } })
  expect(await saysNoPlace(named)).toBe(false)
  await process(named)
  await fields(false)
  expect(await saysNoPlace(named)).toBe(false)
  // Items that are not printed yet are judged as they are now.
  await client.expect("DELETE", `/api/prints/${named}`)
  expect(await saysNoPlace(named)).toBe(true)
})

test("artwork of one item alone is printed without text for that item alone", async () => {
  const { client } = await givenTowels([words("Zoe"), words("Max")])
  const [zoe, max] = await itemsOf(client)
  const own = await givenImage(client, { name: "drawn-by-hand.svg", bytes: logoSvg() })
  expect((await client.put(`/api/orders/items/${zoe._id}`, { imageId: own._id })).data).toMatchObject({
    hasNoPlace: true,
  })
  expect(await withoutText(client, zoe._id, true)).toMatchObject({
    hasNoPlace: false,
    isConfirmed: true,
    rule: null,
  })
  const skipped = (await batchOf(client)).skipped.map(({ orderItemId }) => orderItemId)
  expect(skipped).toContain(max._id)
  expect(skipped).not.toContain(zoe._id)
  expect(await withoutText(client, zoe._id, false)).toMatchObject({ hasNoPlace: true, isConfirmed: false })
})

test("questions that a rule leaves out ask for nothing to print", async () => {
  const { client, imageId } = await givenTowels([
    [["Gift message", "Happy birthday, Mum"]],
    [
      ["Gift message", "For Bob"],
      ["Name", "Bob"],
    ],
  ])
  expect((await itemsOf(client)).map(({ hasNoPlace }) => hasNoPlace)).toEqual([true, true])
  const rule = { imageId, fields: {}, ignores: ["Gift message"] }
  expect((await client.put("/api/artwork-rules/teatowel", rule)).status).toBe(200)
  expect((await itemsOf(client)).map(({ hasNoPlace }) => hasNoPlace)).toEqual([false, true])
})

test("an autopilot neither batches nor processes text that its artwork has no place for", async () => {
  const owner = await app.givenUser({ name: "Wordy", credits: 20 })
  const { client } = owner
  const { pilot, integrationId } = await givenPilotShop(app, owner, { action: "process" })
  const write = (id: string, text: string) =>
    app.db.prepare("UPDATE order_item SET personalisation = ? WHERE id = ?").bind(text, id).run()
  const wordy = await givenOrder(app, owner, integrationId, { number: "W1" })
  await write(wordy, "Name: Zoë Müller, No. 7")
  await makeDue(app, pilot)
  await minutePasses(app)
  const nothing = await ranOut(client, pilot)
  expect(nothing).toMatchObject({ items: 0, credits: 0, printId: null, skippedCount: 1 })
  expect(nothing.skipped).toMatchObject([{ orderItemId: wordy, reason: "no-place" }])
  const news = (await client.get("/api/notifications")).data as { message: string }[]
  expect(news[0].message).toContain(`1 item ${LINE}.`)

  // Written after it came into the run's draft: the draft waits for a person.
  const plain = await givenOrder(app, owner, integrationId, { number: "W2" })
  await app.db.prepare("UPDATE autopilot_run SET slot = id WHERE autopilot_id = ?").bind(pilot._id).run()
  await app.db
    .prepare(
      `CREATE TRIGGER late_words AFTER INSERT ON print_item WHEN NEW.order_item_id = '${plain}'
       BEGIN UPDATE order_item SET personalisation = 'For Ann' WHERE id = '${plain}'; END`,
    )
    .run()
  await makeDue(app, pilot)
  await minutePasses(app)
  const drafted = await until("the second run", async () => {
    const [newest] = await runsOf(client, pilot)
    return newest._id !== nothing._id && newest.endedAt !== null && newest
  })
  await app.db.prepare("DROP TRIGGER late_words").run()
  expect(drafted).toMatchObject({
    ...{ items: 1, credits: 0, printStatus: "In Draft" },
    message: `It was left as a draft for you to look at. "Shirt of W2" (order W2) ${LINE}`,
  })
})
