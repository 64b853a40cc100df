import type { Measured, Taken } from "./measure.ts"
import { type Meter, meters, type Usage } from "./prices.ts"

const GB = 1_000_000_000
const MINUTES_A_MONTH = 30 * 24 * 60
/** Each seller makes as many; a tenth of them are new each month. */
const SHEETS_A_SELLER = 100
/** Rows and designs of a year are kept. Stamps live a month, sheets a week. */
const KEPT_MONTHS = 12
const SHEET_MONTHS = 7 / 30
/** Rows of these tables are deleted within a month. */
const shortLived = ["stamp", "session", "rate_count", "spent_pass"]
/** SQLite keeps a part of its pages free: tables and indexes in random order are this full. */
const PAGE_FILL = 0.75
/** An object is allocated this much memory, whatever it uses. */
const OBJECT_GB = 0.128
/** An object's empty database, as Cloudflare says. */
const EMPTY_HUB_BYTES = 12_000
/** Copies of a sheet are as many order items, of some orders. */
const ORDERS_A_SHEET = 30

/** What a month takes in which this many sheets are made. */
export function usageOf(measured: Measured, sheets: number, { areOrdered }: { areOrdered: boolean }): Usage {
  const sellers = Math.max(1, sheets / SHEETS_A_SELLER)
  const parts: [Taken, number][] = [
    [measured.sheet, sheets],
    // What a minute writes stands in the place of what the last one wrote.
    [{ ...measured.minute, databaseBytes: {} }, MINUTES_A_MONTH],
    [measured.account, sellers / 10],
    ...(areOrdered ? [[measured.order, sheets * ORDERS_A_SHEET] as [Taken, number]] : []),
  ]
  const usage = Object.fromEntries(meters.map((meter) => [meter, 0])) as Usage
  for (const [taken, count] of parts) {
    const one = usageOfOne(taken)
    for (const meter of meters) usage[meter] += one[meter] * count
  }
  usage["Object storage, GB"] += (sellers * EMPTY_HUB_BYTES) / GB
  return usage
}

/** Of a thing that a month brings one more of; what stays is counted as often as months keep it. */
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
