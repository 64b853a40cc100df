// `npm run bench -- archive [--json]`: what orders and prints take in rows and indexes, before and after they are archived, and how
// long a document takes to write, to read and to bring back, on SQLite alone: sheets of 42 copies made by hand, and sheets of
// 30 orders of one item.
import { parseArgs } from "node:util"
import { getTableColumns, getTableName, sql } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { DAY_MS } from "../../contract/duration.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { memoryBucket } from "../../harness/memory-bucket.ts"
import { sized } from "../../harness/smoke.ts"
import { sqliteD1 } from "../../harness/sqlite-d1.ts"
import { user } from "../../worker/data/accounts/tables.ts"
import { image, size } from "../../worker/data/artwork/tables.ts"
import { openDatabase } from "../../worker/data/database.ts"
import { ARCHIVE_DAYS } from "../../worker/data/documents.ts"
import { integration } from "../../worker/data/integrations/tables.ts"
import { archiveOrders, listArchivable, restoreOrdersOf } from "../../worker/data/orders/archive-rows.ts"
import { findOrders, orderReplies } from "../../worker/data/orders/order-rows.ts"
import { order, orderItem, shipment } from "../../worker/data/orders/tables.ts"
import {
  archivePrints,
  listArchivablePrints,
  restorePrintsWhere,
} from "../../worker/data/prints/archive-rows.ts"
import {
  attempt,
  print,
  printItem,
  printLayout,
  sheet,
  sheetTemplate,
} from "../../worker/data/prints/tables.ts"
import { printedFilm } from "../../worker/data/reports/tables.ts"

const { values } = parseArgs({ options: { json: { type: "boolean" } } })
const SHEETS = sized(600, 4)
const ORDERS_OF_SHEET = 30
const ITEMS_BY_HAND = 6
const COPIES_BY_HAND = 42
const DESIGNS = 300
const ROWS_OF_DOCUMENT = 200
/** The tables that orders and prints are in, those of the index of words included. */
const orderTables = /^(order|order_item|shipment|archived_item|order_words_\w+|order_item_words_\w+)$/
const printTables =
  /^(print|print_item|manifest_tick|attempt|sheet|print_layout|printed_film|archived_print_part|print_words_\w+)$/

const nowMs = Date.now()
const endedAt = nowMs - (ARCHIVE_DAYS + 1) * DAY_MS

/** A kind of thing that is archived: its bytes before and after, and the milliseconds that a document of it takes. */
type Row = { what: string; rows: number; archived: number; write: string; read?: string; back?: string }

/** The bytes of what is archived, by table and index. */
const left: { byHand?: Record<string, number>; anOrder?: Record<string, number> } = {}

const rows = [...(await measureByHand()), ...(await measureOrders())]
if (values.json) console.log(JSON.stringify({ bench: "archive", rows, left }))
else {
  console.table(rows)
  for (const one of Object.values(left)) console.table(one)
}

async function measureByHand(): Promise<Row[]> {
  const shop = openShop()
  for (let i = 0; i < SHEETS; i++) shop.insertPrint(i, [])
  const before = shop.bytesOf(printTables)
  const printIds = await shop.archivable()
  const written = await timed(printIds, 1 + ITEMS_BY_HAND, (part) => archivePrints(shop.db, part, nowMs))
  const after = shop.bytesOf(printTables)
  left.byHand = perOne(shop.bytesByName(printTables), SHEETS)
  const back = await timed(printIds, 1 + ITEMS_BY_HAND, shop.restore)
  return [
    {
      what: "a sheet by hand",
      rows: each(before),
      archived: each(after),
      write: ms(written),
      back: ms(back),
    },
  ]
}

