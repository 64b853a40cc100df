import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BlobReader, ZipReader } from "@zip.js/zip.js"
import sharp from "sharp"
import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { sheetFileKinds } from "../../../contract/delivery/sheet-format.ts"
import type { LayoutReply } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { destinationOf } from "../../../harness/destination.ts"
import { hasJudges, inkPlates, libtiffRaw, pdfJudges } from "../../../harness/formats/judges.ts"
import { longTest } from "../../../harness/long-test.ts"
import { choke, takeAlphas } from "../../../sheet/kernel/raster-planes.twin.ts"
import { compareSheet } from "../../journeys/compare-sheet.ts"
import {
  download,
  givenImage,
  givenPrint,
  givenSize,
  keysIn,
  printOf,
  processed,
  sweepFiles,
} from "../artwork/artwork-steps.ts"

const app = useApp()

test("a print is laid out, paid for, rendered as planned, announced and mailed", async () => {
  const { client, hub, userId, email } = await app.givenUser({ name: "Whole" })
  const art = await softArtPng(900, 1080)
  const image = await givenImage(client, { name: "moth.png", bytes: art })
  const large = await givenSize(client, "Adult chest", 4)
  const small = await givenSize(client, "Pocket", 1.5)
  const draft = await givenPrint(client, [
    { imageId: image._id, sizeId: large, quantity: 3 },
    { imageId: image._id, sizeId: small, quantity: 2 },
    { imageId: image._id, sizeId: large, quantity: 1 },
  ])
  expect(draft).toMatchObject({ status: "In Draft", type: "Manual", copies: 6, itemCount: 2, fileId: [] })

  const planned = (await client.post(`/api/prints/${draft._id}/layout`)).data as LayoutReply
  expect(planned).toMatchObject({ dpi: 300, copies: 6, credits: 6 })
  const before = (await hub.poll({ userId, after: -1, waitMs: 0 })).latest
  const started = await client.post(`/api/prints/${draft._id}/proccess`)
  expect(started).toMatchObject({ status: 202, data: { _id: draft._id, status: "Processing" } })
  const print = await processed(client, draft._id)
  expect(print).toMatchObject({ status: "Completed", failureMessage: null, progress: null })
  expect(print.fileId).toHaveLength(planned.sheets.length)
  // The mail is the last thing that happens.
  await app.mailed(email, "Your print is ready: 1 sheet")
  expect(await hub.balance()).toMatchObject({ available: 14, used: 6, held: 0 })

  const sheet = await download(client, print.fileId[0])
  expect(sheet.length).toBe(print.fileId[0].bytes)
  const compared = await compareSheet(
    sheet,
    planned.sheets[0].placements.map((placement) => ({ art, ...placement })),
  )
  expect(compared).toMatchObject({
    widthPx: planned.sheets[0].widthPx,
    lengthPx: planned.sheets[0].lengthPx,
    density: 300,
    strayPixels: 0,
  })
  const picture = await download(client, { path: print.fileId[0].previewPath ?? "" })
  expect(await sharp(picture).metadata()).toMatchObject({ width: 480, hasAlpha: true })
  expect(Math.min(...compared.psnrDb)).toBeGreaterThan(38)

  const { events } = await hub.poll({ userId, after: before, waitMs: 0 })
  // The press tells of the image's ink when it has room.
  expect(events.filter(({ event }) => event.startsWith("print"))).toMatchObject([
    { event: `print-update-${userId}`, data: { printId: print._id, status: "Processing" } },
    { event: `print-${userId}`, data: { attachmentId: print._id } },
  ])
  const notices = await client.get("/api/notifications")
  expect(notices.data).toMatchObject([{ type: "print", attachmentId: print._id }, {}, {}])
  expect((await client.get(`/api/images/${image._id}`)).data).toMatchObject({ usedInPrint: 6 })
})

