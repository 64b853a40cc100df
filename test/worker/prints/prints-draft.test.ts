import { request } from "node:http"
import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_SHEETS } from "../../../contract/limit.ts"
import type { LayoutReply, Print, PrintSummary } from "../../../contract/prints/print.ts"
import { texts } from "../../../contract/text.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { givenImage, givenPrint, givenSize, printOf } from "../artwork/artwork-steps.ts"

const app = useApp()

test("a print has a name from the start, and another one by a word", async () => {
  const { client } = await app.givenUser({ name: "Namer" })
  const asked = { printItems: [{ quantity: 1 }] }
  const made = await client.expect<Print>("POST", "/api/prints", { ...asked, utcOffsetMin: 840 })
  expect(made).toMatchObject({ name: expect.stringMatching(/^Print of \d+ [A-Z][a-z]{2}$/), labels: null })
  const path = `/api/prints/${made._id}`
  const renamed = await client.put(path, { name: "  Friday\u202e batch ", labels: true })
  expect(renamed).toMatchObject({
    status: 200,
    data: { name: "Friday batch", labels: true, status: "In Draft" },
  })
  expect((await client.patch(path, { labels: null })).data).toMatchObject({
    name: "Friday batch",
    labels: null,
  })
  expect(await client.expect<PrintSummary[]>("GET", "/api/prints")).toMatchObject([{ name: "Friday batch" }])
  for (const bad of [{}, { name: " " }, { name: "n".repeat(121) }, { labels: "yes" }])
    expect((await client.put(path, bad)).status, JSON.stringify(bad)).toBe(400)

  // Film that is printed keeps its labels; the name is the seller's at all times.
  await app.db
    .prepare("UPDATE print SET status = 'Completed', printed_at = 1, name = '' WHERE id = ?")
    .bind(made._id)
    .run()
  expect((await client.put(path, { labels: true })).status).toBe(409)
  expect((await client.get(path)).data).toMatchObject({
    name: expect.stringMatching(/^Print of /),
    labels: null,
  })
  expect((await client.put(path, { name: "Saturday" })).data).toMatchObject({ name: "Saturday" })
  const named = await client.expect<Print>("POST", "/api/prints", { ...asked, name: "Given" })
  expect(named.name).toBe("Given")
})

test("a draft is built, merged and changed; the same request again makes no second print", async () => {
  const { client } = await app.givenUser({ name: "Draft" })
  const moth = (await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) }))._id
  const owl = (await givenImage(client, { name: "owl.png", bytes: await softArtPng(240, 300) }))._id
  const large = await givenSize(client, "Adult", 4)
  const small = await givenSize(client, "Pocket", 2)
  const requestKey = crypto.randomUUID()
  const asked = {
    printItems: [
      { imageId: moth, sizeId: large, quantity: 1 },
      { imageId: moth, sizeId: large, quantity: 2 },
      { imageId: null, sizeId: null, quantity: 1 },
      { quantity: 1 },
    ],
    requestKey,
    status: "Completed",
    userId: "someone",
  }
  const replies = await Promise.all([1, 2, 3].map(() => client.post("/api/prints", asked)))
  expect(new Set(replies.map((reply) => (reply.data as Print)._id)).size).toBe(1)
  const draft = replies[0].data as Print
  expect(draft).toMatchObject({ status: "In Draft", copies: 5, itemCount: 3, progress: null, lengthIn: null })
  expect(draft.printItems.map((item) => item.quantity)).toEqual([3, 1, 1])
  expect(draft.itemPreviews).toEqual([`files/images/${moth}/preview`])
  expect((await client.get("/api/prints")).pagination).toMatchObject({ totalDocuments: 1 })

  const path = `/api/prints/${draft._id}`
  const added = await client.post(`${path}/printItem`, { imageId: moth, sizeId: large, quantity: 4 })
  expect(added).toMatchObject({
    status: 201,
    message: texts.imageAddedToPrint,
    data: { copies: 9, itemCount: 3 },
  })
  const [first, second, third] = (added.data as Print).printItems
  const chosen = await client.put(`${path}/${second._id}`, { imageId: owl })
  expect((chosen.data as Print).printItems[1]).toMatchObject({ imageId: { _id: owl }, sizeId: null })
  // Made equal to the first item, the third one becomes part of it.
  await client.patch(`/api/print/${draft._id}/${third._id}`, { imageId: moth })
  const merged = await client.patch(`${path}/${third._id}`, { sizeId: large })
  expect((merged.data as Print).printItems.map(({ _id, quantity }) => [_id, quantity])).toEqual([
    [first._id, 8],
    [second._id, 1],
  ])
  expect((await client.put(`${path}/${first._id}`, { quantity: 0 })).status).toBe(400)
  expect((await client.put(`${path}/${first._id}`, { quantity: 1.5 })).status).toBe(400)
  expect((await client.put(`${path}/${first._id}`, {})).message).toBe("Nothing to change")
  expect((await client.put(`${path}/${first._id}`, { quantity: MAX_PRINT_COPIES })).status).toBe(422)
  expect((await client.put(`${path}/${third._id}`, { quantity: 2 })).status).toBe(404)
  const overfull = { imageId: owl, sizeId: small, quantity: MAX_PRINT_COPIES }
  expect((await client.post(`${path}/printItem`, overfull)).status).toBe(422)
  const many = [1, 2].map(() => ({ imageId: owl, sizeId: small, quantity: 3_000 }))
  expect((await client.post("/api/prints", { printItems: many })).message).toContain(
    `${MAX_PRINT_COPIES} copies`,
  )

  const removed = await client.delete(`${path}/${second._id}`)
  expect(removed.data).toMatchObject({ itemCount: 1, copies: 8 })
  expect((await client.delete(`${path}/${second._id}`)).status).toBe(404)
  expect((await client.delete(`/api/sizes/${large}`)).status).toBe(200)
  expect((await client.delete(`/api/images/${moth}`)).status).toBe(200)
  expect((await printOf(client, draft._id)).printItems[0]).toMatchObject({
    imageId: null,
    wasImageDeleted: true,
    sizeId: null,
    wasSizeDeleted: true,
  })
  const healed = await client.put(`${path}/${first._id}`, { imageId: owl, sizeId: small })
  expect((healed.data as Print).printItems[0]).toMatchObject({
    wasImageDeleted: false,
    wasSizeDeleted: false,
  })
})

