import sharp from "sharp"
import { expect, test } from "vitest"
import type { ImageInk } from "../../../contract/api/ink-api.ts"
import type { ShownPiece } from "../../../contract/artwork/artwork-piece.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { makeId } from "../../../contract/id.ts"
import { MAX_BULK_IDS, MAX_MENDS, MAX_PRINTED_PIECES, MAX_UPLOAD_FILES } from "../../../contract/limit.ts"
import type { Manifest } from "../../../contract/prints/manifest.ts"
import type { Print, PrintItem, SheetFile } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { boxedLogoPng, photoJpeg } from "../../../harness/artwork.ts"
import { giveDueOrders } from "../../../harness/due-orders.ts"
import { longTest } from "../../../harness/long-test.ts"
import { psnr } from "../../../harness/psnr.ts"
import type { Client } from "../../../local/client.ts"
import { ordersOf } from "../orders/order-steps.ts"
import {
  download,
  givenImage,
  givenPrint,
  givenSize,
  imageOf,
  keysIn,
  printOf,
  processed,
  storedSheets,
  sweepFiles,
  until,
  upload,
} from "./artwork-steps.ts"

const app = useApp()

/** The right half, without its upper quarter. */
const crop: Mend = { kind: "crop", isOn: true, x: 500, y: 250, width: 500, height: 750 }

test("an image is printed with its mends, and its file stays as it was", async () => {
  const { client } = await app.givenUser({ name: "Mends", credits: 10 })
  const { client: stranger } = await app.givenUser({ name: "Other" })
  const bytes = await discPng()
  const image = await givenImage(client, { name: "disc.png", bytes })
  const path = `/api/images/${image._id}`
  expect(image).toMatchObject({ mends: [], trim: { x: 40, y: 20, width: 80, height: 80 } })

  expect((await stranger.put(path, { mends: [crop] })).status).toBe(404)
  const many = await client.put(path, { mends: Array.from({ length: MAX_MENDS + 1 }, () => crop) })
  expect(many.status).toBe(400)
  expect(many.message).toContain(`at most ${MAX_MENDS} mends`)
  expect((await client.put(path, { mends: [{ ...crop, height: 0 }] })).status).toBe(400)

  expect(await client.expect<Image>("PUT", path, { mends: [crop] })).toMatchObject({ mends: [crop] })
  const mended = await readAgain(client, image._id)
  expect(mended).toMatchObject({
    ...{ widthPx: 80, heightPx: 90, trim: { x: 0, y: 0, width: 40, height: 70 }, warnings: [] },
    mends: [crop],
  })
  const [key] = await masters(image._id)
  const master = await pixelsOf(await bytesIn(key))
  expect(master.equals(await croppedPixels(bytes))).toBe(true)
  expect(await preview(client, image._id, { widthPx: 80 })).toEqual(master)
  const file = await client.fetch("GET", `/api/${image.file?.path}`)
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)

  // The print has the same pixels, at one of the sheet's for each of the picture's.
  const sizeId = await givenSize(client, "Small", 40 / 300)
  const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  expect((await client.post(`/api/prints/${_id}/proccess`, {})).status).toBe(202)
  await processed(client, _id)
  const [sheet] = (await printOf(client, _id)).fileId
  const printed = await pixelsOf(
    await sharp(await download(client, sheet))
      .trim({ threshold: 0 })
      .png()
      .toBuffer(),
  )
  const inked = { left: 0, top: 0, width: 40, height: 70 }
  const turned = [0, 90, 180, 270].map((turn) =>
    sharp(master, raw80).extract(inked).rotate(turn).raw().toBuffer(),
  )
  expect((await Promise.all(turned)).some((pixels) => pixels.equals(printed))).toBe(true)

  // Switched off, the image is as it was; its picture goes, and comes again under the same name.
  await client.expect("PUT", path, { mends: [{ ...crop, isOn: false }] })
  expect(await readAgain(client, image._id)).toMatchObject({ trim: image.trim, widthPx: image.widthPx })
  await sweepFiles(app)
  expect(await masters(image._id)).toEqual([])
  await client.expect("PUT", path, { mends: [crop] })
  expect(await readAgain(client, image._id)).toMatchObject({ trim: mended.trim })
  expect(await masters(image._id)).toEqual([key])

  // A message that comes again finds it made.
  const message = { kind: "again", userId: (await owner(image._id)) as string, imageId: image._id }
  expect(await app.deliver("sheetsmith-reading", message, message)).toMatchObject({ retried: [] })
  expect(await masters(image._id)).toEqual([key])

  // Deleted and brought back, it has them still.
  const { undoId } = (await client.delete(path)).data as { undoId: string }
  await client.post(`/api/undo/${undoId}`)
  await sweepFiles(app)
  expect(await imageOf(client, image._id)).toMatchObject({ mends: [crop], trim: mended.trim })
  expect(await masters(image._id)).toEqual([key])
  await client.delete(path)
  await sweepFiles(app)
  expect(await keysIn(app, `images/${image._id}/`)).toEqual([])
})

test("mends that were undone while they were made leave no outline to print by", async () => {
  const { client } = await app.givenUser({ name: "Undone", credits: 10 })
  const { _id } = await givenImage(client, { name: "disc.png", bytes: await discPng() })
  const columns = ["mends", "made_mends", "master_key", "trim_x", "trim_y", "trim_width", "trim_height"]
  const row = await app.db.prepare(`SELECT ${columns.join()} FROM image WHERE id = ?`).bind(_id).first()
  const stored = () => bytesIn(`images/${_id}/silhouette`)
  const whole = await stored()

  await client.put(`/api/images/${_id}`, { mends: [crop] })
  await readAgain(client, _id)
  const cropped = await app.files.get(`images/${_id}/silhouette`)
  const { customMetadata, bytes } = { ...cropped, bytes: await stored() }
  expect(bytes.equals(whole)).toBe(false)
  const leaveCropped = async () => {
    await app.files.put(`images/${_id}/silhouette`, bytes, { customMetadata })
  }
  const undone = columns.map((column) => `${column} = ?`).join()
  const former = columns.map((column) => row?.[column])
  await app.db
    .prepare(`UPDATE image SET ${undone}, retry_at = 1e15 WHERE id = ?`)
    .bind(...former, _id)
    .run()

  const sizeId = await givenSize(client, "Small", 40 / 300)
  const print = await givenPrint(client, [{ imageId: _id, sizeId, quantity: 2 }])
  await client.expect("POST", `/api/prints/${print._id}/layout`, {})
  expect((await stored()).equals(whole)).toBe(true)

  await leaveCropped()
  const shown = await client.fetch("GET", `/api/files/images/${_id}/silhouette`)
  expect(Buffer.from(await shown.arrayBuffer()).equals(whole)).toBe(true)
})

