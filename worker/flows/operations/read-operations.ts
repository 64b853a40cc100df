import { DAY_MS } from "../../../contract/duration.ts"
import type { Decision, Operations, Trouble, TroubleKind } from "../../../contract/operations/operations.ts"
import { defaultPrintName } from "../../../contract/prints/print-name.ts"
import {
  eachStanding,
  lateThings,
  type StandingKind,
  standingQuery,
} from "../../data/operations/standing-work.ts"
import { readRuns, runsQuery } from "../../data/operations/sweep-run-rows.ts"
import { type TroubleRow, troubleQueries } from "../../data/operations/trouble-rows.ts"
import { vendorErrorsQuery } from "../../data/operations/vendor-error-rows.ts"
import { type WaitingRow, waitingQueries } from "../../data/operations/waiting-rows.ts"
import type { Reader } from "../../data/reader.ts"
import {
  type Amounts,
  dayOf,
  dayQueries,
  figuresQuery,
  largestNamesQuery,
  readFigures,
} from "../../data/reports/figure-rows.ts"
import { isRunLate, normalWaits } from "./normal-waits.ts"

/** How far back ended troubles are shown: mail is given up after two days at most. */
const ENDED_MS = 3 * DAY_MS
const MOST_VENDOR_ERRORS = 50

/** How the shop as a whole is doing, in one round trip to D1. */
export async function readOperations(read: Reader, nowMs: number): Promise<Operations> {
  const waiting = { ...waitingQueries(nowMs), ...eachStanding((work) => standingQuery(work, nowMs)) }
  const troubles = {
    ...troubleQueries(nowMs, nowMs - ENDED_MS, normalWaits),
    ...eachStanding((work) => lateThings(work, nowMs)),
  }
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS
  const [runs, errors, kept, names, signUps, uploads, film, ...rest] = await read(
    runsQuery,
    vendorErrorsQuery(nowMs - DAY_MS, MOST_VENDOR_ERRORS),
    figuresQuery,
    largestNamesQuery,
    ...dayQueries(todayMs, nowMs + 1),
    ...Object.values(waiting),
    ...Object.values(troubles),
  )
  const waits = rest.slice(0, Object.keys(waiting).length) as unknown as WaitingRow[][]
  const found = rest.slice(waits.length) as unknown as TroubleRow[][]
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
    waiting: waitingOf(named(waiting, waits), nowMs),
    triggers: readRuns(runs).map((run) => ({
      cron: run.cron,
      ranAt: iso(run.ranAtMs),
      isLate: isRunLate(run, nowMs),
      sweeps: Object.keys(run.sweeps).length,
      failures: Object.entries(run.sweeps).flatMap(([sweep, failure]) =>
        failure === null ? [] : [{ sweep, since: iso(failure.sinceMs), text: failure.text }],
      ),
    })),
    troubles: troublesOf(named(troubles, found)),
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

function waitingOf(
  found: Record<keyof ReturnType<typeof waitingQueries> | StandingKind, WaitingRow[]>,
  nowMs: number,
): Operations["waiting"] {
  const { printMails, paymentMails, prints, writings, ...others } = found
  const normal = {
    images: normalWaits.ingestMs,
    prints: normalWaits.printMs,
    payments: normalWaits.paymentMs,
    mails: normalWaits.mailMs,
    checks: normalWaits.checkMs,
    syncs: normalWaits.syncMs,
    deliveries: normalWaits.deliveryMs,
    ...eachStanding(({ lateAfterMs }) => lateAfterMs),
    accounts: normalWaits.purgeMs,
    objects: normalWaits.objectMs,
  }
  const kinds = { ...others, prints: [...prints, ...writings], mails: [...printMails, ...paymentMails] }
  return (Object.keys(normal) as (keyof typeof normal)[]).map((kind) => {
    const oldest = kinds[kind].flatMap((row) => row.oldest ?? [])
    const sinceMs = oldest.length === 0 ? null : Math.min(...oldest)
    return {
      kind,
      count: kinds[kind].reduce((sum, { total }) => sum + total, 0),
      since: sinceMs === null ? null : iso(sinceMs),
      isLate: sinceMs !== null && nowMs - sinceMs > normal[kind],
    }
  })
}

const kindOf = {
  stuckPrints: "print",
  failedPrints: "print",
  stuckImages: "image",
  printMails: "print-mail",
  paymentMails: "payment-mail",
  refusedPayments: "payment",
  lateChecks: "payment",
  untoldPayments: "payment",
  disputes: "payment",
  lateShops: "shop",
  failingShops: "shop",
  ...eachStanding(({ trouble }) => trouble),
} satisfies Record<keyof ReturnType<typeof troubleQueries> | StandingKind, TroubleKind>

/** Each thing once, though it may be in trouble in several ways: what comes first in `kindOf` says it. */
function troublesOf(found: Record<keyof typeof kindOf, TroubleRow[]>): Trouble[] {
  const known = new Set<string>()
  return (Object.keys(kindOf) as (keyof typeof kindOf)[]).flatMap((name) =>
    found[name].flatMap((row) => {
      const key = `${kindOf[name]} ${row.id}`
      if (known.has(key)) return []
      known.add(key)
      return [troubleOf(kindOf[name], row)]
    }),
  )
}

function troubleOf(kind: TroubleKind, row: TroubleRow): Trouble {
  const decisions: Decision[] = []
  if (row.canRetry === 1) decisions.push("retry")
  if (row.canGiveUp === 1) decisions.push("give-up")
  const isPrint = kind === "print" || kind === "print-mail"
  const name = row.thingName || (isPrint ? defaultPrintName("Print", [row.madeAt], 0) : row.thingName)
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

/** Answers in the order of their queries, under the queries' names. */
function named<Name extends string, Row>(queries: Record<Name, unknown>, rows: Row[]): Record<Name, Row> {
  return Object.fromEntries(Object.keys(queries).map((name, i) => [name, rows[i]])) as Record<Name, Row>
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
