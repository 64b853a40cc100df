import sharp from "sharp"
import { expect, test } from "vitest"
import type { User } from "../../../contract/accounts/account.ts"
import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import { MAX_TEST_PRINTS_A_DAY } from "../../../contract/limit.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import type { LayoutReply, Print } from "../../../contract/prints/print.ts"
import { hasJobEnded, type Job } from "../../../contract/programs/job.ts"
import { givenToken } from "../../../harness/access-token.ts"
import { useApp } from "../../../harness/app.ts"
import { addressInput } from "../../../harness/delivery-address.ts"
import { destinationOf } from "../../../harness/destination.ts"
import type { Client } from "../../../local/client.ts"
import {
  download,
  givenImage,
  givenPrint,
  givenSize,
  imageOf,
  processed,
  until,
} from "../artwork/artwork-steps.ts"

const app = useApp()

function redPng(): Promise<Buffer> {
  const red = { create: { width: 300, height: 300, channels: 4, background: "#d2222d" } } as const
  return sharp(red).png().toBuffer()
}

async function documentOf(client: Client, printId: string): Promise<LayoutDocument> {
  return client.expect("GET", `/api/prints/${printId}/layout`)
}

/** Returns the sheet's pixels, and how many of them have ink. */
async function sheetOf(client: Client, { fileId: [file] }: Print) {
  const { data, info } = await sharp(await download(client, file))
    .raw()
    .toBuffer({ resolveWithObject: true })
  let inked = 0
  for (let at = 3; at < data.length; at += 4) if (data[at] > 0) inked += 1
  return { data, inked, size: [info.width, info.height] }
}

test("what a test token prints costs nothing, says so all over, and goes to nobody", async () => {
  const { client, email } = await app.givenUser({ name: "Tester" })
  const { program } = await givenToken(client, { isTest: true })
  const live = (await givenToken(client)).program
  await client.expect<DeliveryAddress>(
    "POST",
    "/api/delivery-addresses",
    addressInput({ isAutomatic: true }, app.standIns.origin),
  )
  const image = await givenImage(client, { name: "red.png", bytes: await redPng() })
  const sizeId = await givenSize(client, "Chest", 4)
  const items = [{ imageId: image._id, sizeId, quantity: 3 }]
  const credits = async () => (await client.expect<User>("GET", "/api/profile")).credit.availableCredits
  const before = await credits()

  const draft = await givenPrint(program, items)
  expect(draft.isTest).toBe(true)
  const planned = await program.expect<LayoutReply>("POST", `/api/prints/${draft._id}/layout`, {})
  expect(planned).toMatchObject({ copies: 3, credits: 0 })
  // A destination's other formats, with planes that a press would read, are not written.
  await program.expect("POST", `/api/prints/${draft._id}/process`, { formats: ["pdf", "tiff"] })
  const tested = await processed(program, draft._id)
  expect(tested.fileId.map(({ format }) => format)).toEqual(["png"])
  expect(await credits()).toBe(before)
  expect((await client.get("/api/statement")).data).toHaveLength(1)
  expect((await imageOf(client, image._id)).usedInPrint).toBe(0)

  const printed = await givenPrint(live, items)
  expect(printed.isTest).toBe(false)
  await live.expect("POST", `/api/prints/${printed._id}/process`, {})
  const real = await processed(live, printed._id)
  expect(await credits()).toBe(before - 3)
  const [marked, clean] = [await sheetOf(client, tested), await sheetOf(client, real)]
  expect(marked.size).toEqual(clean.size)
  // A good part of the ink is cut out, and what is left is as it is printed.
  expect(marked.inked / clean.inked).toBeGreaterThan(0.6)
  expect(marked.inked / clean.inked).toBeLessThan(0.95)
  for (let at = 0; at < clean.data.length; at += 4)
    if (marked.data[at + 3] > 0 && marked.data.readUInt32LE(at) !== clean.data.readUInt32LE(at))
      throw new Error(`pixel ${at / 4} is neither cut out nor as it is printed`)

  const address = (await client.expect<DeliveryAddress[]>("GET", "/api/delivery-addresses"))[0]._id
  const { _id: destinationId } = await client.expect<{ _id: string }>(
    "POST",
    "/api/destinations",
    destinationOf(),
  )
  expect((await client.get(`/api/prints/${draft._id}/deliveries`)).data).toEqual([])
  expect((await client.get(`/api/prints/${printed._id}/deliveries`)).data).toHaveLength(1)
  for (const [path, body] of [
    [`/api/prints/${draft._id}/deliveries`, { addressId: address }],
    [`/api/prints/${draft._id}/files`, { destinationId }],
    ["/api/shares", { printIds: [draft._id] }],
    ["/api/prints/bulk-download", { printIds: [draft._id] }],
  ] as const)
    expect(await client.post(path, body), path).toMatchObject({ status: 409, code: "conflict" })
  // A link to several prints shares only the real one.
  expect((await client.post("/api/shares", { printIds: [draft._id, printed._id] })).data).toMatchObject({
    prints: 1,
  })
  await app.mailed(email, "ready")
  const subjects = (await app.mails(email)).filter(({ text }) => text.includes(draft._id))
  expect(subjects).toEqual([])

  // Neither does a test token make film of what is real.
  const another = await givenPrint(client, items)
  const refused = await program.post(`/api/prints/${another._id}/process`, {})
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("A test token only") })
  expect((await program.post("/api/prints/bulk-process", { printIds: [another._id] })).data).toEqual([
    { _id: another._id, message: refused.message },
  ])
  const remake = { copies: [{ itemId: real.printItems[0]._id, copy: 1 }], reason: "cut" }
  expect(await program.post(`/api/prints/${printed._id}/remake`, remake)).toMatchObject({ status: 409 })
  const copied = await program.expect<Print>("POST", `/api/prints/${another._id}/duplicate`, {})
  expect(copied.isTest).toBe(true)
  const again = { copies: [{ itemId: tested.printItems[0]._id, copy: 1 }], reason: "cut" }
  expect(await live.expect("POST", `/api/prints/${draft._id}/remake`, again)).toMatchObject({ isTest: true })
  // What was tried out is printed as a copy.
  expect(await client.expect("POST", `/api/prints/${draft._id}/duplicate`, {})).toMatchObject({
    isTest: false,
  })
})

