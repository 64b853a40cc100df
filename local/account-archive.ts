import { createHash } from "node:crypto"
import { createWriteStream, openAsBlob } from "node:fs"
import { mkdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import { setTimeout } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import {
  BlobReader,
  BlobWriter,
  ERR_INVALID_CRC32,
  type FileEntry,
  TextWriter,
  Uint8ArrayWriter,
  ZipReader,
} from "@zip.js/zip.js"
import type { z } from "zod"
import {
  type ArchivePlan,
  type ArchivePrint,
  archiveBalanceSchema,
  archiveFiles,
  archivePrintSchema,
  MAX_IMPORTED_BYTES,
  MAX_IMPORTED_PRINTS,
} from "../contract/accounts/archive.ts"
import { type ArchiveAccount, archiveAccountSchema } from "../contract/accounts/archive-account.ts"
import { type ArchiveImage, archiveImageSchema } from "../contract/accounts/archive-image.ts"
import type { Profile } from "../contract/accounts/profile.ts"
import { fieldNamed } from "../contract/artwork/artwork-field.ts"
import type { Font } from "../contract/artwork/font.ts"
import type { Image } from "../contract/artwork/image.ts"
import type { Mend } from "../contract/artwork/mend.ts"
import type { Destination } from "../contract/delivery/destination.ts"
import { MAX_PAGE_SIZE } from "../contract/limit.ts"
import { labelText } from "../contract/name.ts"
import { Client } from "./client.ts"

export type Operator = { origin: string; operatorKey: string }
type Named = { _id: string; name: string }

/** The longest wait for an image to be read; it takes seconds, and those that came in before it have their turns first. */
const READ_WITHIN_MS = 600_000
const LOOK_AGAIN_MS = 200

/**
 * Writes every part of an account's archive into a folder and returns the paths. A part appears
 * once it is whole, and nobody else on the machine can read it.
 */
export async function exportAccount(operator: Operator, email: string, outDir: string): Promise<string[]> {
  const client = new OperatorClient(operator)
  await client.expect("POST", "/api/operator/sessions", { email })
  const plan = await client.expect<ArchivePlan>("GET", "/api/profile/archive")
  await mkdir(outDir, { recursive: true })
  const paths: string[] = []
  for (let part = 1; part <= plan.parts; part++) {
    const response = await client.stream(`/api/profile/archive/part-${part}.zip`)
    if (!response.ok || !response.body) throw new Error(`part ${part} answered ${response.status}`)
    const path = join(outDir, `part-${part}.zip`)
    // A file from an earlier run may be open to others.
    await rm(`${path}.partial`, { force: true })
    await pipeline(
      Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
      createWriteStream(`${path}.partial`, { mode: 0o600 }),
    )
    await rename(`${path}.partial`, path)
    paths.push(path)
  }
  await client.send("POST", "/api/logout")
  return paths
}

export type ImportReport = {
  images: number
  prints: number
  credits: number
  /** The reason why credits were left out, if they were. */
  noCredits?: string
  unusable: string[]
  /** Sentences about what else was left out, and why. */
  leftOut: string[]
}

/**
 * Imports an archive into an account, and creates the account if it does not exist. Things are
 * matched by name and content first: the same archive again adds nothing, and an import that broke
 * off is finished. The caller, never the archive, names the account.
 */
export async function importAccount(
  operator: Operator,
  paths: readonly string[],
  email: string,
): Promise<ImportReport> {
  const parts = await Promise.all(paths.map(openPart))
  try {
    const first = parts.find((part) => part.has(archiveFiles.account))
    if (!first)
      throw new Error(`none of the files has ${archiveFiles.account}: give all parts of the archive`)
    const account = documentOf(
      archiveAccountSchema,
      await textOf(first, archiveFiles.account),
      archiveFiles.account,
    )
    if (account.parts !== paths.length)
      throw new Error(`the archive has ${account.parts} parts and ${paths.length} were given`)
    // All of it is read before anything is taken in.
    const imagesOf = new Map<Part, ArchiveImage[]>()
    for (const part of parts)
      if (part.has(archiveFiles.images))
        imagesOf.set(part, await rowsOf(part, archiveFiles.images, archiveImageSchema))
    const printRows = await rowsOf(first, archiveFiles.prints, archivePrintSchema)
    const signed = first.has(archiveFiles.balance)
      ? documentOf(archiveBalanceSchema, await textOf(first, archiveFiles.balance), archiveFiles.balance)
      : null
    const client = new OperatorClient(operator)
    const { _id: userId } = await client.expect<{ _id: string }>("POST", "/api/operator/sessions", {
      email,
      profile: account.profile,
    })
    const newIds = await importLists(client, account)
    await importFonts(client, first, account, newIds)
    const leftOut = await importProfiles(client, first, account, newIds)
    const { images, unusable, ...refused } = await importImages(client, imagesOf, newIds)
    const prints = await importPrints(client, printRows, userId, newIds)
    const balance = await importBalance(client, signed, userId)
    await client.send("POST", "/api/logout")
    return { images, prints, ...balance, unusable, leftOut: [...leftOut, ...refused.leftOut] }
  } finally {
    await Promise.all(parts.map((part) => part.close()))
  }
}

/**
 * Shows the operator's key on the operator's calls alone. All others are made as the account, by its session. Past a limit
 * it waits: a large archive has more than an hour's calls.
 */
class OperatorClient extends Client {
  readonly #key: string

  constructor({ origin, operatorKey }: Operator) {
    super(origin)
    this.#key = operatorKey
  }

  override async fetch(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const isOperators = path.startsWith("/api/operator/")
    const all = isOperators ? { authorization: `Bearer ${this.#key}`, ...headers } : headers
    for (;;) {
      const response = await super.fetch(method, path, body, all)
      if (response.status !== 429) return response
      const waitS = Number(response.headers.get("retry-after") ?? 60)
      console.info(`Too many calls for now. Going on in ${Math.ceil(waitS / 60)} min.`)
      await setTimeout(waitS * 1000)
    }
  }
}

type Part = { has(name: string): boolean; entry(name: string): FileEntry; close(): Promise<void> }

async function openPart(path: string): Promise<Part> {
  const reader = new ZipReader(new BlobReader(await openAsBlob(path)))
  const entries = new Map<string, FileEntry>()
  for await (const entry of reader.getEntriesGenerator())
    if (!entry.directory) entries.set(entry.filename, entry)
  return {
    has: (name) => entries.has(name),
    entry(name) {
      const entry = entries.get(name)
      if (!entry) throw new Error(`${path} has no ${name}`)
      return entry
    },
    close: () => reader.close(),
  }
}

function textOf(part: Part, name: string): Promise<string> {
  return part.entry(name).getData(new TextWriter(), { checkSignature: true })
}

async function rowsOf<T extends z.ZodType>(part: Part, name: string, schema: T): Promise<z.infer<T>[]> {
  const text = await textOf(part, name)
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => documentOf(schema, line, name))
}

