// `npm run bench -- archive`: what orders of one item take in rows and indexes, before and after they
// are archived, and how long a document takes to write, to read and to bring back, on SQLite alone.
import { getTableColumns, getTableName } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { DAY_MS } from "../../contract/duration.ts"
import { makeId } from "../../contract/id.ts"
import { sized } from "../../harness/smoke.ts"
import { sqliteD1 } from "../../harness/sqlite-d1.ts"
import { user } from "../../worker/data/accounts/tables.ts"
import { openDatabase } from "../../worker/data/database.ts"
import { integration } from "../../worker/data/integrations/tables.ts"
import {
  ARCHIVE_DAYS,
  archiveOrders,
  listArchivable,
  restoreOrdersOf,
} from "../../worker/data/orders/archive-rows.ts"
import { findOrders, orderReplies } from "../../worker/data/orders/order-rows.ts"
import { order, orderItem, shipment } from "../../worker/data/orders/tables.ts"

const ORDERS = sized(5_000, 100)
const ORDERS_OF_DOCUMENT = 100
/** The tables that an order is in. */
const ownTables = /^(order|order_item|shipment|archived_item)$/

const { DB, db: sqlite } = sqliteD1()
const objects = new Map<string, string>()
const bucket = {
  put: async (key: string, text: string) => void objects.set(key, text),
  get: async (key: string) => ({
    text: async () => objects.get(key),
    json: async () => JSON.parse(objects.get(key) ?? ""),
  }),
}
const db = openDatabase(DB, bucket as unknown as R2Bucket)
const nowMs = Date.now()
const [userId, integrationId] = [makeId(nowMs), makeId(nowMs)]

insert(user, { id: userId, email: "shop@example.test", role: "user", status: "active" })
insert(integration, { id: integrationId, userId, name: "Shop", type: "Etsy", syncState: "idle" })
sqlite.exec("BEGIN")
for (let i = 0; i < ORDERS; i++) insertOrder(i)
sqlite.exec("COMMIT")

const before = bytesAnOrder()
const after = { shippedAt: 0, id: "" }
const ids = (await listArchivable(db, { after, nowMs, limit: ORDERS })).map(({ id }) => id)
const parts = Array.from({ length: ids.length / ORDERS_OF_DOCUMENT }, (_, part) =>
  ids.slice(part * ORDERS_OF_DOCUMENT, (part + 1) * ORDERS_OF_DOCUMENT),
)
const times = {
  written: await timed(async (part) => void (await archiveOrders(db, part, nowMs))),
  size: bytesAnOrder(),
  read: await timed(async (part) => void (await orderReplies(db, await findOrders(db, userId, part)))),
  "brought back": await timed((part) => restoreOrdersOf(db, userId, part)),
}
console.log(`${ORDERS} orders: ${before} B each in rows and indexes, ${times.size} B once archived`)
for (const name of ["written", "read", "brought back"] as const)
  console.log(`a document of ${ORDERS_OF_DOCUMENT} is ${name} in ${times[name].toFixed(1)} ms`)

async function timed(act: (part: typeof ids) => Promise<void>): Promise<number> {
  const startMs = performance.now()
  for (const part of parts) await act(part)
  return (performance.now() - startMs) / parts.length
}

function bytesAnOrder(): number {
  sqlite.exec("VACUUM")
  const sizes = sqlite
    .prepare(
      "SELECT tbl_name AS name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_schema USING (name) GROUP BY tbl_name",
    )
    .all() as { name: string; bytes: number }[]
  const own = sizes.filter(({ name }) => ownTables.test(name))
  return Math.round(own.reduce((sum, { bytes }) => sum + bytes, 0) / ORDERS)
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

function insertOrder(i: number): void {
  const orderId = makeId(nowMs)
  const shippedAt = nowMs - (ARCHIVE_DAYS + 1) * DAY_MS
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
      id: makeId(nowMs),
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
}