test("a print is written in each format that is asked for, and its files go and come back together", async () => {
  const { client } = await app.givenUser({ name: "Formats", credits: 40 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "Pocket", 2)
  const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 5 }])
  for (const formats of [[], ["bmp"], ["pdf", "pdf"]])
    expect((await client.post(`/api/prints/${_id}/process`, { formats })).status).toBe(400)
  await client.post(`/api/prints/${_id}/process`, { formats: ["pdf", "png", "tiff"] })
  const { fileId, status } = await processed(client, _id)
  expect(status).toBe("Completed")
  const end = _id.slice(-6)
  expect(fileId).toMatchObject([
    { format: "pdf", sheet: 1, name: `${end}-sheet-1.pdf` },
    { format: "png", sheet: 1, name: `${end}-sheet-1.png` },
    { format: "tiff", sheet: 1, name: `${end}-sheet-1.tiff` },
  ])
  const mediaTypes = ["application/pdf", "image/png", "image/tiff"]
  const files: Buffer[] = []
  for (const [i, { path, name, bytes }] of fileId.entries()) {
    expect(path).toMatch(new RegExp(`/sheet-1\\.${fileId[i].format}$`))
    const reply = await client.fetch("GET", `/api/${path}`)
    expect(reply.headers.get("content-type")).toBe(mediaTypes[i])
    expect(reply.headers.get("content-disposition")).toContain(`attachment; filename="${name}"`)
    files.push(Buffer.from(await reply.arrayBuffer()))
    expect(files[i].length).toBe(bytes)
  }
  expect(files[0].toString("latin1", 0, 8)).toBe("%PDF-1.7")
  const [png, tiff] = await Promise.all(
    files.slice(1).map((file) => sharp(file, { ignoreIcc: true }).raw().toBuffer()),
  )
  expect(png.equals(tiff)).toBe(true)

  const result = await client.get(`/api/prints?search=${end}-sheet-1.tiff`)
  expect(result.data).toMatchObject([{ _id }])
  const zip = await client.expect<{ path: string }>("POST", "/api/prints/bulk-download", {
    printIds: [_id],
  })
  const whole = await client.fetch("GET", `/api/${zip.path}`)
  const entries = await new ZipReader(new BlobReader(await whole.blob())).getEntries()
  expect(entries.map(({ filename }) => filename.slice(-11))).toEqual([
    "anifest.csv",
    "anifest.pdf",
    "t-sheet.pdf",
    "sheet-1.pdf",
    "sheet-1.png",
    "heet-1.tiff",
  ])

  // Several prints at once take formats, too. An archive has all files and counts each sheet once.
  const other = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  await client.post("/api/prints/bulk-process", { printIds: [other._id], formats: ["tiff"] })
  expect((await processed(client, other._id)).fileId).toMatchObject([{ format: "tiff", sheet: 1 }])
  expect((await client.get("/api/profile/archive")).data).toEqual({ parts: 2, images: 1, sheets: 2 })
  const archive = await client.fetch("GET", "/api/profile/archive/part-2.zip")
  const archived = await new ZipReader(new BlobReader(await archive.blob())).getEntries()
  expect(archived.map(({ filename }) => filename)).toEqual([
    ...["pdf", "png", "tiff"].map((format) => `sheets/${_id}/sheet-1.${format}`),
    `sheets/${other._id}/sheet-1.tiff`,
  ])

  const folder = fileId[0].path.replace("files/", "").replace(/[^/]+$/, "")
  const stored = await keysIn(app, folder)
  expect(stored.map((key) => key.replace(folder, ""))).toEqual([
    "preview.png",
    "sheet-1.pdf",
    "sheet-1.png",
    "sheet-1.tiff",
  ])
  const doomed = async () => {
    const { results } = await app.db
      .prepare("SELECT key FROM doomed_object WHERE key LIKE ? || '%' ORDER BY key")
      .bind(folder)
      .all<{ key: string }>()
    return results.map(({ key }) => key)
  }
  const deleted = await client.delete(`/api/prints/${_id}`)
  expect(await doomed()).toEqual(stored)
  await client.post(`/api/undo/${(deleted.data as { undoId: string }).undoId}`)
  expect(await doomed()).toEqual([])
  expect((await printOf(client, _id)).fileId).toEqual(fileId)
})