test("mends that leave nothing are said, and the image stays as it was", async () => {
  const { client } = await app.givenUser({ name: "Nothing" })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng() })
  const corner: Mend = { kind: "crop", isOn: true, x: 0, y: 0, width: 100, height: 100 }
  for (let turn = 0; turn < 2; turn++) {
    await client.expect("PUT", `/api/images/${image._id}`, { mends: [corner] })
    const kept = await readAgain(client, image._id)
    expect(kept.warnings).toEqual([
      "It could not be drawn again and was not changed. Its mends leave nothing of the picture.",
    ])
    expect(kept.trim).toEqual(image.trim)
  }
  expect(await masters(image._id)).toEqual([])
  const refused = await client.post(`/api/images/${image._id}/preview`, {})
  expect([refused.status, refused.message]).toEqual([422, "Its mends leave nothing of the picture."])
  await client.expect("PUT", `/api/images/${image._id}`, { mends: [] })
  expect((await readAgain(client, image._id)).warnings).toEqual([])
})

test("a photograph and a drawing are mended as well, and a drawing stays one where its mends allow that", async () => {
  const { client } = await app.givenUser({ name: "Kinds" })
  const photo = await givenImage(client, { name: "photo.jpg", bytes: await photoJpeg(320, 280) })
  await client.expect("PUT", `/api/images/${photo._id}`, { mends: [crop] })
  expect(await readAgain(client, photo._id)).toMatchObject({ widthPx: 160, heightPx: 210, isOpaque: true })

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><circle cx="15" cy="10" r="10" fill="#1f6f8b"/></svg>'
  const drawing = await givenImage(client, { name: "disc.svg", bytes: svg })
  expect(drawing.isVector).toBe(true)
  const box = { x: 0, y: 900, width: 1000, height: 100 }
  const layers = [{ text: "ZOE", fontId: "library:graduate-400", fill: "#203040", box }]
  await client.expect("PUT", `/api/images/${drawing._id}`, { layers })
  const { trim } = await readAgain(client, drawing._id)
  const texts: Mend[] = [{ kind: "include-text", isOn: true }]
  await client.expect("PUT", `/api/images/${drawing._id}`, { mends: texts })
  expect(await readAgain(client, drawing._id)).toMatchObject({ isVector: true, trim, mends: texts })
  await client.expect("PUT", `/api/images/${drawing._id}`, { layers: [] })
  await readAgain(client, drawing._id)
  await client.expect("PUT", `/api/images/${drawing._id}`, { mends: [crop] })
  const mended = await readAgain(client, drawing._id)
  expect(mended).toMatchObject({ mediaType: "image/svg+xml", isVector: true, widthPx: 1024, heightPx: 1024 })
  expect(mended.trim).toEqual({ x: 0, y: 0, width: 683, height: 1024 })
  const [key] = await masters(drawing._id)
  expect(key).toMatch(/\.svg$/)
  // The page's picture before it is saved, the library's and the print's are one drawing.
  const shown = await preview(client, drawing._id, { widthPx: 300 })
  expect(await preview(client, drawing._id, { mends: [crop], widthPx: 300 })).toEqual(shown)
  expect([1, 198, 202].map((x) => shown[(100 * 300 + x) * 4 + 3])).toEqual([255, 255, 0])
  const sheet = await printedSheet(client, drawing._id, 1)
  const whole = await client.fetch("POST", `/api/images/${drawing._id}/preview`, { widthPx: 450 })
  // Its corner is inked, so what is trimmed has to be said.
  const piece = await sharp(Buffer.from(await whole.arrayBuffer()))
    .trim({ threshold: 0, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
  const turns = await Promise.all(
    [0, 90, 180, 270].map((turn) =>
      sharp(piece).rotate(turn).ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
    ),
  )
  const alike = turns.filter(({ data }) => data.length === sheet.data.length)
  expect(Math.max(...alike.map(({ data }) => psnr(data, sheet.data)))).toBeGreaterThan(50)

  const knockOut: Mend = { kind: "knock-out", isOn: true, colour: "#ffffff", tolerance: 4 }
  await client.expect("PUT", `/api/images/${drawing._id}`, { mends: [crop, knockOut] })
  const pixels = await readAgain(client, drawing._id)
  expect(pixels).toMatchObject({ isVector: false, widthPx: 6000, heightPx: 6000 })
  expect(pixels.trim).toMatchObject({ x: 0, y: 0, height: 6000 })
  const before = await preview(client, drawing._id, { mends: [], widthPx: 300 })
  expect([0, 100, 150].map((x) => before[(100 * 300 + x) * 4 + 3])).toEqual([0, 255, 255])
})

test("a logo that is traced is a drawing, whatever its file, and prints as its preview shows", async () => {
  const { client } = await app.givenUser({ name: "Traced", credits: 10 })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng() })
  const trace: Mend = { kind: "trace", isOn: true, colours: 4 }
  await client.expect("PUT", `/api/images/${image._id}`, { mends: [trace] })
  const traced = await readAgain(client, image._id)
  expect(traced).toMatchObject({ mediaType: "image/png", isVector: true, widthPx: 1024, heightPx: 768 })
  expect(traced.trim?.width).toBeCloseTo(512, -1)
  // At twelve times its size its disc is round to a few pixels.
  const [width, height] = [2000, 1500]
  const shown = await preview(client, image._id, { widthPx: width })
  let off = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const radius = Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2)
      if (Math.abs(radius - 500) > 4 && shown[(y * width + x) * 4 + 3] !== (radius < 500 ? 255 : 0)) off++
    }
  expect(off).toBe(0)
  expect(await preview(client, image._id, { widthPx: 600, mends: [trace] })).toEqual(
    await preview(client, image._id, { widthPx: 600 }),
  )
  const sheet = await printedSheet(client, image._id, 2)
  expect([sheet.info.width, sheet.info.height].some((side) => Math.abs(side - 600) <= 2)).toBe(true)
})

