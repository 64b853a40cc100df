import sharp from "sharp"
import { expect, test } from "vitest"
import type { ImageInk } from "../../../contract/api/ink-api.ts"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { builtInDestinations, type Destination } from "../../../contract/delivery/destination.ts"
import { makeId } from "../../../contract/id.ts"
import { MAX_PROFILE_BYTES } from "../../../contract/limit.ts"
import type { LayoutReply } from "../../../contract/prints/print.ts"
import { PASSWORD, useApp } from "../../../harness/app.ts"
import { greyAndGreenPng } from "../../../harness/artwork.ts"
import { destinationOf } from "../../../harness/destination.ts"
import { buildPressProfile, buildProfile, curve, SRGB_COLORANTS } from "../../../harness/icc-profile.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenPrint, givenSize, until } from "../artwork/artwork-steps.ts"

const app = useApp()

const DAY_MS = 86_400_000

async function givenDestination(client: Client): Promise<{ path: string; destinationId: string }> {
  const { _id } = await client.expect<Destination>("POST", "/api/destinations", destinationOf())
  return { path: `/api/destinations/${_id}/profile`, destinationId: _id }
}

async function shown(client: Client, destinationId: string): Promise<Destination> {
  const listed = (await client.get("/api/destinations")).data as Destination[]
  const destination = listed.find(({ _id }) => _id === destinationId)
  if (!destination) throw new Error("the destination is not listed")
  return destination
}

/** Lists the keys of a destination's profiles in R2. */
async function storedOf(destinationId: string): Promise<string[]> {
  const { objects } = await app.files.list({ prefix: `profiles/${destinationId}/` })
  return objects.map(({ key }) => key)
}

test("a destination takes the profile of its press; what is none is refused, and the old one stays", async () => {
  const { client } = await app.givenUser({ name: "Maya" })
  const { client: stranger } = await app.givenUser({ name: "Stranger" })
  const { path, destinationId } = await givenDestination(client)
  expect((await shown(client, destinationId)).profile).toBeNull()

  const before = new Date().toISOString()
  const taken = await client.put(path, buildPressProfile({ name: "House film" }))
  expect(taken).toMatchObject({ status: 200, message: "Colour profile uploaded" })
  const { profile } = await shown(client, destinationId)
  expect(profile).toMatchObject({ name: "House film", colours: "CMYK" })
  expect(profile && profile.uploadedAt >= before).toBe(true)
  expect(taken.data).toEqual(await shown(client, destinationId))

  const monitor = buildProfile("RGB ", SRGB_COLORANTS, curve([512]))
  for (const [body, status, words] of [
    [new TextEncoder().encode("no profile"), 422, /no colour profile\. Choose the \.icc or \.icm file/],
    [buildPressProfile().subarray(0, 9_000), 422, /cut short\. Download it once more/],
    [monitor, 422, /describes a monitor\. Ask your print shop for the output profile/],
    [buildPressProfile({ isReadOnly: true }), 422, /can only be read: .* Ask your print shop/],
    [new Uint8Array(MAX_PROFILE_BYTES + 1), 413, /larger than 4 MB\. Ask your print shop/],
    [undefined, 400, /Choose a file/],
  ] as const) {
    const refused = await client.put(path, body)
    expect([refused.status, refused.message]).toEqual([status, expect.stringMatching(words)])
  }
  expect((await stranger.put(path, buildPressProfile())).status).toBe(404)
  expect((await stranger.delete(path)).status).toBe(404)
  const builtIn = `/api/destinations/${builtInDestinations[0]._id}/profile`
  expect(await client.put(builtIn, buildPressProfile())).toMatchObject({ status: 409 })
  expect((await client.delete(builtIn)).status).toBe(409)
  expect((await shown(client, destinationId)).profile).toEqual(profile)

  // Its other settings are changed without it, and the same file again changes nothing.
  await client.expect("PUT", `/api/destinations/${destinationId}`, destinationOf({ name: "Renamed" }))
  await client.expect("PUT", path, buildPressProfile({ name: "House film" }))
  expect((await shown(client, destinationId)).profile).toEqual(profile)
  const [first, ...others] = await storedOf(destinationId)
  expect(others).toEqual([])

  // If its file is lost, the same one is written again.
  await app.files.delete(first)
  await client.expect("PUT", path, buildPressProfile({ name: "House film" }))
  await app.runtime.runCron("* * * * *")
  const [anew, ...none] = await storedOf(destinationId)
  expect([anew, none]).toEqual([expect.stringContaining(first.slice(0, first.indexOf("-", 50))), []])

  // Another one takes its place, whose file goes; nothing of what was refused is left.
  await client.expect("PUT", path, buildPressProfile({ name: "Second film" }))
  await app.runtime.runCron("* * * * *")
  expect(await storedOf(destinationId)).toEqual([expect.not.stringContaining(anew)])
  expect((await app.files.list({ prefix: "imports/" })).objects).toEqual([])
  expect(await client.delete(path)).toMatchObject({ status: 200, message: "Colour profile removed" })
  expect((await client.delete(path)).status).toBe(200)
  await app.runtime.runCron("* * * * *")
  expect(await storedOf(destinationId)).toEqual([])
  expect((await shown(client, destinationId)).profile).toBeNull()
})