test("a test token changes no real print, and what it makes is no real one by the same request key", async () => {
  const { client } = await app.givenUser({ name: "Both" })
  const { program } = await givenToken(client, { isTest: true })
  const live = (await givenToken(client)).program
  const image = await givenImage(client, { name: "red.png", bytes: await redPng() })
  const sizeId = await givenSize(client, "Chest", 4)
  const body = { printItems: [{ imageId: image._id, sizeId, quantity: 1 }], requestKey: crypto.randomUUID() }
  const tried = await program.expect<Print>("POST", "/api/prints", body)
  const real = await live.expect<Print>("POST", "/api/prints", body)
  expect([tried.isTest, real.isTest, tried._id === real._id]).toEqual([true, false, false])
  expect(await program.expect("POST", "/api/prints", body)).toMatchObject({ _id: tried._id })

  const [item] = real.printItems
  const draft = `/api/prints/${real._id}`
  const layout = await client.expect<LayoutReply>("POST", `${draft}/layout`, {})
  for (const [method, path, sent] of [
    ["PUT", draft, { name: "Taken" }],
    ["POST", `${draft}/printItem`, { imageId: image._id, sizeId, quantity: 1 }],
    ["POST", `${draft}/roster`, { imageId: image._id, rows: [{ sizeId, quantity: 1 }] }],
    ["PUT", `${draft}/${item._id}`, { quantity: 9 }],
    ["DELETE", `${draft}/${item._id}`, undefined],
    ["PUT", `${draft}/layout`, await documentOf(client, real._id)],
    ["POST", `${draft}/process`, {}],
    ["DELETE", draft, undefined],
    ["DELETE", `${draft}/force`, undefined],
  ] as const)
    expect(await program.send(method, path, sent), `${method} ${path}`).toMatchObject({
      status: 409,
      message: expect.stringContaining("A test token only"),
    })
  expect(await program.expect("POST", `${draft}/layout`, {})).toMatchObject({ sheets: layout.sheets })
  for (const path of ["/api/prints/bulk-delete", "/api/prints/bulk-delete-force"])
    expect((await program.post(path, { printIds: [real._id] })).data, path).toMatchObject({ printIds: [] })

  await live.expect("POST", `${draft}/process`, {})
  const printed = await processed(live, real._id)
  const destination = await client.expect<{ _id: string }>("POST", "/api/destinations", destinationOf())
  for (const [method, path, sent] of [
    ["POST", `${draft}/cancel`, undefined],
    ["POST", `${draft}/files`, { destinationId: destination._id }],
    ["PUT", `${draft}/manifest`, { ticks: [{ itemId: item._id, copy: 1, isDone: true }] }],
    ["DELETE", draft, undefined],
  ] as const)
    expect(await program.send(method, path, sent), `${method} ${path}`).toMatchObject({
      status: 409,
      message: expect.stringContaining("A test token only"),
    })
  expect((await program.post("/api/prints/bulk-cancel", { printIds: [real._id] })).data).toMatchObject([
    { message: expect.stringContaining("A test token only") },
  ])
  expect(
    await program.expect("POST", "/api/prints/bulk-delete", { printIds: [real._id, tried._id] }),
  ).toMatchObject({
    printIds: [tried._id],
  })
  expect(await client.expect("GET", draft)).toEqual(printed)
})