test("a preview has the mends that are sent, before they are stored", async () => {
  const { client } = await app.givenUser({ name: "Tries" })
  const bytes = await discPng()
  const image = await givenImage(client, { name: "disc.png", bytes })
  const whole = await preview(client, image._id, { widthPx: 160 })
  expect(await preview(client, image._id, { widthPx: 80, mends: [crop] })).toEqual(await croppedPixels(bytes))
  expect(await preview(client, image._id, { widthPx: 160, mends: [{ ...crop, isOn: false }] })).toEqual(whole)
  expect((await imageOf(client, image._id)).mends).toEqual([])

  // Sent as they are stored, they are those that the image's picture has.
  await client.expect("PUT", `/api/images/${image._id}`, { mends: [crop] })
  await readAgain(client, image._id)
  expect(await preview(client, image._id, { widthPx: 80, mends: [crop] })).toEqual(await croppedPixels(bytes))
  expect(await preview(client, image._id, { widthPx: 160, mends: [] })).toEqual(whole)
})

longTest("names in a drawing are filled in before it is mended", async () => {
  const { client } = await app.givenUser({ name: "Names" })
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><rect width="300" height="200" fill="#1f6f8b"/><text x="160" y="120" font-size="30" fill="#fff" font-family="Graduate">{{name}}</text></svg>'
  const image = await givenImage(client, { name: "name.svg", bytes: svg })
  await client.expect("PUT", `/api/images/${image._id}`, { mends: [crop] })
  expect(await readAgain(client, image._id)).toMatchObject({ isVector: true, widthPx: 1024, heightPx: 1024 })
  const drawn = await until("the pieces", async () => {
    const values = [{ name: "ZOE" }, { name: "AL" }]
    const pieces = await client.expect<ShownPiece[]>("POST", `/api/images/${image._id}/variants`, { values })
    return pieces.every(({ state }) => state !== "waiting") && pieces
  })
  expect(drawn.map(({ state, reason }) => [state, reason])).toEqual([
    ["ready", null],
    ["ready", null],
  ])
  const [zoe, al] = await Promise.all(
    drawn.map(({ previewFile }) => download(client, previewFile as SheetFile)),
  )
  expect(zoe.equals(al)).toBe(false)
  const { width, height } = await sharp(zoe).metadata()
  expect(width).toBe(height)
  const [shownZoe, shownAl] = await Promise.all(
    ["ZOE", "AL"].map((name) => preview(client, image._id, { widthPx: 300, values: { name } })),
  )
  expect(shownZoe.equals(shownAl)).toBe(false)
})

test("mends in millimetres are made at each printed width, and the preview shows them pixel for pixel", async () => {
  const { client } = await app.givenUser({ name: "Printed", credits: 20 })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng() })
  const path = `/api/images/${image._id}`
  const outline: Mend = { kind: "outline", isOn: true, mm: 1, colour: "#ffffff" }
  const halftone: Mend = { kind: "halftone", isOn: true, shape: "dot", linesPerInch: 30, angle: 22.5 }
  for (const mend of [outline, halftone]) {
    await client.expect("PUT", path, { mends: [mend] })
    await readAgain(client, image._id)
    for (const widthPx of [150, 300]) {
      const widthIn = widthPx / 300
      const sheet = await printedPiece(client, image._id, widthIn)
      expect(sheet.info.width === widthPx || sheet.info.height === widthPx, `${sheet.info.width}`).toBe(true)

      // The whole picture at the print's scale: the disc is half as wide as it, and the border counts.
      const border = mend.kind === "outline" ? Math.ceil((1 / 25.4) * 300) : 0
      const wholePx = Math.round((160 * (widthPx - 2 * border)) / 80) + 2 * border
      const shown = await client.fetch("POST", `${path}/preview`, { widthPx: wholePx, widthIn })
      expect(shown.status).toBe(200)
      const bytes = Buffer.from(await shown.arrayBuffer())
      const tried = await client.fetch("POST", `${path}/preview`, {
        ...{ widthPx: wholePx, widthIn },
        mends: [mend],
      })
      expect(Buffer.from(await tried.arrayBuffer()).equals(bytes)).toBe(true)
      const piece = await sharp(bytes).trim({ threshold: 0 }).png().toBuffer()
      const turned = await Promise.all(
        [0, 90, 180, 270].map((turn) => sharp(piece).rotate(turn).ensureAlpha().raw().toBuffer()),
      )
      expect(turned.some((pixels) => pixels.equals(sheet.data))).toBe(true)

      const { data, info } = await sharp(piece).raw().toBuffer({ resolveWithObject: true })
      const row = Math.floor(info.height / 2) * info.width
      const pixel = (x: number) => [...data.subarray((row + x) * 4, (row + x) * 4 + 4)]
      if (mend.kind === "outline") {
        // A millimetre of white, whatever the width; then the disc.
        expect(pixel(8)).toEqual([255, 255, 255, 255])
        expect(pixel(16).slice(0, 3)).not.toEqual([255, 255, 255])
        let border = 0
        for (let x = 0; x < info.width / 2; x++) border += (pixel(x)[0] / 255) * (pixel(x)[3] / 255)
        const disc = (0x1f / 255) * (info.width / 2 - 300 / 25.4)
        expect(Math.abs(border - disc - 300 / 25.4)).toBeLessThan(0.7)
      } else expect(data.every((value, i) => i % 4 !== 3 || value === 0 || value === 255)).toBe(true)
    }
  }
  // The findings at a printed width are those of the picture that is printed.
  const ink = await until("a check", async () => {
    const found = await client.expect<{ state: string; findings: { code: string }[]; dpi: number }>(
      "GET",
      `${path}/findings?widthIn=0.5`,
    )
    return found.state !== "waiting" && found
  })
  expect(ink.state).toBe("ready")
  expect(ink.dpi).toBe(160)
  expect(ink.findings.map(({ code }) => code)).not.toContain("soft-alpha")
})

