import type { Context } from "hono"
import { prints } from "../../contract/api/print-api.ts"
import { zipPath } from "../../contract/delivery/share-path.ts"
import { ApiError, statusOfCode } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import type { BulkOutcome } from "../../contract/prints/print.ts"
import type { PrintStatus } from "../../contract/status.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { databaseOf } from "../data/database.ts"
import { markOf } from "../doer.ts"
import { sharePrints } from "../flows/delivery/share-prints.ts"
import { refuseUnplaced } from "../flows/orders/unplaced-texts.ts"
import { cancelPrint } from "../flows/prints/cancel-print.ts"
import { sumPrintsInk } from "../flows/prints/print-findings.ts"
import { startAttempt, USUAL_EFFORT } from "../flows/prints/start-attempt.ts"
import { firstRunOf } from "../flows/programs/change-once.ts"
import { logError } from "../log.ts"
import { limitRate, rateRules } from "../rate-limit.ts"

/** The routes for several prints by one call: started, stopped, or their sheets fetched. */
export const bulkPrintsRoutes = new ApiRoutes()
  .serve(prints.bulkProcess, async (c) => {
    const { printIds, ...settings } = c.req.valid("json")
    return {
      data: await inTurn(c, printIds, "Processing", async (id) => {
        await limitRate(c, rateRules.processByAccount, c.var.user.id)
        await refuseUnplaced(databaseOf(c.env), c.var.user.id, id)
        // Nobody looks at these sheets: a page may have kept one of a search's first second.
        const { user, token } = c.var
        const made = { begunBy: markOf(c.var), token, sinceMs: firstRunOf(c) }
        await startAttempt(c.env, user.id, id, { ...settings, effort: USUAL_EFFORT }, made)
      }),
    }
  })
  .serve(prints.bulkFindings, async (c) => ({
    data: await sumPrintsInk(c.env, c.var.user.id, c.req.valid("json")),
  }))
  .serve(prints.bulkCancel, async (c) => ({
    data: await inTurn(c, c.req.valid("json").printIds, "Cancelled", (id) =>
      cancelPrint(c.env, c.var.user.id, id, c.var.token),
    ),
  }))
  .serve(prints.bulkDownload, async (c) => {
    await limitRate(c, rateRules.shareByAccount, c.var.user.id)
    const { token } = await sharePrints(c.env, c.var.user.id, c.req.valid("json").printIds)
    return { data: { path: zipPath(token) } }
  })

/**
 * Runs one after the other, as they draw on one balance; a refusal or failure stops none of the rest. After a failure of ours,
 * a repeat goes through them once more.
 */
async function inTurn(
  c: Context<AppEnv>,
  ids: readonly Id[],
  status: PrintStatus,
  act: (id: Id) => Promise<void>,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = []
  for (const id of new Set(ids)) {
    try {
      await act(id)
      outcomes.push({ _id: id, status })
    } catch (error) {
      const isRefused = error instanceof ApiError
      if (!isRefused) logError("a print of several failed", { printId: id, error })
      if (!isRefused || statusOfCode[error.code] >= 500) c.set("isUnfinished", true)
      outcomes.push({ _id: id, message: isRefused ? error.message : "This did not work. Please try again." })
    }
  }
  return outcomes
}
