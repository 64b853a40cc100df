/** The documents in R2 that hold archived prints. */
import { z } from "zod"
import { type Id, idSchema } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { type ArchiveKey, readArchived, readDocument, writeDocument } from "../documents.ts"

const rowsSchema = z.array(z.record(z.string(), z.unknown()))
/** A print's rows of each table, with the print's id. */
const archivedPrintSchema = z.object({
  id: idSchema,
  items: rowsSchema,
  ticks: rowsSchema,
  layouts: rowsSchema,
  attempts: rowsSchema,
  writings: rowsSchema,
  sheets: rowsSchema,
  deliveries: rowsSchema,
  films: rowsSchema,
})
const documentSchema = z.object({ version: z.literal(1), prints: z.array(archivedPrintSchema) })
export type ArchivedPrint = z.infer<typeof archivedPrintSchema>

export async function writePrintDocument(
  db: Database,
  key: ArchiveKey,
  prints: readonly ArchivedPrint[],
): Promise<void> {
  await writeDocument(db, "prints", key, { version: 1, prints })
}

export async function readPrintDocument(db: Database, key: ArchiveKey): Promise<ArchivedPrint[] | null> {
  return (await readDocument(db, "prints", key, documentSchema))?.prints ?? null
}

/** Reads archived prints by their ids. Those whose document is gone are left out. */
export async function readArchivedPrints(
  db: Database,
  rows: readonly { id: Id; archiveKey: ArchiveKey | null }[],
): Promise<Map<Id, ArchivedPrint>> {
  return readArchived(rows, (key) => readPrintDocument(db, key))
}
