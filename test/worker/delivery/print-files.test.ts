import sharp from "sharp"
import { expect, test } from "vitest"
import { defaultSheetTemplate, sheetTemplateInputSchema } from "../../../contract/artwork/size.ts"
import type { DestinationInput } from "../../../contract/delivery/destination.ts"
import type { Writing } from "../../../contract/delivery/writing.ts"
import { HOUR_MS } from "../../../contract/duration.ts"
import type { Print, SheetFile } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { destinationOf } from "../../../harness/destination.ts"
import { longTest } from "../../../harness/long-test.ts"
import type { Client } from "../../../local/client.ts"
import type { StoredPlacement } from "../../../worker/data/prints/sheet-rows.ts"
import {
  download,
  givenImage,
  givenPrint,
  givenSize,
  keysIn,
  printOf,
  processed,
  storedSheets,
  sweepFiles,
  until,
} from "../artwork/artwork-steps.ts"

const app = useApp()
const DPI = 100

/** A completed print of five wide and two long pieces, on one sheet. */
async function givenPrinted(client: Client, template: object = {}): Promise<Print> {
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const wide = await givenSize(client, "Wide", 3)
  const long = await givenSize(client, "Long", 3.6)
  const { _id: sheetTemplateId } = await client.expect<{ _id: string }>(
    "POST",
    "/api/sheet-templates",
    sheetTemplateInputSchema.parse({
      ...{ ...defaultSheetTemplate, name: "Roll", isDefault: false },
      ...{ widthIn: 8, maxLengthIn: 40, dpi: DPI, labels: true, nesting: "boxes" },
      ...template,
    }),
  )
  const print = await givenPrint(client, [
    { imageId: image._id, sizeId: wide, quantity: 5 },
    { imageId: image._id, sizeId: long, quantity: 2 },
  ])
  await client.expect("POST", `/api/prints/${print._id}/process`, { sheetTemplateId, effort: "quick" })
  const done = await processed(client, print._id)
  expect(done.status).toBe("Completed")
  return done
}

async function givenDestination(client: Client, change: Partial<DestinationInput>): Promise<string> {
  const { _id } = await client.expect<{ _id: string }>(
    "POST",
    "/api/destinations",
    destinationOf({ dpi: DPI, ...change }),
  )
  return _id
}

function writingsOf(client: Client, id: string): Promise<Writing[]> {
  return client.expect<Writing[]>("GET", `/api/prints/${id}/files`)
}

/** Waits until none of the print's writings runs. */
async function rewritten(client: Client, id: string): Promise<Print> {
  await until(`files of ${id}`, async () =>
    (await writingsOf(client, id)).every(({ state }) => state !== "running"),
  )
  return printOf(client, id)
}

async function writeFor(client: Client, { _id }: Pick<Print, "_id">, destinationId: string): Promise<Print> {
  await client.expect("POST", `/api/prints/${_id}/files`, { destinationId })
  return rewritten(client, _id)
}

async function pixelsOf(client: Client, file: SheetFile): Promise<Buffer> {
  return sharp(await download(client, file))
    .raw()
    .toBuffer()
}

const filesFor = ({ fileId }: Print, name: string | null) =>
  fileId.filter(({ destination }) => destination === name)