async function measureOrders(): Promise<Row[]> {
  const shop = openShop()
  for (let i = 0; i < SHEETS; i++)
    shop.insertPrint(
      i,
      Array.from({ length: ORDERS_OF_SHEET }, (_, n) => shop.insertOrder(i * ORDERS_OF_SHEET + n)),
    )
  const { db, userId } = shop
  const before = [shop.bytesOf(orderTables), shop.bytesOf(printTables)]
  const page = { after: { endedAt: 0, id: "" }, nowMs, limit: SHEETS * ORDERS_OF_SHEET }
  const ids = (await listArchivable(db, page)).map(({ id }) => id)
  const written = await timed(ids, 2, (part) => archiveOrders(db, part, nowMs))
  const orders = shop.bytesOf(orderTables)
  left.anOrder = perOne(shop.bytesByName(orderTables), SHEETS * ORDERS_OF_SHEET)
  const prints = await shop.archivable()
  const writtenPrints = await timed(prints, 1 + ORDERS_OF_SHEET, (part) => archivePrints(db, part, nowMs))
  const after = [shop.bytesOf(orderTables), shop.bytesOf(printTables)]
  const read = await timed(ids, 2, async (part) => orderReplies(db, await findOrders(db, userId, part)))
  const back = await timed(ids, 2, (part) => restoreOrdersOf(db, userId, part))
  const inAll = SHEETS * ORDERS_OF_SHEET
  const [ordersBefore, printsBefore] = before
  const [ordersAfter, printsAfter] = after
  return [
    {
      what: "an order of one item",
      rows: Math.round(ordersBefore / inAll),
      archived: Math.round(orders / inAll),
      write: ms(written),
      read: ms(read),
      back: ms(back),
    },
    {
      what: `a print of ${ORDERS_OF_SHEET} orders`,
      rows: each(printsBefore),
      archived: each(printsAfter),
      write: ms(writtenPrints),
    },
    {
      what: `a sheet and its ${ORDERS_OF_SHEET} orders`,
      rows: each(ordersBefore + printsBefore),
      archived: each(ordersAfter + printsAfter),
      write: "",
    },
  ]
}

/** Returns the shares of one of so many, without those that round to few bytes. */
function perOne(bytes: Record<string, number>, many: number): Record<string, number> {
  const shares = Object.entries(bytes).map(([name, all]) => [name, Math.round(all / many)] as const)
  return Object.fromEntries(shares.filter(([, share]) => share > 10))
}

