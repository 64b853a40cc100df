/** The documents in R2 that hold archived orders; a row names its document by a key. */
import { z } from "zod"
import { type Id, idSchema } from "../../../contract/id.ts"
import { type Database, documentsOf } from "../database.ts"

/** The key of a document, as rows have it. */
type ArchiveKey = string
/** The folder of the documents in R2. */
const ORDER_DOCUMENTS = "orders/"
/** The documents that are read at once: a Worker has six connections. */
const DOCUMENTS_AT_ONCE = 6

const rowSchema = z.record(z.string(), z.unknown())
const archivedOrderSchema = z.object({
  id: idSchema,
  /** The columns that its row lost. */
  order: rowSchema,
  /** Its items, each with the artwork and size that it matched. */
  items: z.array(rowSchema),
  shipment: rowSchema.nullable(),
  /** The print items (`id`) that were made of its items (`to`). */
  links: z.array(z.object({ id: idSchema, to: idSchema })),
  /** The cost; null without one, or without its currency. */
  cost: z.object({ amount: z.number(), currency: z.string() }).nullable().catch(null),
})
const documentSchema = z.object({ version: z.literal(1), orders: z.array(archivedOrderSchema) })
export type ArchivedOrder = z.infer<typeof archivedOrderSchema>

/** Writes a document and reads it back. Throws unless R2 has it whole. A repeat writes the same. */
export async function writeOrderDocument(
  db: Database,
  key: ArchiveKey,
  orders: readonly ArchivedOrder[],
): Promise<void> {
  const text = JSON.stringify({ version: 1, orders })
  const bucket = documentsOf(db)
  await bucket.put(pathOf(key), text, { httpMetadata: { contentType: "application/json" } })
  const stored = await bucket.get(pathOf(key))
  if ((await stored?.text()) !== text) throw new Error(`the document ${key} was not stored as it was written`)
}

/** The documents that this isolate has read last: a long list comes back to them, and none ever changes. */
const lastRead = new Map<ArchiveKey, ArchivedOrder[]>()
const MAX_LAST_READ = 16

/** Reads a document; null if it is gone, because its orders are in rows again. */
export async function readOrderDocument(db: Database, key: ArchiveKey): Promise<ArchivedOrder[] | null> {
  const known = lastRead.get(key)
  if (known) return known
  const stored = await documentsOf(db).get(pathOf(key))
  if (!stored) return null
  const { orders } = documentSchema.parse(await stored.json())
  const [oldest] = lastRead.keys()
  if (lastRead.size >= MAX_LAST_READ && oldest !== undefined) lastRead.delete(oldest)
  lastRead.set(key, orders)
  return orders
}

/** Reads archived orders by their ids. Those whose document is gone are left out. */
export async function readArchivedOrders(
  db: Database,
  rows: readonly { id: Id; archiveKey: string | null }[],
): Promise<Map<Id, ArchivedOrder>> {
  const wanted = Map.groupBy(rows, ({ archiveKey }) => archiveKey)
  const keys = [...wanted.keys()].filter((key) => key !== null)
  const found = new Map<Id, ArchivedOrder>()
  for (let from = 0; from < keys.length; from += DOCUMENTS_AT_ONCE) {
    await Promise.all(
      keys.slice(from, from + DOCUMENTS_AT_ONCE).map(async (key) => {
        const ids = new Set(wanted.get(key)?.map(({ id }) => id))
        for (const one of (await readOrderDocument(db, key)) ?? [])
          if (ids.has(one.id)) found.set(one.id, one)
      }),
    )
  }
  return found
}

/** Returns the R2 key of a document. */
export function pathOf(key: ArchiveKey): string {
  return `${ORDER_DOCUMENTS}${key}`
}
