import { expect, test } from "vitest"
import type { ArtworkRule } from "../../../contract/artwork/artwork-rule.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import type { PrintItem } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import type { Client } from "../../../local/client.ts"
import {
  download,
  givenImage,
  givenSize,
  printOf,
  processed,
  storedSheets,
  until,
} from "../artwork/artwork-steps.ts"
import { expectDrawnAlone } from "../pieces/drawn-pieces.ts"
import { faultAt, givenShop, ordersOf, shopName, sync, tellEtsy } from "./order-steps.ts"

const app = useApp()
const RULE = "/api/artwork-rules/teamjersey"
const JERSEY =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300"><rect width="400" height="20" fill="#f00"/><text x="20" y="120" font-family="Graduate" font-size="60">{{name}}</text><text x="20" y="240" font-family="Graduate" font-size="90">{{number}}</text></svg>'
const required = [
  { name: "name", label: "Name", sample: "SMITH", maxLength: 12 },
  { name: "number", label: "Number", kind: "number", sample: "00", maxLength: 2 },
]

type Answers = [question: string, answer: string][]

/** A seller of one jersey, whose buyers write these, an order each. */
async function givenSeller(answers: Answers[]) {
  const { client, userId } = await app.givenUser({ credits: 20 })
  const image = await givenImage(client, { name: "TEAM-JERSEY.svg", bytes: JERSEY })
  expect((await client.put(`/api/images/${image._id}`, { fields: required })).status).toBe(200)
  await until("the fields drawn", async () => {
    const row = await app.db.prepare("SELECT retry_at FROM image WHERE id = ?").bind(image._id).first()
    return row?.retry_at === null
  })
  const sizeId = await givenSize(client, "5 inches", 5)
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 0 })
  await tellBuyers(shop, answers)
  await tellEtsy(app, { action: "arrive", shop, count: answers.length })
  const { id: integrationId } = await givenShop(client, shop)
  return { client, userId, imageId: image._id, sizeId, shop, integrationId }
}

async function tellBuyers(shop: string, answers: Answers[]): Promise<void> {
  const listing = { title: "Team jersey", sku: "team jersey", sizes: ["5 inches"], answers }
  await tellEtsy(app, { action: "sell", shop, listings: [listing] })
}

/** Returns the items in the order in which they came. */
async function itemsOf(client: Client, query = ""): Promise<OrderItem[]> {
  const orders = await ordersOf(client, `limit=200${query}`)
  return orders
    .sort((a, b) => Number(a.orderNumber) - Number(b.orderNumber))
    .flatMap(({ orderItems }) => orderItems.slice(0, 1))
}

async function saved(client: Client, rule: object): Promise<ArtworkRule> {
  const reply = await client.put(RULE, rule)
  expect(reply.status, reply.message).toBe(200)
  return reply.data as ArtworkRule
}

async function printedItem(client: Client, printId: string): Promise<PrintItem> {
  return (await printOf(client, printId)).printItems[0]
}

const words = (text: string): Answers => [["Personalization", text]]