test("what is missing is said in the specification's order, before anything is held or written", async () => {
  const { client, hub } = await app.givenUser({ name: "Missing" })
  const image = await givenImage(client, { name: "tall.png", bytes: await softArtPng(300, 360) })
  const size = await givenSize(client, "Adult", 4)
  const wide = await givenSize(client, "Banner", 60)
  const process = async (items: { imageId?: string; sizeId?: string; quantity: number }[]) => {
    const draft = await givenPrint(client, items)
    const dry = await client.post(`/api/prints/${draft._id}/layout`)
    const reply = await client.post(`/api/prints/${draft._id}/proccess`, {})
    expect([dry.status, dry.message]).toEqual([reply.status, reply.message])
    expect((await printOf(client, draft._id)).status).toBe("In Draft")
    return { status: reply.status, message: reply.message }
  }
  expect(
    await process([
      { imageId: image._id, quantity: 1 },
      { sizeId: size, quantity: 1 },
    ]),
  ).toEqual({
    status: 422,
    message: texts.imageMissing,
  })
  expect(await process([{ imageId: image._id, quantity: 1 }])).toEqual({
    status: 422,
    message: texts.sizeMissing,
  })
  const tooWide = await process([
    { imageId: image._id, sizeId: size, quantity: 1 },
    { imageId: image._id, sizeId: wide, quantity: 1 },
  ])
  expect(tooWide).toMatchObject({
    status: 422,
    message: expect.stringMatching(/^"tall\.png" \(60 × .* does not fit/),
  })
  await app.db.prepare("UPDATE image SET status = 'Ingesting' WHERE id = ?").bind(image._id).run()
  expect((await process([{ imageId: image._id, sizeId: size, quantity: 1 }])).message).toContain(
    "still being prepared",
  )
  await app.db.prepare("UPDATE image SET status = 'Ready' WHERE id = ?").bind(image._id).run()
  // As between a change of mends and its job: what would be printed is the picture without them.
  const mends = JSON.stringify([{ kind: "turn", isOn: true, degrees: 90 }])
  const mendAt = (retryAt: number | null, stored: string) =>
    app.db
      .prepare("UPDATE image SET mends = ?, retry_at = ? WHERE id = ?")
      .bind(stored, retryAt, image._id)
      .run()
  await mendAt(Date.now() + DAY_MS, mends)
  expect((await process([{ imageId: image._id, sizeId: size, quantity: 1 }])).message).toContain(
    "still being mended",
  )
  await mendAt(null, "[]")

  const dear = await givenPrint(client, [{ imageId: image._id, sizeId: size, quantity: 21 }])
  const refused = await client.post(`/api/prints/${dear._id}/proccess`)
  expect(refused).toMatchObject({ status: 402, code: "credits-too-few", fields: { need: "21", have: "20" } })
  expect(await printOf(client, dear._id)).toMatchObject({ status: "In Draft", failureMessage: null })
  expect((await client.post(`/api/prints/${dear._id}/proccess`, { sheetTemplateId: image._id })).status).toBe(
    404,
  )
  expect(
    (await client.post(`/api/prints/${dear._id}/proccess`, "{", { "content-type": "application/json" }))
      .status,
  ).toBe(400)
  expect((await client.post(`/api/prints/${dear._id}/cancel`)).status).toBe(409)
  expect(await hub.balance()).toMatchObject({ available: 20, held: 0 })

  const warned = (await client.post(`/api/prints/${dear._id}/layout`)).data as LayoutReply
  expect(warned.warnings.map((warning) => warning.kind)).toContain("very-low-dpi")
  expect(warned.sheets.flatMap((sheet) => sheet.placements)).toHaveLength(21)
})

test("what would take sheets without end is refused before it is laid out", async () => {
  const { client } = await app.givenUser({ name: "Endless" })
  const image = await givenImage(client, { name: "square.png", bytes: await softArtPng(300, 300) })
  const sizeId = await givenSize(client, "Nearly a sheet", 3.4)
  const { isDefault: _, ...plain } = defaultSheetTemplate
  const smallest = { ...plain, name: "Tiny", widthIn: 4, maxLengthIn: 4, nesting: "boxes", isDefault: false }
  const { _id: sheetTemplateId } = (await client.post("/api/sheet-templates", smallest)).data as {
    _id: string
  }
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: MAX_PRINT_COPIES }])
  for (const call of ["layout", "proccess"])
    expect(await client.post(`/api/prints/${print._id}/${call}`, { sheetTemplateId })).toMatchObject({
      status: 422,
      message: `This print would take more than ${MAX_PRINT_SHEETS} sheets of "Tiny". Choose a template with longer sheets, or split the print.`,
    })
  expect((await printOf(client, print._id)).status).toBe("In Draft")
})