test("a template's destination decides formats, longest file, mirror, white and names", async () => {
  const { client } = await app.givenUser({ name: "Destined", credits: 40 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "Pocket", 2)
  const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 5 }])
  await client.put(`/api/prints/${_id}`, { name: "../Friday: batch" })
  const template = { ...defaultSheetTemplate, name: "Narrow", widthIn: 5, isDefault: false }
  const { _id: sheetTemplateId } = await client.expect<{ _id: string }>(
    "POST",
    "/api/sheet-templates",
    template,
  )
  const dryRun = async () =>
    (await client.post(`/api/prints/${_id}/layout`, { sheetTemplateId })).data as LayoutReply
  const free = await dryRun()
  expect(free).toMatchObject({ destination: null, sheets: [{}] })

  const press = destinationOf({
    formats: ["tiff", "pdf"],
    maxLengthIn: 4,
    mirror: true,
    white: { isOn: true, chokePx: 1, name: "Spot 1" },
  })
  const { _id: destinationId } = await client.expect<{ _id: string }>("POST", "/api/destinations", press)
  await client.put(`/api/sheet-templates/${sheetTemplateId}`, { ...template, destinationId })
  // The layout stored before no longer fits, and a document that is too long is refused.
  const { packing, sheets } = free
  const tooLong = { sheetTemplateId, packing, sheets: sheets.map(({ widthPx: _, ...sheet }) => sheet) }
  expect(await client.put(`/api/prints/${_id}/layout`, tooLong)).toMatchObject({
    status: 422,
    code: "layout-invalid",
  })
  const planned = await dryRun()
  expect(planned.sheets).toHaveLength(3)
  for (const { lengthPx } of planned.sheets) expect(lengthPx).toBeLessThanOrEqual(4 * 300)
  expect(planned.destination).toEqual({
    _id: destinationId,
    name: "Press",
    formats: ["tiff", "pdf"],
    maxLengthIn: 4,
    message:
      'Written for "Press" as TIFF and PDF, mirrored, with white beneath. A file is at most 4 in long, so the print takes 3 sheets.',
  })

  expect((await client.post(`/api/prints/${_id}/process`, { sheetTemplateId })).status).toBe(202)
  const { fileId, status } = await processed(client, _id)
  expect(status).toBe("Completed")
  const day = new Date().toISOString().slice(0, 4)
  expect(fileId.map(({ format, sheet }) => [format, sheet])).toEqual(
    [1, 2, 3].flatMap((sheet) => [
      ["tiff", sheet],
      ["pdf", sheet],
    ]),
  )
  for (const { name, sheet, format, lengthIn } of fileId) {
    const length = Math.round(lengthIn * 100) / 100
    expect(name).toMatch(new RegExp(`^${day}-\\d\\d-\\d\\d-Friday- batch-${sheet}-${length}in\\.${format}$`))
  }
  const [tiff] = fileId
  const head = await client.fetch("GET", `/api/${tiff.path}`)
  expect(head.headers.get("content-disposition")).toContain(`filename="${tiff.name}"`)
  expect(await sharp(Buffer.from(await head.arrayBuffer())).metadata()).toMatchObject({ channels: 5 })
  if (hasJudges)
    await expectWhiteBeneath(...(await Promise.all([download(client, tiff), download(client, fileId[1])])))
  const { results: stamps } = await app.db
    .prepare(
      "SELECT DISTINCT attempt_stamp.mirror AS mirror FROM attempt_stamp JOIN attempt ON attempt.id = attempt_stamp.attempt_id WHERE attempt.print_id = ?",
    )
    .bind(_id)
    .all()
  expect(stamps).toEqual([{ mirror: 1 }])

  expect(
    (await client.get(`/api/prints?search=${encodeURIComponent(String(tiff.name))}`)).data,
  ).toMatchObject([{ _id }])
  const zip = await client.expect<{ path: string }>("POST", "/api/prints/bulk-download", {
    printIds: [_id],
  })
  const whole = await client.fetch("GET", `/api/${zip.path}`)
  const entries = await new ZipReader(new BlobReader(await whole.blob())).getEntries()
  expect(entries.map(({ filename }) => filename)).toEqual([
    ...["manifest.csv", "manifest.pdf", "contact-sheet.pdf"],
    ...fileId.map(({ name }) => name),
  ])
})

