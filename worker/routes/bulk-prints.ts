import { files } from "../../contract/api/image-api.ts"
import { prints } from "../../contract/api/print-api.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { type Id, idSchema } from "../../contract/id.ts"
import { MAX_LISTED_IDS } from "../../contract/limit.ts"
import type { BulkOutcome } from "../../contract/print.ts"
import type { PrintStatus } from "../../contract/status.ts"
import { ApiRoutes } from "../api-routes.ts"
import { cancelPrint } from "../flows/cancel-print.ts"
import { planDownload, writeDownload } from "../flows/download-sheets.ts"
import { startAttempt } from "../flows/start-attempt.ts"
import { logError } from "../log.ts"
import { limitRate, rateRules } from "../rate-limit.ts"

/** Several prints by one call: started, stopped, or their sheets fetched. */
export const bulkPrintsRoutes = new ApiRoutes()
  .serve(prints.bulkProcess, async (c) => {
    const { printIds, ...wish } = c.req.valid("json")
    return {
      data: await inTurn(printIds, "Processing", async (id) => {
        await limitRate(c, rateRules.processByAccount, c.var.user.id)
        await startAttempt(c.env, c.var.user.id, id, wish)
      }),
    }
  })
  .serve(prints.bulkCancel, async (c) => ({
    data: await inTurn(c.req.valid("json").printIds, "Cancelled", (id) =>
      cancelPrint(c.env, c.var.user.id, id),
    ),
  }))
  .serve(prints.bulkDownload, async (c) => {
    const paths = await planDownload(c.env, c.var.user.id, c.req.valid("json").printIds)
    if (paths.length === 0) throw new ApiError("conflict", "None of these prints has sheets to download")
    return { data: { path: paths[0], paths } }
  })
  .serve(files.sheetsZip, async (c) => {
    const printIds = idSchema.array().max(MAX_LISTED_IDS).safeParse(c.req.param("prints")?.split(","))
    const part = Number(/^sheets-(\d{1,4})\.zip$/.exec(c.req.param("part") ?? "")?.[1])
    if (!printIds.success || !Number.isInteger(part)) throw unknown("file")
    await limitRate(c, rateRules.zipByAccount, c.var.user.id)
    const zip = await writeDownload(c.env, c.var.user.id, { printIds: printIds.data, part })
    if (!zip) throw unknown("file")
    return c.body(zip, 200, {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="sheetsmith-sheets-${part}.zip"`,
      "cache-control": "private, no-store",
    })
  })

/** One after the other, as they draw on one balance; a refusal or failure stops none of the rest. */
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