test("what a buyer wrote is certain once a person has seen how its SKU is read", async () => {
  const { client, imageId } = await givenSeller([
    words("Name: Zoë, Number: 7"),
    words("HILL #22"),
    words("Best team ever!!"),
  ])
  const [zoe, hill, team] = await itemsOf(client)
  expect(zoe).toMatchObject({
    ruleKey: "teamjersey",
    rule: null,
    reading: "doubtful",
    values: { name: "Zoë", number: "7" },
    isConfirmed: false,
    doubts: ["How this is read has not been confirmed yet."],
  })
  const [{ answer }] = zoe.personalisation
  expect(zoe.marks.map(({ field, start, end }) => [field, answer.slice(start, end)])).toEqual([
    ["name", "Zoë"],
    ["number", "7"],
  ])
  expect((await itemsOf(client, "&doubtful=true")).map(({ _id }) => _id)).toEqual([
    zoe._id,
    hill._id,
    team._id,
  ])

  const shown = await client.get(RULE)
  expect(shown.data).toMatchObject({ imageId: null, fields: {}, isConfirmed: false })
  expect((shown.data as { recent: OrderItem[] }).recent.map(({ _id }) => _id)).toContain(zoe._id)
  // Saved, but not yet seen.
  expect(await saved(client, { imageId, fields: {} })).toMatchObject({ isConfirmed: false })
  expect((await itemsOf(client))[0]).toMatchObject({ rule: { isConfirmed: false }, reading: "doubtful" })
  expect(await saved(client, { imageId, fields: {}, isConfirmed: true })).toMatchObject({ isConfirmed: true })
  expect((await itemsOf(client)).map(({ reading, doubts }) => [reading, doubts.length > 0])).toEqual([
    ["certain", false],
    ["certain", false],
    ["doubtful", true],
  ])
  expect((await itemsOf(client, "&doubtful=true")).map(({ _id }) => _id)).toEqual([team._id])

  // A draft takes what is sure, and is refused with what is not.
  const made = await client.post("/api/orders/print", { orderItems: [zoe._id, team._id] })
  const { _id: printId } = made.data as { _id: string }
  expect((await printOf(client, printId)).printItems.map(({ values }) => values)).toEqual([
    { name: "Zoë", number: "7" },
    {},
  ])
  expect(await client.post(`/api/prints/${printId}/proccess`)).toMatchObject({
    status: 422,
    message: `"Team jersey" (order ${team.orderNumber}): Its text has to be confirmed.`,
  })

  // A person says what it is; the draft follows.
  const wrong = await client.put(`/api/orders/items/${team._id}`, { values: { name: "MAX", town: "Rome" } })
  expect(wrong).toMatchObject({
    status: 422,
    fields: { number: "Number is missing", town: 'This image has no field "town"' },
  })
  const right = await client.put(`/api/orders/items/${team._id}`, { values: { number: " 9", name: "MAX" } })
  expect(right.data).toMatchObject({
    reading: "certain",
    isConfirmed: true,
    values: { name: "MAX", number: "9" },
    doubts: [],
  })
  expect((await printOf(client, printId)).printItems[1].values).toEqual({ name: "MAX", number: "9" })
  expect(await itemsOf(client, "&doubtful=true")).toEqual([])
  // Taken back.
  const back = await client.put(`/api/orders/items/${team._id}`, { values: null })
  expect(back.data).toMatchObject({ reading: "doubtful", isConfirmed: false })
  expect((await printOf(client, printId)).printItems[1].values).toEqual({})
})

test("a confirmation ends with the buyer's words or the fields that it was for", async () => {
  const first = [words("ZOE 7"), words("Ann 12"), words("no idea, surprise me")]
  const { client, imageId, shop, integrationId } = await givenSeller(first)
  await saved(client, { imageId, fields: {}, isConfirmed: true })
  const [zoe, ann, other] = await itemsOf(client)
  const confirmed = await client.post("/api/orders/items/confirm", {
    items: [{ _id: other._id, values: { name: "SURPRISE", number: "1" } }],
  })
  expect(confirmed.status, confirmed.message).toBe(200)
  const made = await client.post("/api/orders/print", { orderItems: [zoe._id] })
  const { _id: printId } = made.data as { _id: string }

  await tellBuyers(shop, [words("ZOEY 8"), words("Ann 12"), words("Petra 2")])
  await sync(client, integrationId)
  const [zoey, same, surprise] = await itemsOf(client)
  // Read for certain before and after: the draft follows its order.
  expect(zoey).toMatchObject({ reading: "certain", values: { name: "ZOEY", number: "8" } })
  expect((await printedItem(client, printId)).values).toEqual({ name: "ZOEY", number: "8" })
  expect(same).toEqual(ann)
  // A person had said otherwise: that has to be seen again.
  expect(surprise).toMatchObject({
    reading: "doubtful",
    isConfirmed: false,
    values: { name: "Petra", number: "2" },
    doubts: ["The buyer’s words have changed since this was confirmed."],
  })

  // The draft's text is not what the order says: nothing of it is printed.
  await app.db
    .prepare(`UPDATE print_item SET field_values = '{"name":"OLD","number":"8"}' WHERE order_item_id = ?`)
    .bind(zoe._id)
    .run()
  expect(await client.post(`/api/prints/${printId}/proccess`)).toMatchObject({
    status: 422,
    message: `"Team jersey" (order ${zoe.orderNumber}): Its text no longer matches the order.`,
  })
  // Given by a person in the draft, it is confirmed for the order.
  const item = await printedItem(client, printId)
  const given = { values: { name: "Zoey", number: "8" } }
  expect((await client.put(`/api/prints/${printId}/${item._id}`, given)).status).toBe(200)
  expect((await itemsOf(client))[0]).toMatchObject({ isConfirmed: true, ...given })

  // Another field: neither rule nor confirmation were for that.
  const fields = [required[0], { ...required[1], required: false, label: "Jersey" }]
  expect((await client.put(`/api/images/${imageId}`, { fields })).status).toBe(200)
  for (const one of await itemsOf(client)) {
    expect(one).toMatchObject({ reading: "doubtful", isConfirmed: false, rule: { isConfirmed: false } })
    expect(one.doubts).toContainEqual(expect.stringMatching(/(fields|words) have changed since/))
  }
  expect(await itemsOf(client, "&doubtful=true")).toHaveLength(3)
  expect((await printedItem(client, printId)).values).toEqual({})
})

