import type { D1Database } from "@cloudflare/workers-types"
import { drizzle } from "drizzle-orm/d1"
import { imageListQuerySchema } from "../../contract/artwork/image.ts"
import { type Id, idSchema } from "../../contract/id.ts"
import { MAX_BATCH_ORDERS } from "../../contract/limit.ts"
import { listQuerySchema } from "../../contract/list.ts"
import { orderListQuerySchema } from "../../contract/orders/order.ts"
import { printListQuerySchema } from "../../contract/prints/print.ts"
import { listImageCategories } from "../../worker/data/artwork/image-category-rows.ts"
import { listImages } from "../../worker/data/artwork/image-rows.ts"
import { listSizes } from "../../worker/data/artwork/size-rows.ts"
import { listUndatedOrders } from "../../worker/data/autopilots/offer-rows.ts"
import type { Database } from "../../worker/data/database.ts"
import { listOrderPage } from "../../worker/data/orders/order-rows.ts"
import { readOrderSummary } from "../../worker/data/orders/order-summary.ts"
import { findFullPrint, listPrints } from "../../worker/data/prints/print-view.ts"
import { listSheetTemplates } from "../../worker/data/prints/sheet-template-rows.ts"
import { readerOf } from "../../worker/data/reader.ts"
import { readListedOrders } from "../../worker/flows/orders/read-listed-orders.ts"
import { readToday } from "../../worker/flows/orders/read-today.ts"
import { accountReadsOf, fullScansOf, growingIndexes } from "../full-scans.ts"

type D1 = D1Database
type Params = Record<string, string>

/**
 * SQLite's plan for a statement; `fullScans` are tables or indexes that it reads from end to end,
 * `accountReads` those of which it may read all rows of the account.
 */
export type Plan = { sql: string; steps: string[]; fullScans: string[]; accountReads: string[] }

/** The routes' work for each list, with the same parsing and the same queries. */
const lists: Record<string, (db: Database, userId: Id, params: Params) => Promise<unknown>> = {
  "/images": (db, userId, params) => listImages(readerOf(db), userId, imageListQuerySchema.parse(params)),
  "/image-categories": (db, userId, params) =>
    listImageCategories(readerOf(db), userId, { ...listQuerySchema.parse(params), sortBy: "name" }),
  "/sizes": (db, userId, params) =>
    listSizes(readerOf(db), userId, {
      ...listQuerySchema.parse(params),
      utcOffsetMin: 0,
      sortBy: params.sortBy === "name" || params.sortBy === "value" ? params.sortBy : "createdAt",
    }),
  "/sheet-templates": (db, userId, params) =>
    listSheetTemplates(readerOf(db), userId, { ...listQuerySchema.parse(params), sortBy: "createdAt" }),
  "/orders": async (db, userId, params) => {
    const page = await listOrderPage(db, userId, orderListQuerySchema.parse(params), utcNow())
    return { data: await readListedOrders(db, userId, page.listed), pagination: page.pagination }
  },
  "/orders/summary": (db, userId) => readOrderSummary(db, userId, { ...utcNow(), integrationId: undefined }),
  "/autopilot-offer": (db, userId) => listUndatedOrders(db, userId, MAX_BATCH_ORDERS),
  "/today": (db, userId) => readToday(db, userId, utcNow()),
  "/prints": (db, userId, params) =>
    listPrints(readerOf(db), userId, printListQuerySchema.parse(params), Date.now()),
}

function utcNow() {
  return { nowMs: Date.now(), timeZone: "UTC" }
}

/** Reads a list by its address, as its route does. */
export async function readList(db: Database, userId: Id, path: string): Promise<unknown> {
  const [name, query = ""] = path.split("?")
  const printId = name.match(/^\/prints\/(.+)$/)?.[1]
  if (printId !== undefined) {
    const looker = { userId, isProgram: false }
    return findFullPrint(readerOf(db), looker, idSchema.parse(printId))
  }
  if (!lists[name]) throw new Error(`no list is called ${name}`)
  return lists[name](db, userId, Object.fromEntries(new URLSearchParams(query)))
}

/** Runs a list's queries once more and asks SQLite how it ran each of them. */
export async function plansOf(d1: D1, userId: Id, path: string): Promise<Plan[]> {
  const statements: { sql: string; params: unknown[] }[] = []
  await readList(drizzle(watched(d1, (statement) => statements.push(statement))), userId, path)
  const answer = await d1.prepare(growingIndexes).bind().all<{ name: string }>()
  const indexes = new Set(answer.results.map(({ name }) => name))
  const plans: Plan[] = []
  for (const statement of new Map(statements.map((one) => [one.sql, one])).values()) {
    const { results } = await d1
      .prepare(`EXPLAIN QUERY PLAN ${statement.sql}`)
      .bind(...statement.params)
      .all<{ detail: string }>()
    const steps = results.map((row) => row.detail)
    const [fullScans, accountReads] = [fullScansOf(steps), accountReadsOf(steps, indexes)]
    plans.push({ sql: statement.sql, steps, fullScans, accountReads })
  }
  return plans
}

/** Returns the same database, reporting every statement with its values. */
function watched(d1: D1, tell: (statement: { sql: string; params: unknown[] }) => void): D1 {
  const prepare = (sql: string) => ({
    bind(...params: unknown[]) {
      tell({ sql, params })
      return d1.prepare(sql).bind(...params)
    },
  })
  return new Proxy(d1, {
    get: (target, name) => (name === "prepare" ? prepare : Reflect.get(target, name)),
  })
}
