import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { builtInDestinations, type Destination } from "../../../contract/delivery/destination.ts"
import { idSchema, makeId } from "../../../contract/id.ts"
import {
  MAX_DESTINATIONS,
  MAX_IMAGE_CATEGORIES,
  MAX_IMAGES,
  MAX_SHEET_TEMPLATES,
  MAX_SIZES,
  MAX_UNPRINTED_ITEMS,
} from "../../../contract/limit.ts"
import { useApp } from "../../../harness/app.ts"
import { destinationOf } from "../../../harness/destination.ts"
import type { Client } from "../../../local/client.ts"
import { MAX_NOTIFICATIONS } from "../../../worker/data/accounts/notification-rows.ts"
import { openDatabase } from "../../../worker/data/database.ts"
import { updateDestination } from "../../../worker/data/delivery/destination-rows.ts"
import { insertSheetTemplate, updateSheetTemplate } from "../../../worker/data/prints/sheet-template-rows.ts"

const app = useApp()
type Row = { _id: string; name: string; value: number; isDefault: boolean }

function rows(reply: { data: unknown }): Row[] {
  return reply.data as Row[]
}

function notices(client: Client): Promise<{ type: string; message: string; attachmentId: string }[]> {
  return client.get("/api/notifications").then((reply) => reply.data as never)
}

test("a seller keeps sizes: made, found, sorted, changed and deleted, each change told once", async () => {
  const { client } = await app.givenUser({ name: "Sizes" })
  const made = await client.post("/api/sizes", { name: "  Adult chest ", value: 10, userId: "x", _id: "y" })
  expect(made).toMatchObject({ status: 201, data: { name: "Adult chest", value: 10 } })
  expect(Object.keys(made.data as object).sort()).toEqual(["_id", "createdAt", "name", "updatedAt", "value"])
  for (const [name, value] of [
    ["Youth chest", 7.5],
    ["toddler", 5],
    ["100% wool_label", 2.25],
  ])
    expect((await client.post("/api/sizes", { name, value })).status).toBe(201)

  const names = async (query: string) => rows(await client.get(`/api/sizes?${query}`)).map((row) => row.name)
  expect(await names("")).toEqual(["100% wool_label", "toddler", "Youth chest", "Adult chest"])
  expect(await names("sortBy=name&sort=asc")).toEqual([
    "100% wool_label",
    "Adult chest",
    "toddler",
    "Youth chest",
  ])
  expect(await names("sortBy=value&sort=desc&limit=2")).toEqual(["Adult chest", "Youth chest"])
  expect(await names("search=CHEST")).toEqual(["Youth chest", "Adult chest"])
  expect(await names("search=7.5")).toEqual(["Youth chest"])
  expect(await names("search=10 IN")).toEqual(["Adult chest"])
  await app.db
    .prepare("UPDATE size SET created_at = ? WHERE name = 'toddler'")
    .bind(Date.UTC(2024, 2, 5, 23, 30))
    .run()
  expect(await names("search=5 mar 2024")).toEqual(["toddler"])
  expect(await names("search=6 Mar 2024&utcOffsetMin=60")).toEqual(["toddler"])
  expect(await names("search=6 Mar 2024")).toEqual([])
  await app.db.prepare("UPDATE size SET created_at = updated_at WHERE name = 'toddler'").run()
  expect(await names("search=%25")).toEqual(["100% wool_label"])
  expect(await names("search=_")).toEqual(["100% wool_label"])
  expect(await names("search='; DROP TABLE size; --")).toEqual([])
  expect(await names("sortBy=user_id&sort=sideways&limit=-1&page=zero")).toHaveLength(4)
  const last = await client.get("/api/sizes?limit=3&page=99")
  expect(rows(last)).toHaveLength(1)
  expect(last.pagination).toMatchObject({ totalDocuments: 4, totalPages: 2, page: 2, limit: 3, next: null })

  const [toddler] = rows(await client.get("/api/sizes?search=toddler"))
  const changed = await client.put(`/api/sizes/${toddler._id}`, { name: "Toddler", value: 4.5 })
  expect(changed).toMatchObject({ status: 200, data: { _id: toddler._id, name: "Toddler", value: 4.5 } })
  expect((await client.patch(`/api/sizes/${toddler._id}`, { name: "Toddler", value: 4 })).data).toMatchObject(
    {
      value: 4,
    },
  )
  expect((await client.delete(`/api/sizes/${toddler._id}`)).status).toBe(200)
  expect((await client.delete(`/api/sizes/${toddler._id}`)).status).toBe(404)
  expect((await client.put(`/api/sizes/${toddler._id}`, { name: "Toddler", value: 4 })).status).toBe(404)

  const messages = await notices(client)
  expect(messages.slice(0, 3).map((notice) => notice.message)).toEqual([
    'Size "Toddler" was deleted',
    'Size "Toddler" was updated',
    'Size "Toddler" was updated',
  ])
  expect(messages[0]).toMatchObject({ type: "size", attachmentId: toddler._id })
  expect(messages).toHaveLength(7)
  const { data } = await client.get("/api/live/poll?after=0")
  expect((data as { events: unknown[] }).events).toHaveLength(7)
})

