import { and, asc, count, countDistinct, eq, gt, isNull, sql } from "drizzle-orm"
import type { ArchivePrint } from "../../../contract/accounts/archive.ts"
import type { ArchiveAccount } from "../../../contract/accounts/archive-account.ts"
import { artworkKinds, kindOfMedia } from "../../../contract/artwork/artwork-kind.ts"
import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { type SheetFileKind, sheetFileNameOf } from "../../../contract/delivery/sheet-format.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { shownPrices } from "../../../contract/prints/cost.ts"
import { PRINT_OF_ORDERS } from "../../../contract/status.ts"
import { type ImageRow, imageKeys } from "../artwork/image-rows.ts"
import { artworkRule, image, imageCategory, size } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { deliveryAddress, destination } from "../delivery/tables.ts"
import { insertFrom, member } from "../insert-from.ts"
import { readRuleOf } from "../orders/item-reading.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { readWithArchived } from "../prints/print-documents.ts"
import { fileKindsIn, isListed, sheetKey } from "../prints/sheet-files.ts"
import { attempt, print, printItem, sheet, sheetTemplate } from "../prints/tables.ts"
import { rowOf } from "../stored-rows.ts"

/** The rows read at a time while an archive is written. */
const PAGE_ROWS = 200

type StoredFile = { key: string; path: string }

/** Counts each sheet once, and each of its files. */
export async function countArchiveFiles(
  db: Database,
  userId: Id,
): Promise<{ images: number; sheets: number; sheetFiles: number }> {
  const { images, sheets } = await namedBatch(db, {
    images: db.select({ total: count() }).from(image).where(isKept(userId)),
    sheets: db
      .select({ sheets: countDistinct(sheet.token), files: count() })
      .from(sheet)
      .innerJoin(print, isShown)
      .innerJoin(attempt, eq(attempt.id, sheet.attemptId))
      .innerJoin(eachFormat, sql`1`)
      .where(eq(print.userId, userId)),
  })
  return { images: images[0].total, sheets: sheets[0].sheets, sheetFiles: sheets[0].files }
}

/** Reads the account's categories, sizes, destinations and sheet templates. */
export async function readArchiveLists(
  db: Database,
  userId: Id,
): Promise<
  Pick<
    ArchiveAccount,
    "categories" | "sizes" | "destinations" | "deliveryAddresses" | "artworkRules" | "sheetTemplates"
  >
> {
  const { categories, sizes, destinations, addresses, rules, templates } = await namedBatch(db, {
    categories: db
      .select()
      .from(imageCategory)
      .where(eq(imageCategory.userId, userId))
      .orderBy(asc(imageCategory.id)),
    sizes: db.select().from(size).where(eq(size.userId, userId)).orderBy(asc(size.id)),
    destinations: db
      .select()
      .from(destination)
      .where(eq(destination.userId, userId))
      .orderBy(asc(destination.id)),
    addresses: db
      .select()
      .from(deliveryAddress)
      .where(eq(deliveryAddress.userId, userId))
      .orderBy(asc(deliveryAddress.id)),
    rules: db.select().from(artworkRule).where(eq(artworkRule.userId, userId)).orderBy(asc(artworkRule.id)),
    templates: db
      .select()
      .from(sheetTemplate)
      .where(eq(sheetTemplate.userId, userId))
      .orderBy(asc(sheetTemplate.id)),
  })
  return {
    categories: categories.map(({ id, name }) => ({ _id: id, name })),
    sizes: sizes.map(({ id, name, valueIn }) => ({ _id: id, name, value: valueIn })),
    destinations: destinations.map(
      ({ id, userId: _, createdAt: __, updatedAt: ___, profile: ____, ...own }) => ({ _id: id, ...own }),
    ),
    deliveryAddresses: addresses.map(({ id, kind, name, url, isAutomatic, settings }) => ({
      _id: id,
      ...{ kind, name, url, isAutomatic },
      settings: JSON.parse(settings),
    })),
    artworkRules: rules.map((rule) => ({
      ruleKey: rule.ruleKey,
      imageId: rule.imageId,
      ...readRuleOf(rule),
    })),
    sheetTemplates: templates.map(
      ({ id, userId: _, createdAt: __, updatedAt: ___, prices, ...template }) => ({
        _id: id,
        ...template,
        ...shownPrices(prices),
      }),
    ),
  }
}

