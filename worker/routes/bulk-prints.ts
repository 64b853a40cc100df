import { prints } from "../../contract/api/print-api.ts"
import { zipPath } from "../../contract/delivery/share-path.ts"
import { ApiError } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import type { BulkOutcome } from "../../contract/prints/print.ts"
import type { PrintStatus } from "../../contract/status.ts"
import { ApiRoutes } from "../api-routes.ts"
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
      data: await inTurn(printIds, "Processing", async (id) => {
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
    data: await inTurn(c.req.valid("json").printIds, "Cancelled", (id) =>
      cancelPrint(c.env, c.var.user.id, id, c.var.token),
    ),
  }))
  .serve(prints.bulkDownload, async (c) => {
    await limitRate(c, rateRules.shareByAccount, c.var.user.id)
    const { token } = await sharePrints(c.env, c.var.user.id, c.req.valid("json").printIds)
    return { data: { path: zipPath(token) } }
  })

/** Runs one after the other, as they draw on one balance; a refusal or failure stops none of the rest. */
async function inTurn(
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
      outcomes.push({ _id: id, message: wordsOf(id, error) })
    }
  }
  return outcomes
}

function wordsOf(printId: Id, error: unknown): string {
  if (error instanceof ApiError) return error.message
  logError("a print of several failed", { printId, error })
  return "This did not work. Please try again."
}
