import { sql } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { creditPackages, paymentCurrency } from "../../contract/credits/package.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/duration.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { defaultPrintName, ordersPrintName } from "../../contract/prints/print-name.ts"
import { PRINT_OF_ORDERS } from "../../contract/status.ts"
import { matchKeysOf } from "../../worker/data/artwork/match-key.ts"
import { autopilotRun } from "../../worker/data/autopilots/tables.ts"
import { payment } from "../../worker/data/credits/tables.ts"
import type { Database } from "../../worker/data/database.ts"
import { insertFrom, jsonParts, member } from "../../worker/data/insert-from.ts"
import { order, orderItem } from "../../worker/data/orders/tables.ts"
import { attempt, print, printItem, sheet, sheetPart } from "../../worker/data/prints/tables.ts"
import { PAST_DPI, type Past, type PastLibrary, type PastPrint } from "./past-rows.ts"

/** The time in which the autopilot has run. */
const AUTOPILOT_DAYS = 35
const AUTOPILOT_HOUR = 7
const RUN_MS = 4 * MINUTE_MS

/** The packages bought, both within the first month. */
export const purchases = [
  { sku: "credits100", daysAgo: 81, captureId: "7XD41802KM593410B" },
  { sku: "credits500", daysAgo: 58, captureId: "2GK66713RT018224P" },
] as const

type Account = { library: PastLibrary; past: Past; autopilotId: Id; nowMs: number }

/** Returns the statements that write a past, for a batch, in the order of what refers to what. */
export function pastInserts(db: Database, account: Account) {
  const { library, past, nowMs } = account
  const { userId } = library
  return {
    orders: inserts(db, order, past.orders.map(orderRow)),
    orderItems: inserts(db, orderItem, past.orders.flatMap(itemRowsOf)),
    prints: inserts(db, print, past.prints.map(printRow)),
    printItems: inserts(db, printItem, past.prints.flatMap(printItemRows)),
    attempts: inserts(db, attempt, past.prints.map(attemptRow)),
    sheets: inserts(db, sheet, past.prints.flatMap(sheetRows)),
    parts: inserts(db, sheetPart, past.prints.flatMap(partRows)),
    runs: inserts(db, autopilotRun, runRows(account)),
    payments: inserts(db, payment, purchases.map(paymentRow)),
  }

  function orderRow({ items: _, totalCents, orderedAt, shippedAt, ...times }: Past["orders"][number]) {
    const buyer = { buyerEmail: "", buyerPhone: "", buyerAddress: "", buyerCountry: "US" }
    const about = { userId, status: "Completed", totalCents, currency: paymentCurrency }
    return {
      ...times,
      ...buyer,
      ...about,
      orderedAt,
      shippedAt,
      vendorUpdatedAt: shippedAt,
      createdAt: orderedAt,
      // Stored today: its first night in the archive is the next one.
      updatedAt: nowMs,
    }
  }

  function itemRowsOf({ id: orderId, items }: Past["orders"][number]) {
    return items.map(({ item, garment, priceCents }, i) => {
      const bought = {
        sku: item.image.skuKey.toUpperCase(),
        size: item.size.name,
        variation: "Color: Black",
        title: `${item.image.name.replace(/\.\w+$/, "").replaceAll("-", " ")}, ${garment}`,
        listingId: null,
      }
      return {
        ...bought,
        ...matchKeysOf(bought, "in"),
        ...{ id: item.orderItemId, orderId, userId, vendorItemId: String(i + 1), personalisation: "" },
        ...{ quantity: item.quantity, priceCents, currency: paymentCurrency, status: "Completed" },
      }
    })
  }

  function printRow({
    printId,
    attemptId,
    beganAt,
    printedAt,
    orders,
    store,
    remakeOf,
    remakeReason,
  }: PastPrint) {
    const isOfOrders = orders.length > 0
    const name = isOfOrders ? ordersPrintName(orders.length, beganAt, 0) : defaultPrintName(beganAt, 0)
    return {
      ...{ id: printId, userId, attemptId, attemptNumber: 1, status: "Deleted" },
      ...{ type: isOfOrders ? PRINT_OF_ORDERS : "Manual", source: store?.type ?? null },
      name: remakeReason === null ? name : `Remake of ${name}`,
      ...{ sheetTemplateId: library.templateId, remakeOf, remakeReason },
      // Stored today, as its orders.
      ...{ printedAt, createdAt: beganAt, updatedAt: nowMs },
    }
  }

  function printItemRows({ printId, printedAt, items }: PastPrint) {
    return items.map(({ image, size, orderItemId, ...item }) => ({
      ...item,
      ...{
        printId,
        imageId: image.id,
        sizeId: size.id,
        orderItemId,
        isOrdered: orderItemId !== null,
        printedAt,
      },
    }))
  }

  function attemptRow({
    attemptId,
    printId,
    credits,
    utilisation,
    cost,
    boxesFilmIn,
    inkSqIn,
    ...times
  }: PastPrint) {
    return {
      ...{ id: attemptId, printId, userId, number: 1, state: "completed", credits, utilisation, cost },
      ...{ boxesFilmIn, inkSqIn, prices: library.prices, dpi: PAST_DPI, mirror: false },
      ...{ isHoldSettled: true, isAnnounced: true, createdAt: times.beganAt, updatedAt: times.printedAt },
    }
  }

  function paymentRow({ sku, daysAgo, captureId }: (typeof purchases)[number], i: number) {
    const { credits, firstMonthPriceCents } = creditPackages[sku]
    const purchasedAt = nowMs - daysAgo * DAY_MS
    return {
      ...{ id: makeId(purchasedAt, new Uint8Array(10).fill(i + 1)), userId, paymentMethod: "PayPal" },
      ...{ packageSku: sku, credits, priceCents: firstMonthPriceCents, currency: paymentCurrency },
      ...{ status: "Completed", paymentSystemReferenceId: `${captureId.slice(8)}${captureId.slice(0, 8)}` },
      ...{ captureId, purchasedAt, updatedAt: purchasedAt },
    }
  }
}

