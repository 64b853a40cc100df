import sharp from "sharp"
import { expect, test } from "vitest"
import type { Profile } from "../../../contract/accounts/profile.ts"
import type { ImageInk } from "../../../contract/api/ink-api.ts"
import type { Font } from "../../../contract/artwork/font.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import type { InkRules } from "../../../contract/artwork/ink.ts"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { usualDestination } from "../../../contract/delivery/destination.ts"
import { MAX_WAITING_INK } from "../../../contract/limit.ts"
import type { Manifest } from "../../../contract/prints/manifest.ts"
import type { LayoutReply } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { boxedLogoPng } from "../../../harness/artwork.ts"
import { giveDueOrders } from "../../../harness/due-orders.ts"
import { ownFontFile } from "../../../harness/font-files.ts"
import { longTest } from "../../../harness/long-test.ts"
import type { Client } from "../../../local/client.ts"
import { ordersOf } from "../orders/order-steps.ts"
import { formOf, givenImage, givenPrint, givenSize, imageOf, printOf, until } from "./artwork-steps.ts"

const app = useApp()

test("a white box is told with its figure at each size, and marked until the seller knows it", async () => {
  const { client } = await app.givenUser({ name: "Ink" })
  const { client: stranger } = await app.givenUser({ name: "Stranger" })
  const image = await givenImage(client, { name: "boxed.png", bytes: await boxedLogoPng(900, 600) })
  const path = `/api/images/${image._id}`
  expect(image.ink).toEqual([{ code: "white-box", severity: "bad", isAccepted: false }])
  const own = await client.expect<ImageInk>("GET", `${path}/findings`)
  expect(own).toMatchObject({ widthIn: 3, dpi: 300, state: "ready", reason: null })
  expect(own.findings).toMatchObject([
    {
      ...{ code: "white-box", figure: 76.2, unit: "mm", count: 1, isAccepted: false },
      text: "There is a white box around the art, 76 mm × 51 mm. It prints with it.",
      places: [{ x: 0, y: 0, width: 1000, height: 1000 }],
      mends: [{ kind: "remove-background", colour: "#ffffff" }],
    },
  ])

  expect(await client.expect<ImageInk>("GET", `${path}/findings?widthIn=6`)).toMatchObject({
    state: "waiting",
    findings: [],
  })
  const wide = await checked(client, `${path}/findings?widthIn=6`)
  expect(wide.dpi).toBe(150)
  expect(codesOf(wide)).toEqual(["white-box", "low-dpi"])
  expect(wide.findings[0].figure).toBe(152.4)
  const { _id: sheetTemplateId } = await client.expect<{ _id: string }>("POST", "/api/sheet-templates", {
    ...defaultSheetTemplate,
    ...{ name: "Light", isDefault: false, ink: { maxInkPercent: 50 } },
  })
  const light = await checked(client, `${path}/findings?widthIn=6&sheetTemplateId=${sheetTemplateId}`)
  expect(codesOf(light)).toContain("heavy-ink")

  const open = () =>
    client.get("/api/images?ink=open").then(({ data }) => (data as Image[]).map(({ _id }) => _id))
  expect(await open()).toEqual([image._id])
  const accepted = await client.expect<Image>("PUT", `${path}/accepted`, { codes: ["white-box"] })
  expect(accepted.ink).toMatchObject([{ code: "white-box", isAccepted: true }])
  expect(await open()).toEqual([])
  expect((await checked(client, `${path}/findings?widthIn=6`)).findings).toMatchObject([
    { code: "white-box", isAccepted: true },
    { code: "low-dpi", isAccepted: false },
  ])

  expect((await client.put(`${path}/accepted`, { codes: ["white"] })).status).toBe(400)
  expect((await client.get(`${path}/findings?widthIn=0`)).status).toBe(400)
  expect((await client.get(`${path}/findings?sheetTemplateId=${image._id}`)).status).toBe(404)
  expect((await stranger.get(`${path}/findings`)).status).toBe(404)
  expect((await stranger.put(`${path}/accepted`, { codes: [] })).status).toBe(404)
})

