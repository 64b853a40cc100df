/**
 * The archive of prints: 30 days after its end, and once none of its orders is in rows, a print's items, attempts, sheets, ticks
 * and layout are a document in R2 (print-documents.ts), and its row keeps what lists need. `restorePrintsWhere`
 * brings them back before anything reads or changes them. docs/decisions/180-archived-prints.md has who reads what.
 */
import { and, eq, type SQL, sql } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_PRINT_PREVIEWS } from "../../../contract/limit.ts"
import { beingMoved } from "../../moving.ts"
import { isOfMoving } from "../accounts/tables.ts"
import { monthStartMs } from "../accounts/user-counts.ts"
import { image, size } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { delivery, deliveryAddress } from "../delivery/tables.ts"
import { ARCHIVE_DAYS, documentPath, MAX_ARCHIVED_BYTES, makeArchiveKey, UNTOUCHED_MS } from "../documents.ts"
import { insertFrom, jsonParts, member } from "../insert-from.ts"
import { deleteObjectsLater } from "../operations/object-to-delete-rows.ts"
import { printedFilm } from "../reports/tables.ts"
import { bytesOf, jsonOf, rowOf, storedColumns, storedValues } from "../stored-rows.ts"
import { undo } from "../undo/tables.ts"
import { keepRestoredLayouts } from "../undo/undo-sizes.ts"
import { keepRestoredUses } from "../undo/undo-uses.ts"
import { namedBatch } from "./named-batch.ts"
import { type ArchivedPrint, readPrintDocument, writePrintDocument } from "./print-documents.ts"
import {
  type ArchivedParts,
  archivedPrintPart,
  attempt,
  attemptStamp,
  manifestTick,
  print,
  printItem,
  printLayout,
  sheet,
  sheetTemplate,
  writing,
} from "./tables.ts"

const attemptsOfPrint = sql`(SELECT ${attempt.id} FROM ${attempt} WHERE ${attempt.printId} = ${print.id})`

/** SQL over `print`: about the bytes of its JSON as a value of a statement, whose quotes are written as two letters. */
const bytesOfPrint: SQL = sql.join(
  [
    bytesOf(printItem, eq(printItem.printId, print.id), {
      row: 600,
      text: sql`${printItem.fieldValues} || coalesce(${printItem.shopMends}, '')`,
    }),
    bytesOf(manifestTick, eq(manifestTick.printId, print.id), { row: 200, text: sql`''` }),
    bytesOf(printLayout, eq(printLayout.printId, print.id), { row: 600, text: sql`${printLayout.sheets}` }),
    bytesOf(attempt, eq(attempt.printId, print.id), { row: 2_000, text: sql`${attempt.failureMessage}` }),
    bytesOf(writing, sql`${writing.attemptId} IN ${attemptsOfPrint}`, {
      row: 1_000,
      text: sql`${writing.settings}`,
    }),
    bytesOf(sheet, sql`${sheet.attemptId} IN ${attemptsOfPrint}`, { row: 800, text: sql`${sheet.files}` }),
    bytesOf(delivery, eq(delivery.printId, print.id), { row: 800, text: sql`${delivery.sent}` }),
    bytesOf(printedFilm, sql`${printedFilm.attemptId} IN ${attemptsOfPrint}`, {
      row: 800,
      text: sql`${printedFilm.parts}`,
    }),
  ],
  sql` + `,
)

/** SQL over `print`: it was printed, its sheets are gone, and it is in rows, as in the index of those. */
export const isPrintUnarchived: SQL = sql`${print.status} = 'Deleted' AND ${print.printedAt} IS NOT NULL AND ${print.archiveKey} IS NULL`

/**
 * Returns SQL over `print`: nothing is open about a print that ended long ago. None of its orders is in rows, no
 * attempt has credits or news to settle or rows of its layout, no delivery is under way, and no deletion can be undone.
 */
