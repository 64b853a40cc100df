import { jobs } from "../../contract/api/job-api.ts"
import { unknown } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { MAX_WAIT_S } from "../../contract/limit.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { OpenContext } from "../app-env.ts"
import { databaseOf } from "../data/database.ts"
import { findJob, listJobs, readJobs } from "../data/programs/job-rows.ts"
import { readerOf } from "../data/reader.ts"
import { markOf } from "../doer.ts"
import { boundaryOf } from "../files/multipart.ts"
import { addJob, checkJob } from "../flows/programs/add-job.ts"
import { madeOnce, newIdOf } from "../flows/programs/change-once.ts"
import { jobReplies, readJob } from "../flows/programs/job-reply.ts"
import { receiveJob } from "../flows/programs/receive-job.ts"
import { requireUserWithin } from "../middleware/signed-in.ts"
import { rateRules } from "../rate-limit.ts"
import { idOf } from "../valid.ts"

/** The jobs of an account's programs; the press does them. */
export const jobsRoutes = new ApiRoutes()
  .serve(
    jobs.add,
    async (c) => {
      const userId = c.var.user.id
      const id = newIdOf(c, Date.now())
      const add = async (): Promise<Id> => {
        const isForm = boundaryOf(c.req.header("content-type")) !== null
        const { token } = c.var
        if (!isForm) await checkJob(c.env, { userId, token }, c.req.valid("json"), [])
        const request = isForm ? await receiveJob(c) : c.req.valid("json")
        await addJob(c.env, { id, userId, isTest: token?.isTest ?? false, madeBy: markOf(c.var), request })
        return id
      }
      const adding = madeOnce(c, add, async () =>
        (await findJob(databaseOf(c.env), userId, id)) ? id : null,
      )
      // If the caller goes away, this still finishes or cleans up what has arrived.
      c.executionCtx.waitUntil(adding.catch(() => undefined))
      const data = await readJob(c.env, userId, await adding, waitMsOf(c))
      if (!data) throw unknown("job")
      return { data }
    },
    [requireUserWithin(rateRules.jobByAccount)],
  )
  .serve(jobs.list, async (c) => {
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    const { ids, pagination } = await listJobs(readerOf(db), userId, c.req.valid("query"))
    return { data: await jobReplies(db, userId, await readJobs(db, userId, ids)), pagination }
  })
  .serve(jobs.one, async (c) => {
    const data = await readJob(c.env, c.var.user.id, idOf(c, "job"), waitMsOf(c))
    if (!data) throw unknown("job")
    return { data }
  })

/** Returns how long the caller prefers to wait (RFC 7240, section 4.3), and tells that it is done. */
function waitMsOf(c: OpenContext): number {
  const [, asked] = /(?:^|[,;])\s*wait\s*=\s*"?(\d+)"?/i.exec(c.req.header("prefer") ?? "") ?? []
  if (asked === undefined) return 0
  const seconds = Math.min(Number(asked), MAX_WAIT_S)
  c.header("preference-applied", `wait=${seconds}`)
  return seconds * 1000
}
