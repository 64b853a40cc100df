// `npm run bench -- reports [--json]`: reports of a seller who printed 20,000 times in two years, on
// the local runtime.
import type { D1Database } from "@cloudflare/workers-types"
import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/d1"
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core"
import { addDays, dayOf } from "../../contract/day.ts"
import { type Id, idSchema, makeId } from "../../contract/id.ts"
import { REPORT_TOP, reportQuerySchema } from "../../contract/reports/report.ts"
import { remakeReasons } from "../../contract/status.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { signUp } from "../../local/people.ts"
import { startRuntime } from "../../local/runtime.ts"
import { createRandom } from "../../sheet/layout/random.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import type { Database } from "../../worker/data/database.ts"
import { insertFrom, jsonParts, member } from "../../worker/data/insert-from.ts"
import type { Reader } from "../../worker/data/reader.ts"
import { reportDay } from "../../worker/data/reports/tables.ts"
import { readReport } from "../../worker/flows/reports/read-report.ts"

const PRINTS = sized(20_000, 200)
const DAYS = 730
const DESIGNS = 2_000
/** The number of designs in one print. */
const DESIGNS_A_PRINT = 20
const RUNS = sized(20, 2)
/** Limit for a report's median answer. */
const LIMIT_MS = 200

const isJson = process.argv.includes("--json")
const today = dayOf(Date.now(), "UTC")
const back = (days: number) => addDays(today, -days)
const reportQueries = {
  "30 days": `from=${back(29)}&to=${today}`,
  "13 weeks by week": `from=${back(90)}&to=${today}&by=week`,
  "two years by day": `from=${back(DAYS - 1)}&to=${today}`,
  "two years by month": `from=${back(DAYS - 1)}&to=${today}&by=month`,
  "ten years by month": `from=${back(3_650)}&to=${today}&by=month`,
}

const onePrint = {
  ...{ currency: "USD", prints: 1, copies: 60, orders: 30, remakes: 0, remadeCopies: 0, credits: 12 },
  ...{
    filmIn: 60,
    boxesFilmIn: 74,
    filmSqIn: 1_320,
    inkSqIn: 600,
    filmCents: 900,
    inkCents: 60,
    creditCents: 40,
  },
  ...{ costCents: 1_000, savedCents: 180 },
}

await runBench()

async function runBench(): Promise<void> {
  await buildWorkers()
  const standIns = await serveStandIns(0)
  const runtime = await startRuntime({ stateDir: null, port: 0, standInsOrigin: standIns.origin })
  const d1 = await runtime.miniflare.getD1Database("DB")
  const seller = { firstName: "Much", lastName: "Printed", username: "much", email: "much@shop.test" }
  const client = await signUp(runtime.origin, standIns.origin, { ...seller, password: "a-good-password" })
  const { _id } = await client.expect<{ _id: string }>("GET", "/api/profile")
  const userId = idSchema.parse(_id)
  const startMs = performance.now()
  const sums = await seedSums(d1, userId)
  const seededMs = performance.now() - startMs
  const rows: { report: string; medianMs: number; worstMs: number; rowsRead: number }[] = []
  for (const [report, query] of Object.entries(reportQueries)) {
    const times: number[] = []
    for (let run = 0; run <= RUNS; run++) {
      const sentMs = performance.now()
      await client.expect("GET", `/api/reports?${query}`)
      // The first call warms caches.
      if (run > 0) times.push(performance.now() - sentMs)
    }
    times.sort((a, b) => a - b)
    const rowsRead = await countRowsRead(d1, userId, query)
    rows.push({ report, medianMs: rounded(times[RUNS / 2]), worstMs: rounded(times[RUNS - 1]), rowsRead })
  }
  await runtime.dispose()
  await standIns.close()
  if (isJson) console.log(JSON.stringify({ bench: "reports", prints: PRINTS, limitMs: LIMIT_MS, rows }))
  else {
    console.log(
      `${PRINTS} prints in ${DAYS} days: ${sums} kept sums, seeded in ${rounded(seededMs / 1_000)} s`,
    )
    for (const { report, medianMs, worstMs, rowsRead } of rows)
      console.log(
        `${`${medianMs} ms`.padStart(10)} median ${`${worstMs} ms`.padStart(10)} worst ${String(rowsRead).padStart(8)} rows read  ${report}`,
      )
  }
  judge(rows.every(({ medianMs }) => medianMs <= LIMIT_MS))
}

type Sum = typeof reportDay.$inferInsert

/** Writes the sums of ended prints; returns how many rows there are. */
async function seedSums(d1: D1Database, userId: Id): Promise<number> {
  const db: Database = drizzle(d1)
  const random = createRandom(1)
  const upTo = (most: number) => Math.floor(random() * most)
  const ids = (count: number) => Array.from({ length: count }, () => makeId(Date.now()))
  const [designs, sizes, shops] = [ids(DESIGNS), ids(12), ids(3)]
  const sums = new Map<string, Sum>()
  for (let i = 0; i < PRINTS; i++) {
    const day = back(DAYS - 1 - Math.floor((i * DAYS) / PRINTS))
    const keys: [Sum["kind"], string][] = [["shop", shops[upTo(shops.length)]]]
    for (let design = 0; design < DESIGNS_A_PRINT; design++) keys.push(["design", designs[upTo(DESIGNS)]])
    for (const key of sizes.slice(0, 5)) keys.push(["size", key])
    if (random() < 0.03) keys.push(["remake", remakeReasons[upTo(remakeReasons.length)]])
    addTo(sums, { ...onePrint, userId, kind: "total", day, key: "", name: "" })
    for (const [kind, key] of keys)
      for (const period of [day, day.slice(0, "2026-11".length)])
        addTo(sums, { ...onePrint, userId, kind, day: period, key, name: `${kind} ${key.slice(-4)}` })
  }
  const columns = Object.fromEntries(
    Object.keys(onePrint)
      .concat("userId", "kind", "day", "key", "name")
      .map((field) => [field, member(field)]),
  )
  for (const rows of jsonParts([...sums.values()]))
    await insertFrom(db, reportDay, columns as never, sql`FROM json_each(${rows})`)
  return sums.size
}

function addTo(sums: Map<string, Sum>, row: Sum): void {
  const id = `${row.kind} ${row.day} ${row.key}`
  const known = sums.get(id)
  if (known) {
    known.prints += 1
    known.copies += row.copies
    known.costCents += row.costCents
  } else sums.set(id, row)
}

/** Returns the rows that D1 bills for one report. */
async function countRowsRead(d1: D1Database, userId: Id, query: string): Promise<number> {
  const dialect = new SQLiteAsyncDialect()
  let rowsRead = 0
  const read: Reader = async (...queries) => {
    const results = await d1.batch(
      queries.map((query) => {
        const { sql: text, params } = dialect.sqlToQuery(query)
        return d1.prepare(text).bind(...params)
      }),
    )
    for (const { meta } of results) rowsRead += meta.rows_read
    return results.map(({ results: rows }) => rows) as never
  }
  const request = reportQuerySchema.parse(Object.fromEntries(new URLSearchParams(query)))
  await readReport({ read, userId }, request, { nowMs: Date.now(), limit: REPORT_TOP })
  return rowsRead
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