function each(bytes: number): number {
  return Math.round(bytes / SHEETS)
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`
}

/** Returns the milliseconds that a document takes on average; each member of it has so many rows. */
async function timed(
  ids: readonly Id[],
  rowsOfEach: number,
  act: (part: Id[]) => Promise<unknown>,
): Promise<number> {
  const most = Math.floor(ROWS_OF_DOCUMENT / rowsOfEach)
  const parts = Array.from({ length: Math.ceil(ids.length / most) }, (_, part) =>
    ids.slice(part * most, (part + 1) * most),
  )
  const startMs = performance.now()
  for (const part of parts) await act(part)
  return (performance.now() - startMs) / parts.length
}

/** Opens a database with a seller, a shop and artwork. */
function openShop() {
  const { DB, db: sqlite } = sqliteD1()
  const db = openDatabase(DB, memoryBucket())
  const [userId, integrationId, templateId, sizeId] = Array.from({ length: 4 }, () => makeId(nowMs))
  const designs = Array.from({ length: DESIGNS }, () => makeId(nowMs))

  insert(user, { id: userId, email: "shop@example.test", role: "user", status: "active" })
  insert(integration, { id: integrationId, userId, name: "Shop", type: "Etsy", syncState: "idle" })
  insert(size, { id: sizeId, userId, name: "Chest 10 in", valueIn: 10 })
  insert(sheetTemplate, {
    id: templateId,
    userId,
    name: "Film 22 in",
    widthIn: 22,
    maxLengthIn: 60,
    dpi: 300,
    nesting: "boxes",
  })
  for (const [i, id] of designs.entries())
    insert(image, { id, userId, name: `luna-moth-${i}.png`, status: "Ingesting" })

  return {
    db,
    userId,
    insertOrder,
    insertPrint,
    restore: (ids: Id[]) =>
      restorePrintsWhere(
        db,
        sql`${print.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        nowMs,
      ),
    async archivable(): Promise<Id[]> {
      const page = { after: { endedAt: 0, id: "" }, nowMs, limit: SHEETS }
      return (await listArchivablePrints(db, page)).map(({ id }) => id)
    },
    bytesOf(tables: RegExp): number {
      return Object.values(this.bytesByName(tables)).reduce((sum, bytes) => sum + bytes, 0)
    },
    /** Returns the bytes of each such table and of its indexes; one of a single page holds next to nothing, or nothing. */
    bytesByName(tables: RegExp): Record<string, number> {
      // As it is once parts of the indexes of words have been joined.
      for (const words of ["print_words", "order_words", "order_item_words"])
        sqlite.exec(`INSERT INTO ${words} (${words}) VALUES ('optimize')`)
      sqlite.exec("VACUUM")
      const sizes = sqlite
        .prepare(
          "SELECT name, tbl_name AS owner, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_schema USING (name) GROUP BY name HAVING count(*) > 1 ORDER BY bytes DESC",
        )
        .all() as { name: string; owner: string; bytes: number }[]
      return Object.fromEntries(
        sizes.filter(({ owner }) => tables.test(owner)).map(({ name, bytes }) => [name, bytes]),
      )
    },
  }

  /** Inserts a print that ended long ago: of these order items, else made by hand. */
  function insertPrint(i: number, orderItemIds: readonly Id[]): void {
    const [printId, attemptId] = [makeId(nowMs), makeId(nowMs)]
    const isOfOrders = orderItemIds.length > 0
    const count = isOfOrders ? orderItemIds.length : ITEMS_BY_HAND
    const quantity = isOfOrders ? 1 : COPIES_BY_HAND / ITEMS_BY_HAND
    const times = { createdAt: endedAt - i, updatedAt: endedAt }
    insert(print, {
      ...{ id: printId, userId, attemptId, attemptNumber: 1, status: "Deleted", printedAt: endedAt - i },
      ...(isOfOrders ? { type: "Etsy", source: "Etsy" } : { type: "Manual" }),
      ...{
        name: isOfOrders ? "30 orders of 23 Nov" : "Luna moth and 5 others",
        sheetTemplateId: templateId,
        requestKey: crypto.randomUUID(),
        ...times,
      },
    })
    const items = Array.from({ length: count }, (_, position) => ({
      ...{ id: makeId(nowMs), imageId: designs[(i * 7 + position) % DESIGNS], position },
      orderItemId: orderItemIds[position] ?? null,
    }))
    for (const item of items)
      insert(printItem, {
        ...{
          ...item,
          printId,
          sizeId,
          quantity,
          fieldValues: "{}",
          isOrdered: isOfOrders,
          hadNoFields: true,
          shopMends: "[]",
        },
        ...{ buyerOrder: isOfOrders ? String(3_000_000_000 + i) : null, printedAt: endedAt, costCents: 125 },
      })
    const cost = {
      currency: "USD",
      film: 540,
      ink: 130,
      powder: 60,
      credits: 420,
      total: 1150,
      savedByNesting: 85,
    }
    insert(attempt, {
      ...{ id: attemptId, printId, userId, number: 1, state: "completed", credits: count * quantity },
      ...{
        isHoldSettled: true,
        isAnnounced: true,
        dpi: 300,
        utilisation: 0.8123,
        boxesFilmIn: 61.25,
        inkSqIn: 812.5,
      },
      ...{
        turnAt: endedAt,
        prices: { currency: "USD", filmInCents: 9, inkSqInCents: 0.2, creditCents: 10 } as never,
      },
      ...{ cost: cost as never, ...times },
    })
    insert(sheet, {
      ...{
        attemptId,
        sheetIndex: 0,
        token: `${makeId(nowMs)}`.replaceAll("-", ""),
        widthPx: 6600,
        lengthPx: 17_640,
      },
      ...{
        state: "deleted",
        bytes: 11_000_000,
        checksum: "0".repeat(64),
        pieces: count * quantity,
        updatedAt: endedAt,
      },
      files: JSON.stringify([
        { format: "png", bytes: 11_000_000, checksum: "0".repeat(64), name: "luna-moth-1.png" },
      ]),
    })
    const placements = items.flatMap(({ id }, n) =>
      Array.from({ length: quantity }, (_, copy) => ({
        itemId: id,
        copy,
        x: n * 3_000,
        y: copy * 2_400,
        rotated: false,
      })),
    )
    insert(printLayout, {
      ...{
        printId,
        sheetTemplateId: templateId,
        packing: "tightest",
        digest: "d".repeat(43),
        lengthIn: 58.8,
      },
      ...{
        boxesLengthIn: 61.25,
        sheets: JSON.stringify([{ lengthIn: 58.8, placements }]),
        updatedAt: endedAt,
      },
    })
    const parts = [
      ...items.map(({ imageId }) => ["design", imageId]),
      ["size", sizeId],
      ["shop", integrationId],
    ].map(([kind, key]) => ({
      kind,
      key,
      name: "luna-moth-1.png",
      copies: 7,
      orders: 0,
      share: 0.1667,
      costCents: 190,
    }))
    insert(printedFilm, {
      ...{
        attemptId,
        userId,
        printId,
        printedAt: endedAt,
        day: "2026-10-23",
        copies: count * quantity,
        currency: "USD",
      },
      ...{
        filmIn: 58.8,
        boxesFilmIn: 61.25,
        filmSqIn: 1293.6,
        inkSqIn: 812.5,
        costCents: 1150,
        isCounted: true,
      },
      parts: JSON.stringify(parts),
    })
  }

  /** Inserts a row; columns that are not given are empty. */
  function insert<T extends SQLiteTable>(table: T, given: Partial<T["$inferInsert"]>): void {
    const columns = Object.entries(getTableColumns(table)).filter(([, { generated }]) => !generated)
    const values = columns.map(([name, column]) => {
      const value = (given as Record<string, unknown>)[name] ?? column.default
      if (value !== undefined && value !== null) return column.mapToDriverValue(value) as string
      return column.notNull ? (column.dataType === "string" ? "" : 0) : null
    })
    const names = columns.map(([, { name }]) => `"${name}"`)
    sqlite
      .prepare(`INSERT INTO "${getTableName(table)}" (${names}) VALUES (${names.map(() => "?")})`)
      .run(...values.map((value) => (typeof value === "boolean" ? Number(value) : value)))
  }

  /** Inserts an order that shipped long ago; returns the id of its item. */
  function insertOrder(i: number): Id {
    const [orderId, itemId] = [makeId(nowMs), makeId(nowMs)]
    const shippedAt = endedAt
    insert(order, {
      ...{
        id: orderId,
        userId,
        integrationId,
        vendorOrderId: String(3_000_000_000 + i),
        currency: "USD",
        totalCents: 2_400,
      },
      ...{
        buyerName: `Jane Q Doe ${i}`,
        buyerEmail: `jane${i}@example.test`,
        buyerCountry: "US",
        status: "Completed",
      },
      buyerAddress: "12 Long Road\nSpringfield, IL 62704\nUnited States",
      ...{
        orderedAt: shippedAt - i,
        shipBy: shippedAt,
        pressedAt: shippedAt,
        shippedAt,
        createdAt: shippedAt,
        updatedAt: shippedAt,
      },
    })
    const words = "Please print Amelia"
    const skuKey = "luna-moth-10in"
    insert(orderItem, {
      ...{
        id: itemId,
        orderId,
        userId,
        vendorItemId: String(4_000_000_000 + i),
        listingId: "1234567890",
        quantity: 1,
      },
      ...{
        title: `Luna moth shirt, witchy gift, custom name ${i % 50}`,
        sku: "LUNA-MOTH-10IN",
        size: "10 in",
        status: "Completed",
      },
      ...{
        variation: "Color: Black",
        personalisation: words,
        answers: [{ question: "Personalization", answer: words, isFile: false }],
      },
      ...{
        currency: "USD",
        priceCents: 2_400,
        skuKey,
        skuBaseKey: "luna-moth",
        skuSuffixKey: "10in",
        sizeKey: "10in",
      },
      ...{
        imageChoiceKey: `image|sku:${skuKey}`,
        sizeChoiceKey: `size|sku:${skuKey}|10in`,
        readFrom: "0".repeat(32),
      },
      mockupUrl: "https://i.etsystatic.com/12345678/r/il/abcdef/1234567890/il_570xN.1234567890_abcd.jpg",
    })
    insert(shipment, {
      ...{
        id: makeId(nowMs),
        userId,
        orderId,
        carrier: "usps",
        trackingNumber: "9400111899223197428490",
        state: "sent",
      },
      ...{ createdAt: shippedAt, updatedAt: shippedAt },
    })
    return itemId
  }
}