longTest(
  "a completed print is written for more destinations: the same pixels, mirrored, on shorter sheets, for nothing",
  async () => {
    const { client, hub, userId } = await app.givenUser({ name: "Again" })
    const print = await givenPrinted(client)
    const [own] = print.fileId
    const ownPixels = await pixelsOf(client, own)
    const [ownSheet] = await storedSheets(app, print._id)
    const before = await client.expect("GET", "/api/statistics")
    const manifest = await client.expect("GET", `/api/prints/${print._id}/manifest`)
    const balance = await hub.balance()

    const contour = { ...destinationOf().contour, isOn: true }
    const same = await givenDestination(client, { name: "Two kinds", formats: ["png", "tiff"], contour })
    const reply = await client.post(`/api/prints/${print._id}/files`, { destinationId: same })
    expect(reply).toMatchObject({ status: 202, message: 'The files for "Two kinds" are being written' })
    expect(reply.data).toMatchObject({ _id: print._id, status: "Completed" })
    expect(await writingsOf(client, print._id)).toMatchObject([{ destinationId: same, name: "Two kinds" }])
    const twice = await rewritten(client, print._id)
    expect(twice.fileId.slice(0, 1)).toEqual(print.fileId)
    const more = filesFor(twice, "Two kinds")
    expect(more.map(({ format, sheet, lengthIn }) => [format, sheet, lengthIn])).toEqual([
      ["png", 2, own.lengthIn],
      ["tiff", 2, own.lengthIn],
      ["svg", 2, own.lengthIn],
    ])
    expect(own.contourLengthIn).toBeNull()
    expect(more[2].contourLengthIn).toBeGreaterThan(7 * 3)
    expect(more[0].name).toMatch(/^\d{4}-\d\d-\d\d-.*-1-[\d.]+in\.png$/)
    for (const file of more.slice(0, 2)) expect((await pixelsOf(client, file)).equals(ownPixels)).toBe(true)

    // A repeat adds nothing, whether it comes alone or with others.
    const again = () => client.post(`/api/prints/${print._id}/files`, { destinationId: same })
    const repeats = await Promise.all([again(), again(), again()])
    expect(repeats.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(repeats[0].message).toBe('The print has its files for "Two kinds"')
    expect((await rewritten(client, print._id)).fileId).toEqual(twice.fileId)

    const short = await givenDestination(client, { name: "Mirrored, 6 in", maxLengthIn: 6, mirror: true })
    const split = await writeFor(client, print, short)
    const parts = filesFor(split, "Mirrored, 6 in")
    expect(parts.length).toBeGreaterThan(2)
    const sheets = (await storedSheets(app, print._id)).slice(2)
    expect(sheets.length).toBe(parts.length)
    const keyOf = ({ itemId, copy }: StoredPlacement) => `${itemId} ${copy}`
    const places = new Map(ownSheet.placements.map((placement) => [keyOf(placement), placement]))
    const width = ownSheet.widthPx
    let ink = 0
    for (const [i, file] of parts.entries()) {
      expect(file.lengthIn).toBeLessThanOrEqual(6)
      const flopped = await sharp(await download(client, file))
        .flop()
        .raw()
        .toBuffer()
      for (const pixel of alphasOf(flopped)) ink += pixel
      for (const { x, y, widthPx, heightPx, ...copy } of sheets[i].placements) {
        const printed = places.get(`${copy.itemId} ${copy.copy}`)
        expect(printed?.x).toBe(width - x - widthPx)
        for (let row = 0; row < heightPx; row++) {
          const at = ((y + row) * width + (printed?.x ?? 0)) * 4
          const from = (((printed?.y ?? 0) + row) * width + (printed?.x ?? 0)) * 4
          const line = flopped.subarray(at, at + widthPx * 4)
          if (!line.equals(ownPixels.subarray(from, from + widthPx * 4)))
            throw new Error(`row ${row} differs`)
        }
      }
    }
    expect(sheets.flatMap(({ placements }) => placements.map(keyOf)).sort()).toEqual(
      [...places.keys()].sort(),
    )
    let ownInk = 0
    for (const pixel of alphasOf(ownPixels)) ownInk += pixel
    expect(ink).toBe(ownInk)

    // The first files stay as they are.
    expect(split.lengthIn).toBe(print.lengthIn)
    expect(await client.expect("GET", "/api/statistics")).toEqual(before)
    expect(await client.expect("GET", `/api/prints/${print._id}/manifest`)).toEqual(manifest)
    expect(await hub.balance()).toEqual(balance)
    const shown = await hub.poll({ userId, after: 0, waitMs: 0 })
    const news = shown.events.filter(({ event }) => event === `print-${userId}`)
    expect(news).toHaveLength(3)
    const notices = await client.expect<{ message: string }[]>("GET", "/api/notifications")
    expect(notices.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'The files for "Two kinds" are ready: 1 sheet.',
        `The files for "Mirrored, 6 in" are ready: ${parts.length} sheets.`,
      ]),
    )

    // All files go with the print's sheets, and come back with them.
    const removed = await client.expect<{ undoId: string }>("DELETE", `/api/prints/${print._id}`)
    expect((await client.get(`/api/${parts[0].path}`)).status).toBe(404)
    expect(await client.post(`/api/prints/${print._id}/files`, { destinationId: same })).toMatchObject({
      status: 409,
      message: expect.stringContaining("were deleted"),
    })
    await client.expect("POST", `/api/undo/${removed.undoId}`)
    expect((await printOf(client, print._id)).fileId).toEqual(split.fileId)
    await client.expect("DELETE", `/api/prints/${print._id}`)
    await sweepFiles(app)
    for (const { path } of split.fileId)
      expect(await keysIn(app, `${path.split("/").slice(1, 3).join("/")}/`)).toEqual([])
  },
)

function* alphasOf(pixels: Buffer): Generator<number> {
  for (let at = 3; at < pixels.length; at += 4) yield pixels[at]
}

