// `npm run bench -- cost [--json] [--callers]`: Cloudflare's price for a month of sheets. The cost of a sheet is
// measured: a browser makes sheets with the built Workers on the local runtime, which counts
// everything that Cloudflare bills for. Then the throughput of one consumer of a queue, and the cost
// of ten million sheets a month. `--callers` also prints the statements of a sheet by who sends them.
import { type Measured, measure, type Taken } from "./measure.ts"
import { BASE_USD, limits, type Meter, meters, priceOf } from "./prices.ts"
import { totalBytes, usageOf } from "./usage.ts"

const MILLION = 1_000_000
const volumes = [100, 10_000, MILLION, 10 * MILLION]
/** The begin of the meters of single statements: see meters.js. */
const QUERY = "@query "
const HOURS_A_MONTH = 30 * 24
/** The busiest hour's load as a multiple of the average. */
const PEAK = 4

const measured = await measure()
const rows = [false, true].flatMap((areOrdered) => volumes.map((sheets) => rowOf(sheets, areOrdered)))
const throughput = throughputOf(measured)

if (process.argv.includes("--json"))
  console.log(JSON.stringify({ bench: "cost", measured, rows, throughput }))
else {
  printMeasured(measured)
  if (process.argv.includes("--callers")) printCallers(measured.sheet)
  for (const areOrdered of [false, true])
    printPrices(
      rows.filter((row) => row.areOrdered === areOrdered),
      areOrdered ? "Every copy from an order of a shop" : "Prints made by hand",
    )
  console.log("")
  for (const [what, amount] of Object.entries(throughput)) console.log(`${what.padEnd(62)}${figure(amount)}`)
}

function rowOf(sheets: number, areOrdered: boolean) {
  const usage = usageOf(measured, sheets, { areOrdered })
  const usd = priceOf(usage)
  const total = meters.reduce((sum, meter) => sum + usd[meter], BASE_USD)
  const databases = Math.ceil(usage["D1 storage, GB"] / limits.databaseGb)
  return { sheets, areOrdered, usage, usd, total, databases }
}

/** Computes throughput: a consumer runs one job at a time, and D1 one query at a time. */
function throughputOf({ sheet }: Measured): Record<string, number> {
  const cpuSeconds = sheet.cpuMs / 1_000
  const messages = sheet.counts["queue written"]
  const atPeak = ((10 * MILLION) / HOURS_A_MONTH) * PEAK
  return {
    "processor seconds a sheet (all of the local runtime)": cpuSeconds,
    "messages a sheet": messages,
    "sheets an hour, one consumer": 3_600 / cpuSeconds,
    "sheets an hour, as many consumers as a queue may have": (3_600 / cpuSeconds) * limits.consumers,
    "sheets in the busiest hour of ten million a month": atPeak,
    "consumers then": (atPeak * cpuSeconds) / 3_600,
    "messages a second then": (atPeak / 3_600) * messages,
    "sheets by hand whose rows fill a database": sheetsInDatabase(false),
    "sheets from orders whose rows fill one": sheetsInDatabase(true),
    "D1 queries a sheet": sheet.counts["d1 queries"],
    "round trips to D1 a sheet": sheet.counts["d1 trips"],
    "D1 queries a second then": (atPeak / 3_600) * sheet.counts["d1 queries"],
    "seconds of D1 a second then": ((atPeak / 3_600) * sheet.counts["d1 ms"]) / 1_000,
  }
}

/** Returns the sheets that fit a database, by the rows of a year of a million sheets a month. */
function sheetsInDatabase(areOrdered: boolean): number {
  const usage = usageOf(measured, MILLION, { areOrdered })
  return (12 * MILLION * limits.databaseGb) / usage["D1 storage, GB"]
}

function printMeasured(all: Measured): void {
  console.log("Measured, for one of each:\n")
  const names = [...new Set(Object.values(all).flatMap(({ counts }) => Object.keys(counts)))]
    .filter((name) => !name.startsWith(QUERY))
    .sort()
  const kinds = Object.entries(all)
  const line = (name: string, cells: readonly string[]) =>
    console.log(name.padEnd(24) + cells.map((cell) => cell.padStart(14)).join(""))
  line(
    "",
    kinds.map(([kind]) => kind),
  )
  for (const name of names)
    line(
      name,
      kinds.map(([, { counts }]) => figure(counts[name] ?? 0)),
    )
  const more = {
    "processor ms": kinds.map(([, taken]) => taken.cpuMs),
    "D1 bytes": kinds.map(([, taken]) => totalBytes(taken.databaseBytes)),
    "object bytes": kinds.map(([, taken]) => totalBytes(taken.hubBytes)),
    "bytes of designs": kinds.map(([, taken]) => taken.fileBytes.images),
    "bytes of stamps": kinds.map(([, taken]) => taken.fileBytes.stamps),
    "bytes of sheets": kinds.map(([, taken]) => taken.fileBytes.sheets),
  }
  for (const [name, amounts] of Object.entries(more)) line(name, amounts.map(figure))
  console.log("\nD1 bytes of a sheet, by table with its indexes:\n")
  const tables = Object.entries(all.sheet.databaseBytes).toSorted(([, a], [, b]) => b - a)
  for (const [name, bytes] of tables) if (bytes > 0) line(name, [figure(bytes)])
}

/** Prints the statements of a sheet by caller and table, the most frequent first. */
function printCallers({ counts }: Taken): void {
  console.log("\nD1 statements of a sheet, by caller and table:\n")
  const queries = Object.entries(counts).flatMap(([name, count]) =>
    name.startsWith(QUERY) ? [{ name: name.slice(QUERY.length), count }] : [],
  )
  const callers = Map.groupBy(queries, ({ name }) => name.slice(0, name.indexOf(": ")))
  const sum = (some: typeof queries) => some.reduce((total, { count }) => total + count, 0)
  for (const [caller, own] of [...callers].toSorted(([, a], [, b]) => sum(b) - sum(a))) {
    console.log(`${caller.padEnd(62)}${figure(sum(own))}`)
    for (const { name, count } of own.toSorted((a, b) => b.count - a.count))
      console.log(`  ${name.slice(caller.length + 2).padEnd(60)}${figure(count)}`)
  }
}

type Row = ReturnType<typeof rowOf>

function printPrices(columns: readonly Row[], title: string): void {
  console.log(`\n${title}, dollars a month:\n`)
  const line = (name: string, cell: (row: Row) => string) =>
    console.log(name.padEnd(24) + columns.map((row) => cell(row).padStart(14)).join(""))
  line("sheets a month", (row) => row.sheets.toLocaleString("en-US"))
  line("Workers Paid", () => dollars(BASE_USD))
  for (const meter of meters) line(meter, (row) => dollars(row.usd[meter as Meter]))
  line("together", (row) => dollars(row.total))
  line("a sheet", (row) => `$${(row.total / row.sheets).toFixed(4)}`)
  line("GB in D1 after a year", (row) => figure(row.usage["D1 storage, GB"]))
  line("databases of 10 GB", (row) => figure(row.databases))
}

function dollars(usd: number): string {
  return `$${usd.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

function figure(amount: number): string {
  return amount.toLocaleString("en-US", { maximumFractionDigits: amount < 10 ? 2 : 0 })
}