test("a test token's job is a test: it needs no credits, and its price is none", async () => {
  const { client, hub, userId } = await app.givenUser({ name: "Job" })
  await hub.hold({ userId, id: "test:all", credits: 20, note: "All of it" })
  const { program } = await givenToken(client, { isTest: true })
  const image = await givenImage(client, { name: "red.png", bytes: await redPng() })
  const body = { items: [{ imageId: image._id, widthIn: 2, quantity: 3 }], action: "process", maxCredits: 0 }
  const sent = await program.expect<Job>("POST", "/api/jobs", body)
  const job = await until("the job's end", async () => {
    const now = await program.expect<Job>("GET", `/api/jobs/${sent._id}`)
    return hasJobEnded(now.status) && now
  })
  expect(job).toMatchObject({ status: "completed", errors: [], quote: { credits: 0, cost: null } })
  expect(await client.expect("GET", `/api/prints/${job.printId}`)).toMatchObject({ isTest: true })
  expect(await hub.balance()).toMatchObject({ available: 0, used: 0, held: 20 })
  expect((await client.get("/api/statistics")).data).toMatchObject({ filmIn: 0, usedCredits: 0 })
})

test("a test print is cancelled, and needs no credits", async () => {
  const { client, hub, userId } = await app.givenUser({ name: "Broke" })
  const { program } = await givenToken(client, { isTest: true })
  await hub.hold({ userId, id: "test:all", credits: 20, note: "All of it" })
  const image = await givenImage(client, { name: "red.png", bytes: await redPng() })
  const sizeId = await givenSize(client, "Chest", 4)
  const { _id } = await givenPrint(program, [{ imageId: image._id, sizeId, quantity: 3 }])
  await program.expect("POST", `/api/prints/${_id}/process`, {})
  const cancelled = await program.post(`/api/prints/${_id}/cancel`)
  if (cancelled.status === 200) await program.expect("POST", `/api/prints/${_id}/process`, {})
  expect((await processed(program, _id)).fileId).toHaveLength(1)
})

test("a day has so many test prints, and then tomorrow's", async () => {
  const { client, userId } = await app.givenUser({ name: "Restless" })
  const { program } = await givenToken(client, { isTest: true })
  const image = await givenImage(client, { name: "red.png", bytes: await redPng() })
  const sizeId = await givenSize(client, "Chest", 2)
  const [first, next] = [1, 2].map((quantity) => [{ imageId: image._id, sizeId, quantity }])
  const { _id } = await givenPrint(program, first)
  await program.expect("POST", `/api/prints/${_id}/process`, {})
  await processed(program, _id)
  const { results: columns } = await app.db.prepare("PRAGMA table_info(attempt)").all<{ name: string }>()
  const others = columns.map(({ name }) => name).filter((name) => name !== "id" && name !== "number")
  await app.db
    .prepare(
      `INSERT INTO attempt (id, number, ${others.join()}) SELECT 'test-' || value, value, ${others.map((name) => `attempt.${name}`).join()}
      FROM attempt JOIN json_each(?2) WHERE attempt.user_id = ?1`,
    )
    .bind(userId, JSON.stringify(Array.from({ length: MAX_TEST_PRINTS_A_DAY - 1 }, (_, i) => i + 2)))
    .run()
  const waiting = await givenPrint(program, next)
  const refused = await program.post(`/api/prints/${waiting._id}/process`, {})
  expect([refused.status, refused.message]).toEqual([429, expect.stringContaining("100 test prints a day")])
  // The oldest is minutes old: tomorrow is nearly a day away, and no job waits for it.
  const waitS = Number(refused.headers.get("retry-after"))
  expect(waitS).toBeGreaterThan(86_000)
  expect(waitS).toBeLessThanOrEqual(86_401)
  const items = [{ imageId: image._id, sizeId, quantity: 1 }]
  const job = await program.post("/api/jobs", { items, action: "process" }, { prefer: "wait=25" })
  expect(job.data).toMatchObject({
    status: "refused",
    errors: [{ message: expect.stringContaining("100 test prints a day") }],
  })
  // So many count from their begin, also those that begin at one time; one that failed does not.
  const state = (to: string, from: string) =>
    app.db
      .prepare(`UPDATE attempt SET state = ?2 WHERE user_id = ?1 AND number > 1 AND state = ?3`)
      .bind(userId, to, from)
      .run()
  await state("finishing", "completed")
  expect((await program.post(`/api/prints/${waiting._id}/process`, {})).status).toBe(429)
  await app.db.prepare("UPDATE attempt SET state = 'failed' WHERE id = 'test-2'").run()
  await state("cancelled", "finishing")
  const sizes = await Promise.all(
    [3, 4, 5].map((quantity) => givenPrint(program, [{ ...next[0], quantity }])),
  )
  const begun = await Promise.all(sizes.map(({ _id: id }) => program.post(`/api/prints/${id}/process`, {})))
  expect(begun.map(({ status }) => status).sort()).toEqual([202, 429, 429])
  await Promise.all(
    sizes.filter((_, i) => begun[i].status === 202).map(({ _id: id }) => processed(program, id)),
  )
  await app.db
    .prepare("UPDATE attempt SET updated_at = updated_at - 86400000 WHERE user_id = ?")
    .bind(userId)
    .run()
  await program.expect("POST", `/api/prints/${waiting._id}/process`, {})
  await processed(program, waiting._id)
})