test("prints are listed, filtered, searched and paged; other people's do not exist", async () => {
  const { client, userId } = await app.givenUser({ name: "Lists" })
  const stranger = await app.givenUser({ name: "Other" })
  const admin = await app.givenUser({ name: "Boss", role: "admin" })
  const image = await givenImage(client, { name: "Luna 100%_moth.png", bytes: await softArtPng(120, 150) })
  const size = await givenSize(client, "Pocket", 1)
  const prints: Print[] = []
  for (let i = 0; i < 5; i++) {
    prints.push(await givenPrint(client, [i === 0 ? { imageId: image._id, quantity: 1 } : { quantity: i }]))
  }
  const at = (day: number) => Date.parse(`2026-03-0${day}T12:00:00Z`)
  for (const [i, print] of prints.entries()) {
    await app.db
      .prepare("UPDATE print SET created_at = ? WHERE id = ?")
      .bind(at(i + 1), print._id)
      .run()
  }
  await app.db
    .prepare("UPDATE print SET status = 'Deleted', type = 'Etsy' WHERE id = ?")
    .bind(prints[1]._id)
    .run()
  const result = async (query: string, who = client, path = "/api/prints") =>
    ((await who.get(`${path}?${query}`)).data as PrintSummary[]).map((print) =>
      prints.findIndex((known) => known._id === print._id),
    )
  expect(await result("")).toEqual([4, 3, 2, 1, 0])
  expect(await result("sortBy=createdAt&sort=asc&limit=2&page=2")).toEqual([2, 3])
  expect(await result("status=Deleted")).toEqual([1])
  expect(await result("type=Manual&sort=asc")).toEqual([0, 2, 3, 4])
  expect(await result("startDate=2026-03-02&endDate=2026-03-03&sort=asc")).toEqual([1, 2])
  expect(await result("dateType=printedAt&startDate=2026-03-02")).toEqual([])
  expect(await result("search=luna 100%25_")).toEqual([0])
  expect(await result("search=%25")).toEqual([0])
  expect(await result(`search=${prints[3]._id.slice(-8).toUpperCase()}`)).toEqual([3])
  expect(await result("search='%20OR%201=1--")).toEqual([])
  expect(await result("status=nonsense&type=&page=-3&sortBy=user_id")).toHaveLength(5)
  expect((await client.get("/api/print?limit=2&page=99")).pagination).toMatchObject({
    totalDocuments: 5,
    totalPages: 3,
    page: 3,
    limit: 2,
  })
  expect(await result("sort=asc", admin.client, `/api/print/user/${userId}`)).toEqual([0, 1, 2, 3, 4])
  expect(await result("", client, `/api/print/user/${userId}`)).toHaveLength(5)
  expect((await stranger.client.get(`/api/print/user/${userId}`)).status).toBe(404)
  expect((await admin.client.get(`/api/prints/${prints[0]._id}`)).status).toBe(200)

  const [item] = (await printOf(client, prints[0]._id)).printItems
  const theirs = `/api/prints/${prints[0]._id}`
  const refusals = await Promise.all([
    stranger.client.get(theirs),
    stranger.client.put(`${theirs}/${item._id}`, { quantity: 2 }),
    stranger.client.delete(`${theirs}/${item._id}`),
    stranger.client.post(`${theirs}/printItem`, { quantity: 1 }),
    stranger.client.post(`${theirs}/proccess`),
    stranger.client.post(`${theirs}/layout`),
    stranger.client.post(`${theirs}/cancel`),
    stranger.client.delete(theirs),
    stranger.client.delete(`${theirs}/force`),
    stranger.client.get(`/api/print/${prints[0]._id}/force`),
    stranger.client.get("/api/prints/nonsense"),
    stranger.client.post("/api/prints", { printItems: [{ imageId: image._id, quantity: 1 }] }),
    stranger.client.post("/api/prints", { printItems: [{ sizeId: size, quantity: 1 }] }),
  ])
  expect(refusals.map((reply) => reply.status)).toEqual(refusals.map(() => 404))
  const bulk = await stranger.client.post("/api/print/bulk-delete-force", {
    printIds: prints.map((p) => p._id),
  })
  expect(bulk).toMatchObject({ status: 200, data: { printIds: [] } })
  expect(await result("")).toHaveLength(5)
  const visitor = app.visitor()
  for (const path of ["/api/prints", theirs, `/api/print/user/${userId}`]) {
    expect((await visitor.get(path)).status).toBe(401)
  }
})

