import { today } from "../../contract/api/today-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { SignedInUser } from "../data/accounts/session-rows.ts"
import { databaseOf } from "../data/database.ts"
import { readToday, readTodayFilm } from "../flows/orders/read-today.ts"
import { requireUserWithin } from "../middleware/signed-in.ts"
import { rateRules } from "../rate-limit.ts"

/** A day's work: the counts, and the film that would be made of it. */
export const todayRoutes = new ApiRoutes()
  .serve(today.counts, async (c) => ({
    data: await readToday(databaseOf(c.env), c.var.user.id, clockOf(c.var.user)),
  }))
  .serve(
    today.film,
    async (c) => ({
      data: await readTodayFilm(databaseOf(c.env), c.var.user.id, clockOf(c.var.user)),
    }),
    // It matches as many orders as a dry run of their batch.
    [requireUserWithin(rateRules.layoutByAccount)],
  )

function clockOf({ timeZone }: SignedInUser) {
  return { nowMs: Date.now(), timeZone }
}