test("an account keeps so many pieces drawn at their printed sizes, and one more for each copy that it has printed", async () => {
  const { client, userId } = await app.givenUser({ name: "Widths", credits: 10 })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng() })
  const outline: Mend = { kind: "outline", isOn: true, mm: 1, colour: "#ffffff" }
  await client.expect("PUT", `/api/images/${image._id}`, { mends: [outline] })
  await readAgain(client, image._id)
  await app.db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO image_variant (image_id, user_id, digest, field_values, printed, state, created_at, last_used_at)
       SELECT ?, ?, 'digest' || i, '{}', '{}', 'ready', 1, 9e15 FROM n`,
    )
    .bind(MAX_PRINTED_PIECES, image._id, userId)
    .run()
  const sizeId = await givenSize(client, "Half", 0.5)
  const { _id: print } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  const pieceOf = async () => (await printOf(client, print)).printItems[0].piece
  const reason = expect.stringMatching(
    /^The account has 5,000 pieces drawn at their printed sizes .* 30 days is forgotten\.$/,
  )
  expect(await pieceOf()).toMatchObject({ state: "failed", reason })
  for (const call of ["layout", "process"])
    expect(await client.post(`/api/prints/${print}/${call}`, {}), call).toMatchObject({
      status: 422,
      message: expect.stringMatching(/^"disc.png": The account has 5,000 pieces/),
    })
  // What is printed is paid for, and makes room for as much.
  await app.db.prepare("UPDATE user SET used_credits = 1 WHERE id = ?").bind(userId).run()
  await until("the piece", async () => (await pieceOf())?.state === "ready")
  expect((await client.post(`/api/prints/${print}/process`, {})).status).toBe(202)
  expect((await processed(client, print)).status).toBe("Completed")
  await app.db.prepare("DELETE FROM image_variant WHERE image_id = ?").bind(image._id).run()
})

test("a piece that is turned on the film is turned after its mends", async () => {
  const { client } = await app.givenUser({ name: "Turned", credits: 10 })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60"><rect width="240" height="60" rx="30" fill="#1f6f8b" fill-opacity="0.5"/></svg>`
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer()
  const image = await givenImage(client, { name: "bar.png", bytes })
  const halftone: Mend = { kind: "halftone", isOn: true, shape: "line", linesPerInch: 20, angle: 30 }
  await client.expect("PUT", `/api/images/${image._id}`, { mends: [halftone] })
  await readAgain(client, image._id)
  const template = { ...defaultSheetTemplate, name: "Narrow", widthIn: 4, isDefault: true }
  await client.expect("POST", "/api/sheet-templates", template)
  const sheet = await printedPiece(client, image._id, 5)
  expect([sheet.info.width, sheet.info.height]).toEqual([375, 1500])
  const shown = await client.fetch("POST", `/api/images/${image._id}/preview`, { widthPx: 1500, widthIn: 5 })
  const turned = await Promise.all(
    [90, 270].map(async (turn) =>
      sharp(Buffer.from(await shown.clone().arrayBuffer()))
        .rotate(turn)
        .ensureAlpha()
        .raw()
        .toBuffer(),
    ),
  )
  expect(turned.some((pixels) => pixels.equals(sheet.data))).toBe(true)
})

test("texts are placed over mends of the printed size, for each name", async () => {
  const { client } = await app.givenUser({ name: "Named", credits: 10 })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng() })
  const path = `/api/images/${image._id}`
  const fields = [{ name: "name", label: "Name", sample: "ZOE" }]
  const box = { x: 350, y: 400, width: 300, height: 200 }
  const layers = [{ field: "name", fontId: "library:graduate-400", fill: "#ffffff", box }]
  const mends: Mend[] = [{ kind: "outline", isOn: true, mm: 0.5, colour: "#203040" }]
  await client.expect("PUT", path, { fields, layers, mends })
  expect((await readAgain(client, image._id)).warnings).toEqual([])
  const widthPx = 300
  const sheet = await printedPiece(client, image._id, widthPx / 300, { name: "AL" })
  expect(Math.abs(Math.max(sheet.info.width, sheet.info.height) - widthPx)).toBeLessThanOrEqual(4)
  const border = Math.ceil((0.5 / 25.4) * 300)
  const wholePx = Math.round((160 * (widthPx - 2 * border)) / 80) + 2 * border
  const body = { widthPx: wholePx, widthIn: widthPx / 300, values: { name: "AL" } }
  const shown = await client.fetch("POST", `${path}/preview`, body)
  expect(shown.status).toBe(200)
  const piece = await sharp(Buffer.from(await shown.arrayBuffer()))
    .trim({ threshold: 0 })
    .png()
    .toBuffer()
  const turned = await Promise.all(
    [0, 90, 180, 270].map((turn) => sharp(piece).rotate(turn).ensureAlpha().raw().toBuffer()),
  )
  expect(turned.some((pixels) => pixels.equals(sheet.data))).toBe(true)
})