/** Lists a slice of the artwork by id: images Ready or being read; the rest are incomplete uploads. */
export function listArchiveImages(
  db: Database,
  userId: Id,
  slice: { offset: number; limit: number },
): Promise<ImageRow[]> {
  return db
    .select()
    .from(image)
    .where(isKept(userId))
    .orderBy(asc(image.id))
    .limit(slice.limit)
    .offset(slice.offset)
}

/** Reads a slice of the sheets still kept, by attempt and index. */
export async function listArchiveSheets(
  db: Database,
  userId: Id,
  slice: { offset: number; limit: number },
): Promise<StoredFile[]> {
  const rows = await db
    .select(sheetFileColumns)
    .from(sheet)
    .innerJoin(print, isShown)
    .innerJoin(attempt, eq(attempt.id, sheet.attemptId))
    .innerJoin(eachFormat, sql`1`)
    .where(eq(print.userId, userId))
    .orderBy(asc(sheet.attemptId), asc(sheet.sheetIndex), sql`format.key`)
    .limit(slice.limit)
    .offset(slice.offset)
  return rows.map((row) => ({ key: sheetKey(row, row.format), path: sheetPath(row) }))
}

/**
 * Yields every print with its items, oldest first, and reads a page of rows at a time. One whose document R2 has lost
 * comes without its items, and says so.
 */
export async function* readArchivePrints(db: Database, userId: Id): AsyncGenerator<ArchivePrint> {
  for (let after: Id | null = null; ; ) {
    const { prints, items, sheets, archived, lost }: ArchivePage = await readArchivePage(db, userId, after)
    const archivedItems = [...archived.values()].flatMap((one) =>
      one.items.map((json) => rowOf(printItem, json)),
    )
    const { images, sizes } = await namedBatch(db, {
      images: existing(
        db,
        image,
        archivedItems.flatMap(({ imageId }) => imageId ?? []),
      ),
      sizes: existing(
        db,
        size,
        archivedItems.flatMap(({ sizeId }) => sizeId ?? []),
      ),
    })
    const [ownImages, ownSizes] = [images, sizes].map((rows) => new Set(rows.map(({ id }) => id)))
    const itemsOf = Map.groupBy([...items, ...archivedItems], (item) => item.printId)
    const isThere = (id: Id | null, own: ReadonlySet<Id>, printId: Id) =>
      id !== null && (!archived.has(printId) || own.has(id))
    const sheetsOf = Map.groupBy(sheets, (row) => row.printId)
    for (const row of prints) {
      yield {
        _id: row.id,
        name: row.name,
        type: row.type,
        status: row.status,
        createdAt: new Date(row.createdAt).toISOString(),
        printedAt: row.printedAt === null ? null : new Date(row.printedAt).toISOString(),
        isTest: row.isTest,
        items: (itemsOf.get(row.id) ?? []).map((item) => ({
          imageId: isThere(item.imageId, ownImages, row.id) ? item.imageId : null,
          sizeId: isThere(item.sizeId, ownSizes, row.id) ? item.sizeId : null,
          quantity: item.quantity,
          values: JSON.parse(item.fieldValues),
        })),
        sheets: (sheetsOf.get(row.id) ?? []).map(sheetPath),
        ...(lost.includes(row.id) ? { areItemsLost: true } : {}),
      }
    }
    if (prints.length < PAGE_ROWS) return
    after = prints[prints.length - 1].id
  }
}

type ArchivePage = Awaited<ReturnType<typeof readArchivePage>>

/** Reads a page of prints in one batch: each has its items in rows, or else in its document. */
function readArchivePage(db: Database, userId: Id, after: Id | null) {
  const isOnPage = and(
    eq(print.userId, userId),
    isNull(print.trashedAt),
    after === null ? undefined : gt(print.id, after),
  )
  const page = () => db.select().from(print).where(isOnPage).orderBy(asc(print.id)).limit(PAGE_ROWS)
  const ids = sql`(SELECT id FROM ${page().as("page")})`
  return readWithArchived(db, () =>
    namedBatch(db, {
      prints: page(),
      items: db
        .select()
        .from(printItem)
        .where(sql`${printItem.printId} IN ${ids}`)
        .orderBy(asc(printItem.printId), asc(printItem.position)),
      sheets: db
        .select(sheetFileColumns)
        .from(sheet)
        .innerJoin(print, isShown)
        .innerJoin(attempt, eq(attempt.id, sheet.attemptId))
        .innerJoin(eachFormat, sql`1`)
        .where(sql`${print.id} IN ${ids}`)
        .orderBy(asc(sheet.attemptId), asc(sheet.sheetIndex), sql`format.key`),
    }),
  )
}

