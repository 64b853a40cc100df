import { orderImports } from "../../contract/api/order-import-api.ts"
import { ApiError } from "../../contract/error.ts"
import { timeOfId } from "../../contract/id.ts"
import type { ImportReply } from "../../contract/orders/order-import.ts"
import { ApiRoutes } from "../api-routes.ts"
import { databaseOf } from "../data/database.ts"
import { undoFileOrders } from "../data/orders/file-order-rows.ts"
import { importOrders } from "../flows/orders/import-orders.ts"
import { withOrderFile } from "../flows/orders/receive-order-file.ts"
import { requireUserWithin } from "../middleware/signed-in.ts"
import { rateRules } from "../rate-limit.ts"
import { idOf } from "../valid.ts"

/** The orders that come in files, and the way back. */
export const orderImportsRoutes = new ApiRoutes()
  .serve(
    orderImports.take,
    async (c) =>
      withOrderFile(c, async (form) => {
        const reply = await importOrders(c.env, { ...form, userId: c.var.user.id, nowMs: Date.now() })
        if (form.isDryRun) c.status(200)
        return { data: reply, message: importedWords(reply, form.isDryRun) }
      }),
    [requireUserWithin(rateRules.importByAccount)],
  )
  .serve(orderImports.undo, async (c) => {
    const importedAtMs = timeOfId(idOf(c, "import"))
    const data = await undoFileOrders(databaseOf(c.env), c.var.user.id, importedAtMs)
    if (data.orders + data.kept === 0) throw new ApiError("not-found", "There are no orders of this import")
    return { data, message: `${data.orders} ${data.orders === 1 ? "order" : "orders"} removed again` }
  })

function importedWords({ orders: added, duplicates, errors }: ImportReply, isDryRun: boolean): string {
  const parts = [`${added} new ${added === 1 ? "order" : "orders"}`]
  if (duplicates > 0) parts.push(`${duplicates} ${duplicates === 1 ? "row" : "rows"} here already`)
  if (errors.length > 0) parts.push(`${errors.length} ${errors.length === 1 ? "row" : "rows"} with errors`)
  return `${parts.join(", ")}${isDryRun ? " to import" : ""}`
}