export function isPrintSettled(nowMs: number): SQL {
  // The film of the month, on its last day that of the first as well, is counted in rows.
  const endedBefore = Math.min(nowMs - ARCHIVE_DAYS * DAY_MS, monthStartMs(nowMs))
  return sql`${print.printedAt} <= ${endedBefore} AND ${print.updatedAt} <= ${nowMs - UNTOUCHED_MS}
    AND coalesce(${print.restoredAt}, 0) <= ${nowMs - UNTOUCHED_MS} AND ${print.trashedAt} IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${printItem} WHERE ${printItem.printId} = ${print.id} AND ${printItem.orderItemId} IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.printId} = ${print.id} AND (${attempt.updatedAt} > ${endedBefore}
      OR EXISTS (SELECT 1 FROM ${printedFilm} WHERE ${printedFilm.attemptId} = ${attempt.id} AND ${printedFilm.isCounted} = 0)
      OR ${attempt.isHoldSettled} = 0 OR ${attempt.isAnnounced} = 0
      OR EXISTS (SELECT 1 FROM ${attemptStamp} WHERE ${attemptStamp.attemptId} = ${attempt.id})
      OR EXISTS (SELECT 1 FROM ${sheet} WHERE ${sheet.attemptId} = ${attempt.id} AND ${sheet.placements} <> '')))
    AND NOT EXISTS (SELECT 1 FROM ${delivery} WHERE ${delivery.printId} = ${print.id} AND ${delivery.retryAt} IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM ${undo} WHERE ${undo.userId} = ${print.userId})
    AND ${bytesOfPrint} <= ${MAX_ARCHIVED_BYTES}`
}

export type ArchivablePrint = { id: Id; userId: Id; createdAt: number; printedAt: number; bytes: number }

/** Lists settled prints in the order of their printing, whoever's they are, after this one. */
export async function listArchivablePrints(
  db: Database,
  { after, nowMs, limit }: { after: { endedAt: number; id: string }; nowMs: number; limit: number },
): Promise<ArchivablePrint[]> {
  return db.all<ArchivablePrint>(sql`
    SELECT ${print.id} AS "id", ${print.userId} AS "userId", ${print.createdAt} AS "createdAt", ${print.printedAt} AS "printedAt",
      ${bytesOfPrint} AS "bytes"
    FROM ${print} WHERE ${isPrintUnarchived} AND (${print.printedAt}, ${print.id}) > (${after.endedAt}, ${after.id}) AND ${isPrintSettled(nowMs)}
    ORDER BY ${print.printedAt}, ${print.id} LIMIT ${limit}`)
}

/** Returns SQL over `print`: its rows of a table as JSON, each with the print's id. */
function rowsOf(table: SQLiteTable, isIts: SQL, key: SQL): SQL {
  const columns = { ...storedColumns(table), printId: sql`${print.id}` }
  return sql`json((SELECT json_group_array(json(${jsonOf(columns)}) ORDER BY ${key}) FROM ${table} WHERE ${isIts}))`
}

/** SQL over `print`: all that its document will hold, as JSON, the same text as long as nothing changes. */
const wholePrint: SQL = sql`json_object('id', ${print.id},
  'items', ${rowsOf(printItem, eq(printItem.printId, print.id), sql`${printItem.position}, ${printItem.id}`)},
  'ticks', ${rowsOf(manifestTick, eq(manifestTick.printId, print.id), sql`${manifestTick.itemId}, ${manifestTick.copy}`)},
  'layouts', ${rowsOf(printLayout, eq(printLayout.printId, print.id), sql`${printLayout.printId}`)},
  'attempts', ${rowsOf(attempt, eq(attempt.printId, print.id), sql`${attempt.number}`)},
  'writings', ${rowsOf(writing, sql`${writing.attemptId} IN ${attemptsOfPrint}`, sql`${writing.id}`)},
  'sheets', ${rowsOf(sheet, sql`${sheet.attemptId} IN ${attemptsOfPrint}`, sql`${sheet.attemptId}, ${sheet.sheetIndex}`)},
  'deliveries', ${rowsOf(delivery, eq(delivery.printId, print.id), sql`${delivery.id}`)},
  'films', ${rowsOf(printedFilm, sql`${printedFilm.attemptId} IN ${attemptsOfPrint}`, sql`${printedFilm.attemptId}`)})`

/** Returns what the row of an archived print keeps for lists and searches. */
function partsOf({ items, attempts, sheets }: ArchivedPrint, attemptId: Id | null): ArchivedParts {
  const ownItems = items.map((json) => rowOf(printItem, json))
  const ownAttempts = attempts.map((json) => rowOf(attempt, json))
  const seen = new Map<Id | null, number>()
  const others = [
    ...ownItems.flatMap(({ archiveKey }) => archiveKey ?? []),
    ...ownItems.flatMap(({ buyerOrder, fieldValues }) =>
      buyerOrder === null || fieldValues === "{}" ? [] : `buyer:${buyerOrder}`,
    ),
    ...sheets.map((json) => `sheet:${rowOf(sheet, json).token}`),
  ]
  const last = ownAttempts.find(({ id }) => id === attemptId)
  return {
    // A list shows so many pictures at most: further ones of the same image are never among the first.
    images: ownItems.flatMap(({ imageId }) => {
      const times = (seen.get(imageId) ?? 0) + 1
      seen.set(imageId, times)
      return times > MAX_PRINT_PREVIEWS ? [] : [imageId]
    }),
    sizes: [...new Set(ownItems.map(({ sizeId }) => sizeId))],
    attempts: ownAttempts
      .filter(({ id, state }) => state === "completed" && id !== attemptId)
      .map(({ id }) => id),
    others: [...new Set(others)],
    cost: last?.cost ?? null,
    begunBy: last?.begunBy ?? null,
  }
}