/** Parses a document of the archive; throws in words if it was cut off or is of another shape. */
function documentOf<T extends z.ZodType>(schema: T, text: string, name: string): z.infer<T> {
  const parsed = schema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw new Error(`${name} in the archive is damaged or was changed. Export it once more and import that.`)
}

/** Parses JSON; undefined, which no document is, if the text is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Imports categories, sizes, destinations and templates; returns the new id of each old one. */
async function importLists(client: Client, account: ArchiveAccount): Promise<Map<string, string>> {
  const newIds = new Map<string, string>()
  type Row = Omit<Named, "_id">
  const put = async (path: string, rows: readonly Named[], isSame: (a: Row, b: Row) => boolean) => {
    const present = await client.expect<Named[]>("GET", `${path}?limit=${MAX_PAGE_SIZE}`)
    for (const { _id, ...row } of rows) {
      let twin = present.find((other) => isSame(other, row))
      if (!twin) {
        twin = await client.expect<Named>("POST", path, row)
        present.push(twin)
      }
      newIds.set(_id, twin._id)
    }
  }
  const hasValuesOf = (a: Row, b: Row) => {
    const known = new Map(Object.entries(a))
    return Object.entries(b).every(
      ([name, value]) => name === "isDefault" || isDeepStrictEqual(known.get(name), value),
    )
  }
  // Two old names may be the same by today's rules for names, and an account has each name once.
  const categories = account.categories.map((row) => ({
    ...row,
    name: labelText(row.name).trim() || "Untitled",
  }))
  const nameKey = (row: Row) => row.name.normalize("NFKC").toLowerCase()
  await put("/api/image-categories", categories, (a, b) => nameKey(a) === nameKey(b))
  await put("/api/sizes", account.sizes, hasValuesOf)
  await put("/api/destinations", account.destinations, hasValuesOf)
  // The app's own destinations have the same id everywhere; addresses are not imported.
  const templates = account.sheetTemplates.map(({ destinationId = null, addressId: _, ...row }) => ({
    ...row,
    destinationId: destinationId === null ? null : (newIds.get(destinationId) ?? destinationId),
  }))
  await put("/api/sheet-templates", templates, hasValuesOf)
  return newIds
}

