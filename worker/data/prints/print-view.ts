/** The prints as the API shows them, each read with its related rows in one statement. */
import { and, getTableColumns, type SQL, sql } from "drizzle-orm"
import { type DoerMark, doerOf } from "../../../contract/accounts/doer.ts"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { dayOf } from "../../../contract/day.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_COUNTED_ROWS, MAX_PRINT_PREVIEWS, MAX_SEARCHED_ROWS } from "../../../contract/limit.ts"
import type { Pagination } from "../../../contract/list.ts"
import { costInUnits } from "../../../contract/prints/cost.ts"
import { itemCode } from "../../../contract/prints/manifest.ts"
import type { Print, PrintItem, PrintListQuery, PrintSummary } from "../../../contract/prints/print.ts"
import type { PrintInk } from "../../../contract/prints/print-ink.ts"
import { defaultPrintName } from "../../../contract/prints/print-name.ts"
import { PRINT_OF_ORDERS } from "../../../contract/status.ts"
import { type Looker, mayLook } from "../accounts/looker.ts"
import { nameOfMark } from "../accounts/member-rows.ts"
import { type ImageRow, previewPath } from "../artwork/image-rows.ts"
import { answersOf, readAnswers } from "../orders/order-item-answers.ts"
import { hasNoPlaceIn, type PlaceRow, placeColumns, ruleOfItem } from "../orders/text-place.ts"
import type { Counted } from "../paging.ts"
import {
  countedUpTo,
  orderOf,
  placeIn,
  readPlacedPage,
  type Sorting,
  type Source,
  sortedApart,
  sourceIn,
} from "../place.ts"
import { listOf, type Reader } from "../reader.ts"
import { type ChangeRow, changeColumns, changesOf } from "./print-changes.ts"
import { printedImage, printedSize } from "./print-item-rows.ts"
import type { PrintRow } from "./print-rows.ts"
import { printMatches, searchedPrints } from "./print-search.ts"
import { progressOfAttempt } from "./render-rows.ts"
import { isListed } from "./sheet-files.ts"
import { type SheetFileRow, sheetFilesOf } from "./sheet-rows.ts"
import { isPieced, readShopMends, shopMendsSql } from "./shop-mends.ts"
import { shopStates } from "./shop-state.ts"
import { print } from "./tables.ts"

/** The sort columns in the order of an index each. The unique id comes last. */
const sortColumns = {
  createdAt: [sql`print.created_at`, sql`print.id`],
  printedAt: [sql`print.printed_at`, sql`print.id`],
  status: [sql`print.status`, sql`print.created_at`, sql`print.id`],
  type: [sql`print.type`, sql`print.created_at`, sql`print.id`],
  _id: [sql`print.id`],
}

/** Reads a page of a seller's prints without items. */
export async function listPrints(
  read: Reader,
  userId: Id,
  query: PrintListQuery,
  nowMs: number,
): Promise<{ prints: PrintSummary[]; pagination: Pagination }> {
  const { sorting, isAll, ...source } = await sourceOf(read, userId, query, nowMs)
  const { rows, pagination } = await readPlacedPage<SummaryRow>(read, query, sorting, {
    ...source,
    // This finds the page first, so that related rows are read for its prints alone.
    select: (behind, limits, total) => sql`
      WITH page AS MATERIALIZED (
        SELECT print.id AS id, ${placeIn(sorting)} AS place, ${total} AS total FROM ${source.from} WHERE ${and(source.isFound, behind)} ${limits})
      SELECT ${summary}, page.place AS "place", page.total AS "total" FROM page CROSS JOIN print ON print.id = page.id ${withAttempt}
      ORDER BY ${orderOf(sorting)}`,
  })
  return {
    prints: rows.map(summaryOf),
    pagination: { ...pagination, isExact: pagination.isExact && isAll },
  }
}