test("texts that are mended too print as their preview shows, each name with its outline", async () => {
  const { client } = await app.givenUser({ name: "Included", credits: 10 })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng() })
  const path = `/api/images/${image._id}`
  const fields = [{ name: "name", label: "Name", sample: "ZOE" }]
  // Beside the disc, on clear film: what is around the letters is their outline.
  const box = { x: 100, y: 50, width: 800, height: 90 }
  const layers = [{ field: "name", fontId: "library:graduate-400", fill: "#ffffff", box }]
  const outline: Mend = { kind: "outline", isOn: true, mm: 0.5, colour: "#203040" }
  const mends: Mend[] = [{ kind: "include-text", isOn: true }, outline]
  await client.expect("PUT", path, { fields, layers, mends })
  const read = await readAgain(client, image._id)
  expect(read.warnings).toEqual([])
  const sheet = await printedPiece(client, image._id, 1, { name: "AL" })
  const border = Math.ceil((0.5 / 25.4) * 300)
  const inkPx = (read.trim?.width ?? 0) - 2 * border
  const widthPx = Math.round((160 * (300 - 2 * border)) / inkPx) + 2 * border
  const shown = async (drawn: Mend[]) => {
    const body = { widthPx, widthIn: 1, values: { name: "AL" }, mends: drawn }
    const reply = await client.fetch("POST", `${path}/preview`, body)
    expect(reply.status, await reply.clone().text()).toBe(200)
    return sharp(Buffer.from(await reply.arrayBuffer()))
      .trim({ threshold: 0 })
      .png()
      .toBuffer()
  }
  const turnsOf = (piece: Buffer) =>
    Promise.all([0, 90, 180, 270].map((turn) => sharp(piece).rotate(turn).ensureAlpha().raw().toBuffer()))
  const included = await turnsOf(await shown(mends))
  expect(included.some((pixels) => pixels.equals(sheet.data))).toBe(true)
  const above = await turnsOf(await shown([outline]))
  expect(above.some((pixels) => pixels.equals(sheet.data))).toBe(false)

  // The change is undone as any other, and the stored choice stays while other mends are added to it.
  const added = { ids: [image._id], mends: [{ kind: "turn", degrees: 180 }], mode: "add" }
  const { undoId } = await client.expect<{ undoId: string }>("POST", "/api/images/bulk-mend", added)
  expect((await readAgain(client, image._id)).mends).toContainEqual(mends[0])
  await client.post(`/api/undo/${undoId}`)
  expect((await readAgain(client, image._id)).mends).toEqual(mends)

  // A text that reaches into the outline is refused in the words of the page.
  const wide = { ...layers[0], align: "left", box: { x: 0, y: 50, width: 1000, height: 200 } }
  await client.expect("PUT", path, { layers: [wide] })
  expect((await readAgain(client, image._id)).warnings).toEqual([
    expect.stringMatching(/ reaches into the outline .* switch off "Mend the text too"\.$/),
  ])

  // Without texts the step asks for no picture of its own at any size.
  await client.expect("PUT", path, { fields: [], layers: [], mends: [mends[0]] })
  await readAgain(client, image._id)
  const sizeId = await givenSize(client, "Bare", 1)
  const { _id: print } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  expect((await printOf(client, print)).printItems[0].piece).toBeNull()
})

test("an artwork is previewed without its texts as large as it prints beneath them", async () => {
  const { client } = await app.givenUser({ name: "Slogan" })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng() })
  const path = `/api/images/${image._id}`
  // Above the disc, and wider than it: the printed width counts for both.
  const box = { x: 50, y: 20, width: 900, height: 120 }
  const layers = [{ text: "A LONG SLOGAN ABOVE", fontId: "library:graduate-400", fill: "#ffffff", box }]
  const mends: Mend[] = [{ kind: "outline", isOn: true, mm: 1, colour: "#203040" }]
  await client.expect("PUT", path, { layers, mends })
  expect((await readAgain(client, image._id)).trim?.width).toBeGreaterThan(120)
  const asked = { widthPx: 320, widthIn: 1, mends }
  const whole = await preview(client, image._id, asked)
  const alone = await preview(client, image._id, { ...asked, layers: [] })
  expect(alone.equals(whole)).toBe(false)
  // No letter reaches into the lower half.
  const lowerHalf = (picture: Buffer) => picture.subarray(picture.length / 2)
  expect(lowerHalf(alone).equals(lowerHalf(whole))).toBe(true)
})

test("many images are mended alike by one call, which can be undone", async () => {
  const { client } = await app.givenUser({ name: "Many" })
  const { client: stranger } = await app.givenUser({ name: "Owner" })
  const bytes = await discPng()
  const images = await Promise.all(
    ["a.png", "b.png", "c.png"].map((name) => givenImage(client, { name, bytes })),
  )
  const [a, b, c] = images.map(({ _id }) => _id)
  const foreign = await givenImage(stranger, { name: "foreign.png", bytes })
  const mend = (body: object) =>
    client.expect<{
      changed: number
      refused: { imageId: string; message: string }[]
      undoId: string | null
    }>("POST", "/api/images/bulk-mend", body)
  const mendsOfAll = async () =>
    (await Promise.all([a, b, c].map((id) => readAgain(client, id)))).map(({ mends }) => mends)

  const own = Array.from({ length: MAX_MENDS }, (_, i): Mend => ({ ...crop, x: i }))
  await client.expect("PUT", `/api/images/${b}`, { mends: own })
  await client.expect("PUT", `/api/images/${c}`, { mends: [{ ...crop, isOn: false }] })
  await mendsOfAll()
  const added = await mend({ ids: [a, b, c, a, foreign._id], mends: [crop], mode: "add" })
  expect(added).toMatchObject({
    changed: 2,
    refused: [
      { imageId: b, message: `It would have more than ${MAX_MENDS} mends. Remove some of its own first.` },
      { imageId: foreign._id, message: "This image does not exist any more." },
    ],
  })
  expect(await mendsOfAll()).toEqual([[crop], own, [crop]])
  expect((await imageOf(client, a)).widthPx).toBe(80)
  expect((await imageOf(stranger, foreign._id)).mends).toEqual([])
  expect(await mend({ ids: [a, c], mends: [crop], mode: "add" })).toEqual({
    ...{ changed: 0, refused: [], undoId: null },
  })

  // One undo takes it back, but for an image that was changed since.
  await client.expect("PUT", `/api/images/${c}`, { mends: [] })
  await client.post(`/api/undo/${added.undoId}`)
  expect(await mendsOfAll()).toEqual([[], own, []])
  expect(await imageOf(client, a)).toMatchObject({ widthPx: 160, trim: images[0].trim })
  expect((await client.post(`/api/undo/${added.undoId}`)).status).toBe(409)

  const replaced = await mend({ ids: [a, b, c], mends: [crop], mode: "replace" })
  expect(replaced).toMatchObject({ changed: 3, refused: [] })
  expect(await mendsOfAll()).toEqual([[crop], [crop], [crop]])
  await client.post(`/api/undo/${replaced.undoId}`)
  expect(await mendsOfAll()).toEqual([[], own, []])
})