test("a dry run and a print tell each item's findings, and which items are not checked yet", async () => {
  const { client } = await app.givenUser({ name: "Printer", credits: 10 })
  const image = await givenImage(client, { name: "boxed.png", bytes: await boxedLogoPng(900, 600) })
  const sizeId = await givenSize(client, "Chest", 6)
  const { _id, printItems, notChecked } = await givenPrint(client, [
    { imageId: image._id, sizeId, quantity: 2 },
  ])
  const [{ _id: itemId }] = printItems
  expect(notChecked).toEqual([{ itemId, code: null, reason: null }])
  const print = await until("the item's ink", async () => {
    const now = await printOf(client, _id)
    return now.notChecked.length === 0 && now
  })
  expect(print.findings).toMatchObject([
    { itemId, code: "white-box", severity: "bad", figure: 152.4 },
    { itemId, code: "low-dpi", severity: "warn", figure: 150 },
  ])
  const run = await client.expect<LayoutReply>("POST", `/api/prints/${_id}/layout`, {})
  expect(run).toMatchObject({ findings: print.findings, notChecked: [] })
  const manifest = await client.expect<Manifest>("GET", `/api/prints/${_id}/manifest`)
  expect(manifest).toMatchObject({ findings: print.findings, notChecked: [], inkTick: null })
  const csv = await client.fetch("GET", `/api/prints/${_id}/manifest.csv`)
  expect(await csv.text()).toContain(
    ',"There is a white box around the art, 6 × 4 in. It prints with it. It prints',
  )

  // Several prints at once are summed up by what will show; low resolution alone holds up none.
  const bare = await givenPrint(client, [{ imageId: image._id, quantity: 1 }])
  const printIds = [_id, bare._id, _id]
  expect((await client.post("/api/prints/bulk-findings", { printIds })).data).toEqual([
    { _id, pieces: 2, codes: ["white-box"], isWaiting: false },
    { _id: bare._id, pieces: 0, codes: [], isWaiting: false },
  ])
  const borrowed = { printIds, sheetTemplateId: image._id }
  expect((await client.post("/api/prints/bulk-findings", borrowed)).status).toBe(404)
  const { client: stranger } = await app.givenUser({ name: "Onlooker" })
  expect((await stranger.post("/api/prints/bulk-findings", { printIds })).data).toEqual([])

  expect((await client.post(`/api/prints/${_id}/proccess`, { hasLookedAtInk: true })).status).toBe(202)
  const { inkTick } = await printOf(client, _id)
  const { firstName, lastName } = await client.expect<Profile>("GET", "/api/profile")
  expect(inkTick?.by).toBe(`${firstName} ${lastName}`.trim())
  expect(await client.expect<Manifest>("GET", `/api/prints/${_id}/manifest`)).toMatchObject({ inkTick })
})

test("a drawing under a store's rule is drawn for the print, and has no resolution of its own", async () => {
  const { client } = await app.givenUser({ name: "Drawings", credits: 10 })
  const disc =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><circle cx="15" cy="15" r="15" fill="#1f6f8b"/></svg>'
  const drawing = await givenImage(client, { name: "moth.svg", bytes: disc })
  await givenSize(client, "M", 10)
  await giveDueOrders(client, { count: 1, designs: ["moth"], sizes: ["M"], shipDay: "2030-01-02" })
  const [{ integrationId }] = await ordersOf(client)
  await client.expect("PUT", `/api/integrations/${integrationId._id}`, {
    mends: [{ kind: "harden", threshold: 128 }],
  })
  const { _id } = (await client.post("/api/orders/batch", {})).data as { _id: string }
  const print = await until("the item's ink", async () => {
    const now = await printOf(client, _id)
    return now.notChecked.length === 0 && now
  })
  expect(print.printItems).toMatchObject([{ imageId: { _id: drawing._id }, shopMends: [{ kind: "harden" }] }])
  expect(print.findings.map(({ code }) => code)).not.toContain("low-dpi")
})