/** Imports fonts, before the images that are read with them. The same file again makes nothing. */
async function importFonts(
  client: Client,
  part: Part,
  { fonts }: ArchiveAccount,
  newIds: Map<string, string>,
): Promise<void> {
  for (const { _id, family, file } of fonts) {
    // R2 may have lost the file.
    if (!part.has(file)) continue
    const blob = await part.entry(file).getData(new BlobWriter(), { checkSignature: true })
    const form = new FormData()
    form.append("files", new File([blob], `${family}.ttf`))
    const reply = await client.send("POST", "/api/fonts", form)
    // The account has another file of this face, which stays.
    if (reply.status !== 201 && reply.status !== 422)
      throw new Error(`the font ${family} was answered with ${reply.status}: ${reply.message}`)
    const [made] = reply.status === 201 ? (reply.data as Font[]) : []
    if (made) newIds.set(_id, made._id)
  }
}

/**
 * Imports the colour profiles of destinations that have none, among them all new ones. Returns sentences about those
 * that are damaged, or refused by today's rules, which are left out.
 */
async function importProfiles(
  client: Client,
  part: Part,
  { profiles }: ArchiveAccount,
  newIds: ReadonlyMap<string, string>,
): Promise<string[]> {
  const leftOut: string[] = []
  const present = await client.expect<Destination[]>("GET", `/api/destinations?limit=${MAX_PAGE_SIZE}`)
  for (const { destinationId, file } of profiles) {
    const made = present.find(({ _id }) => _id === newIds.get(destinationId))
    // R2 may have lost the file.
    if (!made || made.profile !== null || !part.has(file)) continue
    const leaveOut = (why: string) =>
      leftOut.push(`The colour profile of “${made.name}” was left out. ${why}`)
    const icc = await wholeOf(part, file)
    if (icc === null) {
      leaveOut("It is damaged in the archive.")
      continue
    }
    const reply = await client.send("PUT", `/api/destinations/${made._id}/profile`, icc)
    if ([400, 413, 422].includes(reply.status)) leaveOut(reply.message)
    else if (reply.status !== 200)
      throw new Error(
        `the colour profile of ${made.name} was answered with ${reply.status}: ${reply.message}`,
      )
  }
  return leftOut
}

/** Reads a file of the archive; null if it is not as it was written. */
async function wholeOf(part: Part, name: string): Promise<Uint8Array | null> {
  try {
    return await part.entry(name).getData(new Uint8ArrayWriter(), { checkSignature: true })
  } catch (error) {
    if (error instanceof Error && error.message === ERR_INVALID_CRC32) return null
    throw error
  }
}