test("a size without a name or with a value off the roll is refused, field by field", async () => {
  const { client } = await app.givenUser({ name: "Refuse" })
  const refusals: [body: unknown, fields: Record<string, unknown>][] = [
    [{}, { name: "Name is required", value: "Width is required and must be a number of inches" }],
    [
      { name: "  ", value: "10" },
      { name: "Name is required", value: "Width is required and must be a number of inches" },
    ],
    [
      { name: "x".repeat(121), value: 0 },
      { name: "Name must be at most 120 characters", value: "Width must be at least 0.1 in" },
    ],
    [{ name: "Wide", value: 241 }, { value: "Width must be at most 240 in" }],
    [{ name: "Not a number", value: null }, { value: "Width is required and must be a number of inches" }],
    [[], { body: expect.any(String) }],
  ]
  for (const [body, fields] of refusals) {
    const reply = await client.post("/api/sizes", body)
    expect([reply.status, reply.fields]).toEqual([400, fields])
  }
  expect(rows(await client.get("/api/sizes"))).toEqual([])
})

test("an item whose size is deleted remembers that it had one", async () => {
  const { client, userId } = await app.givenUser({ name: "Item" })
  const { data } = await client.post("/api/sizes", { name: "Chest", value: 10 })
  const sizeId = (data as Row)._id
  await app.db.batch([
    app.db
      .prepare(
        "INSERT INTO print (id, user_id, type, status, created_at, updated_at) VALUES ('p', ?, 'Manual', 'In Draft', 0, 0)",
      )
      .bind(userId),
    app.db
      .prepare(
        "INSERT INTO print_item (id, print_id, size_id, was_image_deleted, was_size_deleted, quantity, position) VALUES ('a', 'p', ?, 0, 0, 2, 0)",
      )
      .bind(sizeId),
    app.db.prepare(
      "INSERT INTO print_item (id, print_id, was_image_deleted, was_size_deleted, quantity, position) VALUES ('b', 'p', 0, 0, 1, 1)",
    ),
  ])
  expect((await client.delete(`/api/sizes/${sizeId}`)).status).toBe(200)
  const { results } = await app.db
    .prepare("SELECT id, size_id, was_size_deleted, quantity FROM print_item ORDER BY id")
    .all()
  expect(results).toEqual([
    { id: "a", size_id: null, was_size_deleted: 1, quantity: 2 },
    { id: "b", size_id: null, was_size_deleted: 0, quantity: 1 },
  ])
})

