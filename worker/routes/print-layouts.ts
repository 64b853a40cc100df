import type { Context } from "hono"
import { printLayouts } from "../../contract/api/print-api.ts"
import type { LayoutReply } from "../../contract/prints/print.ts"
import { isPrintEditable } from "../../contract/status.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { databaseOf } from "../data/database.ts"
import type { PrintRow } from "../data/prints/print-rows.ts"
import { unplacedTexts } from "../flows/orders/unplaced-texts.ts"
import { dryRun, keepLayout } from "../flows/prints/dry-run.ts"
import { rudeWarnings } from "../flows/prints/rude-warnings.ts"
import { findFittingLayout } from "../flows/prints/stored-layout.ts"
import { editablePrint, visiblePrint } from "../middleware/print-access.ts"
import { requireUserWithin } from "../middleware/signed-in.ts"
import { rateRules } from "../rate-limit.ts"

/** The layouts as documents: the last one that was stored or answered is printed. */
export const printLayoutsRoutes = new ApiRoutes()
  .serve(printLayouts.one, async (c) => {
    const fitting = await findFittingLayout(c.env, await visiblePrint(c))
    return { data: fitting?.document ?? null }
  })
  .serve(
    printLayouts.keep,
    async (c) => {
      const print = await editablePrint(c)
      const { keepsPins, ...document } = c.req.valid("json")
      return { data: await warned(c, print, await keepLayout(c.env, print, document, { keepsPins })) }
    },
    [requireUserWithin(rateRules.keepLayoutByAccount)],
  )
  .serve(
    printLayouts.dryRun,
    async (c) => {
      const print = await visiblePrint(c)
      const { user, token } = c.var
      // An admin only looks, and changes nothing; neither does a test token of a real print.
      const isOwn = print.userId === user.id && (print.isTest || !token?.isTest)
      const isKept = isOwn && isPrintEditable(print.status)
      const planned = await dryRun(c.env, print, { ...c.req.valid("json"), isKept })
      return { data: await warned(c, print, planned) }
    },
    [requireUserWithin(rateRules.layoutByAccount)],
  )

/** Adds the warnings about the pieces' texts that the caller wants. */
async function warned(c: Context<AppEnv>, { id }: PrintRow, reply: LayoutReply): Promise<LayoutReply> {
  const db = databaseOf(c.env)
  const rude = c.var.user.warnsOfRudeWords ? await rudeWarnings(db, id) : []
  return { ...reply, warnings: [...reply.warnings, ...(await unplacedTexts(db, id)), ...rude] }
}
