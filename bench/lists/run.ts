// `npm run bench -- lists [--json]`: every list, filter, sort and search of a large shop, on the
// local runtime.
import type { D1Database } from "@cloudflare/workers-types"
import { DAY_MS } from "../../contract/duration.ts"
import { idSchema } from "../../contract/id.ts"
import { orderStepFilters } from "../../contract/orders/order-step.ts"
import { shipByFilters } from "../../contract/orders/ship-by.ts"
import { printStatuses, printTypes } from "../../contract/status.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { buildWorkers } from "../../local/bundle.ts"
import type { Client } from "../../local/client.ts"
import { signUp } from "../../local/people.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { type Plan, plansOf } from "./plans.ts"
import { workerdMs } from "./processor.ts"
import { seedShop } from "./seed.ts"
import { seedOrders } from "./seed-orders.ts"

const isJson = process.argv.includes("--json")
const say = (text: string) => (isJson ? undefined : console.log(text))

/** A seller after two years of 200 prints a week, and other sellers, because tables are shared. */
const LARGE = { images: sized(5_000, 200), prints: sized(20_000, 300), sizes: 40, categories: 24 }
const SMALL = { images: 400, prints: sized(1_000, 100), sizes: 10, categories: 6 }
const NEIGHBOURS = sized(10, 2)
const RUNS = sized(9, 1)
/** Limit for a list's median answer. */
const LIMIT_MS = 50

type Row = {
  list: string
  totalDocuments: number
  medianMs: number
  worstMs: number
  /** Mean processor time of the runtime for one call; null if the system does not tell. */
  processorMs: number | null
  fullScans: string[]
  plans: Plan[]
}

const nowMs = Date.now()
await runBench()

async function runBench(): Promise<void> {
  await buildWorkers()
  const standIns = await serveStandIns(0)
  const runtime = await startRuntime({ stateDir: null, port: 0, standInsOrigin: standIns.origin })
  const d1 = await runtime.miniflare.getD1Database("DB")
  const seller = {
    firstName: "Large",
    lastName: "Shop",
    username: "large",
    email: "large@shop.test",
    password: "a-good-password",
  }
  const client = await signUp(runtime.origin, standIns.origin, seller)
  const { _id: userId } = await client.expect<{ _id: string }>("GET", "/api/profile")

  const startMs = performance.now()
  const shop = await seedShop(d1, { ...LARGE, userId }, nowMs, 1)
  for (let i = 0; i < NEIGHBOURS; i++) {
    const neighbour = await copyUser(d1, userId, i)
    await seedShop(d1, { ...SMALL, userId: neighbour }, nowMs, i + 2)
  }
  say(
    `${LARGE.images} images and ${LARGE.prints} prints, and ${NEIGHBOURS} smaller shops beside, seeded in ${seconds(startMs)} s`,
  )

  await seedOrders(d1, userId, nowMs)

  const rows: Row[] = []
  const [print] = await client.expect<{ _id: string }[]>("GET", "/api/prints?status=Completed")
  for (const list of listsOf(shop.categoryIds, shop.imageIds[0], print._id)) {
    rows.push({
      list,
      ...(await measure(client, list)),
      ...summary(list.startsWith("/statistics") ? [] : await plansOf(d1, idSchema.parse(userId), list)),
    })
  }
  await runtime.dispose()
  await standIns.close()
  report(rows)
}

/**
 * Returns all requests that the screens can make of a list; pages of the largest size they offer, and
 * the last page too.
 */
function listsOf(categoryIds: readonly string[], imageId: string, printId: string): string[] {
  const [category] = categoryIds
  const day = (ago: number) => new Date(nowMs - ago * DAY_MS).toISOString().slice(0, 10)
  const month = `startDate=${day(60)}&endDate=${day(30)}`
  const both = ["asc", "desc"]
  const images = ["createdAt", "name", "score", "usedInPrint"].flatMap((by) =>
    both.flatMap((sort) =>
      ["", `&imageCategory=${category}`, `&imageCategory=${category}&search=cat`].map(
        (filter) => `/images?limit=100&sortBy=${by}&sort=${sort}${filter}`,
      ),
    ),
  )
  const filters = [
    ...printStatuses.map((status) => `&status=${encodeURIComponent(status)}`),
    ...printTypes.map((type) => `&type=${type}`),
    `&${month}`,
    `&dateType=printedAt&${month}`,
    `&status=Completed&type=Etsy&${month}`,
    "&search=moth",
    "&search=vintage-cat-77",
    "&search=no-such-name",
    "&status=Deleted&search=taco",
    "&search=processing",
    "&search=14%20copies",
    "&search=12",
    "&search=8%20nov",
  ].map((filter) => `/prints?limit=100${filter}`)
  const sorts = ["createdAt", "printedAt", "status", "type", "_id"].flatMap((by) =>
    both.flatMap((sort) =>
      ["", "&status=Completed", `&${month}`, "&search=moth"].map(
        (filter) => `/prints?limit=100&sortBy=${by}&sort=${sort}${filter}`,
      ),
    ),
  )
  return [
    "/images?limit=50",
    ...images,
    "/images?limit=50&page=100",
    "/images?limit=100&search=cat",
    "/images?limit=100&search=no-such-name",
    "/image-categories?limit=999&sortBy=name&sort=asc",
    "/sizes?limit=999&sortBy=value",
    "/sizes?limit=100&sortBy=name&search=3",
    "/sheet-templates?limit=999",
    "/prints",
    ...filters,
    ...sorts,
    "/prints?limit=100&page=200",
    "/prints?limit=100&page=200&sortBy=status",
    `/prints?limit=5&imageId=${imageId}`,
    `/prints/${printId}`,
    "/statistics",
    ...ordersOf(),
  ]
}

