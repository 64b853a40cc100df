import { DAY_MS } from "../../../contract/duration.ts"
import {
  type Decision,
  LARGEST_ACCOUNTS,
  type Operations,
  TROUBLES_EACH,
  type Trouble,
  type TroubleKind,
  troubleKinds,
  waitingKinds,
} from "../../../contract/operations/operations.ts"
import { defaultPrintName } from "../../../contract/prints/print-name.ts"
import { databaseOf } from "../../data/database.ts"
import { measureBytes } from "../../data/operations/database-size.ts"
import { readRuns, runsQuery } from "../../data/operations/sweep-run-rows.ts"
import { vendorErrorsQuery } from "../../data/operations/vendor-error-rows.ts"
import { type Reader, readerOf } from "../../data/reader.ts"
import {
  type Amounts,
  dayOf,
  dayQueries,
  figuresQuery,
  largestNamesQuery,
  readFigures,
} from "../../data/reports/figure-rows.ts"
import type { Env, OpenEnv } from "../../env.ts"
import { everyPlace } from "../../place.ts"
import { type WaitingRow, waitingQuery } from "../../work/statements.ts"
import { isRunLate } from "../../work/triggers.ts"
import { type TroubleRow, troubleQueries } from "../../work/troubles.ts"
import { allWork } from "../../work/works.ts"

const MOST_VENDOR_ERRORS = 50

/** Reads the state of the shop as a whole, in one round trip to each database, the directory's first. */
export async function readAllOperations(env: OpenEnv, nowMs: number): Promise<Operations> {
  const [first, ...others] = await Promise.all(everyPlace(env).map((own) => readPlace(own, nowMs)))
  return others.reduce(merged, first)
}

async function readPlace(own: Env, nowMs: number): Promise<Operations> {
  const db = databaseOf(own)
  const [state, bytes] = await Promise.all([readOperations(readerOf(db), nowMs), measureBytes(db)])
  return { ...state, databases: [{ name: own.place, bytes }] }
}

/** Returns both databases' state as one; triggers and vendors' errors are the directory's. */
function merged(a: Operations, b: Operations): Operations {
  const sinceOf = (one: { since: string | null }, other: { since: string | null }) =>
    [one.since, other.since].flatMap((since) => since ?? []).sort()[0] ?? null
  const dates = [...new Set([...a.days, ...b.days].map(({ date }) => date))].sort()
  const largest = <T>(own: T[], more: T[], amountOf: (one: T) => number) =>
    [...own, ...more].sort((x, y) => amountOf(y) - amountOf(x)).slice(0, LARGEST_ACCOUNTS)
  return {
    ...a,
    waiting: a.waiting.map((one, i) => ({
      kind: one.kind,
      count: one.count + b.waiting[i].count,
      since: sinceOf(one, b.waiting[i]),
      isLate: one.isLate || b.waiting[i].isLate,
    })),
    troubles: troubleKinds.flatMap((kind) =>
      [...a.troubles, ...b.troubles].filter((trouble) => trouble.kind === kind).slice(0, TROUBLES_EACH),
    ),
    days: dates.map((date) => {
      const parts = [a, b].flatMap(({ days }) => days.filter((day) => day.date === date))
      const sum = (field: "signUps" | "storedBytes" | "filmIn") =>
        parts.reduce((total, part) => total + part[field], 0)
      return { date, signUps: sum("signUps"), storedBytes: sum("storedBytes"), filmIn: sum("filmIn") }
    }),
    databases: [...a.databases, ...b.databases],
    measuredAt:
      a.measuredAt === null || b.measuredAt === null ? null : [a.measuredAt, b.measuredAt].sort()[0],
    largest: {
      storage: largest(a.largest.storage, b.largest.storage, ({ bytes }) => bytes),
      film: largest(a.largest.film, b.largest.film, ({ filmIn }) => filmIn),
    },
  }
}

