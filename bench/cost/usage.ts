import type { Measured, Taken } from "./measure.ts"
import { type Meter, meters, type Usage } from "./prices.ts"

const GB = 1_000_000_000
const MINUTES_A_MONTH = 30 * 24 * 60
/** The sheets of each seller in a month; a tenth of the sellers are new each month. */
const SHEETS_A_SELLER = 100
/** The months for which rows and designs are kept. Stamps live a month, sheets a week. */
const KEPT_MONTHS = 12
const SHEET_MONTHS = 7 / 30
/** The tables whose rows are deleted within a month. */
const shortLived = ["stamp", "session", "rate_count", "spent_pass", "attempt_stamp", "sheet_part"]
/** The full part of SQLite's pages, with tables and indexes in random order. */
const PAGE_FILL = 0.75
/** The memory that an object is allocated, whatever it uses. */
const OBJECT_GB = 0.128
/** An object's empty database, according to Cloudflare. */
const EMPTY_HUB_BYTES = 12_000
/** The orders of a sheet, whose copies are as many order items. */
const ORDERS_A_SHEET = 30

/** Returns the usage of a month in which this many sheets are made. */
export function usageOf(measured: Measured, sheets: number, { areOrdered }: { areOrdered: boolean }): Usage {
  const sellers = Math.max(1, sheets / SHEETS_A_SELLER)
  const parts: [Taken, number][] = [
    [measured.sheet, sheets],
    // Each minute's writes replace those of the one before.
    [{ ...measured.minute, databaseBytes: {} }, MINUTES_A_MONTH],
    [measured.account, sellers / 10],
    ...(areOrdered ? [[measured.order, sheets * ORDERS_A_SHEET] as [Taken, number]] : []),
  ]
  const usage = Object.fromEntries(meters.map((meter) => [meter, 0])) as Usage
  for (const [taken, count] of parts) {
    const share = usageOfOne(taken)
    for (const meter of meters) usage[meter] += share[meter] * count
  }
  usage["Object storage, GB"] += (sellers * EMPTY_HUB_BYTES) / GB
  return usage
}

/** Returns the usage of one more such thing in a month; stored bytes count once for each month kept. */
function usageOfOne({ counts, cpuMs, databaseBytes, hubBytes, fileBytes }: Taken): Usage {
  const of = (name: string) => counts[name] ?? 0
  const invocations = of("requests") + of("deliveries") + of("crons") + of("hub calls")
  return {
    "Worker requests": of("requests"),
    "Worker CPU, ms": cpuMs,
    "Workers Logs, lines": invocations + of("log lines"),
    "Object requests": of("hub calls"),
    "Object time, GB-s": (of("hub ms") / 1_000) * OBJECT_GB,
    "Object rows read": of("hub read"),
    "Object rows written": of("hub written"),
    "Object storage, GB": (totalBytes(hubBytes) / PAGE_FILL / GB) * KEPT_MONTHS,
    "Queue operations": of("queue written") + of("queue read"),
    "D1 rows read": of("d1 read"),
    "D1 rows written": of("d1 written"),
    "D1 storage, GB": keptBytes(databaseBytes) / PAGE_FILL / GB,
    "R2 writes (A)": of("r2 a"),
    "R2 reads (B)": of("r2 b"),
    "R2 storage, GB":
      (fileBytes.images * KEPT_MONTHS + fileBytes.stamps + fileBytes.sheets * SHEET_MONTHS) / GB,
    "E-mail": of("mails"),
  } satisfies Record<Meter, number>
}

function keptBytes(tables: Taken["databaseBytes"]): number {
  return Object.entries(tables).reduce(
    (sum, [table, bytes]) => sum + bytes * (shortLived.includes(table) ? 1 : KEPT_MONTHS),
    0,
  )
}

export function totalBytes(tables: Taken["databaseBytes"]): number {
  return Object.values(tables).reduce((sum, bytes) => sum + bytes, 0)
}