test("questions go where the rule says, and nowhere else", async () => {
  const { client, imageId } = await givenSeller([
    [
      ["Name on back", "ZOE"],
      ["Lucky number", "7"],
      ["Gift wrap?", "yes"],
    ],
    [
      ["Name on back", "ZOE"],
      ["name on back", "MIA"],
      ["Lucky number", "7"],
    ],
    [
      ["Name on back", "Ann"],
      ["Personalization", "BOB 9"],
    ],
    [
      ["Name on back", "Ann"],
      ["Lucky number", "9"],
      ["Anything else", "blue please"],
    ],
  ])
  const rule = {
    imageId,
    fields: { name: { question: "Name on back" }, number: { question: "Lucky number" } },
    ignores: ["Gift wrap"],
    isConfirmed: true,
  }
  await saved(client, rule)
  const [zoe, twice, elsewhere, unknown] = await itemsOf(client)
  expect(zoe).toMatchObject({ reading: "certain", values: { name: "ZOE", number: "7" } })
  expect(twice).toMatchObject({ reading: "doubtful", doubts: ["“Name” was answered twice."] })
  expect(elsewhere).toMatchObject({ reading: "doubtful", values: { name: "Ann" } })
  expect(unknown).toMatchObject({ reading: "doubtful", doubts: ["“Anything else” belongs to no field."] })

  for (const [wrong, message] of [
    [{ fields: { town: { question: "Where" } } }, 'This image has no field "town"'],
    [
      { fields: { name: { question: "Who" }, number: { question: "who?" } } },
      '"who?" is used for two things',
    ],
    [{ fields: { name: { question: "?" } } }, '"?" is not a question'],
  ] as const)
    expect(await client.put(RULE, { ...rule, ...wrong })).toMatchObject({ status: 422, message })

  expect((await client.delete(RULE)).status).toBe(200)
  expect((await itemsOf(client))[0]).toMatchObject({ rule: null, reading: "doubtful" })
})

test("an image or size is one item's alone, and comes back when their deletion is undone", async () => {
  const { client, imageId } = await givenSeller([words("ZOE 7"), words("ANN 8")])
  await saved(client, { imageId, fields: {}, isConfirmed: true })
  const [zoe, ann] = await itemsOf(client)
  const made = await client.post("/api/orders/print", { orderItems: [zoe._id] })
  const { _id: printId } = made.data as { _id: string }
  const own = await givenImage(client, { name: "own.svg", bytes: JERSEY })
  const ownSize = await givenSize(client, "Own", 3)
  const changed = await client.put(`/api/orders/items/${zoe._id}`, { imageId: own._id, sizeId: ownSize })
  expect(changed.data).toMatchObject({
    isOwnImage: true,
    isOwnSize: true,
    match: { imageId: { _id: own._id }, sizeId: { _id: ownSize } },
    // Its fields are called otherwise: nobody has seen how they are read.
    reading: "doubtful",
  })
  expect((await itemsOf(client))[1]).toEqual(ann)
  expect(await printedItem(client, printId)).toMatchObject({
    imageId: { _id: own._id },
    sizeId: { _id: ownSize },
    values: {},
  })

  const gone = await client.delete(`/api/images/${own._id}`)
  expect((await itemsOf(client))[0]).toMatchObject({
    isOwnImage: false,
    match: { imageId: { _id: imageId } },
  })
  const goneSize = await client.delete(`/api/sizes/${ownSize}`)
  for (const { data } of [gone, goneSize])
    expect((await client.post(`/api/undo/${(data as { undoId: string }).undoId}`)).status).toBe(200)
  expect((await itemsOf(client))[0]).toMatchObject({
    isOwnImage: true,
    isOwnSize: true,
    match: { imageId: { _id: own._id }, sizeId: { _id: ownSize } },
  })
  // The rule's image comes back to it, too.
  const ruled = await client.delete(`/api/images/${imageId}`)
  expect((await client.get(RULE)).data).toMatchObject({ imageId: null, isConfirmed: false })
  await client.post(`/api/undo/${(ruled.data as { undoId: string }).undoId}`)
  expect((await client.get(RULE)).data).toMatchObject({ imageId, isConfirmed: true })
})