test("proof and findings come from the profile of the template's destination", async () => {
  const { client } = await app.givenUser({ name: "Proof" })
  const { path, destinationId } = await givenDestination(client)
  const { _id: sheetTemplateId } = await client.expect<{ _id: string }>("POST", "/api/sheet-templates", {
    ...defaultSheetTemplate,
    ...{ name: "Pressed", isDefault: false, destinationId },
  })
  const image = await givenImage(client, { name: "vivid.png", bytes: await greyAndGreenPng(600, 0.3) })
  const picture = async (template: object = { sheetTemplateId }, status = 200) => {
    const body = { layer: "proof", widthPx: 200, widthIn: 2, ...template }
    const reply = await client.fetch("POST", `/api/images/${image._id}/preview`, body)
    expect(reply.status, await reply.clone().text()).toBe(status)
    return Buffer.from(await reply.arrayBuffer())
  }
  const green = async (png: Buffer) => [
    ...(await sharp(png).extract({ left: 180, top: 100, width: 1, height: 1 }).raw().toBuffer()),
  ]
  const gamut = (template = `&sheetTemplateId=${sheetTemplateId}`) =>
    until("the check", async () => {
      const address = `/api/images/${image._id}/findings?widthIn=2${template}`
      const ink = await client.expect<ImageInk>("GET", address)
      return ink.state === "ready" && ink.findings.filter(({ code }) => code === "out-of-gamut")
    })
  const plain = await picture()
  expect(await green(plain)).toEqual([0, 255, 0, 255])
  expect(await gamut()).toEqual([])

  await client.expect("PUT", path, buildPressProfile())
  const proofed = await picture()
  const [red, , blue] = await green(proofed)
  expect(Math.min(red, blue)).toBeGreaterThan(60)
  expect(await gamut()).toMatchObject([
    {
      severity: "warn",
      figure: 30,
      unit: "percent",
      text: expect.stringMatching(/^30 % of the ink is outside/),
    },
  ])
  const [light, ...others] = await green(await picture({ sheetTemplateId, marksOutside: true }))
  expect([0, 255]).toContain(light)
  expect(others).toEqual([light, light, 255])
  // Under another template nothing is known of a press.
  expect(await picture({ marksOutside: true })).toEqual(plain)
  expect(await gamut("")).toEqual([])

  // A rule of the account goes for it, too.
  await client.expect("PUT", "/api/profile/settings", { inkRules: { "out-of-gamut": "bad" } })
  expect(await gamut()).toMatchObject([{ severity: "bad" }])

  // A destination that was deleted comes back with its profile.
  const { undoId } = await client.expect<{ undoId: string }>("DELETE", `/api/destinations/${destinationId}`)
  await app.runtime.runCron("* * * * *")
  expect(await picture()).toEqual(plain)
  await client.expect("POST", `/api/undo/${undoId}`)
  await app.runtime.runCron("* * * * *", Date.now() + 20 * 60_000)
  expect(await picture()).toEqual(proofed)
  expect(await storedOf(destinationId)).toHaveLength(1)

  // The largest file that is taken, with tables nearly as large, is opened as a small one is.
  const largest = buildPressProfile({ name: "Largest", grid: 79, bytes: MAX_PROFILE_BYTES })
  expect(largest).toHaveLength(MAX_PROFILE_BYTES)
  await client.expect("PUT", path, largest)
  const alike = (await green(proofed)).map((value) => expect.closeTo(value, -1))
  expect(await green(await picture())).toEqual(alike)
  expect(await gamut()).toMatchObject([{ figure: 30 }])

  // One whose tables are garbled says so in the proof, and that the colours alone are not checked.
  const garbled = buildPressProfile({ name: "Garbled" })
  garbled.fill(255, 1_000)
  await client.expect("PUT", path, garbled)
  expect(String(await picture(undefined, 422))).toContain("colour profile cannot be used")
  expect(await gamut()).toEqual([])
  const under = `sheetTemplateId=${sheetTemplateId}`
  const checked = await client.expect<ImageInk>("GET", `/api/images/${image._id}/findings?widthIn=2&${under}`)
  const reason = expect.stringContaining("cannot be used. Upload another one")
  expect(checked).toMatchObject({
    state: "ready",
    reason: null,
    notChecked: [{ code: "out-of-gamut", reason }],
  })
  const sizeId = await givenSize(client, "Pocket", 2)
  const { _id: printId, printItems } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  const run = await client.expect<LayoutReply>("POST", `/api/prints/${printId}/layout`, { sheetTemplateId })
  expect(run.notChecked).toEqual([{ itemId: printItems[0]._id, code: "out-of-gamut", reason }])
  await client.expect("DELETE", path)
  expect(await picture()).toEqual(plain)
})

test("a profile's file is kept as long as its destination, and found by the nightly round", async () => {
  const { client } = await app.givenUser({ name: "Keeper" })
  const { path, destinationId } = await givenDestination(client)
  await client.expect("PUT", path, buildPressProfile())
  const orphan = `profiles/${destinationId}/${"0".repeat(64)}-${makeId(1)}`
  await app.files.put(orphan, "left behind")
  const later = Date.now() + 2 * DAY_MS
  await app.runtime.runCron("17 3 * * *", later)
  await app.runtime.runCron("* * * * *", later)
  await app.runtime.runCron("* * * * *", later + 60_000)
  expect(await storedOf(destinationId)).toHaveLength(1)
  expect(await app.files.head(orphan)).toBeNull()
  expect((await client.post("/api/profile/delete", { password: PASSWORD })).status).toBe(200)
  await app.runtime.runCron("* * * * *", later + 2 * 60_000)
  await app.runtime.runCron("* * * * *", later + 3 * 60_000)
  expect(await storedOf(destinationId)).toEqual([])
})