/** Reads these prints of a seller's, by their ids, without their items. */
export async function readPrintSummaries(
  read: Reader,
  userId: Id,
  ids: readonly Id[],
): Promise<Map<Id, PrintSummary>> {
  if (ids.length === 0) return new Map()
  const [rows] = await read(
    sql<SummaryRow>`SELECT ${summary} FROM print ${withAttempt} WHERE print.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND +print.user_id = ${userId} AND print.trashed_at IS NULL`,
  )
  return new Map(rows.map((row) => [row.id, summaryOf(row)]))
}

/** A print with its items in order, without the findings about its ink; `hasArchivedParts`: it lacks these, or some their orders, until it is restored. */
export type FullPrint = {
  print: Omit<Print, keyof PrintInk>
  ownerId: Id
  hasArchivedParts: boolean
  film: { dpi: number; trim: boolean }
}

/** Reads a print with its items; null unless this user owns it, or is an admin who may look. */
export async function findFullPrint(read: Reader, looker: Looker, id: Id): Promise<FullPrint | null> {
  const isTheirs = mayLook(looker, sql`print.user_id`)
  const [[row], items] = await read(
    sql<
      SummaryRow & {
        ownerId: Id
        timeZone: string
        inkLookedBy: string | null
        attemptAt: number
        film: string | null
      }
    >`SELECT ${summary}, print.user_id AS "ownerId",
      attempt.ink_looked_by AS "inkLookedBy", attempt.created_at AS "attemptAt",
      (SELECT time_zone FROM user WHERE user.id = print.user_id) AS "timeZone", ${film} AS "film"
      FROM print ${withAttempt} WHERE print.id = ${id} AND print.trashed_at IS NULL AND ${isTheirs}`,
    sql<ItemRow>`SELECT ${itemList}, ${placeColumns}, ${changeColumns} FROM ${itemParts} ${ruleOfItem} WHERE print_item.print_id = ${id}
      ORDER BY print_item.position, print_item.id`,
  )
  if (!row) return null
  const inkTick = inkTickOf({ inkLookedBy: row.inkLookedBy, createdAt: row.attemptAt })
  const print = { ...summaryOf(row), inkTick, printItems: items.map((item) => itemOf(item, row.timeZone)) }
  const hasArchivedParts = Boolean(row.hasArchivedParts)
  return { print, ownerId: row.ownerId, hasArchivedParts, film: filmOf(row) }
}

/** Reads the column `film`; a print without a template is one of the default. */
export function filmOf({ film }: { film: string | null }): FullPrint["film"] {
  const { dpi, trim } = film === null ? defaultSheetTemplate : JSON.parse(film)
  return { dpi, trim: Boolean(trim) }
}

/** The template that a print was or would be processed with, as far as it decides about its pieces' pictures. */
export const film = sql`(SELECT json_object('dpi', dpi, 'trim', trim) FROM sheet_template WHERE user_id = print.user_id AND (id = print.sheet_template_id OR is_default = 1)
  ORDER BY id IS print.sheet_template_id DESC LIMIT 1)`

/** Returns who looked at the ink of an attempt before it began, and when. */
export function inkTickOf({ inkLookedBy, createdAt }: { inkLookedBy: string | null; createdAt: number }) {
  return inkLookedBy === null ? null : { by: inkLookedBy, at: new Date(createdAt).toISOString() }
}

function sortingOf({ sortBy, sort }: PrintListQuery): Sorting {
  const nulls = sortBy === "printedAt" ? (sort === "asc" ? "first" : "last") : null
  return { name: sortBy, columns: sortColumns[sortBy], sort, nulls }
}

/** The prints that are sorted rather than read along the list's index among all others: a month of a large shop's. */
const MAX_SORTED_ROWS = 100_000

/**
 * Returns where a page's prints are read, and their order. If the filters find many, they are read along the
 * list's order, by its index: by the filters' own, all of these were sorted. A search of many goes by the
 * indexes of what it may find, unless that is much, too: then the next match is near.
 */