test("ink that was dotted is not told its dots, and says what is not looked for, until it is no longer dotted", async () => {
  const { client } = await app.givenUser({ name: "Dots" })
  const image = await givenImage(client, { name: "soft.png", bytes: await softPng() })
  expect(image.ink).toMatchObject([{ code: "soft-alpha" }])
  const path = `/api/images/${image._id}`
  const { findings } = await client.expect<ImageInk>("GET", `${path}/findings`)
  const halftone = findings[0].mends.filter(({ kind }) => kind === "halftone")
  await client.expect("PUT", path, { mends: halftone })
  await until("its dots", async () => {
    const now = await imageOf(client, image._id)
    return now.status === "Ready" && now.ink.every(({ code }) => code !== "soft-alpha") && now
  })
  const dotted = ["thin-stroke", "thin-gap", "speck", "pinhole"]
  for (const query of ["", "?widthIn=2"]) {
    const ink = await checked(client, `${path}/findings${query}`)
    expect(codesOf(ink).filter((code) => dotted.includes(code) || code === "soft-alpha")).toEqual([])
    expect(ink.notChecked.map(({ code }) => code)).toEqual(dotted)
  }
  await client.expect("PUT", "/api/profile/settings", { inkRules: { speck: "off" } })
  const quiet = await checked(client, `${path}/findings`)
  expect(quiet.notChecked.map(({ code }) => code)).toEqual(["thin-stroke", "thin-gap", "pinhole"])
})

test("an account says how sure a kind of finding is, or that it never hears of it", async () => {
  const { client } = await app.givenUser({ name: "Rules", credits: 10 })
  const image = await givenImage(client, { name: "boxed.png", bytes: await boxedLogoPng(900, 600) })
  const findings = () => checked(client, `/api/images/${image._id}/findings?widthIn=6`)
  const open = async () => ((await client.get("/api/images?ink=open")).data as Image[]).length
  const rule = (inkRules: InkRules) => client.expect("PUT", "/api/profile/settings", { inkRules })
  await rule({ "white-box": "warn", "low-dpi": "bad" })
  expect((await findings()).findings).toMatchObject([
    { code: "low-dpi", severity: "bad" },
    { code: "white-box", severity: "warn" },
  ])
  expect((await imageOf(client, image._id)).ink).toMatchObject([{ code: "white-box", severity: "warn" }])
  expect(await open()).toBe(1)
  await rule({ "white-box": "off" })
  expect(codesOf(await findings())).toEqual(["low-dpi"])
  expect((await imageOf(client, image._id)).ink).toEqual([])
  expect(await open()).toBe(0)
  const sizeId = await givenSize(client, "Chest", 6)
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  expect((await printOf(client, print._id)).findings).toMatchObject([{ code: "low-dpi" }])
  expect((await client.put("/api/profile/settings", { inkRules: { "white-box": "note" } })).status).toBe(400)
  expect((await client.put("/api/profile/settings", { inkRules: { white: "off" } })).status).toBe(400)
})

