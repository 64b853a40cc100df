// `npm run bench -- lists [--json]`: every list, filter, sort and search of a large shop, on the
// local runtime.
import type { D1Database } from "@cloudflare/workers-types"
import { idSchema } from "../../contract/id.ts"
import { listsOf, reasonFor } from "../../harness/lists/lists.ts"
import { type Plan, plansOf } from "../../harness/lists/plans.ts"
import { seedShop } from "../../harness/lists/seed.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { buildWorkers } from "../../local/bundle.ts"
import type { Client } from "../../local/client.ts"
import { signUp } from "../../local/people.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { workerdMs } from "./processor.ts"
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
  accountReads: string[]
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
  for (const list of listsOf(
    { category: shop.categoryIds[0], imageId: shop.imageIds[0], printId: print._id },
    nowMs,
  )) {
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
  return {
    fullScans: plans.flatMap((plan) => plan.fullScans),
    accountReads: plans.flatMap((plan) => plan.accountReads),
    plans,
  }
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
  const reading = rows.filter((row) => row.accountReads.length > 0 && reasonFor(row.list) === null)
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
      `\n${rows.length} lists, slowest median ${Math.max(...rows.map((row) => row.medianMs))} ms; ${slow.length} above ${LIMIT_MS} ms; ${scanning.length} with a full scan, ${reading.length} that read all of an account without a reason`,
    )
  }
  judge(slow.length === 0)
  if (scanning.length + reading.length > 0) process.exitCode = 1
}

function printPlans(rows: readonly Row[]): void {
  const seen = new Set<string>()
  for (const row of rows) {
    for (const plan of row.plans) {
      const key = plan.steps.join("\n")
      if (seen.has(key)) continue
      seen.add(key)
      console.log(`\n${row.list}`)
      for (const step of plan.steps) {
        const mark = plan.fullScans.includes(step)
          ? "FULL "
          : plan.accountReads.includes(step)
            ? "ACCOUNT "
            : ""
        console.log(`  ${mark}${step}`)
      }
    }
  }
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`.padStart(9)
}

function seconds(startMs: number): string {
  return ((performance.now() - startMs) / 1000).toFixed(1)
}