async function sourceOf(
  read: Reader,
  userId: Id,
  query: PrintListQuery,
  nowMs: number,
): Promise<Source & { sorting: Sorting }> {
  const isFiltered = and(foundBy(userId, query), sql`print.trashed_at IS NULL`)
  const all = sourceIn(sql`print`, isFiltered)
  const sorting = sortingOf(query)
  const apart = sortedApart(sorting)
  const { search, sortBy } = query
  const sorted = sql`print INDEXED BY ${sql.raw(sortIndexes[sortBy])}`
  const hasFilter = [query.status, query.type, query.shop, query.startDate, query.endDate].some(Boolean)
  if (!search) {
    const isAlongFilter =
      sortBy === "createdAt" ||
      (sortBy === "status" && !query.type) ||
      (sortBy === "type" && !query.status && !query.shop)
    if (query.imageId) return { ...all, sorting: apart }
    if (!hasFilter || isAlongFilter) return { ...all, sorting }
    // Trashed ones among them are few, and no index knows them.
    const [[{ total }]] = await read(
      countedUpTo(sql`FROM print WHERE ${foundBy(userId, query)}`, MAX_SORTED_ROWS),
    )
    return total > MAX_SORTED_ROWS ? { ...sourceIn(sorted, isFiltered), sorting } : { ...all, sorting: apart }
  }
  const view = { nowMs, utcOffsetMin: query.utcOffsetMin }
  const isMatch = and(isFiltered, printMatches(userId, search, view))
  const first = sql`SELECT print.rowid AS id FROM print WHERE ${isFiltered} ORDER BY ${orderOf(sorting)} LIMIT ${MAX_SEARCHED_ROWS}`
  const { ids, isAll } = searchedPrints(userId, { search, view, first })
  const distinct = sql`(SELECT DISTINCT id FROM (${ids}))`
  const [[filtered], [found]] = await read(all.total, countedUpTo(sql`FROM ${distinct}`))
  // The few are compared for the page and the total at once.
  const few = (from: SQL) => {
    const source = { ...sourceIn(from, isMatch), sorting: apart }
    return query.after === undefined ? { ...source, total: sql<Counted>`count(*) OVER ()` } : source
  }
  if (filtered.total <= MAX_COUNTED_ROWS) return few(all.from)
  const named = sql`${distinct} AS named CROSS JOIN print ON print.rowid = named.id`
  if (found.total <= MAX_COUNTED_ROWS) return { ...few(named), isAll }
  const total =
    hasFilter || query.imageId
      ? sourceIn(named, isFiltered).total
      : sql<Counted>`SELECT ${found.total} AS "total"`
  return { ...sourceIn(sorted, isMatch), total, sorting }
}

const sortIndexes = {
  createdAt: "print_created",
  printedAt: "print_printed",
  status: "print_status",
  type: "print_type",
  _id: "print_id",
} satisfies Record<PrintListQuery["sortBy"], string>

function foundBy(userId: Id, query: PrintListQuery): SQL | undefined {
  const date = query.dateType === "printedAt" ? sql`print.printed_at` : sql`print.created_at`
  return and(
    // With the plus the prints of an image are found by their ids, without all of the account were read.
    sql`${sql.raw(query.imageId ? "+" : "")}print.user_id = ${userId}`,
    query.status ? sql`print.status = ${query.status}` : undefined,
    query.type ? sql`print.type = ${query.type}` : undefined,
    query.shop ? shopStates[query.shop] : undefined,
    query.startDate ? sql`${date} >= ${Date.parse(query.startDate)}` : undefined,
    query.endDate ? sql`${date} < ${endOf(query.endDate)}` : undefined,
    query.imageId
      ? sql`print.id IN (SELECT print_id FROM print_item WHERE image_id = ${query.imageId}
          UNION ALL SELECT archived.id FROM archived_print_part AS part CROSS JOIN print AS archived ON archived.rowid = part.print
          WHERE part.part_id = ${query.imageId})`
      : undefined,
  )
}

/** Returns the end of a time; a date without a time means that whole day in UTC. */
function endOf(text: string): number {
  return text.includes("T") ? Date.parse(text) + 1 : Date.parse(text) + DAY_MS
}

