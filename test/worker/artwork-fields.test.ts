import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import sharp from "sharp"
import { expect, test } from "vitest"
import { openTextHost } from "../../cli/text-host.ts"
import { artworkLayersSchema } from "../../contract/artwork-field.ts"
import type { Image } from "../../contract/image.ts"
import { findLibraryFont } from "../../contract/library-fonts.ts"
import { useApp } from "../../harness/app.ts"
import type { Client } from "../../local/client.ts"
import { drawLayer, textsSvg } from "../../sheet/text/draw-layers.ts"
import { openTextEngine } from "../../sheet/text/open-font.ts"
import { givenImage, keysIn } from "./artwork-steps.ts"

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

  // What is not saved yet is drawn too, and no layers show the artwork alone.
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

  const told = async (body: object) => {
    const reply = await client.put(`/api/images/${image._id}`, body)
    return [reply.status, reply.message]
  }
  expect(await told({ layers: [] })).toEqual([
    422,
    'Nothing shows the field "name": place it on the artwork, or leave it out',
  ])
  expect(await told({ layers: [{ ...layer, fontId: "library:no-such-font" }] })).toEqual([
    422,
    "A layer names a font that does not exist. Choose another one.",
  ])
  expect((await told({ fields: [{ ...field, label: "" }] }))[0]).toBe(400)
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

  // A print's items have no values: neither samples nor braces may reach the film.
  const size = (await client.post("/api/sizes", { name: "Chest", value: 4 })).data as { _id: string }
  const item = { imageId: image._id, sizeId: size._id, quantity: 1 }
  const print = (await client.post("/api/prints", { printItems: [item] })).data as { _id: string }
  const processed = await client.post(`/api/prints/${print._id}/proccess`, {})
  expect([processed.status, processed.message]).toEqual([
    422,
    expect.stringContaining('"jersey.svg" has text that differs from piece to piece'),
  ])
})