async function importImages(
  client: Client,
  imagesOf: ReadonlyMap<Part, ArchiveImage[]>,
  newIds: Map<string, string>,
) {
  const present = await listImages(client)
  const known = new Set([...present.values()].flat())
  const { mends: rule } = await client.expect<Profile>("GET", "/api/profile")
  const unusable: string[] = []
  const leftOut: string[] = []
  let images = 0
  for (const [part, listed] of imagesOf) {
    for (const row of listed) {
      if (row.file === null) continue
      const blob = await part.entry(row.file).getData(new BlobWriter(), { checkSignature: true })
      // Images that share size and name are in the archive's order, and may be mended otherwise.
      let imageId = present.get(`${blob.size} ${row.name}`)?.shift()
      if (imageId === undefined) {
        const form = new FormData()
        const category = row.imageCategoryId === null ? undefined : newIds.get(row.imageCategoryId)
        if (category !== undefined) form.append("imageCategoryId", category)
        form.append("score", String(row.score))
        form.append("requestKey", uuidOf(`image ${row._id}`))
        form.append("files", new File([blob], row.name))
        const reply = await client.send("POST", "/api/images/bulk-upload", form)
        // The file is too large, unusable or damaged, and is left out.
        if ([413, 415, 422].includes(reply.status)) {
          unusable.push(row.name)
          continue
        }
        if (reply.status !== 201)
          throw new Error(`${row.name} was answered with ${reply.status}: ${reply.code} ${reply.message}`)
        const [made] = reply.data as Image[]
        imageId = made._id
        if (!known.has(imageId)) images += 1
        // An image's name may hold what a file's name cannot. If today's rules refuse it, the file's
        // name stays.
        if (made.name !== row.name) await client.send("PUT", `/api/images/${imageId}`, { name: row.name })
        if (row.inkAccepted.length > 0)
          await client.send("PUT", `/api/images/${imageId}/accepted`, { codes: row.inkAccepted })
      }
      newIds.set(row._id, imageId)
      leftOut.push(...(await importChanges(client, imageId, row, newIds, rule)))
    }
  }
  return { images, unusable, leftOut }
}

/**
 * Imports fields, layers and mends, once the image has been read; own fonts have new ids. Returns sentences about those
 * that today's rules refuse, in whose place the image keeps what it was uploaded with.
 */
async function importChanges(
  client: Client,
  imageId: string,
  row: ArchiveImage,
  newIds: ReadonlyMap<string, string>,
  rule: readonly Mend[],
): Promise<string[]> {
  const layers = row.layers.map((layer) => ({ ...layer, fontId: newIds.get(layer.fontId) ?? layer.fontId }))
  const leftOut: string[] = []
  const leaveOut = (words: string, why: string) =>
    leftOut.push(`The ${words} of “${row.name}” were left out. ${why}`)
  const deadline = Date.now() + READ_WITHIN_MS
  for (;;) {
    const image = await client.expect<Image>("GET", `/api/images/${imageId}`)
    const changes = changesOf(image, { ...row, layers }, rule)
    if (changes.length === 0) return leftOut
    if (image.status === "Ready") {
      for (const { words, change } of changes) {
        const reply = await client.send("PUT", `/api/images/${imageId}`, change)
        if ([400, 422].includes(reply.status)) leaveOut(words, reply.message)
        else if (reply.status !== 200)
          throw new Error(`the ${words} of ${row.name} were answered with ${reply.status}: ${reply.message}`)
      }
      return leftOut
    }
    if (image.status === "Failed" || Date.now() > deadline) {
      const why = image.failureReason ?? "It was not read in time: import the archive once more."
      for (const { words } of changes) leaveOut(words, why)
      return leftOut
    }
    await setTimeout(LOOK_AGAIN_MS)
  }
}