test("an image is seen as white, in frames, and as ink on its white on a shirt", async () => {
  const { client } = await app.givenUser({ name: "Layers" })
  const { _id } = await givenImage(client, { name: "boxed.png", bytes: await boxedLogoPng(900, 600) })
  const destination = { ...usualDestination, name: "White", formats: ["tiff"] }
  const { _id: destinationId } = await client.expect<{ _id: string }>("POST", "/api/destinations", {
    ...destination,
    white: { isOn: true, chokePx: 5, name: "White" },
  })
  const { _id: sheetTemplateId } = await client.expect<{ _id: string }>("POST", "/api/sheet-templates", {
    ...defaultSheetTemplate,
    ...{ name: "White", isDefault: false, destinationId },
  })
  const drawn = async (body: object) => {
    const reply = await client.fetch("POST", `/api/images/${_id}/preview`, {
      widthPx: 900,
      widthIn: 3,
      ...body,
    })
    expect(reply.status, await reply.clone().text()).toBe(200)
    const raw = await sharp(Buffer.from(await reply.arrayBuffer()))
      .ensureAlpha()
      .raw()
      .toBuffer()
    return (x: number, y: number) => [...raw.subarray((y * 900 + x) * 4, (y * 900 + x) * 4 + 4)]
  }
  // At 3 in its pixels are those of the print: the choke takes five of them from each side.
  const white = await drawn({ layer: "white", sheetTemplateId })
  expect([0, 4, 5, 894, 895].map((x) => white(x, 300)[3])).toEqual([0, 0, 255, 255, 0])
  expect((await drawn({ layer: "white" }))(0, 0)[3]).toBe(255)
  const proof = await drawn({ layer: "proof", sheetTemplateId, garment: "#102030" })
  expect(proof(0, 0)).toEqual([255, 255, 255, 255])
  await checked(client, `/api/images/${_id}/findings?widthIn=3`)
  const framed = await drawn({ layer: "findings" })
  expect(framed(2, 300)).toEqual([198, 40, 40, 255])
  const refused = await client.post(`/api/images/${_id}/preview`, { layer: "proof", garment: "navy" })
  expect(refused.status).toBe(400)
})

