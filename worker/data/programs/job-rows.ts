import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm"
import { DAY_MS, MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { JOB_DAYS, MAX_JOB_ERRORS, MAX_OPEN_JOBS } from "../../../contract/limit.ts"
import type { Pagination } from "../../../contract/list.ts"
import type { JobError } from "../../../contract/programs/job.ts"
import { MAX_KEPT_JOBS } from "../../../contract/programs/kept.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import type { Page } from "../paging.ts"
import { orderOf, placeIn, readPlacedPage, type Sorting, sourceIn } from "../place.ts"
import type { Reader } from "../reader.ts"
import { job } from "./tables.ts"

export type JobRow = typeof job.$inferSelect
/** The lease of one Worker: until it ends, nobody else goes on with this job. */
export type JobLease = { id: Id; untilMs: number }

/** The jobs of one account whose addresses are fetched at the same time: its silent servers delay its own only. */
const MOST_FETCHING = 2

/** Adds a job, leased until `untilMs`. Returns false, with nothing written, if too many have not ended. */
export async function insertJob(
  db: Database,
  row: Pick<JobRow, "id" | "userId" | "isTest" | "madeBy" | "request"> & { nowMs: number; untilMs: number },
): Promise<boolean> {
  const { request, nowMs, untilMs, ...rest } = row
  const added = await insertFrom(
    db,
    job,
    {
      ...rest,
      request,
      reference: request.reference ?? null,
      state: "reading",
      retryAt: untilMs,
      createdAt: nowMs,
      updatedAt: nowMs,
    },
    sql`WHERE ${hasRoom(row.userId)}`,
  ).returning({ id: job.id })
  return added.length === 1
}

/** Returns true if the account may have another job: not too many of its jobs are under way. */
export async function hasJobRoom(db: Database, userId: Id): Promise<boolean> {
  const [row] = await db.all<{ has: number }>(sql`SELECT ${hasRoom(userId)} AS has`)
  return row?.has === 1
}

function hasRoom(userId: Id): SQL {
  return sql`(SELECT count(*) FROM ${job} WHERE ${job.userId} = ${userId} AND ${job.endedAt} IS NULL) < ${MAX_OPEN_JOBS}`
}

export async function findJob(db: Database, userId: Id, id: Id): Promise<JobRow | null> {
  const [row] = await db
    .select()
    .from(job)
    .where(and(eq(job.id, id), eq(job.userId, userId)))
  return row ?? null
}

const sorting: Sorting = { name: "id", columns: [sql`job.id`], sort: "desc", nulls: null }

/** Reads a page of an account's jobs, the newest first. */
export async function listJobs(
  read: Reader,
  userId: Id,
  { reference, ...query }: Page & { reference?: string | undefined },
): Promise<{ ids: Id[]; pagination: Pagination }> {
  const source = sourceIn(
    sql`job`,
    and(
      sql`job.user_id = ${userId}`,
      reference === undefined ? undefined : sql`job.reference = ${reference}`,
    ),
  )
  const { rows, pagination } = await readPlacedPage<{ id: Id; total: number; place: string }>(
    read,
    query,
    sorting,
    {
      ...source,
      select: (behind, limits, total) =>
        sql`SELECT job.id AS "id", ${placeIn(sorting)} AS "place", ${total} AS "total" FROM job WHERE ${and(source.isFound, behind)} ${limits}`,
    },
  )
  return { ids: rows.map(({ id }) => id), pagination }
}

/** Reads these jobs of an account, the newest first. */
export async function readJobs(db: Database, userId: Id, ids: readonly Id[]): Promise<JobRow[]> {
  return db
    .select()
    .from(job)
    .where(
      sql`${job.userId} = ${userId} AND ${job.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    )
    .orderBy(orderOf(sorting))
}

/** Takes a leased job for a Worker of its own; null if another one has it, or had it since. */
export async function takeJob(db: Database, lease: JobLease, untilMs: number): Promise<JobRow | null> {
  const [row] = await db.update(job).set({ retryAt: untilMs }).where(isHeld(lease)).returning()
  return row ?? null
}

/** Takes a held job for fetching its addresses, unless others of its account are being fetched. */
export async function takeFetching(db: Database, lease: JobLease, nowMs: number): Promise<boolean> {
  const others = sql`(SELECT count(*) FROM job AS other WHERE other.user_id = ${job.userId} AND other.fetch_until > ${nowMs} AND other.id <> ${job.id})`
  const taken = await db
    .update(job)
    .set({ fetchUntil: lease.untilMs })
    .where(and(isHeld(lease), sql`${others} < ${MOST_FETCHING}`))
    .returning({ id: job.id })
  return taken.length === 1
}

type JobChange = Partial<
  Pick<JobRow, "state" | "request" | "printId" | "quote" | "tries" | "retryAt" | "fetchUntil" | "updatedAt">
>

/** Stores a step of a held job; null, with nothing changed, if it is held no longer. */
export async function storeJob(db: Database, lease: JobLease, change: JobChange): Promise<JobRow | null> {
  const [row] = await db.update(job).set(change).where(isHeld(lease)).returning()
  return row ?? null
}

/** Ends a held job. Its row keeps neither its items nor more than the first errors: many ended jobs stay small. */
export async function endJob(
  db: Database,
  lease: JobLease,
  { state, errors, nowMs }: { state: JobRow["state"]; errors: readonly JobError[]; nowMs: number },
): Promise<void> {
  const ended = { retryAt: null, fetchUntil: null, endedAt: nowMs, updatedAt: nowMs }
  await db
    .update(job)
    .set({
      state,
      request: sql`json_set(${job.request}, '$.items', json('[]'))`,
      errors: errors.slice(0, MAX_JOB_ERRORS),
      ...ended,
    })
    .where(isHeld(lease))
}

/** Puts off a job after a failed step, for a pause that grows. Nothing changes if the lease is over. */
export async function putOffJob(db: Database, lease: JobLease, nowMs: number): Promise<void> {
  await db
    .update(job)
    .set({
      tries: sql`${job.tries} + 1`,
      retryAt: sql`${nowMs} + ${MINUTE_MS} * (${job.tries} + 1)`,
      fetchUntil: null,
    })
    .where(isHeld(lease))
}

function isHeld({ id, untilMs }: JobLease): SQL | undefined {
  return and(eq(job.id, id), eq(job.retryAt, untilMs), isNull(job.endedAt))
}

/** Deletes jobs that ended long ago, and the oldest of accounts that have too many. */
export async function deleteOldJobs(db: Database, nowMs: number): Promise<void> {
  const full = sql`SELECT user_id FROM job WHERE ended_at IS NOT NULL GROUP BY user_id HAVING count(*) > ${MAX_KEPT_JOBS}`
  const placed = sql`SELECT rowid, row_number() OVER (PARTITION BY user_id ORDER BY id DESC) AS place FROM job WHERE ended_at IS NOT NULL AND user_id IN (${full})`
  await db.batch([
    db.delete(job).where(lt(job.endedAt, nowMs - JOB_DAYS * DAY_MS)),
    db
      .delete(job)
      .where(sql`rowid IN (SELECT kept.rowid FROM (${placed}) AS kept WHERE kept.place > ${MAX_KEPT_JOBS})`),
  ])
}