/**
 * Returns the changes that an image still needs. What is not as it was uploaded, with the account's rule for mends or with none,
 * was imported before or is the seller's work since, and stays.
 */
function changesOf(
  image: Image,
  { fields, layers, mends }: Record<"fields" | "layers" | "mends", readonly object[]>,
  rule: readonly Mend[],
): { words: string; change: object }[] {
  const areTextsNew =
    image.layers.length === 0 &&
    image.fields.every((field) => isDeepStrictEqual(field, fieldNamed(field.name))) &&
    fields.length + layers.length > 0 &&
    !isDeepStrictEqual([image.fields, image.layers], [fields, layers])
  // A rule's mends that could not be made were switched off.
  const uploaded = [[], rule, rule.map((mend) => ({ ...mend, isOn: false }))]
  const areMendsNew =
    uploaded.some((list) => isDeepStrictEqual(image.mends, list)) && !isDeepStrictEqual(image.mends, mends)
  return [
    ...(areTextsNew ? [{ words: "fields and texts", change: { fields, layers } }] : []),
    ...(areMendsNew ? [{ words: "mends", change: { mends } }] : []),
  ]
}

/** Returns the ids of the images that exist already, oldest first, by size and name. */
async function listImages(client: Client): Promise<Map<string, string[]>> {
  const images: Image[] = []
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const reply = await client.send(
      "GET",
      `/api/images?page=${page}&limit=${MAX_PAGE_SIZE}&sortBy=createdAt&sort=asc`,
    )
    totalPages = (reply.pagination as { totalPages: number }).totalPages
    images.push(...(reply.data as Image[]).filter(({ file }) => file !== null))
  }
  const byFile = Map.groupBy(images, ({ bytes, name }) => `${bytes} ${name}`)
  return new Map([...byFile].map(([key, same]) => [key, same.map(({ _id }) => _id)]))
}

async function importPrints(
  client: Client,
  listed: readonly ArchivePrint[],
  userId: string,
  newIds: ReadonlyMap<string, string>,
): Promise<number> {
  const newIdOf = (id: string | null) => (id === null ? null : (newIds.get(id) ?? null))
  const rows = listed.map(({ sheets: _, ...row }) => ({
    ...row,
    requestKey: uuidOf(`print ${row._id}`),
    items: row.items.map((item) => ({
      ...item,
      imageId: newIdOf(item.imageId),
      sizeId: newIdOf(item.sizeId),
    })),
  }))
  let total = 0
  for (const prints of batchesOf(rows)) {
    total += (await client.expect<{ imported: number }>("POST", "/api/operator/prints", { userId, prints }))
      .imported
  }
  return total
}

/** Splits rows into batches for one call each, by number and by size. */
function* batchesOf<T>(rows: readonly T[]): Generator<T[]> {
  let batch: T[] = []
  let bytes = 0
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row)) + 1
    if (batch.length > 0 && (batch.length === MAX_IMPORTED_PRINTS || bytes + size > MAX_IMPORTED_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(row)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Imports the balance that the archive was signed with, not its statement's, which anybody can change. */
async function importBalance(
  client: Client,
  balance: z.infer<typeof archiveBalanceSchema> | null,
  userId: string,
): Promise<Pick<ImportReport, "credits" | "noCredits">> {
  if (balance === null) return { credits: 0, noCredits: "Its balance is not signed." }
  if (balance.credits === 0 || balance.userId === userId) return { credits: 0 }
  const reply = await client.send("POST", "/api/operator/grants", { userId, balance })
  if (reply.status === 409 || reply.status === 422) return { credits: 0, noCredits: reply.message }
  if (reply.status !== 201) throw new Error(`the balance was answered with ${reply.status}: ${reply.message}`)
  return { credits: balance.credits }
}

/** Returns a UUID of version 8 (RFC 9562, 5.8) made of the text's SHA-256, so the same for the same text. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