test("texts that are placed on artwork are checked with it", async () => {
  const { client } = await app.givenUser({ name: "Texts" })
  const disc = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><circle cx="450" cy="300" r="250" fill="#1f6f8b"/></svg>`
  const bytes = await sharp(Buffer.from(disc)).png().toBuffer()
  const image = await givenImage(client, { name: "disc.png", bytes })
  const found = async () => codesOf(await checked(client, `/api/images/${image._id}/findings?widthIn=2`))
  expect(await found()).toEqual([])
  const box = { x: 100, y: 850, width: 800, height: 100 }
  const layer = { text: "fine print", fontId: "library:graduate-400", box, size: 20, fill: "#1f6f8b" }
  await client.expect("PUT", `/api/images/${image._id}`, { layers: [layer] })
  expect(await found()).toContain("thin-stroke")
})

test("ink is checked in the fonts that its texts are printed in, whatever comes of the account's", async () => {
  const { client } = await app.givenUser({ name: "Typed" })
  const given = (family: string) =>
    givenImage(client, {
      name: `${family}.svg`,
      bytes: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 120"><text x="9" y="90" font-size="80" font-family="${family}">Zoë 7</text></svg>`,
    })
  const at = (id: string, widthIn: number) =>
    checked(client, `/api/images/${id}/findings?widthIn=${widthIn}`).then(codesOf)
  const marks = async (id: string) => (await imageOf(client, id)).ink.map(({ code }) => code)
  const readAgain = (id: string) =>
    until("another reading", async () => {
      const row = await app.db.prepare("SELECT retry_at FROM image WHERE id = ?").bind(id).first()
      return row?.retry_at === null
    })

  // What stands in for a font that is missing may be chosen: the outlines are the same, the finding goes.
  const plain = await given("Brush Hand")
  expect(await marks(plain._id)).toContain("font-replaced")
  expect(await at(plain._id, 4)).toContain("font-replaced")
  const fontReplacements = [{ family: "Brush Hand", fontId: "library:inter-400" }]
  await client.expect("PUT", `/api/images/${plain._id}`, { fontReplacements })
  await readAgain(plain._id)
  expect(await at(plain._id, 4)).not.toContain("font-replaced")
  expect(await marks(plain._id)).not.toContain("font-replaced")

  // Artwork keeps the outlines of a font that is deleted: they are what is printed, seen and checked.
  const form = formOf([{ name: "own.ttf", bytes: ownFontFile("pacifico-400", "House Script") }])
  const [house] = (await client.post("/api/fonts", form)).data as Font[]
  const outlined = await given("House Script")
  const disc = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><circle cx="450" cy="300" r="250" fill="#1f6f8b"/></svg>`
  const placed = await givenImage(client, {
    name: "disc.png",
    bytes: await sharp(Buffer.from(disc)).png().toBuffer(),
  })
  const box = { x: 100, y: 850, width: 800, height: 100 }
  const layer = { text: "fine print", fontId: house._id, box, size: 20, fill: "#1f6f8b" }
  await client.expect("PUT", `/api/images/${placed._id}`, { layers: [layer] })
  await readAgain(placed._id)
  expect(await at(placed._id, 2)).toContain("thin-stroke")
  const pictureOf = async (widthPx: number) => {
    const reply = await client.fetch("POST", `/api/images/${outlined._id}/preview`, { values: {}, widthPx })
    return sharp(Buffer.from(await reply.arrayBuffer()))
      .resize(200, 60, { fit: "fill" })
      .raw()
      .toBuffer()
  }
  const before = await pictureOf(400)
  const { undoId } = (await client.delete(`/api/fonts/${house._id}`)).data as { undoId: string }
  expect(await at(outlined._id, 5)).not.toContain("font-replaced")
  const after = await pictureOf(404)
  const isOther = before.map((value, i) => (Math.abs(value - after[i]) > 100 ? 1 : 0))
  expect(isOther.reduce((sum, one) => sum + one, 0)).toBeLessThan(before.length / 50)

  // A text that is placed in it is gone, and so is what was found of it; both come back together.
  expect(await at(placed._id, 2)).toEqual([])
  await app.runtime.runCron("* * * * *")
  await readAgain(placed._id)
  await until("its mark", async () => (await marks(placed._id)).length === 0)
  await client.post(`/api/undo/${undoId}`)
  expect(await at(placed._id, 2)).toContain("thin-stroke")
})

test("a check that a lost message left, or a lost file ends, is made again or says why it was not", async () => {
  const { client, userId } = await app.givenUser({ name: "Lost" })
  const image = await givenImage(client, { name: "boxed.png", bytes: await boxedLogoPng(900, 600) })
  const path = `/api/images/${image._id}/findings?widthIn=4`
  const first = await checked(client, path)
  const { digest } = (await app.db
    .prepare("SELECT digest FROM image_ink WHERE image_id = ? ORDER BY created_at DESC LIMIT 1")
    .bind(image._id)
    .first<{ digest: string }>()) ?? { digest: "" }
  const message = { kind: "ink", userId }
  expect(await app.deliver("sheetsmith-pieces", message, message)).toMatchObject({ retried: [] })
  await app.db
    .prepare("UPDATE image_ink SET state = 'waiting', findings = '[]', retry_at = 1 WHERE digest = ?")
    .bind(digest)
    .run()
  await app.runtime.runCron("* * * * *")
  expect(await checked(client, path)).toEqual(first)

  await app.files.delete(`images/${image._id}/source`)
  const lost = await checked(client, `/api/images/${image._id}/findings?widthIn=5`)
  expect(lost).toMatchObject({ state: "failed", findings: [] })
  expect(lost.reason).toBe("The image's file is missing. Upload it again.")
  expect((await imageOf(client, image._id)).ink).toHaveLength(1)
})

test("a check that ends its isolate is taken alone, and the others of its turn are made", async () => {
  const { client, userId } = await app.givenUser({ name: "Killer" })
  const image = await givenImage(client, { name: "boxed.png", bytes: await boxedLogoPng(300, 200) })
  const items = [2, 3, 4, 5, 6].map((widthIn) => ({ imageId: image._id, widthIn }))
  const look = () => client.expect<ImageInk[]>("POST", "/api/images/findings", { items })
  await until("all widths", async () => (await look()).every(({ state }) => state === "ready"))
  const rowsWhere = async (where: string) => {
    const sql = `SELECT digest, retry_at AS retryAt FROM image_ink WHERE user_id = ? AND ${where} ORDER BY created_at, digest`
    return (await app.db.prepare(sql).bind(userId).all<{ digest: string; retryAt: number }>()).results
  }
  const anew = () => app.db.prepare("UPDATE image_ink SET retry_at = 1 WHERE state = 'waiting'").run()
  const turn = () => app.deliver("sheetsmith-pieces", { kind: "ink", userId })
  const { digest } = (await rowsWhere("digest <> (SELECT ink_digest FROM image WHERE id = image_id)"))[2]

  // As after a turn whose isolate was ended: nothing is stored, all that it had stays claimed.
  app.expectErrors(/the isolate has ended/)
  await app.db
    .prepare(
      `CREATE TRIGGER killer BEFORE UPDATE ON image_ink WHEN NEW.digest = '${digest}' AND NEW.state = 'ready' BEGIN SELECT RAISE(ABORT, 'the isolate has ended'); END`,
    )
    .run()
  try {
    await app.db
      .prepare(
        "UPDATE image_ink SET state = 'waiting', findings = '[]', retry_at = 1, tries = 0 WHERE user_id = ? AND digest <> (SELECT ink_digest FROM image WHERE id = image_id)",
      )
      .bind(userId)
      .run()
    await until("the others", async () => {
      await anew()
      await turn()
      return (await rowsWhere("state = 'waiting'")).length === 1
    })
    const [killer] = await until("its own turn", async () => {
      await anew()
      await turn()
      const rows = await rowsWhere("state = 'waiting' AND retry_at > 1 AND retry_at % 60000 = 0")
      return rows.length === 1 && rows
    })
    expect(killer.digest).toBe(digest)
    expect(app.errorLog().join()).toContain("the isolate has ended")
  } finally {
    await app.db.prepare("DROP TRIGGER killer").run()
  }
  await anew()
  await app.runtime.runCron("* * * * *")
  await until("all of them", async () => (await look()).every(({ state }) => state === "ready"))
})

test("a check that fails holds up none that is asked for after it", async () => {
  const { client, userId } = await app.givenUser({ name: "Failing" })
  const given = async (name: string) =>
    (await givenImage(client, { name, bytes: await boxedLogoPng(300, 200) }))._id
  const [failing, fine] = [await given("failing.png"), await given("fine.png")]
  app.expectErrors(/ink not checked/)
  const setKind = (kind: string | null) =>
    app.db.prepare("UPDATE image SET media_type = ? WHERE id = ?").bind(kind, failing).run()
  await setKind(null)
  await client.expect("GET", `/api/images/${failing}/findings?widthIn=4`)
  await until("its failure", async () => app.errorLog().join().includes("has no kind"))
  for (const widthIn of [4, 5])
    expect((await checked(client, `/api/images/${fine}/findings?widthIn=${widthIn}`)).state).toBe("ready")

  // It waits for the sweep, which takes it up in the end.
  await app.runtime.runCron("* * * * *")
  const waiting = "SELECT count(*) AS total FROM image_ink WHERE user_id = ? AND state = 'waiting'"
  expect(await app.db.prepare(waiting).bind(userId).first("total")).toBe(1)
  await setKind("image/png")
  await app.db
    .prepare("UPDATE image_ink SET retry_at = 1 WHERE image_id = ? AND state = 'waiting'")
    .bind(failing)
    .run()
  await app.runtime.runCron("* * * * *")
  expect((await checked(client, `/api/images/${failing}/findings?widthIn=4`)).state).toBe("ready")
})

longTest(
  "an account's many checks hold up no other's check, upload and preview, and have a bound",
  async () => {
    const many = await app.givenUser({ name: "Many" })
    const other = await app.givenUser({ name: "Other" })
    const given = async (client: Client, name: string) =>
      (await givenImage(client, { name, bytes: await boxedLogoPng(300, 200) }))._id
    const [manyId, otherId] = [await given(many.client, "many.png"), await given(other.client, "other.png")]
    const waiting = async () => {
      const sql = "SELECT count(*) AS total FROM image_ink WHERE image_id = ? AND state = 'waiting'"
      return (await app.db.prepare(sql).bind(manyId).first<{ total: number }>())?.total ?? 0
    }
    const items = Array.from({ length: MAX_WAITING_INK + 50 }, (_, i) => ({
      ...{ imageId: manyId, widthIn: 1 + i / 100 },
    }))
    const look = (from: number, to: number) =>
      many.client.expect<ImageInk[]>("POST", "/api/images/findings", { items: items.slice(from, to) })
    expect((await look(0, 400)).map(({ state }) => state)).toContain("waiting")
    const [uploaded, own] = await Promise.all([
      given(other.client, "next.png"),
      checked(other.client, `/api/images/${otherId}/findings?widthIn=2`),
      other.client.fetch("POST", `/api/images/${otherId}/preview`, {}).then(async (drawn) => {
        await drawn.arrayBuffer()
        expect(drawn.status).toBe(200)
      }),
    ])
    expect(own.state).toBe("ready")
    expect(await imageOf(other.client, uploaded)).toMatchObject({ status: "Ready" })
    expect(await waiting()).toBeGreaterThan(0)

    // All widths of one image are checked, a hundred and more: what finds no room now is asked for by the next look.
    await app.db.prepare("UPDATE image_ink SET retry_at = 9e15 WHERE image_id = ?").bind(manyId).run()
    await look(50, 550)
    expect(await waiting()).toBeLessThanOrEqual(MAX_WAITING_INK)
    await app.db
      .prepare("UPDATE image_ink SET state = 'ready', retry_at = NULL WHERE image_id = ?")
      .bind(manyId)
      .run()
    await until("all widths", async () => {
      const inks = [...(await look(0, 50)), ...(await look(50, 550))]
      return inks.every(({ state }) => state === "ready")
    })

    // Findings beyond what an account keeps go, first those that nobody has looked at for longest.
    await app.db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       INSERT INTO image_ink (image_id, user_id, digest, asked, state, created_at, last_used_at)
       SELECT ?, ?, 'digest' || i, '{}', 'ready', 1, i FROM n`,
      )
      .bind(manyId, many.userId)
      .run()
    await checked(many.client, `/api/images/${manyId}/findings?widthIn=9`)
    const { total, oldest } = (await app.db
      .prepare("SELECT count(*) AS total, min(last_used_at) AS oldest FROM image_ink WHERE user_id = ?")
      .bind(many.userId)
      .first<{ total: number; oldest: number }>()) ?? { total: 0, oldest: 0 }
    expect(total).toBe(20_001)
    expect(oldest).toBeGreaterThan(500)
  },
)

function checked(client: Client, path: string): Promise<ImageInk> {
  return until("the check", async () => {
    const ink = await client.expect<ImageInk>("GET", path)
    return ink.state !== "waiting" && ink
  })
}

function codesOf({ findings }: ImageInk): string[] {
  return findings.map(({ code }) => code)
}

/** Returns a picture 1 in wide whose ink fades from full to none. */
function softPng(): Promise<Buffer> {
  const px = 300
  const rgba = Buffer.alloc(px * px * 4)
  for (let i = 0; i < px * px; i++) rgba.set([200, 30, 60, 255 - Math.round(((i % px) / px) * 255)], i * 4)
  return sharp(rgba, { raw: { width: px, height: px, channels: 4 } })
    .png()
    .toBuffer()
}