type SummaryRow = Pick<PrintRow, keyof typeof summaryColumns> & {
  dpi: number | null
  /** The JSON of CostCents. */
  cost: string | null
  agreedFilmIn: number | null
  /** The JSON of images, rows for `sheetFilesOf`, and the progress of a print being processed. */
  pictures: string
  sheets: string
  progress: string | null
  missing: PrintSummary["missing"]
  madeByName: string | null
  begunBy: DoerMark | null
  begunByName: string | null
  shipBy: number | null
  remakeOfName: string | null
}

const {
  userId: _userId,
  attemptId: _attemptId,
  attemptNumber: _attemptNumber,
  requestKey: _requestKey,
  archiveKey: _archiveKey,
  archivedParts: _archivedParts,
  restoredAt: _restoredAt,
  ...summaryColumns
} = getTableColumns(print)

const begunBy = sql`coalesce(attempt.begun_by, print.archived_parts ->> '$.begunBy')`

const summary = sql`
  ${listOf(summaryColumns)},
  attempt.dpi AS "dpi",
  coalesce(attempt.cost, print.archived_parts ->> '$.cost') AS "cost",
  attempt.agreed_film_in AS "agreedFilmIn",
  ${nameOfMark(sql`print.made_by`)} AS "madeByName",
  ${begunBy} AS "begunBy",
  ${nameOfMark(begunBy)} AS "begunByName",
  CASE WHEN print.archive_key IS NULL
    THEN ${picturesIn(sql`print_item JOIN image ON image.id = print_item.image_id AND image.status = 'Ready' WHERE print_item.print_id = print.id ORDER BY print_item.position`)}
    ELSE ${picturesIn(sql`json_each(print.archived_parts, '$.images') AS part JOIN image ON image.id = part.value AND image.status = 'Ready' ORDER BY part.key`)}
    END AS "pictures",
  (SELECT json_group_array(json_object('sheetIndex', sheet_index, 'token', token, 'widthPx', width_px,
      'lengthPx', length_px, 'contourLengthIn', contour_length_in, 'bytes', bytes, 'files', files, 'state', state, 'previewKey', preview_key, 'writingId', writing_id,
      'destination', (SELECT writing.name FROM writing WHERE writing.id = sheet.writing_id)) ORDER BY sheet_index)
    FROM sheet WHERE ${isListed} AND attempt_id = print.attempt_id AND print.status IN ('Processing', 'Completed')) AS "sheets",
  CASE WHEN print.status IN ('Processing', 'Completed') THEN NULL
    WHEN EXISTS (SELECT 1 FROM print_item WHERE print_id = print.id AND image_id IS NULL) THEN 'image'
    WHEN EXISTS (SELECT 1 FROM json_each(print.archived_parts, '$.images') AS part WHERE NOT EXISTS (SELECT 1 FROM image WHERE image.id = part.value)) THEN 'image'
    WHEN EXISTS (SELECT 1 FROM print_item WHERE print_id = print.id AND size_id IS NULL) THEN 'size'
    WHEN EXISTS (SELECT 1 FROM json_each(print.archived_parts, '$.sizes') AS part WHERE NOT EXISTS (SELECT 1 FROM size WHERE size.id = part.value)) THEN 'size' END AS "missing",
  CASE WHEN print.type = ${PRINT_OF_ORDERS} THEN (SELECT min(ship_by) FROM (
    SELECT "order".ship_by FROM print_item CROSS JOIN order_item ON order_item.id = print_item.order_item_id
      CROSS JOIN "order" ON "order".id = order_item.order_id
    WHERE print_item.print_id = print.id AND "order".is_cancelled = 0 AND order_item.is_cancelled = 0
    UNION ALL SELECT print.archived_ship_by)) END AS "shipBy",
  (SELECT name FROM print AS original WHERE original.id = print.remake_of) AS "remakeOfName",
  CASE WHEN print.status = 'Processing' THEN ${progressOfAttempt(sql`print.attempt_id`)} END AS "progress"`

