import { printFiles } from "../../contract/api/print-files-api.ts"
import { unknown } from "../../contract/error.ts"
import { ApiRoutes } from "../api-routes.ts"
import { readWritings } from "../data/delivery/writing-view.ts"
import { startWriting } from "../flows/delivery/start-writing.ts"
import { shownPrint } from "../flows/pieces/show-pieces.ts"
import { ownPrint } from "../middleware/print-access.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { refuseRealPrint } from "../refuse-real-print.ts"
import { idOf } from "../valid.ts"

/** The files of a completed print for other destinations. */
export const printFilesRoutes = new ApiRoutes()
  .serveRead(printFiles.list, async (c, caller) => {
    const writings = await readWritings(caller.read, caller, idOf(c, "print"))
    if (!writings) throw unknown("print")
    return { data: writings }
  })
  .serve(printFiles.write, async (c) => {
    const printId = idOf(c, "print")
    const { destinationId } = c.req.valid("json")
    if (c.var.token?.isTest) refuseRealPrint(await ownPrint(c), c.var.token)
    await limitRate(c, rateRules.writeFilesByAccount, c.var.user.id)
    const { kind, name } = await startWriting(c.env, c.var.user.id, { printId, destinationId })
    const message =
      kind === "started"
        ? `The files for "${name}" are being written`
        : `The print has its files for "${name}"`
    return { data: await shownPrint(c.env, c.var.user.id, printId), message }
  })