test("a buyer's words are on the sheet as they look when they are drawn alone", async () => {
  const texts = ["Hi! Name: Zoë, Number: 7. Thanks!", "O'Neil-Ray #22", "whatever you like"]
  const { client, imageId } = await givenSeller(texts.map(words))
  await saved(client, { imageId, fields: {}, isConfirmed: true })
  const [zoe, ray, other] = await itemsOf(client)
  const values = { name: "MAX", number: "1" }
  expect((await client.put(`/api/orders/items/${other._id}`, { values })).status).toBe(200)
  const orderItems = [zoe, ray, other].map(({ _id }) => _id)
  const quantities = Object.fromEntries(orderItems.map((id) => [id, 1]))
  const made = await client.post("/api/orders/print", { orderItems, quantities, labels: false })
  const { _id: printId } = made.data as { _id: string }
  const started = await client.post(`/api/prints/${printId}/proccess`, { effort: "quick" })
  expect(started.status, started.message).toBe(202)
  const done = await processed(client, printId)
  expect([done.status, done.failureMessage]).toEqual(["Completed", null])
  expect(done.printItems.map((item) => item.values)).toEqual([
    { name: "Zoë", number: "7" },
    { name: "O'Neil-Ray", number: "22" },
    values,
  ])
  const [{ placements }] = await storedSheets(app, printId)
  expect(placements).toHaveLength(3)
  const sheet = await download(client, done.fileId[0])
  await expectDrawnAlone(client, { sheet, placements, items: done.printItems })
})

test("a file that a buyer uploaded becomes the artwork of its item, from Etsy alone", async () => {
  app.expectErrors(/buyer.s file not fetched/)
  const at = (name: string) => `https://i.etsystatic.com/personalization/9c/${name}?signature=abc`
  const { client, imageId } = await givenSeller([
    [["Team photo", at("team.jpg")]],
    [["Team photo", at("moved.jpg")]],
    [["Team photo", at("lying.jpg")]],
    words("No file"),
  ])
  const items = await itemsOf(client)
  const take = (index: number, answer = 0) =>
    client.post(`/api/orders/items/${items[index]._id}/artwork`, { answer })
  expect(await take(1)).toMatchObject({
    status: 422,
    message: expect.stringContaining("redirects this file"),
  })
  expect(await take(2)).toMatchObject({ status: 422, message: expect.stringContaining("cannot be used") })
  for (const refused of [await take(3), await take(0, 1)])
    expect(refused).toMatchObject({ status: 422, message: "This answer is not a file." })
  await faultAt(app, { path: "/personalization", action: "fail", status: 503 })
  expect((await take(0)).status).toBe(502)
  await faultAt(app, { path: "/personalization", action: "fail", status: 403 })
  expect((await take(0)).status).toBe(422)
  const library = () => client.expect<{ _id: string }[]>("GET", "/api/images")
  expect((await library()).map(({ _id }) => _id)).toEqual([imageId])

  const taken = await take(0)
  expect(taken.status, taken.message).toBe(200)
  const { match, isOwnImage } = taken.data as OrderItem
  expect({ name: match.imageId?.name, isOwnImage }).toEqual({
    name: `${items[0].orderNumber} Team photo.png`,
    isOwnImage: true,
  })
  // Asked again, also with a new signature, it is the same image; other items keep theirs.
  expect(((await take(0)).data as OrderItem).match.imageId?._id).toBe(match.imageId?._id)
  expect((await library()).length).toBe(2)
  const after = await itemsOf(client)
  expect(after[1].match.imageId?._id).toBe(imageId)
  const back = await client.put(`/api/orders/items/${items[0]._id}`, { imageId: null })
  expect(back).toMatchObject({
    status: 200,
    data: { isOwnImage: false, match: { imageId: { _id: imageId } } },
  })
  const stranger = await app.givenUser({ name: "FileStranger" })
  const path = `/api/orders/items/${items[0]._id}/artwork`
  expect((await stranger.client.post(path, { answer: 0 })).status).toBe(404)
})