function ordersOf(): string[] {
  const due = shipByFilters.flatMap((filter) => [
    `/orders?limit=100&shipBy=${filter}`,
    `/orders?limit=100&shipBy=${filter}&sortBy=shipBy&sort=asc`,
  ])
  const sorts = ["asc", "desc"].map((sort) => `/orders?limit=100&sortBy=shipBy&sort=${sort}`)
  const steps = orderStepFilters.map((step) => `/orders?limit=100&step=${step}&sortBy=step&sort=asc`)
  return [
    "/orders?limit=100",
    "/orders?limit=100&sortBy=step&sort=asc",
    ...steps,
    ...sorts,
    ...due,
    "/orders?limit=100&changed=true",
    "/orders/summary",
    "/today",
  ]
}

async function measure(client: Client, list: string) {
  const times: number[] = []
  let totalDocuments = 0
  let warmMs: number | null = null
  // The first call warms caches and is not counted.
  for (let i = 0; i <= RUNS; i++) {
    if (i === 1) warmMs = workerdMs()
    const startMs = performance.now()
    const { status, message, pagination } = await client.get(`/api${list}`)
    if (i > 0) times.push(performance.now() - startMs)
    if (status !== 200) throw new Error(`${list} answered ${status}: ${message}`)
    totalDocuments = (pagination as { totalDocuments: number } | undefined)?.totalDocuments ?? 1
  }
  times.sort((a, b) => a - b)
  const endMs = workerdMs()
  const round = (ms: number) => Math.round(ms * 10) / 10
  return {
    totalDocuments,
    medianMs: round(times[Math.floor(RUNS / 2)]),
    worstMs: round(times[RUNS - 1]),
    processorMs: warmMs === null || endMs === null ? null : round((endMs - warmMs) / RUNS),
  }
}

function summary(plans: Plan[]) {
  return { fullScans: plans.flatMap((plan) => plan.fullScans), plans }
}

/** Makes another seller of the first one's row, because only the lists are measured. */
async function copyUser(d1: D1Database, userId: string, index: number): Promise<string> {
  const columns = await d1.prepare("SELECT name FROM pragma_table_info('user')").all<{ name: string }>()
  const id = crypto.randomUUID()
  const changed: Record<string, string> = {
    id: `'${id}'`,
    email: `'${index}@shop.test'`,
    email_key: `'${index}@shop.test'`,
    username: `'shop${index}'`,
    username_key: `'shop${index}'`,
  }
  const names = columns.results.map((column) => column.name)
  await d1
    .prepare(
      `INSERT INTO user (${names.join()}) SELECT ${names.map((name) => changed[name] ?? name).join()} FROM user WHERE id = ?`,
    )
    .bind(userId)
    .run()
  return id
}

function report(rows: readonly Row[]): void {
  const slow = rows.filter((row) => row.medianMs > LIMIT_MS)
  const scanning = rows.filter((row) => row.fullScans.length > 0)
  if (isJson) console.log(JSON.stringify({ bench: "lists", limitMs: LIMIT_MS, rows }))
  else {
    console.log(
      `\n${"median".padStart(9)} ${"worst".padStart(9)} ${"processor".padStart(9)} ${"of".padStart(7)}  list`,
    )
    for (const row of rows) {
      const mark = row.medianMs > LIMIT_MS ? "  SLOW" : ""
      console.log(
        `${ms(row.medianMs)} ${ms(row.worstMs)} ${row.processorMs === null ? "–".padStart(9) : ms(row.processorMs)} ${String(row.totalDocuments).padStart(7)}  ${row.list}${mark}`,
      )
    }
    console.log("\nQuery plans, each once, with the first list that has it:")
    printPlans(rows)
    console.log(
      `\n${rows.length} lists, slowest median ${Math.max(...rows.map((row) => row.medianMs))} ms; ${slow.length} above ${LIMIT_MS} ms; ${scanning.length} with a full scan`,
    )
  }
  judge(slow.length === 0)
  if (scanning.length > 0) process.exitCode = 1
}

function printPlans(rows: readonly Row[]): void {
  const seen = new Set<string>()
  for (const row of rows) {
    for (const plan of row.plans) {
      const key = plan.steps.join("\n")
      if (seen.has(key)) continue
      seen.add(key)
      console.log(`\n${row.list}`)
      for (const step of plan.steps) console.log(`  ${plan.fullScans.includes(step) ? "FULL " : ""}${step}`)
    }
  }
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`.padStart(9)
}

function seconds(startMs: number): string {
  return ((performance.now() - startMs) / 1000).toFixed(1)
}
