import { hasJobEnded } from "../../../contract/programs/job.ts"
import { findUserById } from "../../data/accounts/user-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { endJob, type JobLease, type JobRow, storeJob, takeJob } from "../../data/programs/job-rows.ts"
import type { Env } from "../../env.ts"
import { tellListeners } from "../../flows/events/queue-events.ts"
import { queueFetch, queueJob } from "../../flows/programs/queue-jobs.ts"
import { works } from "../../work/works.ts"
import { type JobOutcome, layout, reading, rendering } from "./job-steps.ts"
import { putOff } from "./put-off.ts"

/** The time for which a message may be late before the sweep takes its job up. */
const LATE_MS = works.job.leaseMs

/**
 * Goes on with a job, step by step, each stored before the next: an interrupted job goes on from its last step, and
 * every step finds its earlier results. A message whose lease is over does nothing.
 */
export async function runJob(env: Env, message: JobLease): Promise<void> {
  const db = databaseOf(env)
  const lease = { id: message.id, untilMs: Math.max(Date.now() + LATE_MS, message.untilMs + 1) }
  const row = await takeJob(db, message, lease.untilMs)
  if (!row) return
  try {
    await goOn(env, row, lease)
  } catch (error) {
    await putOff(env, row, lease, error)
    throw error
  }
}

async function goOn(env: Env, leased: JobRow, lease: JobLease): Promise<void> {
  const db = databaseOf(env)
  for (let row: JobRow | null = leased; row; ) {
    const outcome: JobOutcome = await step(env, row, lease)
    switch (outcome.kind) {
      case "next":
        row = await storeJob(db, lease, { state: outcome.state, tries: 0, updatedAt: Date.now() })
        break
      case "wait": {
        const next = {
          id: lease.id,
          untilMs: Math.max(Date.now() + outcome.pauseMs + LATE_MS, lease.untilMs + 1),
        }
        if (await storeJob(db, lease, { retryAt: next.untilMs }))
          await queueJob(env, next, Math.ceil(outcome.pauseMs / 1000))
        return
      }
      case "fetch":
        return queueFetch(env, lease)
      case "end": {
        const { state, errors } = outcome
        await endJob(db, lease, { state, errors, nowMs: Date.now() })
        return tellListeners(env, row.userId)
      }
    }
  }
}

async function step(env: Env, row: JobRow, lease: JobLease): Promise<JobOutcome> {
  const user = await findUserById(databaseOf(env), row.userId)
  if (user?.status !== "active") {
    const message = "The account was not active."
    return { kind: "end", state: "failed", errors: [{ item: null, code: "conflict", message }] }
  }
  switch (row.state) {
    case "reading":
      return reading(env, row)
    case "layout":
      return layout(env, row, { user, lease })
    case "rendering":
      return rendering(env, row)
    default:
      throw new Error(`job ${row.id} has ended${hasJobEnded(row.state) ? "" : " in no state"}`)
  }
}
