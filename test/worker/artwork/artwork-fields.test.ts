import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import sharp from "sharp"
import { expect, test } from "vitest"
import { openTextHost } from "../../../cli/text-host.ts"
import type { Profile } from "../../../contract/accounts/profile.ts"
import { artworkLayersSchema } from "../../../contract/artwork/artwork-field.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import { findLibraryFont } from "../../../contract/artwork/library-fonts.ts"
import type { Manifest } from "../../../contract/prints/manifest.ts"
import type { LayoutReply, Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { ownFontFile } from "../../../harness/font-files.ts"
import type { Client } from "../../../local/client.ts"
import { drawLayer, textsSvg } from "../../../sheet/text/draw-layers.ts"
import { openTextEngine } from "../../../sheet/text/open-font.ts"
import {
  formOf,
  givenImage,
  givenPrint,
  givenSize,
  imageOf,
  keysIn,
  printOf,
  until,
} from "./artwork-steps.ts"

const app = useApp()
const GRADUATE = "library:graduate-400"
const field = { name: "name", label: "Name on back", sample: "Smith", maxLength: 12 }
const layer = {
  field: "name",
  box: { x: 100, y: 600, width: 800, height: 300 },
  fontId: GRADUATE,
  fill: "#0000ff",
  outlines: [{ color: "#ffff00", width: 10 }],
}

async function redPng(width: number, height: number): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 4, background: "#ff0000" } })
    .png()
    .toBuffer()
}