/** Returns a query of those of these images or sizes that have not been deleted. */
function existing(db: Database, table: typeof image | typeof size, ids: readonly Id[]) {
  return db
    .select({ id: table.id })
    .from(table)
    .where(sql`${table.id} IN (SELECT value FROM json_each(${JSON.stringify([...new Set(ids)])}))`)
}

/**
 * Writes a print from an archive. A draft stays a draft; any other counts as printed with deleted
 * sheets, so it can be processed again. Returns false if its request key has made a print before, which
 * stays as it is.
 */
export async function importPrint(
  db: Database,
  userId: Id,
  row: Omit<ArchivePrint, "sheets"> & { requestKey: string },
  nowMs: number,
): Promise<boolean> {
  const id = makeId(nowMs)
  const printedAt = row.printedAt === null ? null : Date.parse(row.printedAt)
  const items = row.items.map(({ values, ...item }) => ({
    ...item,
    fieldValues: valuesJson(values),
    id: makeId(nowMs),
  }))
  const isNew = sql`EXISTS (SELECT 1 FROM ${print} WHERE ${print.id} = ${id})`
  const { inserted } = await namedBatch(db, {
    inserted: db
      .insert(print)
      .values({
        id,
        userId,
        type: row.type,
        name: row.name,
        status: printedAt === null ? "In Draft" : "Deleted",
        requestKey: row.requestKey,
        isTest: row.isTest,
        printedAt,
        createdAt: Date.parse(row.createdAt),
        updatedAt: nowMs,
      })
      .onConflictDoNothing()
      .returning({ id: print.id }),
    items: insertFrom(
      db,
      printItem,
      {
        id: member("id"),
        printId: id,
        imageId: ownOrNull(image, "imageId", userId),
        wasImageDeleted: sql`${member("imageId")} IS NULL`,
        sizeId: ownOrNull(size, "sizeId", userId),
        wasSizeDeleted: sql`${member("sizeId")} IS NULL`,
        // Its orders are not imported. The flag keeps their items from being merged.
        isOrdered: row.type === PRINT_OF_ORDERS,
        quantity: member("quantity"),
        fieldValues: member("fieldValues"),
        position: sql`key`,
      },
      sql`FROM json_each(${JSON.stringify(items)}) WHERE ${isNew}`,
    ).onConflictDoNothing(),
  })
  return inserted.length === 1
}

const isShown = sql`${print.attemptId} = ${sheet.attemptId} AND ${print.trashedAt} IS NULL AND ${print.status} = 'Completed' AND ${sheet.state} = 'written' AND ${isListed}`

function isKept(userId: Id) {
  return and(eq(image.userId, userId), sql`${image.status} IN ('Ready', 'Ingesting')`)
}

function ownOrNull(table: typeof image | typeof size, name: string, userId: Id) {
  return sql`(SELECT ${table.id} FROM ${table} WHERE ${table.id} = ${member(name)} AND ${table.userId} = ${userId})`
}

/** SQL for a row for each file of a sheet. */
const eachFormat = sql`json_each(${fileKindsIn({ formats: sql`${attempt.formats}`, contour: sql`${attempt.contour}` })}) AS format`

const sheetFileColumns = {
  printId: print.id,
  token: sheet.token,
  sheetIndex: sheet.sheetIndex,
  format: sql<SheetFileKind>`format.value`,
}

function sheetPath(row: { printId: Id; sheetIndex: number; format: SheetFileKind }): string {
  return `sheets/${row.printId}/${sheetFileNameOf(row.sheetIndex, row.format)}`
}

/** Returns an original's R2 key and archive path; the path uses the id, so no name can form a bad path. */
export function archiveFileOf(row: ImageRow): StoredFile {
  const [extension] = artworkKinds[kindOfMedia(row.mediaType ?? "image/png")].endings
  return { key: imageKeys(row.id).source, path: `artwork/${row.id}.${extension}` }
}
