import { DAY_MS, MINUTE_MS } from "../../../contract/duration.ts"
import { FIGURE_DAYS, LARGEST_ACCOUNTS } from "../../../contract/operations/operations.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import { readerOf } from "../../data/reader.ts"
import {
  type Amounts,
  dayOf,
  dayQueries,
  type Figures,
  findFigures,
  type MeasuredAccount,
  measureAccounts,
  storeFigures,
} from "../../data/reports/figure-rows.ts"
import type { Env } from "../../env.ts"

/** The time after which a day's last prints are written. */
const SETTLES_MS = 10 * MINUTE_MS
/** The days measured in one run: a new shop has them all within some minutes. */
const DAYS_PER_RUN = 5
/** The accounts in one statement, and statements in one run: 2,000 a minute. */
const ACCOUNTS = 500
const ROUNDS_PER_RUN = 4

/**
 * Measures each day once it is over, and all accounts once a day, so that the operator's page reads
 * one row instead of every print and image. A run that stops loses only its own part.
 */
export async function sweepFigures(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  const { figures, seen } = await findFigures(db)
  const days = await measureDays(db, figures.days, nowMs)
  const accounts = await measureRound(db, figures, nowMs)
  if (days === figures.days && accounts === null) return
  await storeFigures(db, { ...figures, ...accounts, days }, { seen, nowMs })
}

/** Returns the days with the newest missing ones; the same list if none was missing. */
async function measureDays(db: Database, known: Figures["days"], nowMs: number): Promise<Figures["days"]> {
  const missing = missingDays(known, nowMs).slice(0, DAYS_PER_RUN)
  if (missing.length === 0) return known
  const read = readerOf(db)
  const measured = await Promise.all(
    missing.map(async (dateMs) => dayOf(dateMs, await read(...dayQueries(dateMs, dateMs + DAY_MS)))),
  )
  const first = new Date(nowMs - FIGURE_DAYS * DAY_MS).toISOString().slice(0, 10)
  return [...known, ...measured]
    .filter(({ date }) => date >= first)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Returns the starts of the last days before today that are not known, newest first. */
function missingDays(known: readonly { date: string }[], nowMs: number): number[] {
  const todayMs = Math.floor((nowMs - SETTLES_MS) / DAY_MS) * DAY_MS
  const dates = new Set(known.map(({ date }) => date))
  return Array.from({ length: FIGURE_DAYS - 1 }, (_, i) => todayMs - (i + 1) * DAY_MS).filter(
    (dateMs) => !dates.has(new Date(dateMs).toISOString().slice(0, 10)),
  )
}

/** Returns the next part of the round over all accounts; null if none is due. */
async function measureRound(
  db: Database,
  { round: running, largest, measuredAtMs }: Figures,
  nowMs: number,
): Promise<Pick<Figures, "round" | "largest" | "measuredAtMs"> | null> {
  if (running === null && measuredAtMs !== null && nowMs - measuredAtMs < DAY_MS) return null
  let round = running ?? { after: "", largest: { storage: [], film: [] } }
  const sinceMs = nowMs - FIGURE_DAYS * DAY_MS
  for (let part = 0; part < ROUNDS_PER_RUN; part++) {
    const accounts = await measureAccounts(db, { after: round.after, sinceMs, limit: ACCOUNTS })
    const { storage, film } = round.largest
    const next = {
      storage: withLargest(storage, accounts, ({ bytes }) => bytes),
      film: withLargest(film, accounts, ({ filmIn }) => filmIn),
    }
    if (accounts.length < ACCOUNTS) return { round: null, largest: next, measuredAtMs: nowMs }
    round = { after: accounts[accounts.length - 1].userId, largest: next }
  }
  return { round, largest, measuredAtMs }
}

/** Returns the largest of both lists, largest first; accounts with nothing are left out. */
function withLargest(
  known: Amounts,
  accounts: readonly MeasuredAccount[],
  amountOf: (account: MeasuredAccount) => number,
): Amounts {
  const more = accounts.map((account) => ({ userId: account.userId, amount: amountOf(account) }))
  return [...known, ...more]
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount)
    .slice(0, LARGEST_ACCOUNTS)
}