test("images with mends of their own get the same one by one call, each where it is best made", async () => {
  const { client } = await app.givenUser({ name: "Each" })
  const bytes = await discPng()
  const images = await Promise.all(
    ["a.png", "b.png", "c.png", "d.png"].map((name) => givenImage(client, { name, bytes })),
  )
  const ids = images.map(({ _id }) => _id)
  const [a, b, c, d] = ids
  const outline: Mend = { kind: "outline", isOn: true, mm: 1, colour: "#ffffff" }
  const harden: Mend = { kind: "harden", isOn: true, threshold: 128 }
  const own: Mend[][] = [[crop], [outline], [{ ...harden, isOn: false, threshold: 90 }], []]
  for (const [i, mends] of own.entries()) await client.expect("PUT", `/api/images/${ids[i]}`, { mends })
  const mendsOfAll = async () =>
    (await Promise.all(ids.map((id) => readAgain(client, id)))).map(({ mends }) => mends)
  expect(await mendsOfAll()).toEqual(own)
  const mend = (body: object) =>
    client.expect<{ changed: number; undoId: string | null }>("POST", "/api/images/bulk-mend", body)

  const others = [
    { ids: [d, a], mends: [{ ...outline, mm: 0.5 }], mode: "fit" },
    { ids: [c, b, d], mends: [], mode: "replace" },
  ]
  const body = { ids: [a, b, c], mends: [harden], mode: "fit", others }
  const mended = await mend(body)
  expect(mended.changed).toBe(4)
  const after = [[crop, harden], [harden, outline], [harden], [{ ...outline, mm: 0.5 }]]
  expect(await mendsOfAll()).toEqual(after)
  expect(await mend(body)).toMatchObject({ changed: 0, undoId: null })
  // A smaller length takes nothing from a mend that is there.
  const smaller = { ids: [b], mends: [{ ...outline, mm: 0.2, colour: "#000000" }], mode: "fit" }
  await mend(smaller)
  expect((await imageOf(client, b)).mends).toEqual([harden, { ...outline, colour: "#000000" }])
  await client.expect("PUT", `/api/images/${b}`, { mends: after[1] })
  await mendsOfAll()

  await client.post(`/api/undo/${mended.undoId}`)
  expect(await mendsOfAll()).toEqual(own)

  // An image that is named twice is one.
  const twice = { ids: Array.from({ length: MAX_BULK_IDS }, () => a), mends: own[0], mode: "replace" }
  expect(await mend({ ...twice, others: [{ ...twice, ids: [a] }] })).toMatchObject({ changed: 0 })
  const many = { ...twice, ids: Array.from({ length: MAX_BULK_IDS }, () => makeId(Date.now())) }
  const refused = await client.post("/api/images/bulk-mend", { ...many, others: [{ ...many, ids: [b] }] })
  expect([refused.status, refused.message]).toEqual([400, `At most ${MAX_BULK_IDS} images at a time`])
})

test("as many images as one call takes get as many mends each as an image has", async () => {
  const { client } = await app.givenUser({ name: "Long call" })
  const halftone = { kind: "halftone", isOn: true, shape: "diffusion", linesPerInch: 42.5, angle: 22.5 }
  const mends = Array.from({ length: MAX_MENDS }, () => halftone)
  const [first, ...others] = Array.from({ length: MAX_BULK_IDS }, () => ({
    ...{ ids: [makeId(Date.now())], mends, mode: "replace" },
  }))
  const mended = await client.expect<{ refused: object[] }>("POST", "/api/images/bulk-mend", {
    ...first,
    others,
  })
  expect(mended.refused).toHaveLength(MAX_BULK_IDS)
})

longTest(
  "five hundred images are mended by one call and taken back by one, and nobody else waits for them",
  async () => {
    const { client } = await app.givenUser({ name: "Five hundred" })
    const { client: other } = await app.givenUser({ name: "Other" })
    const bytes = await discPng()
    const mine = await givenImage(other, { name: "mine.png", bytes })
    const ids: string[] = []
    while (ids.length < MAX_BULK_IDS) {
      const files = Array.from({ length: MAX_UPLOAD_FILES }, (_, i) => ({
        name: `${ids.length + i}.png`,
        bytes,
      }))
      ids.push(...(await upload(client, files)).map(({ _id }) => _id))
    }
    const waiting = async (column: string) =>
      (
        await app.db
          .prepare(
            `SELECT count(*) AS total FROM image WHERE ${column} AND id IN (SELECT value FROM json_each(?))`,
          )
          .bind(JSON.stringify(ids))
          .first<{ total: number }>()
      )?.total
    await until("all to be read", async () => (await waiting("status = 'Ingesting'")) === 0)
    const body = { ids, mends: [crop], mode: "add" }
    const { changed, undoId } = await client.expect<{ changed: number; undoId: string }>(
      "POST",
      "/api/images/bulk-mend",
      body,
    )
    expect(changed).toBe(MAX_BULK_IDS)
    await other.expect("PUT", `/api/images/${mine._id}`, { mends: [crop] })
    expect((await readAgain(other, mine._id)).widthPx).toBe(80)
    expect(await waiting("retry_at IS NOT NULL")).toBeGreaterThan(MAX_BULK_IDS / 10)
    await until("all to be mended", async () => (await waiting("retry_at IS NOT NULL")) === 0)
    expect(await waiting("width_px = 80")).toBe(MAX_BULK_IDS)
    await client.post(`/api/undo/${undoId}`)
    await until("all to be as before", async () => (await waiting("retry_at IS NOT NULL")) === 0)
    expect(await waiting("width_px = 160 AND mends = '[]'")).toBe(MAX_BULK_IDS)
  },
)

