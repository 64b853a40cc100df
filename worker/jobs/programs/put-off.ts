import { databaseOf } from "../../data/database.ts"
import { endJob, type JobLease, type JobRow, putOffJob } from "../../data/programs/job-rows.ts"
import type { Env } from "../../env.ts"
import { logError } from "../../log.ts"
import { works } from "../../work/works.ts"

/** Puts a held job off after an error of ours; after the last try it ends. */
export async function putOff(env: Env, row: JobRow, lease: JobLease, error: unknown): Promise<void> {
  const db = databaseOf(env)
  const nowMs = Date.now()
  if (row.tries + 1 < works.job.givesUp.afterTries) return putOffJob(db, lease, nowMs)
  const message = "A technical problem stopped it. What it has made is kept."
  const errors = [{ item: null, code: "internal-error", message } as const]
  await endJob(db, lease, { state: "failed", errors, nowMs })
  logError("job given up", { jobId: row.id, error })
}
