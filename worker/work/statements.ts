import { and, getTableColumns, type InferSelectModel, type SQL, sql } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { MINUTE_MS } from "../../contract/duration.ts"
import type { Id } from "../../contract/id.ts"
import { MAX_COUNTED_WORK } from "../../contract/limit.ts"
import { type TroubleKind, type WaitingKind, waitingKinds } from "../../contract/operations/operations.ts"
import type { AnyDatabase, Database } from "../data/database.ts"
import type { Reader } from "../data/reader.ts"
import { allWork, SHOWN_MS, type Work } from "./works.ts"

/** The rows that are looked at for those that wait, where most do not wait for us: 2 µs each. */
const MOST_LOOKED_AT = 10_000

/** The number of rows of a kind that wait, and since when the first of them does; null: none. */
export type WaitingRow = { total: number; oldest: number | null }

/**
 * Returns a query that counts the rows of a kind that have waited since before `beforeMs`, up to MAX_COUNTED_WORK, and
 * says since when the first of those that it has counted waits: of more, another may have waited longer.
 */
export function waitingQuery(work: Work, beforeMs: number, nowMs: number) {
  const { table, open, waits, since, newest, dueAfterMs } = work
  const lookedAt = newest
    ? sql`${table}.rowid IN (SELECT rowid FROM ${table} WHERE ${open} AND ${newest} < ${beforeMs - (dueAfterMs ?? 0)}
        ORDER BY ${newest} DESC LIMIT ${MOST_LOOKED_AT})`
    : undefined
  return sql<WaitingRow>`SELECT count(*) AS "total", min(since) AS "oldest" FROM (SELECT ${since} AS since FROM ${table}
    WHERE ${and(lookedAt, open, waits?.(nowMs))} AND ${since} < ${beforeMs} LIMIT ${MAX_COUNTED_WORK})`
}

/**
 * Counts rows that stand still for too long, and those given up in the last days, in one round trip. It counts
 * MAX_COUNTED_WORK of one kind at most.
 */
export async function countWork(
  read: Reader,
  nowMs: number,
): Promise<{ stalled: Record<WaitingKind, number>; givenUp: number }> {
  const late = allWork.map((work) => waitingQuery(work, nowMs - work.lateAfterMs, nowMs))
  const lost = allWork.flatMap(({ table, open, since, failed }) =>
    failed === undefined
      ? []
      : sql<WaitingRow>`SELECT count(*) AS "total" FROM ${table}
          WHERE ${failed} AND NOT (${open}) AND ${since} > ${nowMs - SHOWN_MS}`,
  )
  const totals = (await read<WaitingRow[]>(...late, ...lost)).map(([{ total }]) => total)
  const sum = (numbers: number[]) => numbers.reduce((total, count) => total + count, 0)
  const of = (kind: WaitingKind) => sum(totals.filter((_, i) => allWork[i]?.counted === kind))
  return {
    stalled: Object.fromEntries(waitingKinds.map((kind) => [kind, of(kind)])) as Record<WaitingKind, number>,
    givenUp: sum(totals.slice(late.length)),
  }
}

type Page = { nowMs: number; limit: number }

/** Lists the rows that are due, longest due first. */
export async function listDue<T extends SQLiteTable>(
  db: Database,
  work: Work & { table: T },
  { nowMs, limit }: Page,
): Promise<InferSelectModel<T>[]> {
  const rows = await db
    .select()
    .from(work.table as SQLiteTable)
    .where(isDue(work, nowMs))
    .orderBy(dueAt(work))
    .limit(limit)
  return rows as InferSelectModel<T>[]
}

/**
 * Takes the rows that are due, and notes the next try of each before anybody tries: what fails in any
 * way makes room for the others. `more` is set as well. Two calls never take the same row.
 */
