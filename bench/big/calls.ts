import { DAY_MS } from "../../contract/duration.ts"
import { orderListQuerySchema } from "../../contract/orders/order.ts"
import { orderStepFilters } from "../../contract/orders/order-step.ts"
import { shipByFilters } from "../../contract/orders/ship-by.ts"
import { REPORT_FILE_TOP, REPORT_TOP, reportQuerySchema } from "../../contract/reports/report.ts"
import { printStatuses, printTypes } from "../../contract/status.ts"
import { readList } from "../../harness/lists/plans.ts"
import { memoryBucket } from "../../harness/memory-bucket.ts"
import {
  countArchiveFiles,
  readArchiveLists,
  readArchivePrints,
} from "../../worker/data/accounts/archive-rows.ts"
import { deleteSomeOrders, listIdlePrints } from "../../worker/data/accounts/deleted-user-rows.ts"
import { readStatistics } from "../../worker/data/accounts/user-counts.ts"
import { openDatabase } from "../../worker/data/database.ts"
import { archiveOrders, listArchivable } from "../../worker/data/orders/archive-rows.ts"
import { archivePrints, listArchivablePrints } from "../../worker/data/prints/archive-rows.ts"
import { listExpiredPrints } from "../../worker/data/prints/sheet-rows.ts"
import { readerOf } from "../../worker/data/reader.ts"
import { readChoice } from "../../worker/flows/orders/read-choice.ts"
import { readTodayFilm } from "../../worker/flows/orders/read-today.ts"
import { writeOrdersCsv } from "../../worker/flows/orders/write-orders-csv.ts"
import { readReport } from "../../worker/flows/reports/read-report.ts"
import { countWork, takeDue } from "../../worker/work/statements.ts"
import { works } from "../../worker/work/works.ts"
import type { BigAccount, Size } from "./make-account.ts"

/** A call of a screen, a program or a sweep; one with `isSlow` has no limit: files, sweeps and deletion. */
export type Call = { name: string; isSlow: boolean; run: () => Promise<unknown> }

const PAGE = 50
/** The orders or prints that a document of the archive is made of here. */
const ROWS_OF_DOCUMENT = 100
/** The last page that has a number. */
const NUMBERED = 200

/** Returns the calls that are measured, each with the parsing and the queries of its route. */
export function callsOf(DB: D1Database, account: BigAccount, size: Size, nowMs: number): Call[] {
  const { userId } = account
  const db = openDatabase(DB, memoryBucket())
  const clock = { nowMs, timeZone: "UTC" }
  const call = (name: string, run: () => Promise<unknown>) => ({ name, isSlow: false, run })
  const list = (path: string) => call(path, () => readList(db, userId, path))
  const slow = (name: string, run: () => Promise<unknown>) => ({ name, isSlow: true, run })
  const report = (query: object, limit: number) =>
    readReport({ read: readerOf(db), userId }, reportQuerySchema.parse(query), { nowMs, limit })
  const dayAgo = (days: number) => new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10)
  const csv = async (query: object) => {
    const stream = await writeOrdersCsv(db, userId, orderListQuerySchema.parse(query), clock)
    let bytes = 0
    for await (const part of stream) bytes += part.byteLength
    return bytes
  }
  const batch = (wish: { shipWithinDays?: number }) => async () => {
    const { chosen, skipped } = await readChoice(db, { id: userId }, wish, clock)
    return { items: chosen.length, skipped }
  }
  const archive = async (
    list: typeof listArchivable | typeof listArchivablePrints,
    write: typeof archiveOrders,
  ) => {
    const rows = await list(db, { after: { endedAt: 0, id: "" }, nowMs, limit: ROWS_OF_DOCUMENT })
    return write(
      db,
      rows.map(({ id }) => id),
      nowMs,
    )
  }
  const exportedPrints = async () => {
    const prints: unknown[] = []
    for await (const print of readArchivePrints(db, userId)) if (prints.push(print) === 1_000) break
    return prints.length
  }
  const palette = (text: string) => async () => {
    const search = `limit=4&search=${encodeURIComponent(text)}`
    const paths = ["/prints", "/orders", "/images", "/sizes"].map((path) => `${path}?${search}`)
    return Promise.all(paths.map((path) => readList(db, userId, path)))
  }
  return [
    ...printPaths(account, size, dayAgo).map(list),
    ...orderPaths(account, size, dayAgo).map(list),
    ...imagePaths(account).map(list),
    list("/image-categories?limit=999&sortBy=name&sort=asc"),
    list("/sizes?limit=999&sortBy=value"),
    list("/sheet-templates?limit=999"),
    list("/orders/summary"),
    list("/today"),
    call("/statistics", () => readStatistics(readerOf(db), userId, nowMs - 27 * DAY_MS)),
    call("/orders/batch, what ships today, a dry run", batch({ shipWithinDays: 1 })),
    call("/orders/batch, any day, a dry run", batch({})),
    call("/today/film", () => readTodayFilm(db, userId, clock)),
    call("/reports, 30 days", () => report({}, REPORT_TOP)),
    call("/reports, a year", () => report({ from: dayAgo(360), by: "month" }, REPORT_TOP)),
    call("the palette: moth", palette("moth")),
    call("the palette: a buyer's name", palette("Zoe Zhang")),
    call("the palette: an order's number", palette(String(3_000_000_000 + 7 * Math.floor(size.orders / 2)))),
    call("the palette: nothing", palette("no such thing")),
    slow("/orders.csv of a month", () => csv({ startDate: dayAgo(60), endDate: dayAgo(57) })),
    slow("/reports.csv of a year", () => report({ from: dayAgo(360) }, REPORT_FILE_TOP)),
    slow("sweep: unfinished work is counted", () => countWork(readerOf(db), nowMs)),
    slow("sweep: attempts that are due", () => takeDue(db, works.print, { nowMs, limit: 20 })),
    slow("sweep: prints whose sheets go", () => listExpiredPrints(db, nowMs - 7 * DAY_MS, 100)),
    slow("archiving: a document of orders", () => archive(listArchivable, archiveOrders)),
    slow("archiving: a document of prints", () => archive(listArchivablePrints, archivePrints)),
    slow("export of the account: its files are counted", () => countArchiveFiles(db, userId)),
    slow("export of the account: all but prints", () => readArchiveLists(db, userId)),
    slow("export of the account: 1,000 prints", exportedPrints),
    slow("deletion of the account: a step's prints", () => listIdlePrints(db, userId)),
    slow("deletion of the account: 200 orders", () => deleteSomeOrders(db, userId)),
  ]
}