longTest(
  "a destination's cut line is written around every piece, in PDF and beside, and its length is told",
  async () => {
    const { client, hub } = await app.givenUser({ name: "Cut", credits: 40 })
    const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
    const sizeId = await givenSize(client, "Pocket", 1)
    const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 5 }])
    const contour = { ...destinationOf().contour, isOn: true, offsetIn: 0.05, name: "Thru-cut" }
    const given = destinationOf({ formats: ["pdf"], contour: { ...contour, beside: [] } })
    const press = await client.expect<{ _id: string }>("POST", "/api/destinations", given)
    const template = { ...defaultSheetTemplate, name: "Cut", widthIn: 4, isDefault: false, edgeIn: 0.02 }
    const { _id: sheetTemplateId } = await client.expect<{ _id: string }>("POST", "/api/sheet-templates", {
      ...template,
      destinationId: press._id,
    })
    const process = (request = {}) =>
      client.post(`/api/prints/${_id}/process`, { sheetTemplateId, ...request })
    for (const reply of [
      await process(),
      await client.post(`/api/prints/${_id}/layout`, { sheetTemplateId }),
    ])
      expect(reply).toMatchObject({
        status: 422,
        message:
          'The cut line of "Press" would leave the film: the edge of "Cut" has to be 0.06 in or more, but it is 0.02 in.',
      })
    const wide = { ...template, edgeIn: 0.1, gapIn: 0.2, destinationId: press._id }
    await client.put(`/api/sheet-templates/${sheetTemplateId}`, wide)
    expect(await process({ formats: ["png"] })).toMatchObject({
      status: 422,
      message: expect.stringMatching(/^"Press": PNG and TIFF cannot hold a cut line\./),
    })
    expect(await hub.balance()).toMatchObject({ available: 40, held: 0 })

    const beside = { ...given, formats: ["png", "pdf"], contour: { ...contour, beside: ["svg", "dxf"] } }
    await client.put(`/api/destinations/${press._id}`, beside)
    expect((await process()).status).toBe(202)
    const { fileId, status, failureMessage } = await processed(client, _id)
    expect([status, failureMessage]).toEqual(["Completed", null])
    expect(fileId.map(({ format }) => format)).toEqual(["png", "pdf", "svg", "dxf"])
    const [{ contourLengthIn, name }] = fileId
    // Around what shows of the moth, two thirds of an inch across, five times.
    expect(contourLengthIn).toBeGreaterThan(5 * 2.2)
    expect(contourLengthIn).toBeLessThan(5 * 4)
    for (const file of fileId) {
      expect(file).toMatchObject({ contourLengthIn, name: name?.replace(/png$/, file.format) })
      const reply = await client.fetch("GET", `/api/${file.path}`)
      expect(reply.headers.get("content-type")).toBe(sheetFileKinds[file.format].mediaType)
      expect(reply.headers.get("content-disposition")).toContain(`filename="${file.name}"`)
      expect((await reply.arrayBuffer()).byteLength).toBe(file.bytes)
    }
    const [png, pdf, svg, dxf] = await Promise.all(fileId.map((file) => download(client, file)))
    expect(svg.toString().match(/<path /g)).toHaveLength(5)
    expect(svg.toString()).toContain('id="Thru-cut"')
    expect(dxf.toString()).toMatch(/^0\nSECTION[\s\S]*0\nEOF\n$/)
    if (hasJudges) await expectPlateAroundInk(png, pdf, 0.05)
    expect((await client.get(`/api/prints/${_id}/manifest`)).data).toMatchObject({
      cutLengthsIn: [contourLengthIn],
    })
    const page = await client.fetch("GET", `/api/prints/${_id}/manifest.html`)
    expect(await page.text()).toContain(`, ${contourLengthIn} in of cut line on sheet 1`)

    const stored = await keysIn(app, fileId[0].path.split("/").slice(1, 3).join("/"))
    expect(stored).toHaveLength(5)
    await client.delete(`/api/prints/${_id}`)
    await sweepFiles(app)
    expect(await keysIn(app, fileId[0].path.split("/").slice(1, 3).join("/"))).toEqual([])
  },
)

