import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { queueJob } from "../../flows/programs/queue-jobs.ts"
import { takeDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"

/** The jobs taken up per minute: those whose messages were lost. */
const MAX_JOBS = 500

/** Queues the jobs that are due to go on. */
export async function sweepJobs(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (const { id } of await takeDue(db, works.job, { nowMs, limit: MAX_JOBS }))
    await queueJob(env, { id, untilMs: nowMs + works.job.leaseMs })
}