function sheetRows({ attemptId, printedAt, sheets }: PastPrint) {
  return sheets.map(({ placements: _, ...made }, sheetIndex) => ({
    ...made,
    ...{ attemptId, sheetIndex, placements: "", state: "deleted", updatedAt: printedAt },
  }))
}

function partRows({ attemptId, sheets }: PastPrint) {
  return sheets.map(({ placements }, sheetIndex) => ({ attemptId, sheetIndex, part: 0, placements }))
}

/** Returns the autopilot's runs: on each weekday, with the orders' print of that day if there is one. */
function runRows({ library: { userId }, past, autopilotId, nowMs }: Account) {
  const printOf = new Map(
    past.prints.filter(({ store }) => store?.type === "Etsy").map((made) => [dayText(made.printedAt), made]),
  )
  const days = Array.from({ length: AUTOPILOT_DAYS }, (_, i) => nowMs - (AUTOPILOT_DAYS - i) * DAY_MS)
  return days.flatMap((dayMs) => {
    const day = dayText(dayMs)
    const startedAt = Date.parse(day) + AUTOPILOT_HOUR * HOUR_MS
    if ([0, 6].includes(new Date(startedAt).getUTCDay())) return []
    const made = printOf.get(day)
    const endedAt = made?.printedAt ?? startedAt + RUN_MS
    const credits = made?.credits ?? 0
    const lengthIn = made?.sheets.reduce((sum, { lengthPx }) => sum + lengthPx / PAST_DPI, 0)
    const report = {
      ...{ orders: made?.orders.length ?? 0, items: made?.items.length ?? 0, copies: credits },
      lengthIn: lengthIn ?? null,
    }
    return [
      {
        ...{ id: makeId(startedAt, new Uint8Array(10)), autopilotId, userId, slot: `${day} 07:00`, day },
        ...{ state: "done", printId: made?.printId ?? null, credits, report, isAnnounced: true },
        ...{ startedAt, endedAt, updatedAt: endedAt },
      },
    ]
  })
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Returns the statements that insert rows, all of them with the same members; others get their defaults. */
function inserts<T extends SQLiteTable>(db: Database, table: T, rows: readonly Record<string, unknown>[]) {
  const values = Object.fromEntries(Object.keys(rows[0]).map((field) => [field, member(field)]))
  return jsonParts(rows).map((part) => insertFrom(db, table, values as never, sql`FROM json_each(${part})`))
}
