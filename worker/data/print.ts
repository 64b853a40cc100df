import { and, asc, count, desc, eq, gte, lt, lte, sql } from "drizzle-orm"
import { type Id, idSchema } from "../../contract/id.ts"
import { DAY_MS } from "../../contract/limit.ts"
import type { Pagination } from "../../contract/list.ts"
import type { PrintListQuery, PrintSummary } from "../../contract/print.ts"
import { isPrintEditable, type PrintType, printStatuses } from "../../contract/status.ts"
import type { Database } from "./database.ts"
import { imagePath } from "./image.ts"
import { orderItemsIn, orderStateUpdates } from "./order-state.ts"
import { readPage } from "./paging.ts"
import { insertItems, type NewItem } from "./print-item.ts"
import { printMatches } from "./print-search.ts"
import { attempt, image, print, printItem } from "./schema.ts"
import { progressOfEach, selectSheetFiles, sheetFileOf } from "./sheet.ts"

/** Pictures in the File column of a print that has no sheet yet. */
const MAX_PREVIEWS = 4

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
  nowMs: number,
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
    query.search
      ? printMatches(userId, query.search, { nowMs, utcOffsetMin: query.utcOffsetMin })
      : undefined,
  )
  const direction = query.sort === "asc" ? asc : desc
  const order = sortColumns[query.sortBy].map((column) => direction(column))
  const total = db.select({ total: count() }).from(print).where(found)
  return readPage(query, async (offset) => {
    if (query.search) {
      // What a search costs is finding; so it finds once, for the page and the total together.
      const both = await db
        .select({ row: print, total: sql<number>`count(*) OVER ()` })
        .from(print)
        .where(found)
        .orderBy(...order)
        .limit(query.limit)
        .offset(offset)
      if (both.length > 0) return { rows: both.map((one) => one.row), total: both[0].total }
      return { rows: [], total: offset === 0 ? 0 : (await total)[0].total }
    }
    const page = db
      .select()
      .from(print)
      .where(found)
      .orderBy(...order)
      .limit(query.limit)
      .offset(offset)
    const [[counted], rows] = await db.batch([total, page])
    return { rows, total: counted.total }
  })
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
 * being processed, that still hold credits, or that are other people's stay. Their orders follow. Answers the ids removed.
 */
export async function deletePrints(db: Database, userId: string, ids: readonly string[]): Promise<string[]> {
  const isLeaving = sql`${print.userId} = ${userId} AND ${print.status} = 'Deleted'
    AND ${print.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND NOT EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.printId} = ${print.id} AND ${attempt.isHoldSettled} = 0)`
  const leaving = sql`${printItem.printId} IN (SELECT ${print.id} FROM ${print} WHERE ${isLeaving})`
  const results = await db.batch([
    ...orderStateUpdates(db, orderItemsIn(leaving), leaving),
    db.delete(print).where(isLeaving).returning({ id: print.id }),
  ])
  return results[2].map((row) => row.id)
}

/** Everything of these prints but their items, in the same order, as it crosses the wire. */
export async function summarisePrints(db: Database, rows: readonly PrintRow[]): Promise<PrintSummary[]> {
  const ids = JSON.stringify(rows.map((row) => row.id))
  const attemptIds = rows.flatMap((row) => row.attemptId ?? [])
  const runningIds = rows.flatMap((row) => (row.status === "Processing" && row.attemptId) || [])
  const areTheirs = sql`${printItem.printId} IN (SELECT value FROM json_each(${ids}))`
  const pictured = db
    .select({
      printId: printItem.printId,
      imageId: image.id,
      place:
        sql<number>`row_number() OVER (PARTITION BY ${printItem.printId} ORDER BY ${printItem.position})`.as(
          "place",
        ),
    })
    .from(printItem)
    // The plus keeps SQLite from starting at everybody's images of that status.
    .innerJoin(image, and(eq(image.id, printItem.imageId), sql`+${image.status} = 'Ready'`))
    .where(areTheirs)
    .as("pictured")
  const [[totals, pictures, sheetRows], progress] = await Promise.all([
    db.batch([
      db
        .select({
          printId: printItem.printId,
          itemCount: count(),
          copies: sql<number>`sum(${printItem.quantity})`,
        })
        .from(printItem)
        .where(areTheirs)
        .groupBy(printItem.printId),
      db
        .select({ printId: pictured.printId, imageId: pictured.imageId })
        .from(pictured)
        .where(lte(pictured.place, MAX_PREVIEWS))
        .orderBy(asc(pictured.printId), asc(pictured.place)),
      selectSheetFiles(db, attemptIds),
    ]),
    progressOfEach(db, runningIds),
  ])
  const totalOf = new Map(totals.map((total) => [total.printId, total]))
  const picturesOf = Map.groupBy(pictures, (picture) => picture.printId)
  const sheetsOf = Map.groupBy(sheetRows.map(sheetFileOf), (sheetFile) => sheetFile.attemptId)
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
      itemPreviews: (picturesOf.get(row.id) ?? []).map(({ imageId }) => imagePath(imageId, "preview")),
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
