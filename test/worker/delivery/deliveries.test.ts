import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import {
  type Delivery,
  type DeliveryAddress,
  type DeliveryAddressInput,
  deliveryAddressSchema,
} from "../../../contract/delivery/delivery.ts"
import { MAX_DELIVERY_ADDRESSES } from "../../../contract/limit.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { addressInput, standInAddresses } from "../../../harness/delivery-address.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { uploadForm } from "../../../stand-ins/delivery/fake-form.ts"
import { s3Account } from "../../../stand-ins/delivery/fake-s3.ts"
import { WEBDAV_FOLDER, webDavAccount } from "../../../stand-ins/delivery/fake-webdav.ts"
import type { ReceivedFile } from "../../../stand-ins/delivery/received-files.ts"
import { sealSecret } from "../../../worker/secrets/token-vault.ts"
import { download, givenImage, givenPrint, givenSize, processed, until } from "../artwork/artwork-steps.ts"
import { givenShop, sync } from "../orders/order-steps.ts"

const OLD_KEY = "local:AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="
const NEW_KEY = "new:ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8="
const app = useApp({ TOKEN_KEYS: `${NEW_KEY},${OLD_KEY}` })
const MINUTE_MS = 60_000
const DELIVERY = "sheetsmith-delivery"

async function filesAt(place: "webDav" | "s3" | "form"): Promise<ReceivedFile[]> {
  const reply = await fetch(`${app.standIns.origin}/__state`)
  return ((await reply.json()) as Record<string, { files: ReceivedFile[] }>)[place].files
}

async function tell(order: Record<string, unknown>): Promise<void> {
  await fetch(`${app.standIns.origin}/__control`, { method: "POST", body: JSON.stringify(order) })
}

async function givenAddress(client: Client, input: DeliveryAddressInput): Promise<DeliveryAddress> {
  return client.expect<DeliveryAddress>("POST", "/api/delivery-addresses", input)
}

/** A completed print of one sheet with an order's worth of copies. */
async function givenCompleted(client: Client, name: string): Promise<Print> {
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "Pocket", 1)
  const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 3 }])
  await client.put(`/api/prints/${_id}`, { name })
  await client.expect("POST", `/api/prints/${_id}/process`, { formats: ["png", "pdf"] })
  return processed(client, _id)
}

async function deliveriesOf(client: Client, printId: string): Promise<Delivery[]> {
  return client.expect<Delivery[]>("GET", `/api/prints/${printId}/deliveries`)
}

function ended(client: Client, printId: string, name: string): Promise<Delivery> {
  return until(`the delivery to ${name}`, async () => {
    const found = (await deliveriesOf(client, printId)).find((delivery) => delivery.name === name)
    return found && ["sent", "failed"].includes(found.state) && found
  })
}

function send(client: Client, printId: string, addressId: string, isAgain = false): Promise<Delivery> {
  return client.expect<Delivery>("POST", `/api/prints/${printId}/deliveries`, { addressId, isAgain })
}