test("sheet templates have exactly one default, whatever is done to them", async () => {
  const { client } = await app.givenUser({ name: "Roll" })
  const list = async () => rows(await client.get("/api/sheet-templates"))
  const [first] = await list()
  const {
    _id,
    createdAt: _c,
    updatedAt: _u,
    ...input
  } = first as Row & { createdAt: string; updatedAt: string }
  expect(input).toEqual({
    ...defaultSheetTemplate,
    destinationId: null,
    destination: null,
    filmPrice: null,
    inkPricePerSquareInch: null,
    powderPricePerSquareInch: null,
    creditPrice: null,
    addressId: null,
    carriesFiles: false,
  })
  const narrow = await client.post("/api/sheet-templates", {
    ...input,
    name: "13 in",
    widthIn: 13,
    isDefault: false,
  })
  expect(narrow).toMatchObject({ status: 201, data: { widthIn: 13, isDefault: false } })
  const wide = await client.post("/api/sheet-templates", { ...input, name: "24 in", widthIn: 24 })
  expect(wide.status).toBe(201)
  expect((await list()).map((row) => [row.name, row.isDefault])).toEqual([
    ["22 in roll", false],
    ["13 in", false],
    ["24 in", true],
  ])

  const wideId = (wide.data as Row)._id
  const words = "This is the default template. Make another template the default first."
  const step = await client.put(`/api/sheet-templates/${wideId}`, { ...input, isDefault: false })
  expect(step).toMatchObject({ status: 409, message: words })
  expect(await client.delete(`/api/sheet-templates/${wideId}`)).toMatchObject({ status: 409, message: words })
  expect(
    (await client.put(`/api/sheet-templates/${_id}`, { ...input, name: "Main", labels: true })).data,
  ).toMatchObject({
    name: "Main",
    labels: true,
    isDefault: true,
  })
  expect((await client.delete(`/api/sheet-templates/${wideId}`)).status).toBe(200)
  expect((await client.delete(`/api/sheet-templates/${wideId}`)).status).toBe(404)
  expect((await list()).filter((row) => row.isDefault)).toHaveLength(1)

  const both = await Promise.all(
    ["A", "B", "C"].map((name) => client.post("/api/sheet-templates", { ...input, name })),
  )
  expect(both.map((reply) => reply.status)).toEqual([201, 201, 201])
  expect((await list()).filter((row) => row.isDefault)).toHaveLength(1)

  for (const [change, field] of [
    [{ widthIn: 3 }, "widthIn"],
    [{ widthIn: 61 }, "widthIn"],
    [{ maxLengthIn: 241 }, "maxLengthIn"],
    [{ gapIn: -1 }, "gapIn"],
    [{ edgeIn: 4.1 }, "edgeIn"],
    [{ widthIn: 4, edgeIn: 2 }, "edgeIn"],
    [{ dpi: 71 }, "dpi"],
    [{ dpi: 300.5 }, "dpi"],
    [{ rotate: "yes" }, "rotate"],
    [{ nesting: "tight" }, "nesting"],
    [{ packing: "loose" }, "packing"],
  ] as const) {
    const reply = await client.post("/api/sheet-templates", { ...input, ...change })
    expect([reply.status, Object.keys(reply.fields)]).toEqual([400, [field]])
  }
})

test("categories are unique by name in an account, and their images outlive them", async () => {
  const { client, userId } = await app.givenUser({ name: "Category" })
  const other = await app.givenUser({ name: "Neighbour" })
  const animals = await client.post("/api/image-categories", { name: "Animals" })
  expect(animals).toMatchObject({ status: 201, data: { name: "Animals", imageCount: 0 } })
  const id = (animals.data as Row)._id
  const again = await client.post("/api/image-categories", { name: " ANIMALS" })
  expect(again).toMatchObject({ status: 409, fields: { name: "You already have a category with this name" } })
  expect((await other.client.post("/api/image-categories", { name: "Animals" })).status).toBe(201)
  await client.post("/api/image-categories", { name: "beach" })
  await app.db
    .prepare(
      "INSERT INTO image (id, user_id, name, sku_key, status, warnings, category_id, created_at, updated_at) VALUES ('i', ?, 'Cat', 'cat', 'Ingesting', '[]', ?, 0, 0)",
    )
    .bind(userId, id)
    .run()
  expect((await client.get("/api/image-categories")).data).toMatchObject([
    { name: "Animals", imageCount: 1 },
    { name: "beach", imageCount: 0 },
  ])
  expect((await client.put(`/api/image-categories/${id}`, { name: "Beach" })).status).toBe(409)
  expect((await client.put(`/api/image-categories/${id}`, { name: "ANIMALS" })).data).toEqual({
    _id: id,
    name: "ANIMALS",
    imageCount: 1,
  })
  expect((await client.post("/api/image-categories", { name: "" })).status).toBe(400)
  expect((await client.delete(`/api/image-categories/${id}`)).status).toBe(200)
  expect(await app.db.prepare("SELECT category_id FROM image WHERE id = 'i'").first()).toEqual({
    category_id: null,
  })
  expect((await client.get("/api/image-categories")).data).toMatchObject([{ name: "beach" }])
})

