import sharp from "sharp"
import { expect, test } from "vitest"
import type { User } from "../../../contract/accounts/account.ts"
import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import type { LayoutReply, Print } from "../../../contract/prints/print.ts"
import { givenToken } from "../../../harness/access-token.ts"
import { useApp } from "../../../harness/app.ts"
import { addressInput } from "../../../harness/delivery-address.ts"
import { destinationOf } from "../../../harness/destination.ts"
import type { Client } from "../../../local/client.ts"
import { download, givenImage, givenPrint, givenSize, imageOf, processed } from "../artwork/artwork-steps.ts"

const app = useApp()

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
  const red = { create: { width: 300, height: 300, channels: 4, background: "#d2222d" } } as const
  const art = { name: "red.png", bytes: await sharp(red).png().toBuffer() }
  const image = await givenImage(client, art)
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
  // Of several, only the real one is shared.
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

test("a test print is cancelled, and needs no credits", async () => {
  const { client, hub, userId } = await app.givenUser({ name: "Broke" })
  const { program } = await givenToken(client, { isTest: true })
  await hub.hold({ userId, id: "test:all", credits: 20, note: "All of it" })
  const red = { create: { width: 300, height: 300, channels: 4, background: "#d2222d" } } as const
  const image = await givenImage(client, { name: "red.png", bytes: await sharp(red).png().toBuffer() })
  const sizeId = await givenSize(client, "Chest", 4)
  const { _id } = await givenPrint(program, [{ imageId: image._id, sizeId, quantity: 3 }])
  await program.expect("POST", `/api/prints/${_id}/process`, {})
  const cancelled = await program.post(`/api/prints/${_id}/cancel`)
  if (cancelled.status === 200) await program.expect("POST", `/api/prints/${_id}/process`, {})
  expect((await processed(program, _id)).fileId).toHaveLength(1)
})
