/** The documents in R2 that hold archived rows; a thin row names its document by a key, which is never used again. */
import type { z } from "zod"
import { DAY_MS } from "../../contract/duration.ts"
import { type Database, documentsOf } from "./database.ts"

/** The folder in R2 of documents of one kind. */
type Folder = "orders" | "prints"
/** The key of a document, as rows have it. */
export type ArchiveKey = string
/** The days after its shipping at which an order is archived, and a print after its end. */
export const ARCHIVE_DAYS = 30
/** The time for which an order or a print stays in rows after it was written last, or came back from a document. */
export const UNTOUCHED_MS = DAY_MS
/**
 * The most bytes of an order or a print in a document. D1 takes values of 2,000,000 bytes, and the batch that thins
 * it is given all of it as one. A larger one stays in rows, and no other waits for it.
 */
export const MAX_ARCHIVED_BYTES = 1_800_000
/** The documents that are read at once: a Worker has six connections. */
const DOCUMENTS_AT_ONCE = 6

/** The random bytes of a key, which each row and its indexes have. */
const KEY_BYTES = 10

export function makeArchiveKey(): ArchiveKey {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES))).toString("base64url")
}

/** Returns the R2 key of a document. */
export function documentPath(folder: Folder, key: ArchiveKey): string {
  return `${folder}/${key}`
}

/** Writes a document and reads it back. Throws unless R2 has it whole. A repeat writes the same. */
export async function writeDocument(
  db: Database,
  folder: Folder,
  key: ArchiveKey,
  content: object,
): Promise<void> {
  const path = documentPath(folder, key)
  const text = JSON.stringify(content)
  const bucket = documentsOf(db)
  await bucket.put(path, text, { httpMetadata: { contentType: "application/json" } })
  const stored = await bucket.get(path)
  if ((await stored?.text()) !== text)
    throw new Error(`the document ${path} was not stored as it was written`)
}

/** The documents that this isolate has read last: a long list comes back to them, and none ever changes. */
const lastRead = new Map<string, unknown>()
const MAX_LAST_READ = 16
/** The most bytes of one of them: a larger one is read each time, as an isolate has 128 MB for all. */
const MAX_LAST_READ_BYTES = 300_000

/** Reads a document; null if it is gone, because its rows are back. */
export async function readDocument<T extends z.ZodType>(
  db: Database,
  folder: Folder,
  key: ArchiveKey,
  schema: T,
): Promise<z.infer<T> | null> {
  const path = documentPath(folder, key)
  const known = lastRead.get(path)
  if (known) return known as z.infer<T>
  const stored = await documentsOf(db).get(path)
  if (!stored) return null
  const content = schema.parse(await stored.json())
  if (stored.size > MAX_LAST_READ_BYTES) return content
  const [oldest] = lastRead.keys()
  if (lastRead.size >= MAX_LAST_READ && oldest !== undefined) lastRead.delete(oldest)
  lastRead.set(path, content)
  return content
}

/** Reads the archived members of these rows, by their ids. Those whose document is gone are left out. */
export async function readArchived<Id extends string, Member extends { id: Id }>(
  rows: readonly { id: Id; archiveKey: ArchiveKey | null }[],
  read: (key: ArchiveKey) => Promise<readonly Member[] | null>,
): Promise<Map<Id, Member>> {
  const wanted = Map.groupBy(rows, ({ archiveKey }) => archiveKey)
  const keys = [...wanted.keys()].filter((key) => key !== null)
  const members = new Map<Id, Member>()
  for (let from = 0; from < keys.length; from += DOCUMENTS_AT_ONCE) {
    await Promise.all(
      keys.slice(from, from + DOCUMENTS_AT_ONCE).map(async (key) => {
        const ids = new Set(wanted.get(key)?.map(({ id }) => id))
        for (const one of (await read(key)) ?? []) if (ids.has(one.id)) members.set(one.id, one)
      }),
    )
  }
  return members
}