test("a seller keeps destinations beside those that come with the app, which nobody changes", async () => {
  const { client } = await app.givenUser({ name: "Machines" })
  const list = (query = "") =>
    client.get(`/api/destinations${query}`).then(({ data }) => data as Destination[])
  const builtIn = await list()
  expect(builtIn.map(({ isBuiltIn }) => isBuiltIn)).not.toContain(false)
  for (const { reason } of builtIn) expect(reason).toMatch(/\.$/)
  const bound = builtIn.find(({ name }) => name === "Photoshop")
  expect(bound).toMatchObject({ maxLengthIn: 100, dpi: 300 })
  const kept = `/api/destinations/${bound?._id}`
  for (const reply of [await client.put(kept, destinationOf()), await client.delete(kept)])
    expect(reply).toMatchObject({ status: 409, message: expect.stringContaining("comes with Sheetsmith") })

  const input = destinationOf({ name: "Aardvark press", formats: ["pdf", "tiff"], mirror: true })
  const made = await client.post("/api/destinations", input)
  expect(made).toMatchObject({ status: 201, data: { ...input, isBuiltIn: false, reason: null } })
  const { _id } = made.data as Destination
  expect((await list("?sortBy=name")).map((row) => row._id)).toEqual([...builtIn.map((row) => row._id), _id])
  expect(await list("?search=aardvark")).toMatchObject([{ _id }])
  expect(await list(`?limit=${builtIn.length}&page=2`)).toMatchObject([{ _id }])

  for (const [change, field] of [
    [{ formats: [] }, "formats"],
    [{ formats: ["png"], white: { ...input.white, isOn: true } }, "white"],
    [{ white: { ...input.white, chokePx: 6 } }, "white.chokePx"],
    [{ maxLengthIn: 241 }, "maxLengthIn"],
    [{ contour: { ...input.contour, name: "Sch\u2028nitt" } }, "contour.name"],
    [{ formats: ["png"], contour: { ...input.contour, isOn: true, beside: [] } }, "contour"],
    [{ contour: { ...input.contour, isOn: true, marks: "roland" } }, "contour"],
    [{ fileName: "{date}" }, "fileName"],
  ] as const) {
    const reply = await client.post("/api/destinations", { ...input, ...change })
    expect([reply.status, Object.keys(reply.fields)]).toEqual([400, [field]])
  }
  // A destination stored before there were holes, loose parts and marks.
  const { smallestHoleIn: _hole, marks: _marks, islands: _islands, holes: _holes, ...plain } = input.contour
  const cut = await client.put(`/api/destinations/${_id}`, { ...input, contour: { ...plain, isOn: true } })
  expect(cut).toMatchObject({ status: 200, data: { contour: { ...input.contour, isOn: true } } })

  const template = { ...defaultSheetTemplate, name: "Pressed", isDefault: false, destinationId: _id }
  expect(await client.post("/api/sheet-templates", { ...template, dpi: 150 })).toMatchObject({
    status: 422,
    message: '"Aardvark press" needs 300 DPI, but the sheet template has 150. Change one of them.',
  })
  const named = (await client.post("/api/sheet-templates", template)).data as Row
  // A caller that knows nothing of destinations leaves the template's as it is.
  const { destinationId: _, ...older } = template
  const path = `/api/sheet-templates/${named._id}`
  const { name, formats, maxLengthIn, mirror } = input
  const destination = {
    _id,
    name,
    formats,
    maxLengthIn,
    mirror,
    white: { isOn: false },
    contour: { isOn: true },
    edgeIn: 0.07,
  }
  expect((await client.put(path, older)).data).toMatchObject({ destinationId: _id, destination })
  expect((await client.put(path, { ...older, dpi: 150 })).status).toBe(422)
  expect(await client.put(`/api/destinations/${_id}`, { ...input, dpi: 150 })).toMatchObject({
    status: 422,
    message: expect.stringContaining('"Pressed" uses this destination'),
  })
  expect((await client.put(`/api/destinations/${_id}`, { ...input, name: "Press" })).data).toMatchObject({
    name: "Press",
  })

  const templateOf = async () =>
    rows(await client.get("/api/sheet-templates")).find((row) => row._id === named._id)
  const deleted = await client.delete(`/api/destinations/${_id}`)
  expect(deleted.status).toBe(200)
  expect(await templateOf()).toMatchObject({ destinationId: null, destination: null })
  await client.post(`/api/undo/${(deleted.data as { undoId: string }).undoId}`)
  expect(await templateOf()).toMatchObject({
    destinationId: _id,
    destination: { ...destination, name: "Press", contour: { isOn: false }, edgeIn: 0 },
  })
  expect((await list("?search=press")).at(-1)).toMatchObject({ ...input, name: "Press" })

  const gone = await client.delete(path)
  await client.delete(`/api/destinations/${_id}`)
  await client.post(`/api/undo/${(gone.data as { undoId: string }).undoId}`)
  expect(await templateOf()).toMatchObject({ name: "Pressed", destinationId: null })
})

