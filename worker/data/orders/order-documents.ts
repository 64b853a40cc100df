/** The documents in R2 that hold archived orders. */
import { z } from "zod"
import { type Id, idSchema } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { type ArchiveKey, readArchived, readDocument, writeDocument } from "../documents.ts"

const rowSchema = z.record(z.string(), z.unknown())
const archivedOrderSchema = z.object({
  id: idSchema,
  /** The columns that its row lost. */
  order: rowSchema,
  /** Its items, each with the artwork and size that it matched. */
  items: z.array(rowSchema),
  shipment: rowSchema.nullable(),
  /** The print items (`id`) that were made of its items (`to`), and their print, which older documents lack. */
  links: z.array(z.object({ id: idSchema, to: idSchema, print: idSchema.optional() })),
  /** The cost; null without one, or without its currency. */
  cost: z.object({ amount: z.number(), currency: z.string() }).nullable().catch(null),
})
const documentSchema = z.object({ version: z.literal(1), orders: z.array(archivedOrderSchema) })
export type ArchivedOrder = z.infer<typeof archivedOrderSchema>

export async function writeOrderDocument(
  db: Database,
  key: ArchiveKey,
  orders: readonly ArchivedOrder[],
): Promise<void> {
  await writeDocument(db, "orders", key, { version: 1, orders })
}

export async function readOrderDocument(db: Database, key: ArchiveKey): Promise<ArchivedOrder[] | null> {
  return (await readDocument(db, "orders", key, documentSchema))?.orders ?? null
}

/** Reads archived orders by their ids. Those whose document is gone are left out. */
export async function readArchivedOrders(
  db: Database,
  rows: readonly { id: Id; archiveKey: ArchiveKey | null }[],
): Promise<Map<Id, ArchivedOrder>> {
  return readArchived(rows, (key) => readOrderDocument(db, key))
}