test("a completed print's files arrive whole at a folder, a bucket and a form, each once", async () => {
  const { client } = await app.givenUser({ name: "Sender", credits: 20 })
  const print = await givenCompleted(client, 'Friday: "batch" + 100 %')
  expect(print.fileId).toHaveLength(2)
  const folder = `Friday- -batch- + 100 % ${print._id.slice(-6)}`
  const addresses = standInAddresses(app.standIns.origin)
  const places = {
    WebDAV: { place: "webDav", root: `${WEBDAV_FOLDER}/${folder}/` },
    S3: { place: "s3", root: `gang sheets/2026/${folder}/` },
    Form: { place: "form", root: "" },
  } as const
  for (const kind of ["WebDAV", "S3", "Form"] as const) {
    const { place, root } = places[kind]
    const { _id } = await givenAddress(client, addresses[kind])
    const asked = await send(client, print._id, _id)
    expect(asked).toMatchObject({ addressId: _id, name: addresses[kind].name, total: 3, tries: 0 })
    await send(client, print._id, _id)
    const delivery = await ended(client, print._id, addresses[kind].name)
    expect(delivery).toMatchObject({ state: "sent", sent: 3, total: 3, message: null, retryAt: null })
    const received = (await filesAt(place)).filter(({ path }) => path.startsWith(root))
    expect(received.map(({ times }) => times)).toEqual([1, 1, 1])
    for (const file of print.fileId) {
      const bytes = await download(client, file)
      const sha256 = createHash("sha256").update(bytes).digest("hex")
      expect(received.find((one) => one.sha256 === sha256)?.path).toContain(`.${file.format}`)
    }
    const manifest = received.find(({ path }) => path.endsWith("manifest.csv"))
    expect(manifest?.text).toContain("logo.svg")
    expect(manifest?.text?.split("\r\n")).toHaveLength(5)
    // Nothing is new: asking again sends nothing; on purpose it does.
    await send(client, print._id, _id)
    await ended(client, print._id, addresses[kind].name)
    expect((await filesAt(place)).filter(({ times }) => times > 1)).toEqual([])
    await send(client, print._id, _id, true)
    await until("files sent again", async () => (await filesAt(place)).every(({ times }) => times === 2))
    expect((await ended(client, print._id, addresses[kind].name)).sent).toBe(3)
  }
  expect(await deliveriesOf(client, print._id)).toHaveLength(3)
})