test("a template saved while its destination is deleted or changed is not saved", async () => {
  const { client, userId: owner } = await app.givenUser({ name: "Racer" })
  const userId = idSchema.parse(owner)
  const db = openDatabase(app.db)
  const made = (await client.post("/api/destinations", destinationOf())).data as Destination
  const first = rows(await client.get("/api/sheet-templates"))[0]
  const input = { ...defaultSheetTemplate, name: "Late", destinationId: made._id, prices: null }
  // As calls write that passed every check before the other call came between.
  const save = (id: string, change: object) =>
    updateSheetTemplate(db, { ...input, ...change, id: idSchema.parse(id), userId, nowMs: 1 })
  const add = (change: object) =>
    insertSheetTemplate(db, { ...input, ...change, id: makeId(Date.now()), userId, nowMs: 1 })

  expect(await add({ dpi: 150 })).toBeNull()
  expect(await save(first._id, { dpi: 150 })).toBeNull()
  const late = await add({ isDefault: false })
  expect(late).toMatchObject({ destinationId: made._id })
  const other = { ...destinationOf({ dpi: 150 }), id: made._id, userId, nowMs: 1 }
  expect(await updateDestination(db, other)).toBeNull()
  expect(await save(late?.id ?? "", { destinationId: undefined, dpi: 150 })).toBeNull()
  expect(await save(late?.id ?? "", { destinationId: undefined, name: "Later" })).not.toBeNull()

  await client.delete(`/api/destinations/${made._id}`)
  expect(await add({})).toBeNull()
  expect(await save(first._id, {})).toBeNull()
  expect(await save(first._id, { destinationId: builtInDestinations[0]._id, dpi: 150 })).toBeNull()
  // A refused call has replaced no default.
  const templates = rows(await client.get("/api/sheet-templates?sortBy=name&sort=asc"))
  expect(templates).toMatchObject([
    { name: first.name, isDefault: false, destinationId: null },
    { name: "Later", isDefault: true, destinationId: null },
  ])
  const [, photoshop] = builtInDestinations
  expect(await save(first._id, { destinationId: photoshop._id })).toMatchObject({ isDefault: true })
  const named = rows(await client.get("/api/sheet-templates")).find((row) => row.isDefault)
  expect(named).toMatchObject({ destination: { _id: photoshop._id, maxLengthIn: 100 } })
})

