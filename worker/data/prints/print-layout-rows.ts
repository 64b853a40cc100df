import { and, eq, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Id } from "../../../contract/id.ts"
import { type LayoutDocument, layoutDocumentSchema } from "../../../contract/prints/layout.ts"
import { user } from "../accounts/tables.ts"
import { type Database, documentsOf } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import type { PlanSettings } from "./sheet-template-rows.ts"
import { print, printLayout, sheetTemplate } from "./tables.ts"

/** A print's document as it was stored. `digest` names the items and the template of its proof. */
export type StoredLayout = {
  document: LayoutDocument
  digest: string
  boxesLengthIn: number
}

export async function findPrintLayout(db: Database, printId: Id): Promise<StoredLayout | null> {
  const [row] = await db.select().from(printLayout).where(eq(printLayout.printId, printId))
  return row ? storedLayout(db, row) : null
}

/** Finds a print's document with all but the items that it is planned from. */
export async function findPrintLayoutToPlan(
  db: Database,
  printId: Id,
): Promise<(StoredLayout & { settings: PlanSettings }) | null> {
  const { timeZone, lengthUnit } = user
  const [row] = await db
    .select({ stored: printLayout, timeZone, lengthUnit, template: sheetTemplate })
    .from(printLayout)
    .innerJoin(print, eq(print.id, printLayout.printId))
    .innerJoin(user, eq(user.id, print.userId))
    .leftJoin(
      sheetTemplate,
      and(eq(sheetTemplate.id, printLayout.sheetTemplateId), eq(sheetTemplate.userId, user.id)),
    )
    .where(eq(printLayout.printId, printId))
  if (!row) return null
  const { stored, ...settings } = row
  return { ...(await storedLayout(db, stored)), settings }
}

async function storedLayout(db: Database, row: typeof printLayout.$inferSelect): Promise<StoredLayout> {
  const { sheetTemplateId, packing, digest, boxesLengthIn } = row
  const sheets = row.sheets.startsWith("layouts/") ? await readPlanned(db, row.sheets) : row.sheets
  const document = layoutDocumentSchema.parse({ sheetTemplateId, packing, sheets: JSON.parse(sheets) })
  return { document, digest, boxesLengthIn }
}

/** Reads the sheets from the document of the attempt that was made of them. */
async function readPlanned(db: Database, key: string): Promise<string> {
  const stored = await documentsOf(db).get(key)
  if (!stored) throw new Error(`the document ${key} of a layout is missing`)
  return plannedSchema.parse(await stored.json()).planned
}

const plannedSchema = z.object({ planned: z.string() })

/** The columns of a proved document. */
export type NewStoredLayout = StoredLayout & { lengthIn: number }

/**
 * Stores a print's document in place of the one before. Nothing is written if print or template were
 * deleted meanwhile, or the print is being processed: its search has begun from the stored one.
 */
export async function storePrintLayout(
  db: Database,
  printId: Id,
  stored: NewStoredLayout,
  nowMs: number,
): Promise<void> {
  await printLayoutInsert(db, printId, stored, sql`print.status <> 'Processing'`, nowMs)
}

/** Returns `storePrintLayout` if `condition` holds, in any status, as a statement for a batch. */
export function printLayoutInsert(
  db: Database,
  printId: Id,
  { document, digest, boxesLengthIn, lengthIn }: NewStoredLayout,
  condition: SQL,
  nowMs: number,
) {
  const { sheetTemplateId, packing, sheets } = document
  const stored = { digest, boxesLengthIn, lengthIn, packing, sheetTemplateId, sheets: JSON.stringify(sheets) }
  const bothExist = sql`FROM print JOIN sheet_template ON sheet_template.id = ${sheetTemplateId}
    WHERE print.id = ${printId} AND print.archive_key IS NULL AND ${condition}`
  return insertFrom(db, printLayout, { printId, ...stored, updatedAt: nowMs }, bothExist).onConflictDoUpdate({
    target: printLayout.printId,
    // The document may take half a megabyte: it is bound once.
    set: { ...stored, sheets: sql`excluded.sheets`, updatedAt: nowMs },
  })
}