/** Returns SQL: the JSON of the first pictures of a print's items. */
function picturesIn(from: SQL): SQL {
  return sql`(SELECT json_group_array(json_object('id', id, 'fields', fields, 'layers', layers, 'madeMends', made_mends, 'updatedAt', updated_at)) FROM (
    SELECT image.id, image.fields, image.layers, image.made_mends, image.updated_at FROM ${from} LIMIT ${sql.raw(String(MAX_PRINT_PREVIEWS))}))`
}

const withAttempt = sql`LEFT JOIN attempt ON attempt.id = print.attempt_id`

function summaryOf(row: SummaryRow): PrintSummary {
  const sheets: SheetFileRow[] = JSON.parse(row.sheets)
  const { dpi } = row
  const hasFilm = row.status === "Completed" || (row.status === "Processing" && dpi !== null)
  const pictures: Parameters<typeof previewPath>[0][] = JSON.parse(row.pictures)
  return {
    _id: row.id,
    name: row.name || defaultPrintName(row.createdAt, 0),
    status: row.status,
    type: row.type,
    source: row.source,
    fileId:
      row.status === "Completed" && dpi !== null
        ? sheets
            .filter((candidate) => candidate.state === "written")
            .flatMap((candidate) => sheetFilesOf(candidate, { printId: row.id, dpi }))
        : [],
    // Names on one artwork are one picture.
    itemPreviews: [...new Set(pictures.map(previewPath))],
    copies: row.copies,
    itemCount: row.itemCount,
    missing: row.missing,
    lengthIn:
      hasFilm && sheets.length > 0
        ? sheets.reduce((sum, { writingId, lengthPx }) => (writingId ? sum : sum + lengthPx / (dpi ?? 1)), 0)
        : null,
    agreedLengthIn: hasFilm ? row.agreedFilmIn : null,
    shipBy: row.shipBy === null ? null : new Date(row.shipBy).toISOString(),
    sheetTemplateId: row.sheetTemplateId,
    labels: row.labels === null ? null : Boolean(row.labels),
    progress: row.progress === null ? null : JSON.parse(row.progress),
    failureMessage: row.failureMessage,
    printedAt: row.printedAt === null ? null : new Date(row.printedAt).toISOString(),
    cost: row.cost === null ? null : costInUnits(JSON.parse(row.cost)),
    shopPrintedAt: row.shopPrintedAt === null ? null : new Date(row.shopPrintedAt).toISOString(),
    remakeReason: row.remakeReason,
    remakeOf: row.remakeOf,
    remakeOfName: row.remakeOfName,
    isTest: Boolean(row.isTest),
    madeBy: doerOf(row.madeBy, row.madeByName),
    begunBy: doerOf(row.begunBy, row.begunByName),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}

type ItemRow = ChangeRow &
  PlaceRow & {
    printId: Id
    position: number
    id: Id
    wasImageDeleted: number
    wasSizeDeleted: number
    quantity: number
    imageId: Id | null
    imageName: string
    imageStatus: ImageRow["status"]
    mediaType: ImageRow["mediaType"]
    masterKey: string | null
    widthPx: number | null
    heightPx: number | null
    trimX: number | null
    trimY: number | null
    trimWidth: number | null
    trimHeight: number | null
    isOpaque: number
    softShare: number
    fields: string
    layers: string
    madeMends: string
    updatedAt: number
    fieldValues: string
    sizeId: Id | null
    sizeName: string
    sizeValueIn: number
    orderItemId: Id | null
    orderId: Id
    orderNumber: string | null
    shipBy: number | null
    title: string
    sku: string
    orderedQuantity: number
    priceCents: number
    currency: string
    orderedSize: string
    variation: string
    isOwnImage: number | null
    shopMends: string | null
    wording: string
    mockupUrl: string | null
  }

const itemList = sql.raw(`
  print_item.id, print_item.print_id AS "printId", print_item.position, print_item.was_image_deleted AS "wasImageDeleted", print_item.was_size_deleted AS "wasSizeDeleted",
  print_item.quantity, image.id AS "imageId", image.name AS "imageName", image.status AS "imageStatus",
  image.media_type AS "mediaType", image.master_key AS "masterKey", image.width_px AS "widthPx", image.height_px AS "heightPx", image.trim_x AS "trimX",
  image.trim_y AS "trimY", image.trim_width AS "trimWidth", image.trim_height AS "trimHeight",
  image.is_opaque AS "isOpaque", image.soft_share AS "softShare", image.fields, image.layers, image.made_mends AS "madeMends", image.updated_at AS "updatedAt", print_item.field_values AS "fieldValues",
  ${shopMendsSql} AS "shopMends", size.id AS "sizeId", size.name AS "sizeName",
  size.value_in AS "sizeValueIn", order_item.id AS "orderItemId", order_item.order_id AS "orderId",
  coalesce("order".number, "order".vendor_order_id) AS "orderNumber", "order".ship_by AS "shipBy", order_item.title, order_item.sku, order_item.quantity AS "orderedQuantity",
  order_item.price_cents AS "priceCents", order_item.currency, order_item.size AS "orderedSize", order_item.mockup_url AS "mockupUrl",
  order_item.variation, order_item.own_image_id IS NOT NULL AS "isOwnImage",
  coalesce(order_item.own_personalisation, order_item.personalisation) AS "wording"`)

const itemParts = sql.raw(`print_item LEFT JOIN image ON image.id = print_item.image_id
  LEFT JOIN size ON size.id = print_item.size_id LEFT JOIN order_item ON order_item.id = print_item.order_item_id
  LEFT JOIN "order" ON "order".id = order_item.order_id LEFT JOIN integration ON integration.id = "order".integration_id`)

function itemOf(row: ItemRow, timeZone: string): PrintItem {
  const { imageId, sizeId, orderItemId } = row
  const shopMends = readShopMends(row.shopMends)
  const hasPiece = imageId !== null && row.imageStatus === "Ready" && isPieced(row, { sizeId, shopMends })
  return {
    _id: row.id,
    code: itemCode(row.printId, row.position + 1),
    imageId:
      imageId === null
        ? null
        : printedImage({
            ...row,
            id: imageId,
            name: row.imageName,
            status: row.imageStatus,
            isOpaque: row.isOpaque === 1,
          }),
    sizeId:
      sizeId === null ? null : printedSize({ id: sizeId, name: row.sizeName, valueIn: row.sizeValueIn }),
    wasImageDeleted: row.wasImageDeleted === 1,
    wasSizeDeleted: row.wasSizeDeleted === 1,
    values: JSON.parse(row.fieldValues),
    // The piece and its look are found by flows/pieces/show-pieces.ts.
    piece: hasPiece ? { digest: "", state: "waiting", reason: null } : null,
    ...(shopMends.length > 0 && { shopMends }),
    quantity: row.quantity,
    orderItemId:
      orderItemId === null
        ? null
        : {
            _id: orderItemId,
            orderId: row.orderId,
            orderNumber: row.orderNumber ?? "",
            shipBy: row.shipBy === null ? null : new Date(row.shipBy).toISOString(),
            shipDay: row.shipBy === null ? null : dayOf(row.shipBy, timeZone),
            title: row.title,
            sku: row.sku,
            quantity: row.orderedQuantity,
            price: row.priceCents / 100,
            currency: row.currency,
            size: row.orderedSize,
            variation: row.variation,
            personalisation: answersOf({
              answers: readAnswers(row.answers),
              personalisation: row.buyerWording ?? "",
            }),
            wording: row.wording,
            hasNoPlace: hasNoPlaceIn(row),
            isOwnImage: row.isOwnImage === 1,
            isCancelled: row.isCancelled === 1,
            changes: changesOf(row),
            attributes: [{ fileUrl: row.mockupUrl }],
          },
  }
}