test("deleting gives up sheets, force deleting everything; a link from elsewhere deletes nothing", async () => {
  const { client } = await app.givenUser({ name: "Delete" })
  const prints: Print[] = []
  for (let i = 0; i < 6; i++) prints.push(await givenPrint(client, [{ quantity: 1 }]))
  const ids = prints.map((print) => print._id)
  expect(await client.delete(`/api/prints/${ids[0]}`)).toMatchObject({
    status: 200,
    message: texts.printDeleted,
  })
  expect((await printOf(client, ids[0])).status).toBe("Deleted")
  const bulk = await client.post("/api/print/bulk-delete", { printIds: [ids[1], ids[2]] })
  expect(bulk.message).toBe("2 prints deleted successfully")

  const force = `/api/print/${ids[0]}/force`
  // Node's fetch puts a Sec-Fetch-Mode of its own on every call, so this one is made by hand.
  const from = (headers: Record<string, string>) =>
    new Promise<{ status: number }>((resolve, reject) => {
      const call = request(app.origin + force, { headers: { cookie: client.cookieHeader(), ...headers } })
      call.on("response", (reply) => resolve({ status: reply.resume().statusCode ?? 0 })).on("error", reject)
      call.end()
    })
  expect((await from({ "sec-fetch-site": "cross-site" })).status).toBe(403)
  expect((await from({ "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" })).status).toBe(403)
  expect((await from({})).status).toBe(403)
  expect((await printOf(client, ids[0])).status).toBe("Deleted")
  expect((await from({ "x-requested-with": "sheetsmith" })).status).toBe(200)
  expect((await from({ "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" })).status).toBe(404)
  expect((await client.delete(`/api/prints/${ids[1]}/force`)).status).toBe(200)
  const gone = await client.post("/api/print/bulk-delete-force", { printIds: [ids[2], ids[3], ids[4]] })
  expect(gone).toMatchObject({ data: { printIds: expect.arrayContaining([ids[2], ids[3], ids[4]]) } })
  expect(gone.message).toBe("3 prints permanently deleted successfully")
  expect((await client.get("/api/prints")).data).toMatchObject([{ _id: ids[5] }])
  expect((await client.post("/api/print/bulk-delete", { printIds: [] })).message).toBe(
    "Select at least one print",
  )
})