/** Reads the state of one database. */
async function readOperations(read: Reader, nowMs: number): Promise<Omit<Operations, "databases">> {
  const waiting = allWork.map((work) => waitingQuery(work, nowMs, nowMs))
  const troubles = troubleQueries(nowMs)
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS
  const [runs, errors, kept, names, signUps, uploads, film, ...rest] = await read(
    runsQuery,
    vendorErrorsQuery(nowMs - DAY_MS, MOST_VENDOR_ERRORS),
    figuresQuery,
    largestNamesQuery,
    ...dayQueries(todayMs, nowMs + 1),
    ...waiting,
    ...troubles.map(({ query }) => query),
  )
  const waits = (rest.slice(0, waiting.length) as unknown as WaitingRow[][]).flat()
  const troubleRows = rest.slice(waiting.length) as unknown as TroubleRow[][]
  const figures = readFigures(kept)
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const people = (amounts: Amounts) =>
    amounts.flatMap(({ userId, amount }) => {
      const name = nameOf.get(userId)
      return name === undefined ? [] : [{ person: { _id: userId, name }, amount }]
    })
  const today = dayOf(todayMs, [signUps, uploads, film])
  return {
    at: iso(nowMs),
    waiting: waitingOf(waits, nowMs),
    triggers: readRuns(runs).map((run) => ({
      cron: run.cron,
      ranAt: iso(run.ranAtMs),
      isLate: isRunLate(run, nowMs),
      sweeps: Object.keys(run.sweeps).length,
      failures: Object.entries(run.sweeps).flatMap(([sweep, failure]) =>
        failure === null ? [] : [{ sweep, since: iso(failure.sinceMs), text: failure.text }],
      ),
    })),
    troubles: troublesOf(troubles.map(({ trouble }, i) => ({ trouble, rows: troubleRows[i] }))),
    vendorErrors: errors.map(({ total, lastAt, ...error }) => ({
      ...error,
      count: total,
      lastAt: iso(lastAt),
    })),
    days: [...figures.days.filter(({ date }) => date !== today.date), today],
    measuredAt: figures.measuredAtMs === null ? null : iso(figures.measuredAtMs),
    largest: {
      storage: people(figures.largest.storage).map(({ person, amount }) => ({ person, bytes: amount })),
      film: people(figures.largest.film).map(({ person, amount }) => ({ person, filmIn: amount })),
    },
  }
}

/** Returns the waiting work. The rows of `waits` are in the order of `allWork`. */
function waitingOf(waits: readonly WaitingRow[], nowMs: number): Operations["waiting"] {
  return waitingKinds.map((kind) => {
    const own = waits.flatMap((row, i) => (allWork[i].counted === kind ? { ...row, ...allWork[i] } : []))
    const sinceMs = Math.min(...own.map(({ oldest }) => oldest ?? Number.POSITIVE_INFINITY))
    return {
      kind,
      count: own.reduce((sum, { total }) => sum + total, 0),
      since: sinceMs === Number.POSITIVE_INFINITY ? null : iso(sinceMs),
      isLate: own.some(({ oldest, lateAfterMs }) => oldest !== null && nowMs - oldest > lateAfterMs),
    }
  })
}

/** Returns each thing once, with the first of its troubles, by kind in the contract's order. */
function troublesOf(lists: readonly { trouble: TroubleKind; rows: TroubleRow[] }[]): Trouble[] {
  const known = new Map<string, Trouble>()
  for (const { trouble, rows } of lists) {
    for (const row of rows) {
      const key = `${trouble} ${row.id}`
      if (!known.has(key)) known.set(key, troubleOf(trouble, row))
    }
  }
  return troubleKinds.flatMap((kind) => [...known.values()].filter((trouble) => trouble.kind === kind))
}

function troubleOf(kind: TroubleKind, row: TroubleRow): Trouble {
  const decisions: Decision[] = []
  if (row.canRetry === 1) decisions.push("retry")
  if (row.canGiveUp === 1) decisions.push("give-up")
  const name = row.thingName || defaultPrintName(row.madeAt, 0)
  return {
    kind,
    _id: row.id,
    person: { _id: row.userId, name: row.userName },
    thing: { _id: row.thingId, name },
    state: row.state,
    why: row.why,
    since: iso(row.since),
    nextAt: row.nextAt === null ? null : iso(row.nextAt),
    decisions,
  }
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
