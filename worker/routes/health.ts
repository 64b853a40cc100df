import { site } from "../../contract/api/site-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import { databaseOf } from "../data/database.ts"
import { listRuns } from "../data/operations/sweep-run-rows.ts"
import { readerOf } from "../data/reader.ts"
import { countWork } from "../work/statements.ts"
import { EVERY_MINUTE, isRunLate } from "../work/triggers.ts"

/**
 * Answers 200 if the Worker runs and its database answers. `stalled` counts rows that wait longer than
 * they should, and sweeps that do not run or fail; any such row makes `status` `stalled`. `givenUp`
 * counts what is not tried again; `sweptAt` is when the minute's sweeps last ran.
 */
export const healthRoutes = new ApiRoutes().serve(site.health, async (c) => {
  const nowMs = Date.now()
  const db = databaseOf(c.env)
  const [counts, runs] = await Promise.all([countWork(readerOf(db), nowMs), listRuns(db)])
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