/**
 * Archives prints of one account as one document. The order of writes, and what a crash after each leaves:
 *
 *   1  R2: the document, under a new key, read back          rows as before; the document has no row and goes
 *   2  D1, one batch: rows get the key and lose the rest     archived
 *
 * A print that has changed since it was read stays in rows. Returns how many were archived.
 */
export async function archivePrints(db: Database, ids: readonly Id[], nowMs: number): Promise<number> {
  const rows = await db.all<{ id: Id; attemptId: Id | null; json: string }>(
    sql`SELECT ${print.id} AS "id", ${print.attemptId} AS "attemptId", ${wholePrint} AS "json" FROM ${print} WHERE ${isListed(ids)} AND ${isPrintUnarchived}`,
  )
  if (rows.length === 0) return 0
  const key = makeArchiveKey()
  const archived = rows.map(({ id, attemptId, json }) => {
    const whole: ArchivedPrint = JSON.parse(json)
    const copies = whole.items.reduce((sum, item) => sum + Number(item.quantity), 0)
    return { id, json, whole, copies, itemCount: whole.items.length, parts: partsOf(whole, attemptId) }
  })
  await writePrintDocument(
    db,
    key,
    archived.map(({ whole }) => whole),
  )
  const given = jsonParts(archived.map(({ whole: _, ...row }) => row))
  const own = sql`(SELECT ${print.id} FROM ${print} WHERE ${print.archiveKey} = ${key})`
  const isGiven = sql`${print.id} = given.${member("id")}`
  const { marked } = await namedBatch(db, {
    marked: given.map((part) =>
      db
        .update(print)
        .set({
          archiveKey: key,
          archivedParts: sql`given.${member("parts")}`,
          hasArchivedParts: true,
          restoredAt: null,
          // No request comes again after a month, but an import (a UUID of version 8).
          requestKey: sql`CASE WHEN substr(${print.requestKey}, 15, 1) = '8' THEN ${print.requestKey} END`,
        })
        .from(sql`json_each(${part}) AS given`)
        .where(
          sql`${isGiven} AND ${isPrintUnarchived} AND ${isPrintSettled(nowMs)} AND ${wholePrint} = given.${member("json")}`,
        )
        .returning({ id: print.id }),
    ),
    layouts: db.delete(printLayout).where(sql`${printLayout.printId} IN ${own}`),
    ticks: db.delete(manifestTick).where(sql`${manifestTick.printId} IN ${own}`),
    items: db.delete(printItem).where(sql`${printItem.printId} IN ${own}`),
    // Reports are made of the days' sums, which have it.
    films: db
      .delete(printedFilm)
      .where(
        sql`${printedFilm.attemptId} IN (SELECT ${attempt.id} FROM ${attempt} WHERE ${attempt.printId} IN ${own})`,
      ),
    // Their writings, sheets and deliveries go with them.
    attempts: db.delete(attempt).where(sql`${attempt.printId} IN ${own}`),
    // The trigger has counted the items as removed.
    counts: given.map((part) =>
      db
        .update(print)
        .set({ itemCount: sql`given.${member("itemCount")}`, copies: sql`given.${member("copies")}` })
        .from(sql`json_each(${part}) AS given`)
        .where(sql`${isGiven} AND ${print.archiveKey} = ${key}`),
    ),
  })
  // The document must not keep what a changed print has in rows: all of it comes back, and goes again later.
  if (marked.flat().length === rows.length) return rows.length
  await restorePrintDocument(db, key, nowMs)
  return 0
}

/**
 * Brings the archived prints among those that meet the condition back into rows, with all others of their
 * documents. In rows they stay for a day at least. A repeat finds nothing to do.
 */
export async function restorePrintsWhere(db: Database, condition: SQL, nowMs: number): Promise<void> {
  const rows = await db
    .selectDistinct({ key: print.archiveKey, isMoving: isOfMoving(print) })
    .from(print)
    // The plus leaves the choice of an index to the condition.
    .where(and(sql`+${print.archiveKey} IS NOT NULL`, condition))
  if (rows.some(({ isMoving }) => isMoving)) throw beingMoved()
  for (const { key } of rows) if (key !== null) await restorePrintDocument(db, key, nowMs)
}