test("a store's own mends are made on each piece of its orders, and on no other of the same image", async () => {
  const { client } = await app.givenUser({ name: "Store", credits: 10 })
  const image = await givenImage(client, { name: "moth.png", bytes: await discPng() })
  const sizeId = await givenSize(client, "M", 1)
  await giveDueOrders(client, { count: 1, designs: ["moth"], sizes: ["M"], shipDay: "2030-01-02" })
  const [{ integrationId }] = await ordersOf(client)
  const store = `/api/integrations/${integrationId._id}`
  const outline: Mend = { kind: "outline", isOn: true, mm: 1, colour: "#ffffff" }
  const refused = await client.put(store, { mends: [crop] })
  expect([refused.status, refused.message]).toEqual([422, expect.stringContaining("made on every picture")])
  expect(await client.expect("PUT", store, { mends: [outline] })).toMatchObject({ mends: [outline] })

  const batch = (await client.post("/api/orders/batch", {})).data as { _id: string }
  const added = await client.post(`/api/prints/${batch._id}/printItem`, {
    ...{ imageId: image._id, sizeId, quantity: 1 },
  })
  expect(added.status, added.message).toBeLessThan(300)
  const { printItems: items } = await until("the piece", async () => {
    const print = await printOf(client, batch._id)
    return print.printItems.every(({ piece }) => piece === null || piece.state === "ready") && print
  })
  const [ordered, chosen] = [true, false].map((isOrdered) =>
    items.find(({ orderItemId }) => (orderItemId !== null) === isOrdered),
  )
  expect(ordered).toMatchObject({ shopMends: [outline], imageId: { widthPx: 300, own: { widthPx: 160 } } })
  expect(chosen).toMatchObject({ piece: null, imageId: { widthPx: 160 } })
  expect(chosen).not.toHaveProperty("shopMends")
  const body = { mends: [outline], widthIn: 1, widthPx: 80 }
  const shown = await preview(client, image._id, body)
  expect(shown[(30 * 80 + 40) * 4 + 3]).toBe(255)
  expect((await imageOf(client, image._id)).mends).toEqual([])

  expect((await client.post(`/api/prints/${batch._id}/proccess`, {})).status).toBe(202)
  await processed(client, batch._id)
  const [sheet] = await storedSheets(app, batch._id)
  const sides = sheet.placements.map(({ widthPx, heightPx }) => Math.max(widthPx, heightPx))
  expect(sides).toEqual([300, 300])
  expect(new Set(sheet.placements.map(({ stampKey }) => stampKey)).size).toBe(2)

  // Each row of the manifest has the picture of its own piece: with the border, and without.
  const { rows } = await client.expect<Manifest>("GET", `/api/prints/${batch._id}/manifest`)
  const rowOf = (item: PrintItem | undefined) => rows.find(({ itemId }) => itemId === item?._id)
  expect(rowOf(ordered)?.preview).toBe(ordered?.imageId?.previewFile?.path)
  expect(rowOf(ordered)?.preview).toContain("/variants/")
  expect(rowOf(chosen)?.preview).toBe(`files/images/${image._id}/preview`)
})

test("a piece that is printed keeps the mends of its store's rule, whatever becomes of the rule", async () => {
  const { client } = await app.givenUser({ name: "Kept", credits: 10 })
  const image = await givenImage(client, { name: "moth.png", bytes: await discPng() })
  await givenSize(client, "M", 1)
  await giveDueOrders(client, { count: 1, designs: ["moth"], sizes: ["M"], shipDay: "2030-01-02" })
  const [{ integrationId }] = await ordersOf(client)
  const rule = (mends: Mend[]) => client.expect("PUT", `/api/integrations/${integrationId._id}`, { mends })
  const outline: Mend = { kind: "outline", isOn: true, mm: 1, colour: "#ffffff" }
  const green: Mend = { ...outline, colour: "#1f8b4c" }
  await rule([outline])
  const { _id } = (await client.post("/api/orders/batch", {})).data as { _id: string }
  const drawn = () =>
    until("the piece", async () => {
      const [item] = (await printOf(client, _id)).printItems
      return item.piece?.state !== "waiting" && item
    })
  const previewOf = async () => {
    const { rows } = await client.expect<Manifest>("GET", `/api/prints/${_id}/manifest`)
    return rows[0].preview
  }
  const print = async () => {
    await client.expect("POST", `/api/prints/${_id}/process`, {})
    await processed(client, _id)
    return (await printOf(client, _id)).printItems[0]
  }

  // A copy, which has no orders, keeps the rule that its pieces had.
  const copyOf = (id: string) => client.expect<Print>("POST", `/api/prints/${id}/duplicate`, {})
  const first = await copyOf(_id)
  expect(first.printItems).toMatchObject([{ orderItemId: null, shopMends: [outline] }])

  // A print that has not begun follows the rule as it is.
  const before = await drawn()
  await rule([green])
  const now = await drawn()
  expect(now.shopMends).toEqual([green])
  expect(now.piece?.digest).not.toBe(before.piece?.digest)
  await rule([outline])
  const printed = await print()
  expect(printed).toEqual(before)
  const preview = before.imageId?.previewFile?.path
  expect(await previewOf()).toBe(preview)
  await client.expect("POST", `/api/prints/${first._id}/printItem`, {
    ...{ imageId: image._id, sizeId: printed.sizeId?._id, quantity: 1 },
  })
  const both = [{ shopMends: [outline], piece: { digest: printed.piece?.digest } }, { piece: null }]
  for (const { _id } of [first, await copyOf(first._id)])
    expect((await printOf(client, _id)).printItems).toMatchObject(both)
  for (const later of [[green], [{ ...outline, isOn: false }], []]) {
    await rule(later)
    expect((await printOf(client, _id)).printItems[0]).toEqual(printed)
    expect(await previewOf()).toBe(preview)
  }

  // A spoilt piece is made again as it was.
  const remake = await client.expect<Print>("POST", `/api/prints/${_id}/remake`, {
    ...{ copies: [{ itemId: printed._id, copy: 1 }], reason: "cut" },
  })
  const remadePiece = async () => (await printOf(client, remake._id)).printItems[0]
  const remade = { shopMends: [outline], piece: { digest: printed.piece?.digest } }
  expect(await remadePiece()).toMatchObject(remade)
  await client.expect("POST", `/api/prints/${remake._id}/process`, {})
  await processed(client, remake._id)
  expect(await remadePiece()).toMatchObject(remade)

  // Once its sheets are deleted it may be printed again, then by the rule as it is; the manifest is of the film that was.
  await client.expect("DELETE", `/api/prints/${_id}`)
  await rule([{ ...outline, isOn: false }])
  const plain = await drawn()
  expect(plain).toMatchObject({ piece: null, imageId: { widthPx: 160 } })
  expect(plain).not.toHaveProperty("shopMends")
  expect(await previewOf()).toBe(preview)
  await rule([green])
  await drawn()
  expect(await print()).toMatchObject({ shopMends: [green], piece: { digest: now.piece?.digest } })
  expect(await previewOf()).toBe(now.imageId?.previewFile?.path)

  // A piece whose image does the same work by itself is no other than the image.
  const background: Mend = { kind: "remove-background", isOn: true, from: "edges", tolerance: 8 }
  await client.expect("DELETE", `/api/prints/${_id}`)
  await client.expect("PUT", `/api/images/${image._id}`, { mends: [{ ...background, tolerance: 4 }] })
  await readAgain(client, image._id)
  await rule([background])
  expect(await drawn()).toMatchObject({ piece: null, shopMends: [background] })
})

