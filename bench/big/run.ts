// `npm run bench -- big [--json] [--prints N] [--orders N] [--images N] [--file PATH] [--only TEXT]`:
// makes the account of a shop with a million prints, in SQLite in this process, and measures each list,
// search, inbox, dry run, report, sweep and file in it. With `--file` the account stays, and the next run
// measures it again. Exit status 1 over a limit.
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { judge, sized } from "../../harness/smoke.ts"
import { sqliteD1 } from "../../harness/sqlite-d1.ts"
import { openDatabase } from "../../worker/data/database.ts"
import { refreshReadings } from "../../worker/data/orders/reading-state.ts"
import { type Call, callsOf } from "./calls.ts"
import { bigAccount, makeBigAccount } from "./make-account.ts"

/** The limits of a call: the database's time, which 99 of 100 keep, and the Worker's own, which all keep. */
const LIMITS = { databaseMs: 100, workerMs: 20 }
const TIMES = sized(5, 1)
/** D1's cache is not documented; SQLite's own is smaller. */
const CACHE_KIB = 64 * 1024

type Row = {
  call: string
  queries: number
  /** The middle and the largest time of the processor in the database, and the middle one outside of it. */
  databaseMs: number
  worstMs: number
  workerMs: number
  isSlow: boolean
}

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    prints: { type: "string", default: sized("1000000", "300") },
    orders: { type: "string", default: sized("3000000", "900") },
    images: { type: "string", default: sized("50000", "100") },
    file: { type: "string" },
    only: { type: "string", default: "" },
  },
})
const say = (text: string) => (options.json ? undefined : console.log(text))
const nowMs = Date.parse("2026-11-27T12:00:00Z")
// The runtime's own pause, which gives way to other requests.
Object.assign(globalThis, { scheduler: { wait: () => Promise.resolve() } })

const folder = mkdtempSync(join(tmpdir(), "big-"))
try {
  await runBench(options.file ?? join(folder, "big.sqlite"))
} finally {
  rmSync(folder, { recursive: true })
}

async function runBench(file: string): Promise<void> {
  const size = {
    prints: Number(options.prints),
    orders: Number(options.orders),
    images: Number(options.images),
  }
  const isMade = existsSync(file)
  const startMs = performance.now()
  const { DB, db } = sqliteD1(file)
  const account = isMade ? bigAccount(size) : makeBigAccount(db, size, nowMs)
  db.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA foreign_keys = ON; PRAGMA journal_mode = MEMORY`)
  say(
    `${size.prints} prints, ${size.orders} orders, ${size.images} images: ${(statSync(file).size / 1e9).toFixed(2)} GB, ${isMade ? "opened" : "made"} in ${Math.round((performance.now() - startMs) / 1000)} s\n`,
  )
  // A shop that works has read its waiting items, some hundreds a time.
  for (let done = 0; !isMade && done <= size.orders / 365; done += 500)
    await refreshReadings(openDatabase(DB), account.userId)
  const clock = { queries: 0, databaseMs: 0 }
  const calls = callsOf(timed(DB, clock), account, size, nowMs)
  const rows: Row[] = []
  const all: number[] = []
  say(`${"database".padStart(11)} ${"worst".padStart(11)} ${"Worker".padStart(9)} queries  call`)
  for (const call of calls.filter(({ name }) => name.includes(options.only))) {
    // What a call changes is taken back.
    db.exec("BEGIN")
    const { row, times } = await measure(call, clock)
    db.exec("ROLLBACK")
    rows.push(row)
    if (!row.isSlow) all.push(...times)
    say(
      `${ms(row.databaseMs)} ${ms(row.worstMs)} ${ms(row.workerMs, 9)} ${String(row.queries).padStart(7)}  ${row.call}${isOver(row) ? "  SLOW" : ""}`,
    )
  }
  db.close()
  report(rows, all)
}

async function measure({ name, isSlow, run }: Call, clock: { queries: number; databaseMs: number }) {
  const times: number[] = []
  const workers: number[] = []
  let queries = 0
  // The first call warms caches and is not counted.
  for (let time = 0; time <= (isSlow ? 1 : TIMES); time++) {
    Object.assign(clock, { queries: 0, databaseMs: 0 })
    const startMs = threadMs()
    JSON.stringify(await run())
    const allMs = threadMs() - startMs
    queries = clock.queries
    if (time === 0) continue
    times.push(clock.databaseMs)
    workers.push(allMs - clock.databaseMs)
  }
  const [databaseMs, workerMs] = [times, workers].map((list) => rounded(middleOf(list)))
  const row: Row = { call: name, queries, databaseMs, worstMs: rounded(Math.max(...times)), workerMs, isSlow }
  return { row, times }
}

/** Returns the same database, counting its queries and their time of the processor: the machine may be shared. */
function timed(DB: D1Database, clock: { queries: number; databaseMs: number }): D1Database {
  const within = <T>(work: () => T): T => {
    const startMs = threadMs()
    clock.queries += 1
    try {
      return work()
    } finally {
      clock.databaseMs += threadMs() - startMs
    }
  }
  // The work is over when these return, before their promises are awaited.
  const timedStatement = (statement: D1PreparedStatement): D1PreparedStatement =>
    ({
      bind: (...values: unknown[]) => timedStatement(statement.bind(...values)),
      all: () => within(() => statement.all()),
      run: () => within(() => statement.run()),
      raw: () => within(() => statement.raw()),
    }) as D1PreparedStatement
  return {
    prepare: (sql: string) => timedStatement(DB.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => Promise.all(statements.map((one) => one.all())),
  } as D1Database
}

/** Returns the time of the processor that this thread has used. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function isOver({ isSlow, worstMs, workerMs }: Row): boolean {
  return !isSlow && (worstMs > LIMITS.databaseMs || workerMs > LIMITS.workerMs)
}

function report(rows: readonly Row[], all: number[]): void {
  all.sort((a, b) => a - b)
  const p99Ms = rounded(all[Math.ceil(all.length * 0.99) - 1] ?? 0)
  const workerMs = Math.max(0, ...rows.filter(({ isSlow }) => !isSlow).map((row) => row.workerMs))
  const over = rows.filter(isOver).length
  if (options.json) console.log(JSON.stringify({ bench: "big", limits: LIMITS, p99Ms, rows }))
  say(
    `\n${rows.length} calls; 99 of 100 take at most ${p99Ms} ms of the database, and each at most ${workerMs} ms of the Worker; ${over} above ${LIMITS.databaseMs} or ${LIMITS.workerMs} ms`,
  )
  judge(p99Ms <= LIMITS.databaseMs && workerMs <= LIMITS.workerMs)
}

function middleOf(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

function ms(value: number, width = 11): string {
  return `${value.toFixed(1)} ms`.padStart(width)
}
