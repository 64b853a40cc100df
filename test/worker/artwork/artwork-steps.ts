import { expect } from "vitest"
import type { Image, RefusedFile, UploadedFile } from "../../../contract/artwork/image.ts"
import type { Print, SheetFile } from "../../../contract/prints/print.ts"
import type { AnyApp } from "../../../harness/app-calls.ts"
import type { Client } from "../../../local/client.ts"
import { type StoredPlacement, storedPlacementsSchema } from "../../../worker/data/prints/sheet-rows.ts"

const PAUSE_MS = 50
const PATIENCE_MS = 120_000

/** Polls until there is an answer. */
export async function until<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const result = await look()
    if (result) return result
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

export type NamedFile = { name: string; bytes: Uint8Array | string }

/** The body of `bulk-upload`'s 201. */
export type UploadReply = { data: UploadedFile[]; refused: RefusedFile[]; message: string }

/** The fields first, as the page sends them. */
export function formOf(files: readonly NamedFile[], fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, bytes } of files)
    form.append("files", new File([bytes as Uint8Array<ArrayBuffer> | string], name))
  return form
}

/** Uploads files in one call, as the page does; returns the accepted ones. */
export async function upload(
  client: Client,
  files: readonly NamedFile[],
  fields: Record<string, string> = {},
): Promise<UploadedFile[]> {
  const reply = await client.post("/api/images/bulk-upload", formOf(files, fields))
  expect(reply.status, reply.message).toBe(201)
  return reply.data as UploadedFile[]
}

export async function imageOf(client: Client, id: string): Promise<Image> {
  const reply = await client.get(`/api/images/${id}`)
  expect(reply.status, reply.message).toBe(200)
  return reply.data as Image
}

/** Waits until ingest has come to an end, well or not. */
export function ingested(client: Client, id: string): Promise<Image> {
  return until(`image ${id}`, async () => {
    const image = await imageOf(client, id)
    return image.status === "Ready" || image.status === "Failed" ? image : null
  })
}

/** Uploads one file and checks that it can be printed. */
export async function givenImage(client: Client, file: NamedFile): Promise<Image> {
  const [uploaded] = await upload(client, [file])
  const image = await ingested(client, uploaded._id)
  expect(image.status, image.failureReason ?? "").toBe("Ready")
  return image
}

export async function givenSize(client: Client, name: string, value: number): Promise<string> {
  const reply = await client.post("/api/sizes", { name, value })
  expect(reply.status, reply.message).toBe(201)
  return (reply.data as { _id: string })._id
}

export type ItemWish = {
  imageId?: string
  sizeId?: string
  quantity: number
  values?: Record<string, string>
}

export async function givenPrint(client: Client, printItems: readonly ItemWish[]): Promise<Print> {
  const reply = await client.post("/api/prints", { printItems })
  expect(reply.status, reply.message).toBe(201)
  return reply.data as Print
}

export async function printOf(client: Client, id: string): Promise<Print> {
  const reply = await client.get(`/api/prints/${id}`)
  expect(reply.status, reply.message).toBe(200)
  return reply.data as Print
}

/** Waits until the print is no longer being processed. */
export function processed(client: Client, id: string): Promise<Print> {
  return until(`print ${id}`, async () => {
    const print = await printOf(client, id)
    return print.status === "Processing" ? null : print
  })
}

export async function download(client: Client, file: Pick<SheetFile, "path">): Promise<Buffer> {
  const response = await client.fetch("GET", `/api/${file.path}`)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** The sheets of a print's latest attempt as they are stored. */
export async function storedSheets(
  app: AnyApp,
  printId: string,
): Promise<{ widthPx: number; lengthPx: number; placements: StoredPlacement[] }[]> {
  const { results } = await app.db
    .prepare(
      `SELECT sheet.sheet_index AS sheetIndex, width_px AS widthPx, length_px AS lengthPx, sheet_part.placements
       FROM print JOIN sheet ON sheet.attempt_id = print.attempt_id
       JOIN sheet_part ON sheet_part.attempt_id = sheet.attempt_id AND sheet_part.sheet_index = sheet.sheet_index
       WHERE print.id = ? ORDER BY sheet.sheet_index, part`,
    )
    .bind(printId)
    .all<{ sheetIndex: number; widthPx: number; lengthPx: number; placements: string }>()
  return [...Map.groupBy(results, (row) => row.sheetIndex).values()].map((parts) => ({
    widthPx: parts[0].widthPx,
    lengthPx: parts[0].lengthPx,
    placements: parts.flatMap((part) => storedPlacementsSchema.parse(JSON.parse(part.placements))),
  }))
}

/** Returns every object in R2 whose key begins with the prefix. */
export async function keysIn(app: AnyApp, prefix: string): Promise<string[]> {
  const { objects } = await app.files.list({ prefix })
  return objects.map((object) => object.key)
}

/** Returns artwork in R2 that no image names, once the doomed objects are gone. */
export async function unknownKeys(app: AnyApp): Promise<string[]> {
  await app.runtime.runCron("* * * * *")
  const { results } = await app.db.prepare("SELECT id FROM image").all<{ id: string }>()
  const known = new Set(results.map((row) => row.id))
  return (await keysIn(app, "images/")).filter((key) => !known.has(key.split("/")[1]))
}

/** Sweeps at a time when no deletion can be undone any more: the files that waited go. */
export async function sweepFiles(app: AnyApp): Promise<void> {
  await app.db.prepare("UPDATE doomed_object SET retry_at = NULL").run()
  await app.runtime.runCron("* * * * *")
}
