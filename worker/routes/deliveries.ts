import type { Context } from "hono"
import { deliveries } from "../../contract/api/delivery-api.ts"
import type { Delivery } from "../../contract/delivery/delivery.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { databaseOf } from "../data/database.ts"
import { findDeliveryAddress } from "../data/delivery/delivery-address-rows.ts"
import { type DeliveryRow, listDeliveries, openDelivery, sentFiles } from "../data/delivery/delivery-rows.ts"
import { ARRIVAL_UNSURE } from "../flows/delivery/end-delivery.ts"
import { outgoingFiles, type PrintFile } from "../flows/delivery/outgoing-files.ts"
import { queueDelivery } from "../flows/delivery/start-deliveries.ts"
import { ownPrint } from "../middleware/print-access.ts"
import { limitRate, rateRules } from "../rate-limit.ts"

/** The deliveries of a print's files to the seller's addresses; the press sends them. */
export const deliveriesRoutes = new ApiRoutes()
  .serve(deliveries.list, async (c) => {
    const { id, userId } = await ownPrint(c)
    const rows = await listDeliveries(databaseOf(c.env), userId, id)
    const files =
      rows.length === 0 ? [] : ((await outgoingFiles(c.env, { printId: id, userId }))?.files ?? [])
    return { data: rows.map((row) => deliveryReply(row, files)) }
  })
  .serve(deliveries.add, async (c) => {
    const { id: printId, userId, status, attemptId, isTest } = await ownPrint(c)
    if (isTest) throw new ApiError("conflict", "The sheets of a test print are sent to nobody")
    const { addressId, isAgain } = c.req.valid("json")
    const db = databaseOf(c.env)
    if (!(await findDeliveryAddress(db, userId, addressId))) throw unknown("address")
    await limitRate(c, rateRules.deliverByAccount, userId)
    const outgoing = await outgoingFiles(c.env, { printId, userId })
    if (status !== "Completed" || attemptId === null || !outgoing)
      throw new ApiError("conflict", "Only the files of a completed print can be sent")
    const nowMs = Date.now()
    // A repeat must not send again what an earlier run of the call has had sent.
    const sent = await findOpened(c, printId, addressId)
    const row = sent ?? (await openDelivery(db, { printId, attemptId, userId, addressId, isAgain, nowMs }))
    if (!row) throw new ApiError("conflict", "The print or the address has changed. Please try again.")
    await queueDelivery(c.env, row.id)
    return { data: deliveryReply(row, outgoing.files), message: `On its way to ${row.name}` }
  })

async function findOpened(c: Context<AppEnv>, printId: Id, addressId: Id): Promise<DeliveryRow | undefined> {
  const { call, user } = c.var
  if (!call?.isAgain) return undefined
  const rows = await listDeliveries(databaseOf(c.env), user.id, printId)
  return rows.find((row) => row.addressId === addressId && row.updatedAt >= call.createdAt)
}

function deliveryReply(row: DeliveryRow, files: readonly PrintFile[]): Delivery {
  const sent = sentFiles(row)
  return {
    _id: row.id,
    printId: row.printId,
    addressId: row.addressId,
    name: row.name,
    state: row.state,
    sent: files.filter(({ id }) => sent.has(id)).length,
    total: files.length,
    tries: row.tries,
    message: row.state === "sent" && row.isUnsure ? ARRIVAL_UNSURE : row.failureMessage,
    // During a try, this is the lease's end; without a failure, the time when the sweep looks.
    retryAt:
      row.state === "waiting" && row.failureMessage !== null && row.retryAt !== null
        ? new Date(row.retryAt).toISOString()
        : null,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}
