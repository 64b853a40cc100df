import type { Statistics } from "../../contract/accounts/account.ts"
import { site } from "../../contract/api/site-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import { monthStartMs, readStatistics } from "../data/accounts/user-counts.ts"
import { countOpenTransfers } from "../data/credits/payment-rows.ts"
import { databaseOf } from "../data/database.ts"
import type { Env } from "../env.ts"
import { hubOf } from "../hub-stub.ts"
import { everyPlace, findStrangers } from "../place.ts"

/** The dashboard's figures. */
export const statisticsRoutes = new ApiRoutes().serveRead(
  site.statistics,
  async (c, { userId, read, isProgram }) => {
    const [{ isAdmin, ...counts }, balance] = await Promise.all([
      readStatistics(read, userId, monthStartMs(Date.now())),
      hubOf(c.env, userId).balance(),
    ])
    const pendingTransfers = isAdmin && !isProgram ? await countTransfers(c.env) : null
    const data: Statistics = { ...counts, usedCredits: balance.used, pendingTransfers }
    return { data }
  },
)

async function countTransfers(env: Env): Promise<number> {
  const strangersOf = await findStrangers(env)
  const counts = await Promise.all(
    everyPlace(env).map((own) => countOpenTransfers(databaseOf(own), strangersOf(own.place))),
  )
  return counts.reduce((sum, total) => sum + total, 0)
}
