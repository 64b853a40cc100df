import { Buffer } from "node:buffer"
import { createHash } from "node:crypto"
import { inflateRawSync } from "node:zlib"
import { expect, test } from "vitest"
import type { NewAccessToken } from "../../../contract/accounts/access-token.ts"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { KEY_DAYS, MAX_KEY_LENGTH } from "../../../contract/limit.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { programOf } from "../../../harness/access-token.ts"
import { PASSWORD, useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { addressInput } from "../../../harness/delivery-address.ts"
import { destinationOf } from "../../../harness/destination.ts"
import { giveDueOrders } from "../../../harness/due-orders.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Reply } from "../../../local/client.ts"
import { NIGHTLY } from "../../../worker/work/triggers.ts"
import { formOf, givenImage, givenSize, keysIn, printOf, processed } from "../artwork/artwork-steps.ts"

const app = useApp()
/** The calls of one key at the same time, as in a client that tries again too early. */
const AT_ONCE = 20

const keyed = (key: string = crypto.randomUUID()) => ({ "idempotency-key": key })

function isReplayed({ headers }: Reply): boolean {
  return headers.get("idempotent-replayed") === "true"
}

/** Leaves the calls as an isolate does that dies after its change, before anybody hears of it. */
async function forgetAnswers(): Promise<void> {
  await app.db.prepare("UPDATE keyed_call SET answer = NULL, reply = NULL, lease_until = 9e15").run()
}

/** Ends the time for which a silent run is taken to be alive. */
async function endLeases(): Promise<void> {
  await app.db.prepare("UPDATE keyed_call SET lease_until = 0 WHERE lease_until IS NOT NULL").run()
}

test("a success is answered again, whatever has become of it, to its account alone; another call is refused", async () => {
  const { client } = await app.givenUser({ name: "Repeating" })
  const stranger = await app.givenUser({ name: "Stranger" })
  const headers = keyed()
  const chest = { name: "Chest", value: 10 }
  const first = await client.post("/api/sizes", chest, headers)
  expect([first.status, isReplayed(first)]).toEqual([201, false])
  const { _id } = first.data as { _id: string }
  await client.put(`/api/sizes/${_id}`, { name: "Back", value: 12 })

  const again = await client.post("/api/sizes", chest, headers)
  expect([again.status, again.data, again.message]).toEqual([201, first.data, first.message])
  expect(isReplayed(again)).toBe(true)
  expect((await client.get("/api/sizes")).data).toMatchObject([{ _id, name: "Back" }])

  for (const other of [
    await client.post("/api/sizes", { ...chest, value: 11 }, headers),
    await client.post("/api/image-categories", { name: "Chest" }, headers),
    await client.post("/api/sizes?x=1", chest, headers),
    await client.put(`/api/sizes/${_id}`, chest, headers),
    await client.delete(`/api/sizes/${_id}`, headers),
  ])
    expect([other.status, other.code]).toEqual([422, "idempotency-key-reused"])

  const theirs = await stranger.client.post("/api/sizes", chest, headers)
  expect([theirs.status, isReplayed(theirs)]).toEqual([201, false])
  expect((theirs.data as { _id: string })._id).not.toBe(_id)
  expect((await app.visitor().post("/api/sizes", chest, headers)).status).toBe(401)
  // Reading is not kept.
  const list = await client.get("/api/sizes", headers)
  expect([list.status, isReplayed(list)]).toEqual([200, false])
})

test("a key has bounds, and a refusal leaves it free", async () => {
  const { client } = await app.givenUser({ name: "Corrected" })
  for (const key of ["x".repeat(MAX_KEY_LENGTH + 1)])
    expect((await client.post("/api/image-categories", { name: "A category" }, keyed(key))).status).toBe(400)
  const longest = keyed("x".repeat(MAX_KEY_LENGTH))
  expect((await client.post("/api/image-categories", { name: "" }, longest)).status).toBe(400)
  const other = await client.post("/api/image-categories", { name: "Animals" })
  expect((await client.post("/api/image-categories", { name: "Animals" }, longest)).status).toBe(409)
  expect((await client.post("/api/image-categories", { name: "Plants" }, longest)).status).toBe(201)
  expect((await client.post("/api/image-categories", { name: "Animals" }, longest)).status).toBe(422)
  expect(other.status).toBe(201)
})

test("twenty calls with one key make one thing and one charge; who comes too early is told when to come again", async () => {
  const { client, hub } = await app.givenUser({ name: "Parallel", credits: 100 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const sizeId = await givenSize(client, "Pocket", 1)
  const body = { printItems: [{ imageId: image._id, sizeId, quantity: 3 }] }
  const atOnce = async (path: string, sent: unknown, ok: number) => {
    const headers = keyed()
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => client.post(path, sent, headers)))
    const early = replies.filter(({ status }) => status === 409)
    for (const { code, headers: told } of early) {
      expect(code).toBe("idempotency-key-busy")
      expect(Number(told.get("retry-after"))).toBeGreaterThan(0)
    }
    const done = replies.filter(({ status }) => status === ok)
    expect(done.length + early.length).toBe(AT_ONCE)
    expect(done.filter((reply) => !isReplayed(reply))).toHaveLength(1)
    expect(new Set(done.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    return (await client.post(path, sent, headers)).data as { _id: string }
  }
  const print = await atOnce("/api/prints", body, 201)
  expect((await client.get("/api/prints")).pagination).toMatchObject({ totalDocuments: 1 })
  await atOnce(`/api/prints/${print._id}/printItem`, { ...body.printItems[0], quantity: 2 }, 201)
  expect((await printOf(client, print._id)).copies).toBe(5)
  await atOnce(`/api/prints/${print._id}/proccess`, undefined, 202)
  expect((await processed(client, print._id)).status).toBe("Completed")
  expect(await hub.balance()).toMatchObject({ used: 5, held: 0, available: 95 })
})

test("a call whose isolate died is busy for a while, and then finds what it has made", async () => {
  const { client, userId } = await app.givenUser({ name: "Died", credits: 1_000 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const sizeId = await givenSize(client, "Pocket", 1)
  const item = { imageId: image._id, sizeId, quantity: 3 }
  const counts = async () => {
    const tables = ["size", "image", "image_category", "print", "attempt", "payment", "destination"]
    const more = ["sheet_template", "delivery_address", "integration", "undo"]
    const sums = [...tables, ...more].map(
      (table) => `(SELECT count(*) FROM ${table} WHERE user_id = ?1) AS ${table}`,
    )
    const copies = "(SELECT sum(copies) FROM print WHERE user_id = ?1) AS copies"
    return app.db
      .prepare(`SELECT ${[...sums, copies].join()}`)
      .bind(userId)
      .first()
  }
  /** Sends a call whose answer is lost with its isolate, and the same once more; returns both answers. */
  const died = async (method: string, path: string, body?: unknown): Promise<[Reply, Reply]> => {
    const headers = keyed()
    const first = await client.send(method, path, body, headers)
    expect(first.status, `${path} ${first.message}`).toBeLessThan(300)
    const before = await counts()
    await forgetAnswers()
    const early = await client.send(method, path, body, headers)
    expect([early.status, early.code], path).toEqual([409, "idempotency-key-busy"])
    await endLeases()
    const second = await client.send(method, path, body, headers)
    expect(second.status, `${path} ${second.message}`).toBeLessThan(300)
    expect(isReplayed(second), path).toBe(false)
    expect(await counts(), path).toEqual(before)
    const third = await client.send(method, path, body, headers)
    expect([third.data, isReplayed(third)], path).toEqual([second.data, true])
    return [first, second]
  }
  const same = async (...call: Parameters<typeof died>) => {
    const [{ data }, again] = await died(...call)
    expect((again.data as { _id: string })._id, call[1]).toBe((data as { _id: string })._id)
    return (data as { _id: string })._id
  }

  const categoryId = await same("POST", "/api/image-categories", { name: "Animals" })
  const backId = await same("POST", "/api/sizes", { name: "Back", value: 12 })
  const destinationId = await same("POST", "/api/destinations", destinationOf())
  const templateId = await same("POST", "/api/sheet-templates", {
    ...defaultSheetTemplate,
    name: "Second",
    isDefault: false,
  })
  const addressId = await same("POST", "/api/delivery-addresses", addressInput({}, app.standIns.origin))
  const shopId = await same("POST", "/api/integrations", { name: "My shop", type: "Etsy" })

  const printId = await same("POST", "/api/prints", { printItems: [item] })
  const copyId = await same("POST", `/api/prints/${printId}/duplicate`)
  await same("POST", `/api/prints/${printId}/printItem`, item)
  expect((await printOf(client, printId)).copies).toBe(6)
  const rows = [{ sizeId: backId, quantity: 2 }]
  await same("POST", `/api/prints/${printId}/roster`, { imageId: image._id, rows })
  const full = await printOf(client, printId)
  expect(full.copies).toBe(8)
  await died("DELETE", `/api/prints/${printId}/${full.printItems[1]._id}`)
  await same("POST", `/api/prints/${printId}/proccess`)
  await processed(client, printId)
  await died("DELETE", `/api/prints/${copyId}/force`)
  expect((await client.get(`/api/prints/${copyId}`)).status).toBe(404)

  const bought = await same("POST", "/api/buyCredits", { sku: "credits100" })
  expect(bought).toBeTruthy()

  const turn = { kind: "turn", degrees: 90 }
  const mending = { ids: [image._id], mends: [turn], mode: "add" }
  const [mended, mendedAgain] = await died("POST", "/api/images/bulk-mend", mending)
  expect(mended.data).toMatchObject({ changed: 1, refused: [] })
  expect(mendedAgain.data).toEqual(mended.data)

  for (const path of [
    `/api/image-categories/${categoryId}`,
    `/api/sheet-templates/${templateId}`,
    `/api/destinations/${destinationId}`,
    `/api/delivery-addresses/${addressId}`,
    `/api/integrations/${shopId}`,
    `/api/sizes/${backId}`,
    `/api/images/${image._id}`,
  ]) {
    await same("DELETE", path)
    expect((await client.delete(path)).status, path).toBe(404)
  }
  const [{ data: deletion }] = await died("POST", "/api/images/bulk-delete", {
    ids: [(await givenImage(client, { name: "logo.svg", bytes: logoSvg() }))._id],
  })
  await died("POST", `/api/undo/${(deletion as { undoId: string }).undoId}`)
})

test("a batch whose isolate died is the same draft, with what it has left out", async () => {
  const { client } = await app.givenUser({ name: "Batch" })
  await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  await givenSize(client, "Pocket", 1)
  await giveDueOrders(client, {
    count: 3,
    designs: ["moth", "moth", "unknown"],
    sizes: ["Pocket"],
    shipDay: "2026-11-01",
  })
  const headers = keyed()
  const first = await client.post("/api/orders/batch", {}, headers)
  expect(first.status, first.message).toBe(201)
  await forgetAnswers()
  await endLeases()
  const again = await client.post("/api/orders/batch", {}, headers)
  expect([again.status, again.data]).toEqual([201, first.data])
  expect((await client.get("/api/prints")).pagination).toMatchObject({ totalDocuments: 1 })
})

test("an upload with a key is the same by its parts, and other bytes are another call", async () => {
  const { client } = await app.givenUser({ name: "Uploading" })
  const moth = { name: "moth.png", bytes: await softArtPng(90, 90) }
  const files = [moth, { name: "logo.svg", bytes: logoSvg() }]
  const headers = keyed()
  const send = (sent = files, fields = {}) =>
    client.post("/api/images/bulk-upload", formOf(sent, fields), headers)
  const first = await send()
  expect(first.status, first.message).toBe(201)
  // Each form has a boundary of its own.
  const again = await send()
  expect([again.status, again.data, isReplayed(again)]).toEqual([201, first.data, true])
  const smaller = { ...moth, bytes: await softArtPng(80, 90) }
  for (const other of [
    await send([smaller, files[1]]),
    await send([files[1], moth]),
    await send([{ ...moth, name: "owl.png" }, files[1]]),
    await send(files, { score: "3" }),
  ])
    expect([other.status, other.code]).toEqual([422, "idempotency-key-reused"])

  await forgetAnswers()
  await endLeases()
  const ids = ({ data }: Reply) => (data as { _id: string }[]).map(({ _id }) => _id)
  const other = await send([files[1], moth])
  expect([other.status, other.code]).toEqual([422, "idempotency-key-reused"])
  const resumed = await send()
  expect([resumed.status, ids(resumed)]).toEqual([201, ids(first)])
  expect((await client.get("/api/images")).pagination).toMatchObject({ totalDocuments: 2 })
})

test("a long answer is kept as well, and all of it goes after its time", async () => {
  const { client } = await app.givenUser({ name: "Long" })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(90, 90) })
  const printItems = Array.from({ length: 40 }, (_, i) => ({ imageId: image._id, quantity: i + 1 }))
  const headers = keyed()
  const repliesBefore = (await keysIn(app, "replies/")).length
  const first = await client.post("/api/prints", { printItems }, headers)
  expect((first.data as Print).printItems).toHaveLength(40)
  expect(await keysIn(app, "replies/")).toHaveLength(repliesBefore + 1)
  await client.put(`/api/prints/${(first.data as Print)._id}`, { name: "Renamed" })
  const again = await client.post("/api/prints", { printItems }, headers)
  expect([again.data, isReplayed(again)]).toEqual([first.data, true])

  const rowsLeft = async () => {
    const row = await app.db.prepare("SELECT count(*) AS n FROM keyed_call").first<{ n: number }>()
    return row?.n
  }
  const known = await rowsLeft()
  await app.runtime.runCron(NIGHTLY, Date.now() + (KEY_DAYS - 1) * DAY_MS)
  expect(await rowsLeft()).toBe(known)
  await app.runtime.runCron(NIGHTLY, Date.now() + (KEY_DAYS + 1) * DAY_MS)
  expect(await rowsLeft()).toBe(0)
  await app.runtime.runCron("* * * * *", Date.now() + (KEY_DAYS + 1) * DAY_MS)
  expect(await keysIn(app, "replies/")).toEqual([])
})

test("a print that is done, or cancelled, by the time of the repeat is not started again", async () => {
  const { client, hub, userId } = await app.givenUser({ name: "Late", credits: 100 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const sizeId = await givenSize(client, "Pocket", 1)
  const draft = async () => {
    const body = { printItems: [{ imageId: image._id, sizeId, quantity: 3 }] }
    return ((await client.post("/api/prints", body)).data as Print)._id
  }
  const attempts = async () => {
    const counted = app.db.prepare("SELECT count(*) AS n FROM attempt WHERE user_id = ?").bind(userId)
    return (await counted.first<{ n: number }>())?.n
  }
  const [one, several] = [await draft(), await draft()]
  const calls = [
    { path: `/api/prints/${one}/proccess`, body: undefined, headers: keyed() },
    { path: "/api/prints/bulk-process", body: { printIds: [several] }, headers: keyed() },
  ]
  const firsts: Reply[] = []
  for (const { path, body, headers } of calls) firsts.push(await client.post(path, body, headers))
  for (const id of [one, several]) expect((await processed(client, id)).status).toBe("Completed")
  await forgetAnswers()
  await endLeases()
  for (const [i, { path, body, headers }] of calls.entries()) {
    const again = await client.post(path, body, headers)
    expect([again.status, again.data, isReplayed(again)], path).toEqual([
      firsts[i].status,
      firsts[i].data,
      false,
    ])
  }
  expect(await attempts()).toBe(2)
  expect(await hub.balance()).toMatchObject({ used: 6, held: 0 })
  // Without the key, or with another, it is a new wish.
  expect((await client.post(calls[0].path, undefined, keyed())).status).toBe(409)

  await app.db.prepare("UPDATE print SET status = 'Cancelled' WHERE id = ?").bind(one).run()
  await forgetAnswers()
  await endLeases()
  expect((await client.post(calls[0].path, undefined, calls[0].headers)).status).toBe(202)
  expect(await attempts()).toBe(2)
})

test("what a reply says is sealed; one that cannot be opened any more is made again", async () => {
  const { client, userId } = await app.givenUser({ name: "Sealed" })
  const headers = keyed()
  const wish = { name: "Shop", scopes: ["settings:read"] }
  const first = await client.post("/api/tokens", wish, headers)
  const { token } = first.data as NewAccessToken
  const rows = await app.db.prepare("SELECT * FROM keyed_call WHERE user_id = ?").bind(userId).all()
  expect(rows.results).toHaveLength(1)
  const { reply } = rows.results[0] as { reply: string }
  const bare = Buffer.from(reply, "base64")
  for (const text of [JSON.stringify(rows.results), bare.toString("latin1")])
    expect(text).not.toContain(token)
  expect(() => inflateRawSync(bare)).toThrow()
  const again = await client.post("/api/tokens", wish, headers)
  expect([(again.data as NewAccessToken).token, isReplayed(again)]).toEqual([token, true])

  // Nobody has heard of the first one: it is no token any more.
  await forgetAnswers()
  await endLeases()
  const second = (await client.post("/api/tokens", wish, headers)).data as NewAccessToken
  expect(second.token).not.toBe(token)
  expect((await client.get("/api/tokens")).data).toMatchObject([{ _id: second._id }])
  expect((await programOf(client, token).get("/api/sizes")).status).toBe(401)
  expect((await programOf(client, second.token).get("/api/sizes")).status).toBe(200)

  const sized = keyed()
  const size = await client.post("/api/sizes", { name: "Back", value: 12 }, sized)
  await app.db.prepare("UPDATE keyed_call SET reply = 'old.AAAA.BBBB' WHERE user_id = ?").bind(userId).run()
  const early = await client.post("/api/sizes", { name: "Back", value: 12 }, sized)
  expect([early.status, early.code, early.headers.get("retry-after")]).toEqual([
    409,
    "idempotency-key-busy",
    "1",
  ])
  const made = await client.post("/api/sizes", { name: "Back", value: 12 }, sized)
  expect([made.status, made.data, isReplayed(made)]).toEqual([201, size.data, false])
})

test("a password in a body cannot be guessed from its row", async () => {
  const { client, userId } = await app.givenUser({ name: "Guessed" })
  const body = { password: PASSWORD }
  expect((await client.post("/api/profile/sessions/end", body, keyed())).status).toBe(200)
  const row = await app.db
    .prepare("SELECT body_hash AS hash FROM keyed_call WHERE user_id = ?")
    .bind(userId)
    .first<{ hash: string }>()
  const guess = createHash("sha256").update(JSON.stringify(body)).digest("hex")
  expect(row?.hash).toMatch(/^[\da-f]{64}$/)
  expect(row?.hash).not.toBe(guess)
})