function printPaths({ imageId, printId }: BigAccount, size: Size, dayAgo: (days: number) => string) {
  const month = `startDate=${dayAgo(60)}&endDate=${dayAgo(30)}`
  const searches = [
    ...["moth", "Film Zhang 7", "no-such-name", "processing", "12", "8 nov", "3 copies", "q"],
    ...[printId.slice(-6), `Film Zhang ${Math.floor(size.prints / 2)}`, "vintage-moth-16000"],
  ]
  const filters = [
    ...printStatuses.map((status) => `status=${encodeURIComponent(status)}`),
    ...printTypes.map((type) => `type=${type}`),
    ...["open", "printed", "sent"].map((shop) => `shop=${shop}`),
    ...[month, `dateType=printedAt&${month}`, `status=Completed&type=Etsy&${month}`, `imageId=${imageId}`],
    ...searches.map((text) => `search=${encodeURIComponent(text)}`),
    "status=Deleted&search=taco",
  ]
  const sorts = ["createdAt", "printedAt", "status", "type", "_id"].flatMap((by) =>
    ["asc", "desc"].flatMap((sort) =>
      ["", "&status=Completed", "&status=Deleted", "&type=Manual", `&${month}`].map(
        (filter) => `sortBy=${by}&sort=${sort}${filter}`,
      ),
    ),
  )
  return [
    `/prints/${printId}`,
    ...[...filters, ...sorts, `page=${NUMBERED}`, `page=${NUMBERED}&sortBy=status`].map(
      (query) => `/prints?limit=${PAGE}&${query}`,
    ),
  ]
}

function orderPaths({ integrationId, printId }: BigAccount, size: Size, dayAgo: (days: number) => string) {
  const middle = 3_000_000_000 + 7 * Math.floor(size.orders / 2)
  const searches = [
    "Zoe Zhang",
    "Ann",
    "moth",
    "no such thing",
    String(middle),
    "VINTAGE-MOTH-16000",
    "zz",
    "Mia 13",
  ]
  const month = `startDate=${dayAgo(60)}&endDate=${dayAgo(30)}`
  const sorts = ["integrationOrderCreatedDate", "status", "shipBy", "total", "buyerName", "step"].flatMap(
    (by) =>
      ["asc", "desc"].flatMap((sort) =>
        ["", "&status=Completed", "&status=Pending"].map((filter) => `sortBy=${by}&sort=${sort}${filter}`),
      ),
  )
  return [
    ...sorts,
    ...orderStepFilters.map((step) => `step=${step}&sortBy=step&sort=asc`),
    ...shipByFilters.map((filter) => `shipBy=${filter}&sortBy=shipBy&sort=asc`),
    ...["to-press", "to-ship", "not-told"].map((filter) => `fulfilment=${filter}`),
    ...["unmatched", "doubtful", "changed", "needsYou"].map((filter) => `${filter}=true`),
    ...[month, `integrationId=${integrationId}`, `printId=${printId}`, `page=${NUMBERED}`],
    ...searches.map((text) => `search=${encodeURIComponent(text)}`),
    ...["Zoe Zhang", "moth"].map((text) => `status=Pending&search=${encodeURIComponent(text)}`),
  ].map((query) => `/orders?limit=${PAGE}&${query}`)
}

function imagePaths({ categoryId }: BigAccount) {
  const sorts = ["createdAt", "name", "score", "usedInPrint"].flatMap((by) =>
    ["asc", "desc"].flatMap((sort) =>
      ["", `&imageCategory=${categoryId}`, "&search=cat"].map(
        (filter) => `sortBy=${by}&sort=${sort}${filter}`,
      ),
    ),
  )
  return [...sorts, `page=${NUMBERED}`, "search=no-such-name", "search=q"].map(
    (query) => `/images?limit=${PAGE}&${query}`,
  )
}
