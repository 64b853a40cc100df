import { printLayouts } from "../../contract/api/print-api.ts"
import { isPrintEditable } from "../../contract/status.ts"
import { ApiRoutes } from "../api-routes.ts"
import { dryRun, keepLayout } from "../flows/dry-run.ts"
import { findFittingLayout } from "../flows/stored-layout.ts"
import { editablePrint, visiblePrint } from "../middleware/print-access.ts"
import { limitRate, rateRules } from "../rate-limit.ts"

/** Layouts as documents: what was stored or answered last is what is printed. */
export const printLayoutsRoutes = new ApiRoutes()
  .serve(printLayouts.one, async (c) => {
    const fitting = await findFittingLayout(c.env, await visiblePrint(c))
    return { data: fitting?.document ?? null }
  })
  .serve(printLayouts.keep, async (c) => {
    const print = await editablePrint(c)
    await limitRate(c, rateRules.keepLayoutByAccount, c.var.user.id)
    return { data: await keepLayout(c.env, print, c.req.valid("json")) }
  })
  .serve(printLayouts.dryRun, async (c) => {
    const print = await visiblePrint(c)
    await limitRate(c, rateRules.layoutByAccount, c.var.user.id)
    // An admin looks, and changes nothing.
    const isKept = print.userId === c.var.user.id && isPrintEditable(print.status)
    return { data: await dryRun(c.env, print, { ...c.req.valid("json"), isKept }) }
  })