test("other people's ids, and what is no id, do not exist", async () => {
  const owner = await app.givenUser({ name: "Owner" })
  const { client: stranger } = await app.givenUser({ name: "Thief" })
  const template = rows(await owner.client.get("/api/sheet-templates"))[0]
  const { _id: _t, ...templateInput } = template
  const size = (await owner.client.post("/api/sizes", { name: "Chest", value: 10 })).data as Row
  const category = (await owner.client.post("/api/image-categories", { name: "Animals" })).data as Row
  const destination = (await owner.client.post("/api/destinations", destinationOf())).data as Row
  const [notice] = (await owner.client.get("/api/notifications")).data as Row[]
  const unknown = "01a1fc95-4623-7af4-918f-4027b9ed5cd2"
  for (const [noun, id, body] of [
    ["sizes", size._id, { name: "Mine", value: 1 }],
    ["sheet-templates", template._id, { ...templateInput, name: "Mine" }],
    ["destinations", destination._id, destinationOf({ name: "Mine" })],
    ["image-categories", category._id, { name: "Mine" }],
  ] as const)
    for (const target of [id, unknown, "1", "%00", "..%2f"]) {
      expect((await stranger.put(`/api/${noun}/${target}`, body)).status).toBe(404)
      expect((await stranger.patch(`/api/${noun}/${target}`, body)).status).toBe(404)
      expect((await stranger.delete(`/api/${noun}/${target}`)).status).toBe(404)
    }
  const borrowed = { ...templateInput, destinationId: destination._id }
  expect((await stranger.post("/api/sheet-templates", borrowed)).status).toBe(404)
  expect((await stranger.delete(`/api/notifications/${notice._id}`)).status).toBe(404)
  expect(rows(await stranger.get("/api/sizes"))).toEqual([])
  expect(await notices(stranger)).toEqual([])
  expect(rows(await owner.client.get("/api/sizes"))).toMatchObject([{ name: "Chest" }])

  expect((await owner.client.delete(`/api/notifications/${notice._id}`)).status).toBe(200)
  expect((await owner.client.delete(`/api/notifications/${notice._id}`)).status).toBe(404)
  expect((await owner.client.get("/api/notifications")).pagination).toMatchObject({ totalDocuments: 0 })
})

test("clearing the notifications leaves what came later, and other people's", async () => {
  const owner = await app.givenUser({ name: "Tidy" })
  const other = await app.givenUser({ name: "Untidy" })
  await other.client.post("/api/sizes", { name: "Chest", value: 10 })
  for (const name of ["First", "Second"]) await owner.client.post("/api/sizes", { name, value: 3 })
  const [newest, older] = (await owner.client.get("/api/notifications")).data as (Row & {
    createdAt: string
  })[]
  expect((await owner.client.delete("/api/notifications?until=yesterday")).status).toBe(400)
  await app.db
    .prepare("UPDATE notification SET created_at = created_at + 60000 WHERE id = ?")
    .bind(newest._id)
    .run()

  const until = encodeURIComponent(older.createdAt)
  for (let time = 0; time < 2; time++) {
    expect((await owner.client.delete(`/api/notifications?until=${until}`)).status).toBe(200)
    expect(await notices(owner.client)).toMatchObject([{ _id: newest._id }])
  }
  await app.db.prepare("UPDATE notification SET created_at = 1 WHERE id = ?").bind(newest._id).run()
  expect((await owner.client.delete("/api/notifications")).status).toBe(200)
  expect(await notices(owner.client)).toEqual([])
  expect(await notices(other.client)).toHaveLength(1)
})

test("what was never printed, a library and what a user is told all have an end", async () => {
  const { client, userId } = await app.givenUser({ name: "Hoarder" })
  const draft = (items: number) =>
    client.post("/api/prints", { printItems: Array.from({ length: items }, () => ({ quantity: 1 })) })
  const made = (await draft(1)).data as Row
  // Two for the draft above: room for one print of two items, or two more items.
  await app.db
    .prepare(
      "INSERT INTO print (id, user_id, type, status, item_count, created_at, updated_at) VALUES ('waiting', ?, 'Manual', 'Cancelled', ?, 0, 0)",
    )
    .bind(userId, MAX_UNPRINTED_ITEMS - 6)
    .run()
  const refused = { status: 409, message: expect.stringContaining("Delete drafts") }
  expect(await draft(3)).toMatchObject(refused)
  expect((await draft(2)).status).toBe(201)
  expect(await client.post(`/api/prints/${made._id}/printItem`, { quantity: 1 })).toMatchObject(refused)
  await app.db.prepare("UPDATE print SET printed_at = 1 WHERE id = 'waiting'").run()
  expect((await client.post(`/api/prints/${made._id}/printItem`, { quantity: 1 })).status).toBe(201)

  await app.db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO image (id, user_id, name, sku_key, status, failure_reason, created_at, updated_at) SELECT 'image ' || i, ?, 'x', 'x', 'Failed', 'torn', ?, ? FROM n`,
    )
    .bind(MAX_IMAGES, userId, Date.now(), Date.now())
    .run()
  const form = new FormData()
  form.append("files", new File(["<svg/>"], "art.svg"))
  expect(await client.post("/api/images/bulk-upload", form)).toMatchObject({
    status: 409,
    message: `A library holds at most ${MAX_IMAGES} images. Delete some that you no longer need.`,
  })
  await app.db.prepare("DELETE FROM image").run()

  const other = await app.givenUser({ name: "Quiet" })
  expect((await other.client.post("/api/sizes", { name: "Theirs", value: 1 })).status).toBe(201)
  expect((await client.post("/api/sizes", { name: "Newest", value: 1 })).status).toBe(201)
  await app.db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO notification (id, user_id, type, message, created_at) SELECT 'notice ' || i, ?, 'size', 'x', ? FROM n`,
    )
    .bind(MAX_NOTIFICATIONS, userId, Date.now() - 1_000_000)
    .run()
  await app.runtime.runCron("17 3 * * *")
  const { data, pagination } = await client.get("/api/notifications?limit=1")
  expect(pagination).toMatchObject({ totalDocuments: MAX_NOTIFICATIONS })
  expect(data).toMatchObject([{ message: 'Size "Newest" was created' }])
  expect(await notices(other.client)).toHaveLength(1)
})