/** Returns SQL over `print`: it is archived, and these select one of the keys that it is found by. */
export function hasArchivedPart(partIds: SQL): SQL {
  return sql`${print}.rowid IN (SELECT ${archivedPrintPart.print} FROM ${archivedPrintPart} WHERE ${archivedPrintPart.partId} IN (${partIds}))`
}

/**
 * Restores all prints of a document in one batch, which also notes the document for deletion. If two calls
 * run at once, the second finds no row with the key and writes nothing.
 */
async function restorePrintDocument(db: Database, key: string, nowMs: number): Promise<void> {
  const prints = await readPrintDocument(db, key)
  if (prints === null) {
    const [row] = await db.select({ id: print.id }).from(print).where(eq(print.archiveKey, key)).limit(1)
    if (row) throw new Error(`the document ${key} of archived prints is missing`)
    return
  }
  const isIts = eq(print.archiveKey, key)
  const theirs = sql`CROSS JOIN ${print} ON ${print.id} = value ->> 'printId' AND ${isIts}`
  const given = (part: string) =>
    sql`json_each(${part}) AS given CROSS JOIN ${print} ON ${print.id} = given.${member("printId")} AND ${isIts}`
  const existing = (
    table: typeof image | typeof size | typeof deliveryAddress | typeof sheetTemplate,
    name: string,
  ) => sql`(SELECT ${table.id} FROM ${table} WHERE ${table.id} = ${member(name)})`
  const wasDeleted = (name: "Image" | "Size", table: typeof image | typeof size) => {
    const id = member(name === "Image" ? "imageId" : "sizeId")
    const was = member(name === "Image" ? "wasImageDeleted" : "wasSizeDeleted")
    return sql`${was} OR (${id} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = ${id}))`
  }
  const partsOfAll = (name: Exclude<keyof ArchivedPrint, "id">) =>
    jsonParts(prints.flatMap((one) => one[name])).filter((part) => part !== "[]")
  const back = <T extends SQLiteTable>(
    name: Exclude<keyof ArchivedPrint, "id">,
    table: T,
    changed: Partial<Record<keyof T["$inferInsert"], SQL>> = {},
    more: SQL = sql``,
  ) =>
    partsOfAll(name).map((part) =>
      insertFrom(
        db,
        table,
        storedValues(table, changed),
        sql`FROM json_each(${part}) ${theirs} ${more} WHERE 1`,
      ),
    )
  const ofDefault = sql`(SELECT other.id FROM sheet_template other WHERE other.user_id = ${print.userId} AND other.is_default = 1)`
  await namedBatch(db, {
    // The trigger counts the items as they come back.
    counts: db.update(print).set({ itemCount: 0, copies: 0 }).where(isIts),
    items: back("items", printItem, {
      imageId: existing(image, "imageId"),
      wasImageDeleted: wasDeleted("Image", image),
      sizeId: existing(size, "sizeId"),
      wasSizeDeleted: wasDeleted("Size", size),
      orderItemId: sql`NULL`,
    }),
    // What was deleted since may come back, and then belongs to them again.
    uses: [
      ...partsOfAll("items").flatMap((part) => [
        keepRestoredUses(db, "image", given(part)),
        keepRestoredUses(db, "size", given(part)),
      ]),
      ...partsOfAll("layouts").map((part) => keepRestoredLayouts(db, given(part))),
    ],
    ticks: back("ticks", manifestTick),
    layouts: back(
      "layouts",
      printLayout,
      { sheetTemplateId: sql`kept.id` },
      // The layout of a deleted template waits under the default one.
      sql`JOIN sheet_template AS kept ON kept.id = coalesce(${existing(sheetTemplate, "sheetTemplateId")}, ${ofDefault})`,
    ),
    attempts: back("attempts", attempt),
    writings: back("writings", writing),
    sheets: back("sheets", sheet),
    films: back("films", printedFilm),
    deliveries: back("deliveries", delivery, { addressId: existing(deliveryAddress, "addressId") }),
    prints: db
      .update(print)
      .set({
        archiveKey: null,
        archivedParts: null,
        restoredAt: nowMs,
        hasArchivedParts: sql`EXISTS (SELECT 1 FROM ${printItem} WHERE ${printItem.printId} = ${print.id} AND ${printItem.archiveKey} IS NOT NULL)`,
      })
      .where(isIts),
    // The rows of an account that is being moved change nothing, and still need it.
    document: deleteObjectsLater(
      db,
      [documentPath("prints", key)],
      nowMs,
      sql`NOT EXISTS (SELECT 1 FROM ${print} WHERE ${isIts})`,
    ),
  })
}

function isListed(ids: readonly Id[]): SQL {
  return sql`${print.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}