longTest(
  "an ended print's layout moves from rows to a document, which is read, written from and deleted",
  async () => {
    const { client } = await app.givenUser({ name: "Moved" })
    const print = await givenPrinted(client)
    const manifest = () => client.expect("GET", `/api/prints/${print._id}/manifest`)
    const before = await manifest()
    const layout = () => client.expect("GET", `/api/prints/${print._id}/layout`)
    const planned = await layout()
    const rows = async () => {
      const counts = ["attempt_stamp", "sheet_part"].map((table) =>
        app.db
          .prepare(
            `SELECT count(*) AS n FROM ${table} WHERE attempt_id = (SELECT attempt_id FROM print WHERE id = ?)`,
          )
          .bind(print._id)
          .first<{ n: number }>(),
      )
      return (await Promise.all(counts)).map((count) => count?.n)
    }
    const later = () => app.runtime.runCron("* * * * *", Date.now() + 2 * HOUR_MS)

    const mirroredFor = async (name: string) =>
      writeFor(client, print, await givenDestination(client, { name, mirror: true }))
    const fromRows = await pixelsOf(client, filesFor(await mirroredFor("Mirror"), "Mirror")[0])

    // The rows cannot go: both are there, and the next run goes on.
    app.expectErrors(/sweep failed/)
    await app.db
      .prepare("CREATE TRIGGER refuse BEFORE DELETE ON sheet_part BEGIN SELECT RAISE(ABORT, 'not now'); END")
      .run()
    await later()
    expect((await rows()).every((count) => count !== 0)).toBe(true)
    expect(await manifest()).toEqual(before)
    await app.db.prepare("DROP TRIGGER refuse").run()
    await later()
    expect(await rows()).toEqual([0, 0])
    expect(await manifest()).toEqual(before)
    expect(await layout()).toEqual(planned)
    const stored = await app.db
      .prepare("SELECT sheets FROM print_layout WHERE print_id = ?")
      .bind(print._id)
      .first<{ sheets: string }>()
    expect([planned, stored?.sheets]).toEqual([expect.anything(), expect.stringMatching(/^layouts\//)])

    // From the document it is written as it was from rows, and the new rows join that.
    const [mirrored] = filesFor(await mirroredFor("Mirror again"), "Mirror again")
    expect((await pixelsOf(client, mirrored)).equals(fromRows)).toBe(true)
    await later()
    expect(await rows()).toEqual([0, 0])
    const tiff = await givenDestination(client, { name: "TIFF", formats: ["tiff"] })
    expect(filesFor(await writeFor(client, print, tiff), "TIFF")).toHaveLength(1)
    expect(await manifest()).toEqual(before)

    const attempt = await app.db
      .prepare("SELECT attempt_id AS id FROM print WHERE id = ?")
      .bind(print._id)
      .first<{ id: string }>()
    expect(await keysIn(app, `layouts/${attempt?.id}`)).toHaveLength(1)
    await client.expect("DELETE", `/api/prints/${print._id}/force`)
    await later()
    await sweepFiles(app)
    expect(await keysIn(app, `layouts/${attempt?.id}`)).toEqual([])
  },
)

test("what cannot be written once more is refused in words", async () => {
  const { client } = await app.givenUser({ name: "Refused" })
  const print = await givenPrinted(client)
  const ask = (destinationId: string, id = print._id) =>
    client.post(`/api/prints/${id}/files`, { destinationId })
  const fine = await givenDestination(client, { name: "Fine", dpi: 300 })
  expect(await ask(fine)).toMatchObject({
    status: 422,
    message: expect.stringContaining('"Fine" needs 300 DPI, but the print has 100.'),
    fields: { destinationId: expect.stringContaining("300 DPI") },
  })
  const tiny = await givenDestination(client, { name: "Tiny", maxLengthIn: 4 })
  expect(await ask(tiny)).toMatchObject({
    status: 422,
    message: expect.stringMatching(
      /^"moth\.png" takes 4\.\d+ in of film as it is laid out, but "Tiny" takes files of at most 4 in/,
    ),
  })
  expect((await ask(print._id)).status).toBe(404)
  const draft = await givenPrint(client, [{ quantity: 1 }])
  expect(await ask(tiny, draft._id)).toMatchObject({
    status: 409,
    message: "The print has no sheets yet. Process it first.",
  })
  const cutter = await givenDestination(client, {
    name: "Cutter",
    contour: { ...destinationOf().contour, isOn: true, offsetIn: 0.4 },
  })
  expect(await ask(cutter)).toMatchObject({
    status: 422,
    message: expect.stringContaining('The cut line of "Cutter" would leave the film'),
  })
  await app.db.batch(
    Array.from({ length: 10 }, (_, i) =>
      app.db
        .prepare(
          `INSERT INTO writing (id, attempt_id, user_id, state, destination_id, name, digest, settings, created_at, updated_at)
           SELECT 'w' || ?, attempt_id, user_id, 'failed', id, 'Other', ?, '{}', 1, 1 FROM print WHERE id = ?`,
        )
        .bind(i, i, print._id),
    ),
  )
  const last = await givenDestination(client, { name: "One more", fileName: "last-{sheet}" })
  expect(await ask(last)).toMatchObject({
    status: 409,
    message: expect.stringContaining("at most 10 more destinations"),
  })
})

test("what stops a writing is taken up again, and one that fails leaves nothing behind", async () => {
  const { client, hub, userId } = await app.givenUser({ name: "Stopped" })
  const print = await givenPrinted(client)
  const rows = <Row>(query: string) => app.db.prepare(query).bind(print._id).all<Row>()
  const ofPrint = "attempt_id = (SELECT attempt_id FROM print WHERE id = ?)"
  const { results: stamps } = await rows<{ attempt_id: string; stamp_key: string }>(
    `SELECT * FROM attempt_stamp WHERE ${ofPrint}`,
  )
  const [{ attempt_id: attemptId }] = stamps

  // The stamps' objects are lost: they are made again, and then the sheet.
  await app.files.delete(stamps.map(({ stamp_key }) => stamp_key))
  const tiff = await givenDestination(client, { name: "TIFF", formats: ["tiff"] })
  const done = await writeFor(client, print, tiff)
  const [file] = filesFor(done, "TIFF")
  expect((await pixelsOf(client, file)).equals(await pixelsOf(client, print.fileId[0]))).toBe(true)

  // Every message may come once more, and after it was given up.
  const [writing] = await writingsOf(client, print._id)
  const messages = [
    ...stamps.map(({ stamp_key }) => ({
      ...{ kind: "stamp", attemptId, stampKey: stamp_key, writingId: writing._id },
    })),
    { kind: "sheet", attemptId, sheetIndex: 1 },
  ]
  expect(await app.deliver("sheetsmith-render", ...messages)).toMatchObject({ retried: [] })
  await app.deliver("sheetsmith-render-dead", ...messages)
  expect(await printOf(client, print._id)).toEqual(done)
  const news = async () =>
    (await hub.poll({ userId, after: 0, waitMs: 0 })).events.filter(
      ({ event }) => event === `print-${userId}`,
    )
  expect(await news()).toHaveLength(2)

  // A queue that forgets: the sweep queues what is missing.
  const stop = app.db.batch([
    app.db.prepare(`UPDATE sheet SET state = 'waiting' WHERE writing_id = ?`).bind(writing._id),
    app.db.prepare(`UPDATE writing SET state = 'writing', updated_at = 1 WHERE id = ?`).bind(writing._id),
  ])
  await stop
  expect((await printOf(client, print._id)).fileId).toEqual(print.fileId)
  await app.runtime.runCron("* * * * *")
  expect((await rewritten(client, print._id)).fileId).toEqual(done.fileId)
  expect(await news()).toHaveLength(2)

  // The artwork is deleted: its mirror image can no longer be drawn.
  const [{ imageId }] = done.printItems
  await client.expect("DELETE", `/api/images/${imageId?._id}`)
  await sweepFiles(app)
  const mirror = await givenDestination(client, { name: "Mirror", mirror: true })
  for (let again = 0; again < 2; again++) {
    const { fileId } = await writeFor(client, print, mirror)
    expect(fileId).toEqual(done.fileId)
    const [, failed] = await writingsOf(client, print._id)
    expect(failed).toMatchObject({
      state: "failed",
      failureMessage:
        'The files for "Mirror" could not be written. "moth.png" could not be printed. It was deleted. The print\'s own files stay as they are.',
    })
  }
  expect((await rows(`SELECT * FROM sheet WHERE ${ofPrint}`)).results).toHaveLength(2)
  const updates = (await hub.poll({ userId, after: 0, waitMs: 0 })).events
  expect(updates.filter(({ data }) => (data as { status?: string }).status === "Error")).toHaveLength(2)

  // A print that lost its sheets is written no further, and forgotten after six hours.
  await app.db
    .prepare(`UPDATE writing SET state = 'writing', updated_at = 1, created_at = 1 WHERE id = ?`)
    .bind(writing._id)
    .run()
  await client.expect("DELETE", `/api/prints/${print._id}`)
  await app.runtime.runCron("* * * * *")
  expect((await rows(`SELECT * FROM writing WHERE state = 'writing' AND ${ofPrint}`)).results).toEqual([])
  expect(await writingsOf(client, print._id)).toEqual([])
})