test("the ink of a piece is looked at with its store's own mends, whoever asks", async () => {
  const { client } = await app.givenUser({ name: "Ruled store", credits: 10 })
  const image = await givenImage(client, { name: "moth.png", bytes: await boxedLogoPng(900, 600) })
  const sizeId = await givenSize(client, "M", 3)
  await giveDueOrders(client, { count: 1, designs: ["moth"], sizes: ["M"], shipDay: "2030-01-02" })
  const [{ integrationId, orderItems }] = await ordersOf(client)
  expect(orderItems[0]).not.toHaveProperty("shopMends")
  const shopMends: Mend[] = [{ kind: "remove-background", isOn: true, from: "edges", tolerance: 8 }]
  await client.expect("PUT", `/api/integrations/${integrationId._id}`, { mends: shopMends })
  expect((await ordersOf(client))[0].orderItems[0]).toMatchObject({ shopMends })

  const batch = (await client.post("/api/orders/batch", {})).data as { _id: string }
  await client.post(`/api/prints/${batch._id}/printItem`, { imageId: image._id, sizeId, quantity: 1 })
  const { printItems, findings } = await until("the ink", async () => {
    const print = await printOf(client, batch._id)
    return print.printItems.length === 2 && print.notChecked.length === 0 && print
  })
  const items = printItems.map((item) => ({ imageId: image._id, widthIn: 3, shopMends: item.shopMends }))
  const asked = await client.expect<ImageInk[]>("POST", "/api/images/findings", { items })
  for (const [i, { state, findings: seen }] of asked.entries()) {
    expect(state).toBe("ready")
    const own = findings.filter(({ itemId }) => itemId === printItems[i]._id)
    expect(own.map(({ itemId: _, ...finding }) => finding)).toEqual(seen)
    expect(seen.some(({ code }) => code === "white-box")).toBe(items[i].shopMends === undefined)
  }

  const refusal = (item: object) =>
    client.post("/api/images/findings", { items: [{ imageId: image._id, ...item }] })
  expect((await refusal({ shopMends })).message).toContain("give it as well")
  expect((await refusal({ widthIn: 3, shopMends: [crop] })).status).toBe(422)
})

test("an account's own mends are made of each image that comes in, and switched off where they leave nothing", async () => {
  const { client } = await app.givenUser({ name: "Ruled" })
  const bytes = await discPng()
  const before = await givenImage(client, { name: "before.png", bytes })
  await client.expect("PUT", "/api/profile/settings", { mends: [crop] })
  expect(await client.expect("GET", "/api/profile")).toMatchObject({ mends: [crop] })
  expect(await givenImage(client, { name: "after.png", bytes })).toMatchObject({ mends: [crop], widthPx: 80 })
  expect(await imageOf(client, before._id)).toMatchObject({ mends: [], widthPx: 160 })
  const corner: Mend = { kind: "crop", isOn: true, x: 0, y: 0, width: 100, height: 100 }
  await client.expect("PUT", "/api/profile/settings", { mends: [corner] })
  expect(await givenImage(client, { name: "corner.png", bytes })).toMatchObject({
    ...{ mends: [{ ...corner, isOn: false }], widthPx: 160 },
    warnings: ["Its mends leave nothing of the picture. So its mends were switched off."],
  })
  await client.expect("PUT", "/api/profile/settings", { mends: [] })
  expect(await givenImage(client, { name: "plain.png", bytes })).toMatchObject({ mends: [], warnings: [] })
})

/** Prints an image at a width, and returns what is on the film. */
async function printedPiece(client: Client, imageId: string, widthIn: number, values = {}) {
  return printedSheet(client, imageId, widthIn, { values, hasPiece: true })
}

/** Prints an image once, and returns the film without what is empty around it. */
async function printedSheet(
  client: Client,
  imageId: string,
  widthIn: number,
  { values = {}, hasPiece = false } = {},
) {
  const sizeId = await givenSize(client, `${widthIn} in of ${imageId} ${Date.now()}`, widthIn)
  const { _id } = await givenPrint(client, [{ imageId, sizeId, quantity: 1, values }])
  if (hasPiece)
    await until("the piece", async () => {
      const [item] = (await printOf(client, _id)).printItems
      expect(item.piece?.reason ?? null).toBeNull()
      return item.piece?.state === "ready"
    })
  expect((await client.post(`/api/prints/${_id}/proccess`, {})).status).toBe(202)
  await processed(client, _id)
  const [file] = (await printOf(client, _id)).fileId
  return sharp(await download(client, file))
    .trim({ threshold: 0 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}

const raw80 = { raw: { width: 80, height: 90, channels: 4 } } as const

/** Draws a disc 80 wide, 20 from the top of a picture of 160 × 120. */
function discPng(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="120"><circle cx="80" cy="60" r="40" fill="#1f6f8b"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

async function croppedPixels(bytes: Buffer): Promise<Buffer> {
  const cut = { left: 80, top: 30, width: 80, height: 90 }
  return sharp(bytes).ensureAlpha().extract(cut).raw().toBuffer()
}

async function readAgain(client: Client, id: string): Promise<Image> {
  await until("another reading", async () => {
    const row = await app.db.prepare("SELECT retry_at FROM image WHERE id = ?").bind(id).first()
    return row?.retry_at === null
  })
  return imageOf(client, id)
}

async function owner(id: string): Promise<unknown> {
  return (await app.db.prepare("SELECT user_id FROM image WHERE id = ?").bind(id).first())?.user_id
}

function masters(id: string): Promise<string[]> {
  return keysIn(app, `images/${id}/mended-`)
}

async function bytesIn(key: string): Promise<Buffer> {
  const object = await app.files.get(key)
  if (!object) throw new Error(`nothing lies under ${key}`)
  return Buffer.from(await object.arrayBuffer())
}

function pixelsOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).ensureAlpha().raw().toBuffer()
}

async function preview(client: Client, id: string, body: object): Promise<Buffer> {
  const reply = await client.fetch("POST", `/api/images/${id}/preview`, body)
  expect(reply.status, await reply.clone().text()).toBe(200)
  return pixelsOf(Buffer.from(await reply.arrayBuffer()))
}
