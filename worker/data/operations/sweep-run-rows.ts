import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Directory } from "../database.ts"
import { readerOf } from "../reader.ts"
import { sweepCursor } from "./tables.ts"

/** A cron trigger's last run: each of its sweeps, null if it went well. */
const sweepsSchema = z.record(z.string(), z.object({ sinceMs: z.number(), text: z.string() }).nullable())
export type SweepRun = { cron: string; ranAtMs: number; sweeps: z.infer<typeof sweepsSchema> }
type RunRow = { cron: string; sweeps: string; ranAtMs: number }

/** The beginning of the names under which runs share a table with the sweeps' positions. */
const PREFIX = "cron "

/** Notes a trigger's run in place of the one before. */
export async function noteRun(db: Directory, { cron, ranAtMs, sweeps }: SweepRun): Promise<void> {
  const noted = { afterKey: JSON.stringify(sweeps), updatedAt: ranAtMs }
  await db
    .insert(sweepCursor)
    .values({ name: PREFIX + cron, ...noted })
    .onConflictDoUpdate({ target: sweepCursor.name, set: noted })
}

/** Lists the last run of each trigger that has run. */
export async function listRuns(db: Directory): Promise<SweepRun[]> {
  const [rows] = await readerOf(db)<[RunRow]>(runsQuery)
  return readRuns(rows)
}

/** The query of the rows for `readRuns`, for a batch. */
export const runsQuery = sql<RunRow>`SELECT substr(name, ${PREFIX.length + 1}) AS "cron", after_key AS "sweeps",
    updated_at AS "ranAtMs"
  FROM sweep_cursor WHERE name BETWEEN ${PREFIX} AND ${`${PREFIX}~`}`

/** Reads runs; a row that another version wrote in another form counts as a run of unknown sweeps. */
export function readRuns(rows: readonly RunRow[]): SweepRun[] {
  return rows.map((row) => ({ ...row, sweeps: sweepsSchema.safeParse(JSON.parse(row.sweeps)).data ?? {} }))
}
