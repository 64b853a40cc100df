import type { Statistics } from "../../contract/account.ts"
import { site } from "../../contract/api/site-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import { databaseOf } from "../data/database.ts"
import { readStatistics } from "../data/user-counts.ts"
import { hubOf } from "../hub-stub.ts"

/** The dashboard's figures. */
export const statisticsRoutes = new ApiRoutes().serve(site.statistics, async (c) => {
  const userId = c.var.user.id
  const [counts, balance] = await Promise.all([
    readStatistics(databaseOf(c.env), userId, monthStartMs(new Date())),
    hubOf(c.env, userId).balance(),
  ])
  const data: Statistics = { ...counts, usedCredits: balance.used }
  return { data }
})

/** The first moment of the month, in UTC. */
function monthStartMs(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
}