test("what fails is tried again by the minute, told in words, and goes on with what is missing", async () => {
  const { client, userId } = await app.givenUser({ name: "Patient", credits: 20 })
  const print = await givenCompleted(client, "Patience")
  const { _id: addressId } = await givenAddress(
    client,
    addressInput({ name: "Slow shop" }, app.standIns.origin),
  )
  const folder = `${WEBDAV_FOLDER}/Patience ${print._id.slice(-6)}`
  const arrived = async () => (await filesAt("webDav")).filter(({ path }) => path.includes("Patience"))
  // The second file fails.
  await tell({ path: folder, method: "PUT", action: "fail", status: 503, after: 1 })
  const { _id } = await send(client, print._id, addressId)
  const waiting = await until("a failed try", async () => {
    const [delivery] = await deliveriesOf(client, print._id)
    return delivery.tries > 0 && delivery
  })
  expect(waiting).toMatchObject({ state: "waiting", sent: 1, tries: 1 })
  expect(waiting.message).toMatch(/^The server has a problem \(503/)
  expect(Date.parse(waiting.retryAt ?? "") - Date.parse(waiting.updatedAt)).toBe(MINUTE_MS)
  // Not before its time.
  await app.runtime.runCron("* * * * *", Date.now())
  expect((await deliveriesOf(client, print._id))[0].tries).toBe(1)
  await app.runtime.runCron("* * * * *", Date.now() + 2 * MINUTE_MS)
  expect(await ended(client, print._id, "Slow shop")).toMatchObject({ state: "sent", sent: 3, tries: 0 })
  expect((await arrived()).map(({ times }) => times)).toEqual([1, 1, 1])

  // Somebody else is at it: a message that comes twice, or too early, sends nothing.
  const hold = (untilMs: number) =>
    app.db
      .prepare("UPDATE delivery SET state = 'sending', sent = '[]', retry_at = ? WHERE id = ?")
      .bind(untilMs, _id)
      .run()
  await hold(Date.now() + MINUTE_MS)
  const message = { deliveryId: _id }
  expect(await app.deliver(DELIVERY, message)).toMatchObject({ acked: [expect.any(String)], retried: [] })
  expect((await arrived()).map(({ times }) => times)).toEqual([1, 1, 1])
  // Its Worker has stopped: once its lease is over, the next one goes on.
  await hold(Date.now() - 1)
  await app.deliver(DELIVERY, message, message)
  expect(await ended(client, print._id, "Slow shop")).toMatchObject({ state: "sent", sent: 3 })
  expect((await arrived()).map(({ times }) => times)).toEqual([2, 2, 2])

  // A failure that no retry mends ends at once, and the seller is told.
  await client.expect("PUT", `/api/delivery-addresses/${addressId}`, {
    ...addressInput({ name: "Slow shop" }, app.standIns.origin),
    password: "another",
  })
  await send(client, print._id, addressId, true)
  const failed = await until("the end", async () => {
    const [delivery] = await deliveriesOf(client, print._id)
    return delivery.state === "failed" && delivery
  })
  expect(failed.message).toMatch(/^The server does not accept the name or the password \(401/)
  const told = await client.expect<{ message: string; attachmentId: string }[]>("GET", "/api/notifications")
  expect(told.filter(({ message: text }) => text.startsWith("The files could not be sent"))).toMatchObject([
    { message: `The files could not be sent to Slow shop. ${failed.message}`, attachmentId: print._id },
  ])
  await client.expect(
    "PUT",
    `/api/delivery-addresses/${addressId}`,
    addressInput({ name: "Slow shop" }, app.standIns.origin),
  )
  await send(client, print._id, addressId)
  expect(await ended(client, print._id, "Slow shop")).toMatchObject({ state: "sent", sent: 3 })

  // A delivery to a server that stays away is given up after some hours.
  await app.db
    .prepare("UPDATE delivery SET state = 'waiting', sent = '[]', tries = 9, retry_at = 1 WHERE id = ?")
    .bind(_id)
    .run()
  app.expectErrors(/delivery not answered/)
  await tell({ path: folder, action: "lose" })
  await app.runtime.runCron("* * * * *", Date.now())
  await until("the last try", async () => (await deliveriesOf(client, print._id))[0].state === "failed")
  expect((await deliveriesOf(client, print._id))[0].message).toBe("The server did not answer.")
  expect((await (await app.hubOf(userId)).balance()).held).toBe(0)
})

test("what a portal answers is no arrival, and neither is a file of another length", async () => {
  const { client } = await app.givenUser({ name: "Portal", credits: 20 })
  const print = await givenCompleted(client, "Portal")
  const addresses = standInAddresses(app.standIns.origin)
  for (const [kind, path] of [
    ["WebDAV", WEBDAV_FOLDER],
    ["S3", "/s3/"],
    ["Form", uploadForm.path],
  ] as const) {
    const { _id } = await givenAddress(client, { ...addresses[kind], name: `Portal ${kind}` })
    await tell({ path, action: "portal", times: 1_000 })
    await send(client, print._id, _id)
    const refused = await ended(client, print._id, `Portal ${kind}`)
    expect(refused, kind).toMatchObject({ state: "failed", sent: 0 })
    expect(refused.message, kind).toMatch(/^The address answers with a web page/)
    const tested = await client.expect<{ works: boolean }>("POST", `/api/delivery-addresses/${_id}/test`)
    expect(tested.works, kind).toBe(false)
    await tell({ path, action: "clear" })
    await send(client, print._id, _id)
    expect(await ended(client, print._id, `Portal ${kind}`), kind).toMatchObject({ state: "sent", sent: 3 })
  }
  // The portal lets the file through, and not the question whether it is there.
  for (const [kind, path, method] of [
    ["WebDAV", WEBDAV_FOLDER, "PROPFIND"],
    ["S3", "/s3/", "HEAD"],
  ] as const) {
    const name = `Half ${kind}`
    const { _id } = await givenAddress(client, { ...addresses[kind], name })
    await tell({ path, method, action: "portal" })
    await send(client, print._id, _id)
    const waiting = await until("a try", async () => {
      const found = (await deliveriesOf(client, print._id)).find((delivery) => delivery.name === name)
      return found && (found.tries > 0 || found.state === "failed") && found
    })
    expect(waiting.sent, kind).toBe(0)
  }
})

test("a form's page that may be anybody's leaves open whether the files have arrived, and that is said", async () => {
  const { client } = await app.givenUser({ name: "Unsure", credits: 20 })
  const print = await givenCompleted(client, "Unsure")
  const { Form } = standInAddresses(app.standIns.origin)
  const taken = async () =>
    (await filesAt("form"))
      .filter(({ path }) => path.includes(print._id.slice(-6)))
      .reduce((sum, { times }) => sum + times, 0)
  const unsure = {
    state: "sent",
    sent: 3,
    message: expect.stringContaining("cannot tell whether the files have arrived"),
  }
  for (const [name, thanks, arrives] of [
    ["A portal without a password", "", false],
    ["A page of thanks", "?thanks=page", true],
    ["Thanks elsewhere", "?thanks=elsewhere", true],
  ] as const) {
    const before = await taken()
    const { _id } = await givenAddress(client, { ...Form, name, url: `${Form.url}${thanks}` })
    if (!arrives) await tell({ path: uploadForm.path, action: "nonsense", times: 1_000 })
    await send(client, print._id, _id)
    expect(await ended(client, print._id, name), name).toMatchObject(unsure)
    expect((await taken()) - before, name).toBe(arrives ? 3 : 0)
    expect(await client.post(`/api/delivery-addresses/${_id}/test`), name).toMatchObject({
      data: { works: false, message: expect.stringMatching(/cannot tell.*sheetsmith-test\.txt/) },
    })
    await tell({ path: uploadForm.path, action: "clear" })
    // Sent again to a form that answers programs, nothing is open any more.
    await client.expect("PUT", `/api/delivery-addresses/${_id}`, { ...Form, name })
    await send(client, print._id, _id, true)
    await until("all is known", async () => {
      const found = (await deliveriesOf(client, print._id)).find((delivery) => delivery.name === name)
      return found?.state === "sent" && found.message === null
    })
  }
})

test("servers that say nothing hold up two deliveries of their account, and nobody else's sync", async () => {
  const { client } = await app.givenUser({ name: "Held", credits: 20 })
  const print = await givenCompleted(client, "Held")
  const path = `${WEBDAV_FOLDER}/Held ${print._id.slice(-6)}`
  await tell({ path, action: "hold", times: 100 })
  const asked: string[] = []
  for (const name of ["First", "Second", "Third", "Fourth"]) {
    const { _id } = await givenAddress(client, addressInput({ name }, app.standIns.origin))
    asked.push((await send(client, print._id, _id))._id)
  }
  // As with as many consumers as there are messages: those that may not begin leave at once.
  const byHand = asked.map((deliveryId) => app.deliver(DELIVERY, { deliveryId }))
  const states = async () => (await deliveriesOf(client, print._id)).map(({ state }) => state).sort()
  await until("two on the way", async () => (await states()).filter((one) => one === "sending").length === 2)
  expect(await Promise.all([Promise.any(byHand), app.deliver(DELIVERY, { deliveryId: asked[3] })])).toEqual([
    expect.objectContaining({ retried: [] }),
    expect.objectContaining({ retried: [] }),
  ])
  expect(await states()).toEqual(["sending", "sending", "waiting", "waiting"])

  // Another's orders come in meanwhile.
  const other = await app.givenUser({ name: "Other" })
  const { id } = await givenShop(other.client)
  expect(await sync(other.client, id)).toMatchObject({ syncState: "idle" })
  expect(await states()).toEqual(["sending", "sending", "waiting", "waiting"])

  // The ones that wait for their turn are queued by those that end, without a sweep.
  await tell({ path, action: "clear" })
  await until("all four sent", async () => (await states()).every((state) => state === "sent"))
  await Promise.all(byHand)
})

test("an automatic address gets every print once it is completed, and deleting it ends what waits", async () => {
  const { client } = await app.givenUser({ name: "Automatic", credits: 20 })
  const input = addressInput({ name: "Every print", isAutomatic: true }, app.standIns.origin)
  const { _id: addressId } = await givenAddress(client, input)
  // Another template's address gets that template's prints alone.
  const wide = addressInput({ name: "Wide film", isAutomatic: true }, app.standIns.origin)
  const template = { ...defaultSheetTemplate, name: "Wide", isDefault: false }
  const named = { ...template, addressId: (await givenAddress(client, wide))._id }
  expect((await client.post("/api/sheet-templates", named)).status).toBe(201)
  const stranger = await app.givenUser({ name: "Stranger" })
  expect((await stranger.client.post("/api/sheet-templates", named)).status).toBe(404)
  const print = await givenCompleted(client, "By itself")
  expect(await ended(client, print._id, "Every print")).toMatchObject({ state: "sent", sent: 3 })
  expect(await deliveriesOf(client, print._id)).toHaveLength(1)
  await app.db
    .prepare("UPDATE delivery SET state = 'waiting', retry_at = 9e15 WHERE address_id = ?")
    .bind(addressId)
    .run()
  await client.expect("DELETE", `/api/delivery-addresses/${addressId}`)
  expect(await deliveriesOf(client, print._id)).toMatchObject([
    { state: "failed", addressId: null, name: "Every print", message: "This address was deleted." },
  ])
  const draft = await givenPrint(client, [{ quantity: 1 }])
  const other = await givenAddress(client, input)
  expect(await client.post(`/api/prints/${draft._id}/deliveries`, { addressId: other._id })).toMatchObject({
    status: 409,
    message: "Only the files of a completed print can be sent",
  })
})

test("an address says whether it works, keeps its secret to itself and gives it to no other server", async () => {
  const { client } = await app.givenUser({ name: "Careful" })
  const { WebDAV, S3, Form } = standInAddresses(app.standIns.origin)
  const works = async (input: DeliveryAddressInput) => {
    const { _id } = await givenAddress(client, input)
    const tested = await client.expect<{ works: boolean; message: string }>(
      "POST",
      `/api/delivery-addresses/${_id}/test`,
    )
    await client.expect("DELETE", `/api/delivery-addresses/${_id}`)
    return tested
  }
  expect(await works(WebDAV)).toEqual({ works: true, message: "It works: a small file could be written." })
  expect(await works(S3)).toEqual({ works: true, message: "It works: a small file could be written." })
  expect((await works(Form)).message).toContain("which stays there")
  for (const place of ["webDav", "s3"] as const)
    expect((await filesAt(place)).filter(({ path }) => path.includes("sheetsmith-test"))).toEqual([])
  for (const [input, words] of [
    [{ ...WebDAV, password: "wrong" }, /^The server does not accept the name or the password/],
    [{ ...WebDAV, url: `${WebDAV.url}/not-there` }, /^There is no such folder/],
    [{ ...S3, secretAccessKey: "wrong" }, /^The secret key does not belong to this access key/],
    [{ ...S3, accessKeyId: "WRONG" }, /^The storage does not know this access key/],
    [{ ...S3, region: "us-east-1" }, /^The bucket is in another region/],
    [{ ...S3, bucket: "none" }, /^There is no such bucket/],
    [{ ...Form, fields: [] }, /^The form refuses the file/],
  ] as [DeliveryAddressInput, RegExp][])
    expect(await works(input), JSON.stringify(input)).toEqual({
      works: false,
      message: expect.stringMatching(words),
    })

  const made = await givenAddress(client, WebDAV)
  expect(deliveryAddressSchema.parse(made)).toMatchObject({ user: webDavAccount.user, hasSecret: true })
  await givenAddress(client, S3)
  const listed = await client.fetch("GET", "/api/delivery-addresses")
  const text = await listed.text()
  for (const secret of [webDavAccount.password, s3Account.secretAccessKey]) expect(text).not.toContain(secret)
  const { results } = await app.db.prepare("SELECT * FROM delivery_address").all()
  expect(JSON.stringify(results)).not.toContain(webDavAccount.password)
  const { password: _, ...rest } = addressInput({}, app.standIns.origin)
  const path = `/api/delivery-addresses/${made._id}`
  expect(await client.put(path, { ...rest, name: "Renamed" })).toMatchObject({
    status: 200,
    data: { name: "Renamed", hasSecret: true },
  })
  expect(await client.post(`${path}/test`)).toMatchObject({ data: { works: true } })
  for (const change of [{ url: "http://127.0.0.1:9/dav" }, { user: "somebody" }])
    expect(await client.put(path, { ...rest, ...change })).toMatchObject({
      status: 422,
      fields: { password: "Enter the password" },
    })
  expect(await client.post("/api/delivery-addresses", rest)).toMatchObject({ status: 422 })
  expect(await client.put(path, { ...rest, url: "https://192.168.0.1/dav" })).toMatchObject({
    status: 422,
    fields: { url: expect.stringContaining("numbers") },
  })
  for (let index = 2; index < MAX_DELIVERY_ADDRESSES; index++) await givenAddress(client, WebDAV)
  expect(await client.post("/api/delivery-addresses", WebDAV)).toMatchObject({ status: 409 })
})

test("the answer to a test stays with the address until place or account change", async () => {
  const { client } = await app.givenUser({ name: "Tested" })
  const { WebDAV } = standInAddresses(app.standIns.origin)
  const made = await givenAddress(client, WebDAV)
  const path = `/api/delivery-addresses/${made._id}`
  const lastTest = async () => {
    const all = await client.expect<DeliveryAddress[]>("GET", "/api/delivery-addresses")
    return all.find(({ _id }) => _id === made._id)?.lastTest
  }
  expect(await lastTest()).toBeNull()
  const beforeMs = Date.now()
  await client.post(`${path}/test`)
  const works = await lastTest()
  expect(works).toMatchObject({ works: true, message: "It works: a small file could be written." })
  expect(Date.parse(works?.testedAt ?? "")).toBeGreaterThanOrEqual(beforeMs)
  expect(works?.tookMs).toBeGreaterThanOrEqual(0)

  const { password: _, ...kept } = addressInput({ name: "Kim's Prints" }, app.standIns.origin)
  await client.expect("PUT", path, { ...kept, isAutomatic: true })
  expect(await lastTest()).toEqual(works)

  await client.expect("PUT", path, { ...WebDAV, password: "wrong" })
  expect(await lastTest()).toBeNull()
  await client.post(`${path}/test`)
  expect(await lastTest()).toMatchObject({ works: false, message: expect.stringContaining("password") })
  await client.expect("PUT", path, { ...WebDAV, url: `${WebDAV.url}/elsewhere` })
  expect(await lastTest()).toBeNull()
})

test("a night after a new key, no secret needs the old one", async () => {
  const { client } = await app.givenUser({ name: "Renewed" })
  const { _id } = await givenAddress(client, addressInput({}, app.standIns.origin))
  const sealed = () =>
    app.db.prepare("SELECT sealed_secret FROM delivery_address WHERE id = ?").bind(_id).first("sealed_secret")
  const store = (secret: string) =>
    app.db.prepare("UPDATE delivery_address SET sealed_secret = ? WHERE id = ?").bind(secret, _id).run()
  const plain = JSON.stringify({ password: webDavAccount.password })
  await store(await sealSecret(OLD_KEY, `delivery-address:${_id}`, plain))
  await app.runtime.runCron("17 3 * * *")
  expect(await sealed()).toMatch(/^new\./)
  const path = `/api/delivery-addresses/${_id}`
  expect(await client.post(`${path}/test`)).toMatchObject({ data: { works: true } })

  // Sealed for another row, it opens nothing: the seller is asked for it again.
  await store(await sealSecret(OLD_KEY, "delivery-address:another", plain))
  expect(await client.post(`${path}/test`)).toMatchObject({
    data: { works: false, message: expect.stringContaining("enter it again") },
  })
  await app.runtime.runCron("17 3 * * *")
  expect(await sealed()).toBeNull()
})
