import { sql } from "drizzle-orm"
import { z } from "zod"
import { type Id, idSchema, makeId } from "../../../contract/id.ts"
import { daySchema } from "../../../contract/operations/operations.ts"
import { isNoCopy } from "../accounts/tables.ts"
import type { Database } from "../database.ts"
import { sweepCursor } from "../operations/tables.ts"
import { readerOf } from "../reader.ts"

/** The name of the row with the figures, beside the sweeps' positions. */
const NAME = "figures"

const amountsSchema = z.array(z.object({ userId: idSchema, amount: z.number() }))
const largestSchema = z.object({ storage: amountsSchema, film: amountsSchema })
const figuresSchema = z.object({
  /** The whole UTC days that have been measured, oldest first. */
  days: z.array(daySchema),
  largest: largestSchema,
  /** The time when the last round over all accounts ended. */
  measuredAtMs: z.number().nullable(),
  /** The round that runs: the last account it looked at, and the largest so far. */
  round: z.object({ after: z.string(), largest: largestSchema }).nullable(),
})
export type Amounts = z.infer<typeof amountsSchema>
export type Figures = z.infer<typeof figuresSchema>
type DayFigures = Figures["days"][number]

const empty: Figures = { days: [], largest: { storage: [], film: [] }, measuredAtMs: null, round: null }

/** The query for the row of the figures, for a batch. */
export const figuresQuery = sql<{
  text: string
}>`SELECT after_key AS "text" FROM sweep_cursor WHERE name = ${NAME}`

/** The query for the names of the largest accounts, for a batch. */
export const largestNamesQuery = sql<{ id: Id; name: string }>`
  SELECT user.id AS "id", user.first_name || ' ' || user.last_name AS "name" FROM user WHERE user.id IN (
    SELECT amount.value ->> 'userId' FROM sweep_cursor
      JOIN json_each(json_array('$.largest.storage', '$.largest.film')) AS path
      JOIN json_each(sweep_cursor.after_key, path.value) AS amount
      WHERE sweep_cursor.name = ${NAME})`

/** Reads the kept figures; none from before the first sweep or from another version's form. */
export function readFigures(rows: readonly { text: string }[]): Figures {
  const [row] = rows
  return (row && figuresSchema.safeParse(JSON.parse(row.text)).data) ?? empty
}

export async function findFigures(db: Database): Promise<{ figures: Figures; seen: string | null }> {
  const [rows] = await readerOf(db)<[{ text: string }]>(figuresQuery)
  return { figures: readFigures(rows), seen: rows[0]?.text ?? null }
}

/** Replaces the figures that were `seen`; nothing changes if another run was faster. */
export async function storeFigures(
  db: Database,
  figures: Figures,
  { seen, nowMs }: { seen: string | null; nowMs: number },
): Promise<void> {
  const stored = { afterKey: JSON.stringify(figures), updatedAt: nowMs }
  await db
    .insert(sweepCursor)
    .values({ name: NAME, ...stored })
    .onConflictDoUpdate({
      target: sweepCursor.name,
      set: stored,
      setWhere: sql`${sweepCursor.afterKey} = ${seen}`,
    })
}

type Uploads = { bytes: number }
type Film = { bytes: number; filmIn: number }

/** Returns queries for the time from one moment to another, by indexes over that time alone. */
export function dayQueries(fromMs: number, toMs: number) {
  // Ids sort by the time they were made.
  const [from, to] = [fromMs, toMs].map((atMs) => makeId(atMs, new Uint8Array(10)))
  return [
    sql<{
      total: number
    }>`SELECT count(*) AS "total" FROM user WHERE created_at >= ${fromMs} AND created_at < ${toMs} AND ${isNoCopy}`,
    sql<Uploads>`SELECT coalesce(sum(bytes), 0) AS "bytes" FROM image WHERE id >= ${from} AND id < ${to}`,
    // Files that were written once more take room, but no film.
    sql<Film>`SELECT coalesce(sum(sheet.bytes), 0) + (
        SELECT coalesce(sum(again.bytes), 0) FROM writing CROSS JOIN sheet again ON again.writing_id = writing.id
        WHERE writing.state = 'written' AND writing.updated_at >= ${fromMs} AND writing.updated_at < ${toMs}) AS "bytes",
      total(1.0 * sheet.length_px / attempt.dpi) AS "filmIn"
      FROM attempt CROSS JOIN sheet ON sheet.attempt_id = attempt.id AND sheet.writing_id IS NULL
      WHERE attempt.state = 'completed' AND attempt.updated_at >= ${fromMs} AND attempt.updated_at < ${toMs}`,
  ] as const
}

/** Returns the figures of a day from the rows of `dayQueries`. */
export function dayOf(
  dateMs: number,
  [signUps, uploads, film]: readonly [readonly { total: number }[], readonly Uploads[], readonly Film[]],
): DayFigures {
  return {
    date: new Date(dateMs).toISOString().slice(0, 10),
    signUps: signUps[0].total,
    storedBytes: uploads[0].bytes + film[0].bytes,
    filmIn: film[0].filmIn,
  }
}

export type MeasuredAccount = { userId: Id; bytes: number; filmIn: number }

/** Measures the next accounts in the order of their ids: bytes of artwork, and inches of film since then. */
export async function measureAccounts(
  db: Database,
  { after, sinceMs, limit }: { after: string; sinceMs: number; limit: number },
): Promise<MeasuredAccount[]> {
  const [rows] = await readerOf(db)<[MeasuredAccount]>(accountsQuery({ after, sinceMs, limit }))
  return rows
}

/** Returns the statement of `measureAccounts`. */
export function accountsQuery({ after, sinceMs, limit }: { after: string; sinceMs: number; limit: number }) {
  return sql<MeasuredAccount>`SELECT user.id AS "userId",
      (SELECT coalesce(sum(image.bytes), 0) FROM image WHERE image.user_id = user.id) AS "bytes",
      (SELECT total(1.0 * sheet.length_px / attempt.dpi)
        FROM attempt CROSS JOIN sheet ON sheet.attempt_id = attempt.id AND sheet.writing_id IS NULL
        WHERE attempt.user_id = user.id AND attempt.state = 'completed' AND attempt.updated_at >= ${sinceMs}) AS "filmIn"
    FROM user WHERE user.id > ${after} ORDER BY user.id LIMIT ${limit}`
}
