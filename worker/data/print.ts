import { and, asc, count, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm"
import { type Id, idSchema } from "../../contract/id.ts"
import { DAY_MS } from "../../contract/limit.ts"
import type { Pagination } from "../../contract/list.ts"
import type { PrintListQuery, PrintSummary } from "../../contract/print.ts"
import { isPrintEditable, type PrintType, printStatuses } from "../../contract/status.ts"
import type { Database } from "./database.ts"
import { imagePath } from "./image.ts"
import { contains, pageOf } from "./paging.ts"
import { insertItems, type NewItem } from "./print-item.ts"
import { attempt, image, print, printItem } from "./schema.ts"
import { listSheetFiles, progressOfEach } from "./sheet.ts"

export type PrintRow = typeof print.$inferSelect

/** The states in which items may change and a print may be processed. */
export const editableStatuses = printStatuses.filter(isPrintEditable)

/** Columns to sort by, in the order of an index each; the id, which no two prints share, comes last. */
const sortColumns = {
  createdAt: [print.createdAt, print.id],
  printedAt: [print.printedAt, print.id],
  status: [print.status, print.createdAt, print.id],
  type: [print.type, print.createdAt, print.id],
  _id: [print.id],
}

export async function listPrints(
  db: Database,
  userId: string,
  query: PrintListQuery,
): Promise<{ rows: PrintRow[]; pagination: Pagination }> {
  const date = print[query.dateType]
  const found = and(
    eq(print.userId, userId),
    query.status ? eq(print.status, query.status) : undefined,
    query.type ? eq(print.type, query.type) : undefined,
    query.startDate ? gte(date, Date.parse(query.startDate)) : undefined,
    query.endDate ? lt(date, endOf(query.endDate)) : undefined,
    query.imageId
      ? sql`${print.id} IN (SELECT ${printItem.printId} FROM ${printItem} WHERE ${printItem.imageId} = ${query.imageId})`
      : undefined,
    query.search ? matches(userId, query.search) : undefined,
  )
  const [{ total }] = await db.select({ total: count() }).from(print).where(found)
  const { offset, pagination } = pageOf(query, total)
  if (total === 0) return { rows: [], pagination }
  const direction = query.sort === "asc" ? asc : desc
  const rows = await db
    .select()
    .from(print)
    .where(found)
    .orderBy(...sortColumns[query.sortBy].map((column) => direction(column)))
    .limit(query.limit)
    .offset(offset)
  return { rows, pagination }
}

/** By the print's id, or by the name of an image in it. */
function matches(userId: string, search: string): SQL | undefined {
  const named = sql`(SELECT ${printItem.printId} FROM ${image} JOIN ${printItem} ON ${printItem.imageId} = ${image.id} WHERE ${image.userId} = ${userId} AND ${contains(image.name, search)})`
  return or(contains(print.id, search), sql`${print.id} IN ${named}`)
}

/** A date alone stands for the whole of its day (UTC). */
function endOf(text: string): number {
  return text.includes("T") ? Date.parse(text) + 1 : Date.parse(text) + DAY_MS
}

/** `userId` null finds anyone's, for admins and jobs. */
export async function findPrint(db: Database, userId: string | null, id: string): Promise<PrintRow | null> {
  const [row] = await db
    .select()
    .from(print)
    .where(and(eq(print.id, id), userId === null ? undefined : eq(print.userId, userId)))
  return row ?? null
}

/** The print that this request key has made, if it has. */
export async function findPrintByRequest(
  db: Database,
  userId: string,
  requestKey: string,
): Promise<PrintRow | null> {
  const [row] = await db
    .select()
    .from(print)
    .where(and(eq(print.userId, userId), eq(print.requestKey, requestKey)))
  return row ?? null
}

/** A draft with its items, all or nothing. Throws where the request key is taken: look for its print then. */
export async function insertPrint(
  db: Database,
  row: {
    id: Id
    userId: string
    type: PrintType
    requestKey: string | null
    items: readonly NewItem[]
    nowMs: number
  },
): Promise<void> {
  const { items, nowMs, ...rest } = row
  await db.batch([
    db.insert(print).values({ ...rest, status: "In Draft", createdAt: nowMs, updatedAt: nowMs }),
    insertItems(db, row.id, items),
  ])
}

/**
 * Removes prints with everything of theirs; their sheets must have been given up first (deleteSheetsOf). Prints that are
 * being processed, that still hold credits, or that are other people's stay. Answers the ids removed.
 */
export async function deletePrints(db: Database, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(print)
    .where(
      and(
        eq(print.userId, userId),
        sql`${print.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(print.status, "Deleted"),
        sql`NOT EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.printId} = ${print.id} AND ${attempt.isHoldSettled} = 0)`,
      ),
    )
    .returning({ id: print.id })
  return rows.map((row) => row.id)
}

/** Everything of these prints but their items, in the same order, as it crosses the wire. */
export async function summarisePrints(db: Database, rows: readonly PrintRow[]): Promise<PrintSummary[]> {
  const ids = JSON.stringify(rows.map((row) => row.id))
  const attemptIds = rows.flatMap((row) => row.attemptId ?? [])
  const runningIds = rows.flatMap((row) => (row.status === "Processing" && row.attemptId) || [])
  const [totals, previews, sheets, progress] = await Promise.all([
    db.all<{ printId: string; itemCount: number; copies: number }>(
      sql`SELECT print_id AS printId, count(*) AS itemCount, sum(quantity) AS copies FROM print_item WHERE print_id IN (SELECT value FROM json_each(${ids})) GROUP BY print_id`,
    ),
    // The plus keeps SQLite from starting at everybody's images of that status.
    db.all<{ printId: string; imageId: string }>(
      sql`SELECT printId, imageId FROM (
        SELECT item.print_id AS printId, image.id AS imageId, row_number() OVER (PARTITION BY item.print_id ORDER BY item.position) AS place
        FROM print_item item JOIN image ON image.id = item.image_id AND +image.status = 'Ready'
        WHERE item.print_id IN (SELECT value FROM json_each(${ids}))) WHERE place <= 4 ORDER BY printId, place`,
    ),
    listSheetFiles(db, attemptIds),
    progressOfEach(db, runningIds),
  ])
  const totalOf = new Map(totals.map((total) => [total.printId, total]))
  const previewsOf = Map.groupBy(previews, (preview) => preview.printId)
  const sheetsOf = Map.groupBy(sheets, (sheetFile) => sheetFile.attemptId)
  return rows.map((row) => {
    const own = (row.attemptId && sheetsOf.get(row.attemptId)) || []
    const isProcessing = row.status === "Processing" && row.attemptId !== null
    const hasSheets = isProcessing || row.status === "Completed"
    return {
      _id: idSchema.parse(row.id),
      status: row.status,
      type: row.type,
      fileId:
        row.status === "Completed"
          ? own.filter((file) => file.isWritten).map(({ attemptId: _, isWritten: __, ...file }) => file)
          : [],
      itemPreviews: (previewsOf.get(row.id) ?? []).map((preview) => imagePath(preview.imageId, "preview")),
      copies: totalOf.get(row.id)?.copies ?? 0,
      itemCount: totalOf.get(row.id)?.itemCount ?? 0,
      lengthIn: hasSheets ? own.reduce((sum, file) => sum + file.lengthIn, 0) : null,
      sheetTemplateId: row.sheetTemplateId === null ? null : idSchema.parse(row.sheetTemplateId),
      progress: (isProcessing && row.attemptId && progress.get(row.attemptId)) || null,
      failureMessage: row.failureMessage,
      printedAt: row.printedAt === null ? null : new Date(row.printedAt).toISOString(),
      createdAt: new Date(row.createdAt).toISOString(),
      updatedAt: new Date(row.updatedAt).toISOString(),
    }
  })
}
