import { type SQL, sql } from "drizzle-orm"
import { plans } from "../../../contract/accounts/plan.ts"
import { user } from "./tables.ts"

type PlanLimit = keyof (typeof plans)["standard"]

/** Returns, as an expression, a limit of an account's plan. */
export function planLimit(userId: SQL, name: PlanLimit): SQL<number> {
  const byPlan = JSON.stringify(
    Object.fromEntries(Object.entries(plans).map(([plan, limits]) => [plan, limits[name]])),
  )
  return sql`(SELECT ${byPlan} ->> ${user.plan} FROM ${user} WHERE ${user.id} = ${userId})`
}
