import { BlobReader, BlobWriter, type FileEntry, ZipReader } from "@zip.js/zip.js"
import { expect, test } from "vitest"
import { MAX_BULK_PRINTS } from "../../../contract/limit.ts"
import type { BulkOutcome, Print } from "../../../contract/prints/print.ts"
import { texts } from "../../../contract/text.ts"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { download, givenImage, givenPrint, givenSize, processed } from "../artwork/artwork-steps.ts"

const app = useApp()

async function givenPrints(client: Client, quantities: readonly number[]): Promise<Print[]> {
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "Pocket", 1)
  const prints: Print[] = []
  for (const quantity of quantities)
    prints.push(await givenPrint(client, [{ imageId: image._id, sizeId, quantity }]))
  return prints
}

test("several prints are processed, cancelled and downloaded; each says what became of it", async () => {
  const { client, hub } = await app.givenUser({ name: "Many", credits: 20 })
  const stranger = await app.givenUser({ name: "Stranger" })
  const [theirs] = await givenPrints(stranger.client, [1])
  const [first, second, dear, third] = await givenPrints(client, [2, 3, 30, 1])
  for (const { _id } of [first, third]) await client.put(`/api/prints/${_id}`, { name: "Friday: batch" })
  const bare = await givenPrint(client, [{ quantity: 1 }])

  const printIds = [first, second, dear, bare, theirs, third, first].map(({ _id }) => _id)
  const started = await client.post("/api/prints/bulk-process", { printIds })
  expect(started.status).toBe(202)
  expect(started.data).toEqual([
    { _id: first._id, status: "Processing" },
    { _id: second._id, status: "Processing" },
    { _id: dear._id, message: expect.stringContaining("This print needs 30 credits, but you have 15") },
    { _id: bare._id, message: texts.imageMissing },
    { _id: theirs._id, message: "This print does not exist" },
    { _id: third._id, status: "Processing" },
  ])
  const done = await Promise.all([first, second, third].map(({ _id }) => processed(client, _id)))
  expect(done.map(({ status }) => status)).toEqual(["Completed", "Completed", "Completed"])
  await expect.poll(() => hub.balance()).toMatchObject({ available: 14, used: 6, held: 0 })

  const again = (await client.post("/api/print/bulk-process", { printIds })).data as BulkOutcome[]
  expect(again[0]).toEqual({ _id: first._id, message: texts.alreadyProcessed })
  const stopped = await client.post("/api/prints/bulk-cancel", { printIds: [first._id, bare._id] })
  const notRunning = "Only a print that is being processed can be cancelled"
  expect(stopped).toMatchObject({
    status: 200,
    data: [
      { _id: first._id, message: notRunning },
      { _id: bare._id, message: notRunning },
    ],
  })

  const { path } = await client.expect<{ path: string }>("POST", "/api/prints/bulk-download", { printIds })
  const reply = await client.fetch("GET", `/api/${path}`)
  expect(reply.headers.get("content-type")).toBe("application/zip")
  expect(reply.headers.get("content-disposition")).toContain('filename="sheetsmith-3-prints.zip"')
  const entries = await new ZipReader(new BlobReader(await reply.blob())).getEntries()
  const folders = ["Friday- batch", second.name, "Friday- batch (2)"]
  expect(entries.map(({ filename }) => filename)).toEqual(
    folders.flatMap((folder, i) => [
      ...["manifest.csv", "manifest.pdf", "contact-sheet.pdf"].map((name) => `${folder}/${name}`),
      `${folder}/${done[i].fileId[0].name}`,
    ]),
  )
  const sheets = entries.filter(({ filename }) => filename.endsWith(".png"))
  for (const [index, entry] of sheets.entries()) {
    expect(entry.compressionMethod).toBe(0)
    const blob = await (entry as FileEntry).getData(new BlobWriter())
    const sheet = await download(client, done[index].fileId[0])
    expect(Buffer.from(await blob.arrayBuffer()).equals(sheet), entry.filename).toBe(true)
  }

  // The same prints in another sequence have the address there is; others' prints are no part of it.
  const same = [first, second, third].map(({ _id }) => _id)
  const one = await client.expect<{ path: string }>("POST", "/api/prints/bulk-download", { printIds: same })
  const other = [third, second, first].map(({ _id }) => _id)
  expect(
    await client.expect<{ path: string }>("POST", "/api/prints/bulk-download", { printIds: other }),
  ).toEqual(one)
  const refused = await stranger.client.post("/api/prints/bulk-download", { printIds: same })
  expect(refused).toMatchObject({
    status: 409,
    message: "None of these prints has sheets for a link: tests and unfinished prints have none",
  })
  const tooMany = Array.from({ length: MAX_BULK_PRINTS + 1 }, () => first._id)
  expect((await client.post("/api/prints/bulk-process", { printIds: tooMany })).status).toBe(400)
})

test("what failed of several prints by our fault is tried by a repeat, and nothing is paid twice", async () => {
  const { client, hub } = await app.givenUser({ name: "Half", credits: 20 })
  const [first, second] = await givenPrints(client, [2, 3])
  const printIds = [first._id, second._id]
  const headers = { "idempotency-key": crypto.randomUUID() }
  app.expectErrors(/a print of several failed/)
  await app.db
    .prepare(
      `CREATE TRIGGER refuse BEFORE INSERT ON attempt WHEN NEW.print_id = '${second._id}' BEGIN SELECT RAISE(ABORT, 'not now'); END`,
    )
    .run()
  const half = await client.post("/api/prints/bulk-process", { printIds }, headers)
  expect([half.status, half.data]).toEqual([
    202,
    [
      { _id: first._id, status: "Processing" },
      { _id: second._id, message: "This did not work. Please try again." },
    ],
  ])
  await app.db.prepare("DROP TRIGGER refuse").run()
  await processed(client, first._id)
  for (const isReplayed of [false, true]) {
    const again = await client.post("/api/prints/bulk-process", { printIds }, headers)
    expect(again.data).toEqual(printIds.map((_id) => ({ _id, status: "Processing" })))
    expect(again.headers.has("idempotent-replayed")).toBe(isReplayed)
  }
  await processed(client, second._id)
  await expect.poll(() => hub.balance()).toMatchObject({ used: 5, held: 0 })
})

test("a print is duplicated as a draft of its own, once for each request", async () => {
  const { client } = await app.givenUser({ name: "Copy" })
  const [print] = await givenPrints(client, [4])
  const path = `/api/prints/${print._id}`
  await client.put(path, { name: "Friday batch", labels: true })
  const requestKey = crypto.randomUUID()
  const made = await client.post(`${path}/duplicate`, { requestKey })
  expect(made).toMatchObject({
    status: 201,
    data: { name: "Copy of Friday batch", labels: true, status: "In Draft", type: "Manual", copies: 4 },
  })
  const copy = made.data as Print
  const partsOf = ({ printItems }: Print) =>
    printItems.map(({ imageId, sizeId, quantity }) => [imageId?._id, sizeId?._id, quantity])
  expect(partsOf(copy)).toEqual(partsOf(print))
  expect(copy._id).not.toBe(print._id)
  expect(await client.post(`${path}/duplicate`, { requestKey })).toMatchObject({
    status: 200,
    data: { _id: copy._id },
  })
  expect(await client.post(`${path}/duplicate`)).toMatchObject({ status: 201 })
  const stranger = await app.givenUser({ name: "Stranger" })
  expect((await stranger.client.post(`${path}/duplicate`)).status).toBe(404)
})