/**
 * Checks that libtiff's fifth sample and Ghostscript's plate are the ink less a pixel around it, and that
 * Poppler paints the TIFF's pixels.
 */
async function expectWhiteBeneath(tiff: Buffer, pdf: Buffer): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "sheetsmith-white-"))
  const [tiffFile, pdfFile] = [join(scratch, "sheet.tiff"), join(scratch, "sheet.pdf")]
  try {
    writeFileSync(tiffFile, tiff)
    writeFileSync(pdfFile, pdf)
    const samples = await libtiffRaw(tiffFile, scratch)
    expect(samples.channels).toBe(5)
    const white = samples.data.filter((_, i) => i % 5 === 4)
    const rgba = samples.data.filter((_, i) => i % 5 < 4)
    expect(Buffer.compare(white, choke(takeAlphas(rgba), samples.widthPx, 1))).toBe(0)
    const [plate] = await inkPlates(pdfFile, ["Spot 1"], 300, scratch)
    expect(Buffer.compare(plate.data, white)).toBe(0)
    const painted = await pdfJudges.poppler(pdfFile, 300, scratch)
    expect([painted.widthPx, painted.heightPx]).toEqual([samples.widthPx, samples.heightPx])
    let farthest = 0
    painted.data.forEach((level, i) => {
      const [at, alpha] = [Math.floor(i / 3) * 4 + (i % 3), rgba[Math.floor(i / 3) * 4 + 3]]
      const onPaper = (rgba[at] * alpha + 255 * (255 - alpha)) / 255
      farthest = Math.max(farthest, Math.abs(level - onPaper))
    })
    expect(farthest).toBeLessThanOrEqual(1.5)
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** Checks Ghostscript's plate of the line: no ink is nearer to the sheet's than its offset less 0.1 mm. */
async function expectPlateAroundInk(png: Buffer, pdf: Buffer, offsetIn: number): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "sheetsmith-cut-"))
  try {
    writeFileSync(join(scratch, "sheet.pdf"), pdf)
    const [plate] = await inkPlates(join(scratch, "sheet.pdf"), ["Thru-cut"], 300, scratch)
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    expect([plate.widthPx, plate.heightPx]).toEqual([info.width, info.height])
    // Half a stroke and a pixel of the plate lie inside of the line.
    const reach = (offsetIn - 0.1 / 25.4 - 0.125 / 72) * 300 - 1.5
    let drawn = 0
    let tooNear = 0
    plate.data.forEach((ink, at) => {
      if (ink === 0) return
      drawn++
      const [x, y] = [at % info.width, Math.floor(at / info.width)]
      for (let row = Math.ceil(y - reach); row <= y + reach; row++) {
        const half = Math.floor(Math.sqrt(reach ** 2 - (row - y) ** 2))
        for (let column = x - half; column <= x + half; column++) {
          const isOnSheet = row >= 0 && row < info.height && column >= 0 && column < info.width
          if (isOnSheet && data[(row * info.width + column) * 4 + 3] > 0) tooNear++
        }
      }
    })
    expect(drawn).toBeGreaterThan(5 * 2 * 300)
    expect(tooNear).toBe(0)
  } finally {
    rmSync(scratch, { recursive: true })
  }
}
