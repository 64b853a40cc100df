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

/** The tries at reading rows with their documents. */
const MAX_TRIES = 3

/**
 * Reads rows in one batch, and the documents of the archived prints among them. Where a document is gone, its
 * rows have come back in between, and all are read again; prints whose document stays away are `lost`.
 */
export async function readWithArchived<Rows extends object>(
  db: Database,
  read: () => Promise<Rows & { prints: readonly { id: Id; archiveKey: ArchiveKey | null }[] }>,
): Promise<Rows & { archived: Map<Id, ArchivedPrint>; lost: Id[] }> {
  for (let tries = 1; ; tries++) {
    const rows = await read()
    const archived = await readArchived(rows.prints, (key) => readPrintDocument(db, key))
    const lost = rows.prints.flatMap(({ id, archiveKey }) =>
      archiveKey !== null && !archived.has(id) ? id : [],
    )
    if (lost.length === 0 || tries === MAX_TRIES) return { ...rows, archived, lost }
  }
}
