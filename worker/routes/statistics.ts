import { Hono } from "hono"
import type { Statistics } from "../../contract/account.ts"
import { databaseOf } from "../data/database.ts"
import { readStatistics } from "../data/user-counts.ts"
import { hubOf } from "../hub-stub.ts"
import type { AppEnv } from "../middleware/app-env.ts"
import { requireUser } from "../middleware/signed-in.ts"

/** The dashboard's figures. */
export const statisticsRoutes = new Hono<AppEnv>().get("/statistics", requireUser, async (c) => {
  const userId = c.var.user.id
  const [counts, balance] = await Promise.all([
    readStatistics(databaseOf(c.env), userId, monthStartMs(new Date())),
    hubOf(c.env, userId).balance(),
  ])
  const data: Statistics = { ...counts, usedCredits: balance.used }
  return c.json({ data })
})

/** The first moment of the month, in UTC. */
function monthStartMs(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
}
