import { and, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import { AUTOPILOT_RUNS_SHOWN } from "../../contract/autopilot.ts"
import type { Id } from "../../contract/id.ts"
import { skippedItemSchema } from "../../contract/order-batch.ts"
import type { AutopilotRow } from "./autopilot-rows.ts"
import type { Database } from "./database.ts"
import { autopilot, autopilotRun, print } from "./schema.ts"

export type AutopilotRunRow = typeof autopilotRun.$inferSelect
/** A run, and where the print that it made is by now: gone without one, or once it is deleted. */
export type ShownRun = AutopilotRunRow & { printStatus: string | null }

/** What a run did, as far as it came; a run that was cut goes on with it. */
const reportSchema = z.object({
  orders: z.number().default(0),
  items: z.number().default(0),
  copies: z.number().default(0),
  lengthIn: z.number().nullable().default(null),
  skipped: z.array(skippedItemSchema).default([]),
  skippedCount: z.number().default(0),
  /** Each one sentence or more, in the order in which it became known. */
  notes: z.array(z.string()).default([]),
})
export type RunReport = z.infer<typeof reportSchema>

export function reportOf({ report }: Pick<AutopilotRunRow, "report">): RunReport {
  return reportSchema.parse(report === null ? {} : JSON.parse(report))
}

/** An autopilot's last runs, the newest first. */
export function listAutopilotRuns(db: Database, row: Pick<AutopilotRow, "id">): Promise<ShownRun[]> {
  return shownRuns(db)
    .where(eq(autopilotRun.autopilotId, row.id))
    .orderBy(desc(autopilotRun.startedAt), desc(autopilotRun.id))
    .limit(AUTOPILOT_RUNS_SHOWN)
}

/** The newest run of each of a seller's autopilots that has one. */
export async function listNewestRuns(db: Database, userId: Id): Promise<ShownRun[]> {
  const newest = sql`(SELECT run.id FROM autopilot_run AS run WHERE run.autopilot_id = ${autopilot.id} ORDER BY run.started_at DESC, run.id DESC LIMIT 1)`
  return shownRuns(db).where(
    sql`${autopilotRun.id} IN (SELECT ${newest} FROM ${autopilot} WHERE ${autopilot.userId} = ${userId})`,
  )
}

function shownRuns(db: Database) {
  return db
    .select({ ...getTableColumns(autopilotRun), printId: print.id, printStatus: print.status })
    .from(autopilotRun)
    .leftJoin(print, and(eq(print.id, autopilotRun.printId), isNull(print.trashedAt)))
    .$dynamic()
}