async function drawn(client: Client, id: string, body: object) {
  const reply = await client.fetch("POST", `/api/images/${id}/preview`, body)
  expect(reply.status, await reply.clone().text()).toBe(200)
  expect(reply.headers.get("content-type")).toBe("image/png")
  const { data, info } = await sharp(Buffer.from(await reply.arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

test("a text placed on an image is drawn as its outlines say, and refused in words", async () => {
  const { client } = await app.givenUser({ name: "Names" })
  const stranger = await app.givenUser({ name: "Stranger" })
  const image = await givenImage(client, { name: "shirt.png", bytes: await redPng(400, 500) })
  expect(image).toMatchObject({ fields: [], layers: [], missingFonts: [] })
  const change = { fields: [field], layers: [layer] }
  const saved = await client.put(`/api/images/${image._id}`, change)
  expect(saved).toMatchObject({ status: 200, data: { name: "shirt.png", fields: [field] } })
  const [stored] = artworkLayersSchema.parse((saved.data as Image).layers)
  expect(stored).toEqual(artworkLayersSchema.parse([layer])[0])

  // The same text drawn alone over the same red, by another renderer: edges differ a little.
  const file = findLibraryFont(GRADUATE)?.file
  const bytes = readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}`))
  const font = openTextEngine(await openTextHost()).openFont(new Uint8Array(bytes))
  const canvas = { width: 400, height: 500 }
  const alone = drawLayer({ ...stored, text: "Zoë" }, font, canvas)
  const svg = textsSvg(alone.svg, canvas, { width: 800, height: 1000 })
  const expected = await sharp(Buffer.from(svg))
    .flatten({ background: "#ff0000" })
    .ensureAlpha()
    .raw()
    .toBuffer()
  const shown = await drawn(client, image._id, { values: { name: " Zoë " }, widthPx: 800 })
  expect([shown.width, shown.height]).toEqual([800, 1000])
  let apart = 0
  for (let at = 0; at < expected.length; at++) if (Math.abs(expected[at] - shown.data[at]) > 24) apart++
  expect(apart / expected.length).toBeLessThan(0.004)
  const plain = await drawn(client, image._id, { values: { name: "Zoë" }, widthPx: 800 })
  expect(plain.data.equals(shown.data)).toBe(true)
  // Asked twice, drawn once.
  expect((await keysIn(app, `previews/${image._id}/`)).map((key) => key.slice(-4)).sort()).toEqual(
    ["json", ".png"].sort(),
  )

  // Unsaved changes are drawn too, and without layers the artwork is drawn alone.
  const bare = await drawn(client, image._id, { fields: [], layers: [], widthPx: 800 })
  expect([...new Set(bare.data)].sort()).toEqual([0, 255])
  const moved = [{ ...layer, box: { x: 100, y: 0, width: 800, height: 300 } }]
  const unsaved = await drawn(client, image._id, { values: { name: "Zoë" }, layers: moved, widthPx: 800 })
  const half = unsaved.data.length / 2
  expect(unsaved.data.subarray(half).equals(bare.data.subarray(half))).toBe(true)
  expect(unsaved.data.equals(bare.data)).toBe(false)

  const refused = async (values: object, by = client) => {
    const reply = await by.post(`/api/images/${image._id}/preview`, { values, widthPx: 200 })
    return [reply.status, reply.message]
  }
  expect(await refused({})).toEqual([422, "Name on back is missing"])
  expect(await refused({ name: "Bartholomew the second" })).toEqual([
    422,
    "Name on back has 22 characters, 12 at most",
  ])
  expect(await refused({ name: "Zoe 🎉" })).toEqual([
    422,
    "Name on back has 🎉, which cannot be printed as text. Take it out.",
  ])
  expect(await refused({ name: "愛" })).toEqual([
    422,
    "Name on back has a letter that the font lacks: 愛. Choose another font, or write it differently.",
  ])
  expect(await refused({ name: "Zoe", team: "Owls" })).toEqual([422, 'This image has no field "team"'])
  expect(await refused({ name: "Zoe" }, stranger.client)).toEqual([404, "This image does not exist"])
  expect((await client.post(`/api/images/${image._id}/preview`, { widthPx: 4000 })).status).toBe(400)

  const messages = async (body: object) => {
    const reply = await client.put(`/api/images/${image._id}`, body)
    return [reply.status, reply.message]
  }
  expect(await messages({ layers: [] })).toEqual([
    422,
    'Nothing shows the field "name": place it on the artwork, or leave it out',
  ])
  expect(await messages({ layers: [{ ...layer, fontId: "library:no-such-font" }] })).toEqual([
    422,
    "A layer names a font that does not exist. Choose another one.",
  ])
  expect((await messages({ fields: [{ ...field, label: "" }] }))[0]).toBe(400)
  expect((await client.put(`/api/images/${image._id}`, { fields: [], layers: [] })).status).toBe(200)
  expect((await drawn(client, image._id, { widthPx: 40 })).data[0]).toBe(255)
})

test("an SVG's own fields are found, shown with samples, and filled in as text", async () => {
  const { client } = await app.givenUser({ name: "Jerseys" })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#fff"/><text x="10" y="60" font-family="Inter" font-size="40">{{name}}<tspan fill="#f00">{{number}}</tspan></text></svg>`
  const image = await givenImage(client, { name: "jersey.svg", bytes: svg })
  expect(image.fields).toMatchObject([
    { name: "name", label: "Name", kind: "text", sample: "Name", required: true },
    { name: "number", label: "Number" },
  ])
  const dark = ({ data }: { data: Buffer }) => {
    let count = 0
    for (let at = 0; at < data.length; at += 4) if (data[at] < 128) count++
    return count
  }
  const short = await drawn(client, image._id, { values: { name: "I", number: "1" }, widthPx: 400 })
  const long = await drawn(client, image._id, { values: { name: "MW&<", number: "1" }, widthPx: 400 })
  expect(dark(long)).toBeGreaterThan(2 * dark(short))
  expect(dark(short)).toBeGreaterThan(100)

  const strange = { values: { name: "Z\u{a66e}e", number: "1" }, widthPx: 400 }
  const lacking = await client.post(`/api/images/${image._id}/preview`, strange)
  expect([lacking.status, lacking.message]).toEqual([
    422,
    "Name has a letter that the font lacks: \u{a66e}. Choose another font, or write it differently.",
  ])

  const [name, number] = image.fields
  const numbered = { ...number, kind: "number", sample: "7", required: false }
  const changed = await client.put(`/api/images/${image._id}`, { fields: [name, numbered] })
  expect(changed).toMatchObject({ status: 200, data: { fields: [name, numbered] } })
  expect((await drawn(client, image._id, { values: { name: "I" }, widthPx: 400 })).data.length).toBe(
    short.data.length,
  )
  const gone = await client.put(`/api/images/${image._id}`, { fields: [name] })
  expect([gone.status, gone.message]).toEqual([
    422,
    "The artwork has the text {{number}}: its field has to stay",
  ])

  // Neither samples nor braces may reach the film.
  const size = (await client.post("/api/sizes", { name: "Chest", value: 4 })).data as { _id: string }
  const item = { imageId: image._id, sizeId: size._id, quantity: 1, values: {} }
  const print = (await client.post("/api/prints", { printItems: [item] })).data as { _id: string }
  const processed = await client.post(`/api/prints/${print._id}/proccess`, {})
  expect([processed.status, processed.message]).toEqual([422, '"jersey.svg": Name is missing.'])
})

test("an image is shown with its samples, and says what is wrong with its texts", async () => {
  const { client } = await app.givenUser({ name: "Samples" })
  // Red in the upper left quarter, and nothing else.
  const red = await sharp({ create: { width: 200, height: 200, channels: 4, background: "#f00" } })
    .extend({ right: 200, bottom: 200, background: "#0000" })
    .png()
    .toBuffer()
  const image = await givenImage(client, { name: "corner.png", bytes: red })
  const quarter = { x: 0, y: 0, width: 200, height: 200 }
  expect(image.trim).toEqual(quarter)
  const font = formOf([{ name: "club.ttf", bytes: ownFontFile("lobster-400", "Club Script") }])
  const [{ _id: fontId }] = await client.expect<{ _id: string }[]>("POST", "/api/fonts", font)
  const low = { field: "name", box: { x: 500, y: 700, width: 500, height: 200 }, fontId, fill: "#0000ff" }
  const seen = (what: string, test: (now: Image) => boolean) =>
    until(what, async () => {
      const now = await imageOf(client, image._id)
      return test(now) && now
    })
  const blueIn = async () => {
    const reply = await client.fetch("GET", `/api/files/images/${image._id}/preview`)
    const { data } = await sharp(await reply.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true })
    let blue = 0
    for (let at = 0; at < data.length; at += 4) if (data[at + 2] > 200 && data[at + 3] > 200) blue++
    return blue
  }
  const outline = async () =>
    Buffer.from(await (await client.fetch("GET", `/api/files/images/${image._id}/silhouette`)).arrayBuffer())
  const bare = await outline()

  await client.put(`/api/images/${image._id}`, { fields: [field], layers: [low] })
  const shown = await seen("the sample", ({ trim }) => trim?.width !== 200)
  expect(shown.trim?.y).toBe(0)
  expect(shown.trim?.height).toBeGreaterThan(300)
  expect(shown).toMatchObject({ status: "Ready", warnings: [], isOpaque: false, widthPx: 400 })
  expect(await blueIn()).toBeGreaterThan(200)
  expect((await outline()).equals(bare)).toBe(false)

  // A missing font is reported, and one that comes back draws again.
  const { undoId } = await client.expect<{ undoId: string }>("DELETE", `/api/fonts/${fontId}`)
  await app.runtime.runCron("* * * * *")
  const lost = "Text: Name on back uses a font that was deleted. Choose another font for it."
  const without = await seen("its loss", ({ warnings }) => warnings.length > 0)
  expect(without).toMatchObject({ warnings: [lost], trim: quarter })
  await client.expect("POST", `/api/undo/${undoId}`)
  await app.runtime.runCron("* * * * *")
  expect(await seen("its return", ({ warnings }) => warnings.length === 0)).toMatchObject({
    trim: shown.trim,
  })

  await client.put(`/api/images/${image._id}`, { fields: [], layers: [] })
  await seen("the bare image", ({ trim }) => trim?.width === 200)
  expect(await blueIn()).toBe(0)
  expect((await outline()).equals(bare)).toBe(true)
})

const jersey = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#fff"/><text x="10" y="60" font-family="Inter" font-size="40">{{name}} {{number}}</text></svg>`

/** Returns a print's items as a person reads them. */
function linesOf({ printItems }: Print) {
  return printItems.map(({ values, quantity }) => `${Object.values(values).join(" ")} x${quantity}`)
}

test("an item has values of its own: the same add up, others are another item, wrong ones are named", async () => {
  const { client } = await app.givenUser({ name: "Team" })
  const { _id: imageId, fields } = await givenImage(client, { name: "jersey.svg", bytes: jersey })
  const [name, number] = fields
  const numbered = [name, { ...number, kind: "number", sample: "7" }]
  expect((await client.put(`/api/images/${imageId}`, { fields: numbered })).status).toBe(200)
  const tee = await givenImage(client, {
    name: "tee.svg",
    bytes: jersey.replace(" {{number}}", "").replace("{{name}}", "{{name}}{{year}}"),
  })
  const sizeId = await givenSize(client, "Chest", 4)
  const zoe = { imageId, sizeId, quantity: 1, values: { number: "7", name: " Zoe\u0308 " } }
  const asked = {
    printItems: [zoe, { ...zoe, values: { name: "Zo\u00eb", number: "7" } }, { ...zoe, values: {} }],
  }
  const draft = await client.expect<Print>("POST", "/api/prints", asked)
  expect(linesOf(draft)).toEqual(["Zo\u00eb 7 x2", " x1"])
  expect(draft.printItems[0]).toMatchObject({
    values: { name: "Zo\u00eb", number: "7" },
    imageId: { fields: numbered },
  })

  const path = `/api/prints/${draft._id}`
  const added = (values: object) => client.expect<Print>("POST", `${path}/printItem`, { ...zoe, values })
  expect(linesOf(await added({ name: "Zo\u00eb", number: "7" }))).toEqual(["Zo\u00eb 7 x3", " x1"])
  expect(linesOf(await added({ name: "Max" }))).toEqual(["Zo\u00eb 7 x3", " x1", "Max x1"])
  const [first, blank, max] = (await printOf(client, draft._id)).printItems
  const change = (id: string, body: object) => client.expect<Print>("PUT", `${path}/${id}`, body)
  expect(linesOf(await change(max._id, { values: { name: "Max", number: "12" } }))).toEqual([
    "Zo\u00eb 7 x3",
    " x1",
    "Max 12 x1",
  ])
  // Alike by its values now: one item. Alike but for them: two.
  expect(linesOf(await change(max._id, { values: first.values, quantity: 2 }))).toEqual([
    "Zo\u00eb 7 x5",
    " x1",
  ])
  expect(linesOf(await change(blank._id, { values: { name: "Ada" } }))).toEqual(["Zo\u00eb 7 x5", "Ada x1"])
  // Another image takes what it has a field for.
  expect((await change(first._id, { imageId: tee._id })).printItems[0].values).toEqual({ name: "Zo\u00eb" })
  expect((await change(first._id, { imageId })).printItems[0].values).toEqual({ name: "Zo\u00eb" })

  const refused = async (method: "post" | "put", to: string, body: object) => {
    const { status, message, fields } = await client[method](to, body)
    return [status, message, fields]
  }
  expect(await refused("post", `${path}/printItem`, { ...zoe, values: { team: "Owls" } })).toEqual([
    422,
    'This image has no field "team"',
    { "values.team": 'This image has no field "team"' },
  ])
  expect(await refused("put", `${path}/${blank._id}`, { values: { number: "seven" } })).toEqual([
    422,
    "Number has to be a number",
    { "values.number": "Number has to be a number" },
  ])
  const rows = [
    { ...zoe },
    { ...zoe, values: { number: "x", name: "n".repeat(51) } },
    { ...zoe, values: { a: "b" } },
  ]
  expect(await refused("post", "/api/prints", { printItems: rows })).toEqual([
    422,
    "Row 2: Name has 51 characters, 50 at most. 1 more row has a problem too",
    {
      "printItems.1.values.name": "Name has 51 characters, 50 at most",
      "printItems.1.values.number": "Number has to be a number",
      "printItems.2.values.a": 'This image has no field "a"',
    },
  ])
  expect((await refused("post", `${path}/printItem`, { ...zoe, imageId: null }))[0]).toBe(422)

  // A copy has them all, and so has what is put back.
  const copy = await client.expect<Print>("POST", `${path}/duplicate`, {})
  expect(linesOf(copy)).toEqual(["Zo\u00eb x5", "Ada x1"])
  const gone = (await client.delete(`${path}/${blank._id}`)) as unknown as { data: { undoId: string } }
  expect((await client.post(`/api/undo/${gone.data.undoId}`)).status).toBe(200)
  expect(linesOf(await printOf(client, draft._id))).toEqual(["Zo\u00eb x5", "Ada x1"])
  const deleted = (await client.delete(`/api/images/${imageId}`)) as unknown as { data: { undoId: string } }
  expect((await client.post(`/api/undo/${deleted.data.undoId}`)).status).toBe(200)
  expect(await printOf(client, draft._id)).toMatchObject({ printItems: [{ imageId: { _id: imageId } }, {}] })
  expect(linesOf(await printOf(client, draft._id))).toEqual(["Zo\u00eb x5", "Ada x1"])

  const processed = await client.post(`${path}/proccess`, {})
  expect(processed).toMatchObject({
    status: 422,
    message: '"jersey.svg" (Zo\u00eb): Number is missing. 1 more item has a problem too.',
    fields: { [first._id]: "Number is missing", [blank._id]: "Number is missing" },
  })

  // Complete, it can be printed. Words that may be rude are reported to sellers who ask for that.
  await change(first._id, { values: { name: "Zo\u00eb", number: "7" } })
  await change(blank._id, { values: { name: "Dick", number: "8" } })
  const rude = async () => {
    const { warnings } = await until("the pieces", async () => {
      const reply = await client.post(`${path}/layout`)
      return reply.status === 200 && (reply.data as LayoutReply)
    })
    return warnings.filter(({ kind }) => kind === "rude-words")
  }
  const result = { itemId: blank._id, kind: "rude-words", message: '"Dick" may be a rude word' }
  expect(await rude()).toEqual([result])
  const { firstName, lastName, email, phone } = await client.expect<Profile>("GET", "/api/profile")
  const form = { firstName, lastName, email, phone, warnsOfRudeWords: false }
  await client.expect("PUT", "/api/profile", form)
  expect(await rude()).toEqual([])

  // The press reads each copy's texts, and sees its own picture.
  const { rows: copies } = await client.expect<Manifest>("GET", `${path}/manifest`)
  const pictures = new Set(copies.map(({ preview }) => preview))
  expect(copies.map(({ texts }) => texts.map(({ label, text }) => `${label} ${text}`).join()).sort()).toEqual(
    ["Name Dick,Number 8", ...Array.from({ length: 5 }, () => "Name Zo\u00eb,Number 7")],
  )
  expect([...pictures].filter((one) => one?.includes(`${imageId}/variants/`))).toHaveLength(2)
  const page = await (await client.fetch("GET", `${path}/manifest.html`)).text()
  expect(page).toContain('<span class="asked">Number</span> 8')
})

test("a roster is added whole or not at all, and each refused row is named", async () => {
  const { client } = await app.givenUser({ name: "Roster" })
  const other = await app.givenUser({ name: "Rivals" })
  const { _id: imageId } = await givenImage(client, { name: "jersey.svg", bytes: jersey })
  const sizeId = await givenSize(client, "Chest", 4)
  const row = (name: string, quantity = 1) => ({ sizeId, quantity, values: { name, number: "1" } })
  const draft = await givenPrint(client, [{ imageId, sizeId, quantity: 2 }])
  const path = `/api/prints/${draft._id}/roster`
  const reply = await client.post(path, { imageId, rows: [row("Ada"), row("Bo", 2), row(" Ada ", 3)] })
  expect([reply.status, reply.message]).toEqual([201, "6 pieces added"])
  expect(linesOf(reply.data as Print)).toEqual([" x2", "Ada 1 x4", "Bo 1 x2"])
  const again = await client.expect<Print>("POST", path, { imageId, rows: [row("Cy"), row("Bo")] })
  expect(linesOf(again)).toEqual([" x2", "Ada 1 x4", "Bo 1 x3", "Cy 1 x1"])

  const wrong = await client.post(path, {
    imageId,
    rows: [row("Di"), { ...row("Ed"), values: { nick: "E" } }],
  })
  expect(wrong).toMatchObject({
    status: 422,
    message: 'Row 2: This image has no field "nick"',
    fields: { "rows.1.values.nick": 'This image has no field "nick"' },
  })
  const many = Array.from({ length: 498 }, (_, i) => row(`P${i}`))
  expect(await client.post(path, { imageId, rows: many })).toMatchObject({
    status: 422,
    message:
      "A print holds at most 500 items and 5000 copies. This one has 4 items and 10 copies, the roster 498 and 498.",
  })
  expect((await client.post(path, { imageId, rows: [] })).status).toBe(400)
  expect((await other.client.post(path, { imageId, rows: [row("Di")] })).status).toBe(404)
  expect(linesOf(await printOf(client, draft._id))).toEqual([" x2", "Ada 1 x4", "Bo 1 x3", "Cy 1 x1"])
  // Existing pieces take no room: 496 more, and two of the four again.
  const full = [...many.slice(0, 496), row("Ada"), row("Cy")]
  const all = await client.expect<Print>("POST", path, { imageId, rows: full })
  expect([all.itemCount, all.copies]).toEqual([500, 508])
  expect(all.printItems.at(-1)?.values).toEqual({ name: "P495", number: "1" })
  // Taken back in one step, and only once: what was there before has its own copies again.
  const undone = await client.post(`/api/undo/${(all as Print & { undoId: string }).undoId}`)
  expect(undone.status, undone.message).toBe(200)
  expect(linesOf(await printOf(client, draft._id))).toEqual([" x2", "Ada 1 x4", "Bo 1 x3", "Cy 1 x1"])
  expect((await client.post(`/api/undo/${(all as Print & { undoId: string }).undoId}`)).status).toBe(409)
})