test("calls at the same time fill an account up to its limits and no further", async () => {
  let fills = 0
  const { client, userId } = await app.givenUser({ name: "Full" })
  const [template] = rows(await client.get("/api/sheet-templates"))
  await fill("size", MAX_SIZES - 1, `'size ' || value, 3, 0, 0`, "name, value_in, created_at, updated_at")
  await fill(
    "image_category",
    MAX_IMAGE_CATEGORIES - 1,
    `'c ' || value, 'c ' || value, 0`,
    "name, name_key, created_at",
  )
  // The default template is there already.
  await fill(
    "sheet_template",
    MAX_SHEET_TEMPLATES - 2,
    "'t ' || value, 22, 100, 0.25, 0.25, 300, 1, 1, 0, 0, 'boxes', 0, 0, 0",
    "name, width_in, max_length_in, edge_in, gap_in, dpi, rotate, trim, mirror, labels, nesting, is_default, created_at, updated_at",
  )

  await fill(
    "destination",
    MAX_DESTINATIONS - 1,
    `'d ' || value, '["png"]', 100, 300, 0, '{}', '{}', '{sheet}', 0, 0`,
    "name, formats, max_length_in, dpi, mirror, white, contour, file_name, created_at, updated_at",
  )

  const six = Array.from({ length: 6 }, (_, i) => i)
  const { _id: _, ...input } = template
  for (const [path, body, words] of [
    ["sizes", { value: 4 }, `An account holds at most ${MAX_SIZES} sizes`],
    ["image-categories", {}, `An account holds at most ${MAX_IMAGE_CATEGORIES} categories`],
    ["destinations", destinationOf(), `An account holds at most ${MAX_DESTINATIONS} destinations`],
    ["sheet-templates", input, `An account holds at most ${MAX_SHEET_TEMPLATES} sheet templates`],
  ] as const) {
    const replies = await Promise.all(
      six.map((i) => client.post(`/api/${path}`, { ...body, name: `new ${i}` })),
    )
    expect(replies.map((reply) => reply.status).sort(), path).toEqual([201, 409, 409, 409, 409, 409])
    for (const reply of replies.filter((one) => one.status === 409)) expect(reply.message).toBe(words)
  }
  expect(await notices(client)).toHaveLength(1)
  const templates = rows(await client.get("/api/sheet-templates?limit=999"))
  expect(templates).toHaveLength(MAX_SHEET_TEMPLATES)
  // One of the six became the default; the refused ones did not depose it.
  expect(templates.filter((row) => row.isDefault).map((row) => row.name)).toEqual([
    expect.stringMatching(/^new/),
  ])

  // Its ids are kept apart by their fourth group.
  async function fill(table: string, rowCount: number, values: string, columns: string): Promise<void> {
    await app.db
      .prepare(
        `INSERT INTO ${table} (id, user_id, ${columns}) SELECT printf('0197f3c0-0000-7000-%04x-%012x', ?, value), ?, ${values} FROM json_each(?)`,
      )
      .bind(0x8000 + fills++, userId, JSON.stringify(Array.from({ length: rowCount }, (_, i) => i)))
      .run()
  }
})