export async function takeDue<T extends SQLiteTable>(
  db: AnyDatabase,
  work: Work & { table: T },
  page: Page,
  more: Partial<Record<keyof InferSelectModel<T>, unknown>> = {},
): Promise<InferSelectModel<T>[]> {
  const { table, since, leaseMs, longestPauseMs } = work
  const { nowMs } = page
  const pause = sql`min(${longestPauseMs}, max(${MINUTE_MS}, ${nowMs} - ${since}))`
  const rows = await db
    .update(table as SQLiteTable)
    .set({ ...more, ...dueSet(work, leaseMs === undefined ? sql`${nowMs} + ${pause}` : nowMs + leaseMs) })
    .where(sql`${table}.rowid IN (${dueQuery(work, page)})`)
    .returning()
  return rows as InferSelectModel<T>[]
}

/** Selects the rows that are due, longest due first. */
export function dueQuery(work: Work, { nowMs, limit }: Page): SQL {
  return sql`SELECT rowid FROM ${work.table} WHERE ${isDue(work, nowMs)} ORDER BY ${dueAt(work)} LIMIT ${limit}`
}

/** Makes all that a stopped runtime held due at once. A repeat leaves rows alone that have moved since. */
export async function makeHeldDue(db: Database, startedMs: number): Promise<void> {
  const [first, ...others] = allWork.flatMap((work) => {
    if (work.held === null) return []
    return db
      .update(work.table)
      .set(dueSet(work, dueNow(work, startedMs)))
      .where(and(work.open, work.held(startedMs)))
  })
  await db.batch([first, ...others])
}

/** Returns statements for a batch that make one thing due for the next sweep, one of each kind it may be. */
export function makeDueUpdates(
  db: Database,
  trouble: TroubleKind,
  id: Id,
  nowMs: number,
): BatchItem<"sqlite">[] {
  return workOf(trouble).flatMap((work) => {
    const { table, open, due, shown, again } = work
    if (due === null || shown === null) return []
    const now = dueNow(work, nowMs)
    const isNotDue = sql`(${due} IS NULL OR ${due} > ${now} OR NOT (${open}))`
    return db
      .update(table)
      .set({ ...again?.set, ...dueSet(work, now) })
      .where(and(sql`${shown.key} = ${id}`, again?.where ?? open, isNotDue))
  })
}

/** Returns statements for a batch that end the tries of a mail, unless it was sent or given up. */
export function giveUpMailUpdates(db: Database, trouble: TroubleKind, id: Id): BatchItem<"sqlite">[] {
  return workOf(trouble).flatMap(({ table, open, shown, failed }) => {
    if (failed === undefined || shown === null) return []
    return db
      .update(table)
      .set({ isAnnounced: true, retryAt: null })
      .where(and(sql`${shown.key} = ${id}`, open))
  })
}

/** Finds the account of a thing that a decision names; null if the thing is gone. */
export async function ownerOf(db: Database, trouble: TroubleKind, id: Id): Promise<{ userId: Id } | null> {
  const { shown } = workOf(trouble)[0]
  if (!shown) return null
  const { owner } = shown
  const [row] = await db.all<{ userId: Id }>(
    sql`SELECT ${owner} AS "userId" FROM ${owner.table} WHERE ${owner.table}.id = ${id}`,
  )
  return row ?? null
}

export function workOf(trouble: TroubleKind): Work[] {
  return allWork.filter(({ shown }) => shown?.trouble === trouble)
}

function isDue(work: Work, nowMs: number): SQL {
  return sql`${work.open} AND ${dueAt(work)} <= ${nowMs}`
}

function dueAt({ due, since, dueAfterMs }: Work): SQL {
  if (due === null || dueAfterMs === null) return sql`${due ?? since}`
  return sql`coalesce(${due}, ${since} + ${dueAfterMs})`
}

function dueNow({ dueNow }: Work, nowMs: number): SQL | number {
  return dueNow?.(nowMs) ?? nowMs - 1
}

function dueSet({ table, due }: Work, value: SQL | number): Record<string, SQL | number> {
  const [field] = Object.entries(getTableColumns(table)).find(([, column]) => column === due) ?? []
  return field === undefined ? {} : { [field]: value }
}
