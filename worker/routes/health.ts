import { site } from "../../contract/api/site-api.ts"
import { waitingKinds } from "../../contract/operations/operations.ts"
import { ApiRoutes } from "../api-routes.ts"
import { databaseOf, directoryOf } from "../data/database.ts"
import { listRuns } from "../data/operations/sweep-run-rows.ts"
import { readerOf } from "../data/reader.ts"
import type { OpenEnv } from "../env.ts"
import { everyPlace } from "../place.ts"
import { countWork } from "../work/statements.ts"
import { EVERY_MINUTE, isRunLate } from "../work/triggers.ts"

/**
 * Answers 200 if the Worker runs and its database answers. `stalled` counts rows that wait longer than
 * they should, and sweeps that do not run or fail; any such row makes `status` `stalled`. `givenUp`
 * counts what is not tried again; `sweptAt` is when the minute's sweeps last ran.
 */
export const healthRoutes = new ApiRoutes().serve(site.health, async (c) => {
  const nowMs = Date.now()
  const [counts, runs] = await Promise.all([countAll(c.env, nowMs), listRuns(directoryOf(c.env))])
  const sweeps = runs.flatMap((run) =>
    Object.values(run.sweeps).filter((failure) => failure !== null || isRunLate(run, nowMs)),
  ).length
  const stalled = { ...counts.stalled, sweeps }
  const isStalled = Object.values(stalled).some((total) => total > 0)
  const last = runs.find(({ cron }) => cron === EVERY_MINUTE)
  return {
    data: {
      status: isStalled ? ("stalled" as const) : ("ok" as const),
      stalled,
      givenUp: { mails: counts.givenUp },
      sweptAt: last ? new Date(last.ranAtMs).toISOString() : null,
    },
  }
})

/** Counts the work of all databases. */
async function countAll(env: OpenEnv, nowMs: number): ReturnType<typeof countWork> {
  const [first, ...others] = await Promise.all(
    everyPlace(env).map((own) => countWork(readerOf(databaseOf(own)), nowMs)),
  )
  for (const { stalled, givenUp } of others) {
    for (const kind of waitingKinds) first.stalled[kind] += stalled[kind]
    first.givenUp += givenUp
  }
  return first
}
