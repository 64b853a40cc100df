import type { Context } from "hono"
import { accepts } from "hono/accepts"
import type { z } from "zod"
import type { DoerMark } from "../../contract/accounts/doer.ts"
import { orders } from "../../contract/api/order-api.ts"
import { dayOf } from "../../contract/day.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { MAX_PRINT_COPIES } from "../../contract/limit.ts"
import type { OrderListQuery, ordersPrintSchema } from "../../contract/orders/order.ts"
import type { OrderBatchReply } from "../../contract/orders/order-batch.ts"
import type { SellersClock } from "../../contract/orders/ship-by.ts"
import type { Fulfilled } from "../../contract/orders/shipment.ts"
import { ordersPrintName } from "../../contract/prints/print-name.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import type { SignedInUser } from "../data/accounts/session-rows.ts"
import { rememberChoice } from "../data/artwork/artwork-choice.ts"
import { type Database, databaseOf } from "../data/database.ts"
import { sureValues } from "../data/orders/item-reading.ts"
import { type FullOrderItem, findOrderItems, orderItemReply } from "../data/orders/order-item-rows.ts"
import { insertOrderPrint } from "../data/orders/order-print.ts"
import { countCsvLines, deleteOrders, listOrderPage, markChangesSeen } from "../data/orders/order-rows.ts"
import { readOrderSummary } from "../data/orders/order-summary.ts"
import { hasRoomFor } from "../data/prints/item-room.ts"
import { areOwnParts } from "../data/prints/print-item-rows.ts"
import { ownName } from "../data/prints/print-rows.ts"
import { markOf } from "../doer.ts"
import { acceptMatches } from "../flows/artwork/accept-matches.ts"
import { announceSize } from "../flows/artwork/announce-size.ts"
import { fetchBuyerFile } from "../flows/artwork/fetch-buyer-file.ts"
import { matchSkus } from "../flows/artwork/match-skus.ts"
import { suggestMatches } from "../flows/artwork/suggest-matches.ts"
import { changeOrderItems } from "../flows/orders/change-order-items.ts"
import { pressOrders, shipOrders, takeBackSteps, unshipOrders } from "../flows/orders/fulfil-orders.ts"
import { makeBatchOnce } from "../flows/orders/make-batch.ts"
import { printWithoutText } from "../flows/orders/print-without-text.ts"
import { readListedOrders } from "../flows/orders/read-listed-orders.ts"
import { writeOrdersCsv } from "../flows/orders/write-orders-csv.ts"
import { makePrintOnce } from "../flows/prints/make-print-once.ts"
import { tooMuchWaits } from "../flows/prints/queue-full-error.ts"
import { newUndoOf, requestKeyOf, unlessWritten } from "../flows/programs/change-once.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { idOf } from "../valid.ts"

const CSV = "text/csv"
const JSON_TYPE = "application/json"
const accepted = { header: "Accept" as const, supports: [JSON_TYPE, CSV], default: JSON_TYPE }

/** The most items that a refusal's message names; its `fields` have all of them. */
const MAX_NAMED = 3

/** A seller's orders, and the prints made from their items. */
export const ordersRoutes = new ApiRoutes()
  .serve(orders.list, async (c) => {
    if (c.req.path.endsWith(".csv") || accepts(c, accepted) === CSV) return sendCsv(c, c.req.valid("query"))
    const db = databaseOf(c.env)
    const { user } = c.var
    const { listed, pagination } = await listOrderPage(db, user.id, c.req.valid("query"), clockOf(user))
    return { data: await readListedOrders(db, user.id, listed), pagination }
  })
  .serve(orders.csvLines, async (c) => {
    const { user } = c.var
    const lines = await countCsvLines(databaseOf(c.env), user.id, c.req.valid("query"), clockOf(user))
    return { data: { lines } }
  })
  .serve(orders.summary, async (c) => {
    const { user } = c.var
    const { integrationId } = c.req.valid("query")
    return {
      data: await readOrderSummary(databaseOf(c.env), user.id, { ...clockOf(user), integrationId }),
    }
  })
  .serve(orders.items, async (c) => {
    const items = await findOrderItems(databaseOf(c.env), c.var.user.id, c.req.valid("query").ids)
    return { data: items.map(orderItemReply) }
  })
  .serve(orders.print, async (c) => {
    await limitRate(c, rateRules.draftByAccount, c.var.user.id)
    const { id, isNew } = await printOrders(databaseOf(c.env), c.var.user.id, {
      ...c.req.valid("json"),
      requestKey: requestKeyOf(c, c.req.valid("json").requestKey),
      madeBy: markOf(c.var),
    })
    if (!isNew) c.status(200)
    return { data: { _id: id }, message: texts.printCreated }
  })
  .serve(orders.batch, async (c) => {
    const { user } = c.var
    await limitRate(c, rateRules.draftByAccount, user.id)
    const batcher = { ...user, mark: markOf(c.var) }
    const data = await makeBatchOnce(c.env, batcher, c.req.valid("json"), c.var.call?.id ?? null)
    if (data._id === null) c.status(200)
    return { data, message: batchWords(data) }
  })
  .serve(orders.seen, async (c) => {
    const orderIds = await markChangesSeen(databaseOf(c.env), c.var.user.id, {
      ids: c.req.valid("json").orderIds,
      nowMs: Date.now(),
    })
    return { data: { orderIds }, message: "Changes seen" }
  })
  .serve(orders.bulkDelete, async (c) => {
    const undo = newUndoOf(c)
    const { orderIds } = c.req.valid("json")
    const ids = await unlessWritten(c, orderIds, () => deleteOrders(databaseOf(c.env), orderIds, undo))
    const undoId = ids.length > 0 ? undo.id : null
    return {
      data: { orderIds: ids, undoId },
      message: `${ids.length} ${ids.length === 1 ? "order" : "orders"} deleted successfully`,
    }
  })
  .serve(orders.pressed, async (c) => {
    const { isPressed, ...choice } = c.req.valid("json")
    await limitRate(c, rateRules.fulfilByAccount, c.var.user.id)
    const data = await pressOrders(c.env, c.var.user.id, { ...choice, isPressed }, Date.now())
    return {
      data,
      message: fulfilledWords(data, isPressed ? "marked as pressed" : "no longer marked as pressed"),
    }
  })
  .serve(orders.ship, async (c) => {
    const { shipments } = c.req.valid("json")
    await limitRate(c, rateRules.fulfilByAccount, c.var.user.id)
    const data = await shipOrders(c.env, c.var.user.id, shipments, Date.now())
    return { data, message: fulfilledWords(data, "marked as shipped") }
  })
  .serve(orders.unship, async (c) => {
    await limitRate(c, rateRules.fulfilByAccount, c.var.user.id)
    const data = await unshipOrders(c.env, c.var.user.id, c.req.valid("json").orderIds)
    return { data, message: fulfilledWords(data, "no longer marked as shipped") }
  })
  .serve(orders.stepBack, async (c) => {
    const undo = newUndoOf(c)
    await limitRate(c, rateRules.fulfilByAccount, undo.userId)
    const wasDone = c.var.call?.isWritten ?? false
    const done = await takeBackSteps(c.env, c.req.valid("json").orderIds, { undo, wasDone })
    const undoId = done.some(({ problem }) => problem === null) ? undo.id : null
    return { data: { orders: done, undoId }, message: fulfilledWords(done, "taken back by a step") }
  })
  .serve(orders.update, async (c) => {
    const _id = idOf(c, "order item")
    const changes = [{ _id, ...c.req.valid("json") }]
    const [changed] = await changeOrderItems(databaseOf(c.env), c.var.user.id, changes)
    return { data: orderItemReply(changed), message: "Order item updated" }
  })
  .serve(orders.confirm, async (c) => {
    const changed = await changeOrderItems(databaseOf(c.env), c.var.user.id, c.req.valid("json").items)
    return { data: changed.map(orderItemReply), message: "Order items updated" }
  })
  .serve(orders.artwork, async (c) => {
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    await limitRate(c, rateRules.uploadByAccount, userId)
    const id = idOf(c, "order item")
    const [item] = await findOrderItems(db, userId, [id])
    if (!item) throw unknown("order item")
    const fetching = fetchBuyerFile(c.env, item, c.req.valid("json").answer, markOf(c.var))
    // If the caller goes away, this still finishes or cleans up what has arrived.
    c.executionCtx.waitUntil(fetching.catch(() => undefined))
    const [changed] = await changeOrderItems(db, userId, [{ _id: id, imageId: await fetching }])
    return { data: orderItemReply(changed), message: "The buyer's file is now the artwork of this item" }
  })
  .serve(orders.match, async (c) => {
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    const id = idOf(c, "order item")
    const choice = c.req.valid("json")
    const [item] = await findOrderItems(db, userId, [id])
    if (!item) throw unknown("order item")
    const parts = {
      imageIds: choice.imageId ? [choice.imageId] : [],
      sizeIds: choice.sizeId ? [choice.sizeId] : [],
    }
    if (!(await areOwnParts(db, userId, parts))) throw unknown("image or size")
    await rememberChoice(db, item, choice, Date.now())
    const [changed] = await findOrderItems(db, userId, [id])
    if (!changed) throw unknown("order item")
    return { data: orderItemReply(changed), message: "Choice remembered" }
  })
  .serve(orders.withoutText, async (c) => {
    const userId = c.var.user.id
    await limitRate(c, rateRules.matchByAccount, userId)
    const { isOn } = c.req.valid("json")
    const item = await printWithoutText(databaseOf(c.env), userId, idOf(c, "order item"), isOn)
    const message = isOn ? "Printed without its text" : "Its text is asked for again"
    return { data: orderItemReply(item), message }
  })
  .serve(orders.suggestions, async (c) => {
    const userId = c.var.user.id
    await limitRate(c, rateRules.suggestByAccount, userId)
    return { data: await suggestMatches(databaseOf(c.env), userId, c.req.valid("json").orderItems) }
  })
  .serve(orders.matchAll, async (c) => {
    const userId = c.var.user.id
    await limitRate(c, rateRules.matchByAccount, userId)
    const { choices } = c.req.valid("json")
    const { items, sizes, notices } = await acceptMatches(
      databaseOf(c.env),
      { userId, doneBy: markOf(c.var) },
      choices,
      Date.now(),
    )
    for (const notice of notices) announceSize(c, notice)
    return { data: { items: items.map(orderItemReply), sizes }, message: "Choices remembered" }
  })
  .serve(orders.matchSkus, async (c) => {
    const userId = c.var.user.id
    await limitRate(c, rateRules.matchByAccount, userId)
    const data = await matchSkus(databaseOf(c.env), userId, c.req.valid("json"), Date.now())
    const matched = data.filter(({ problem }) => problem === null).length
    return { data, message: `${matched} of ${data.length} lines match` }
  })

async function sendCsv(c: Context<AppEnv>, query: OrderListQuery): Promise<Response> {
  const { user } = c.var
  await limitRate(c, rateRules.ordersFileByAccount, user.id)
  const clock = clockOf(user)
  return c.body(await writeOrdersCsv(databaseOf(c.env), user.id, query, clock), 200, {
    "content-type": `${CSV}; charset=utf-8`,
    "content-disposition": `attachment; filename="orders-${dayOf(clock.nowMs, user.timeZone)}.csv"`,
  })
}

function clockOf({ timeZone }: SignedInUser): SellersClock {
  return { nowMs: Date.now(), timeZone }
}

/** Returns `79 orders marked as shipped`, for those without a problem. */
function fulfilledWords(orders: readonly Fulfilled[], subject: string): string {
  const fulfilled = orders.filter(({ problem }) => problem === null).length
  return `${fulfilled} ${fulfilled === 1 ? "order" : "orders"} ${subject}`
}

function batchWords({ _id, items }: OrderBatchReply): string {
  if (items === 0) return "Nothing is ready to be printed"
  return _id === null
    ? `${items} ${items === 1 ? "item is" : "items are"} ready to be printed`
    : texts.printCreated
}

function printOrders(
  db: Database,
  userId: Id,
  request: z.output<typeof ordersPrintSchema> & { madeBy: DoerMark },
): Promise<{ id: Id; isNew: boolean }> {
  const { requestKey, printAgain, labels = null, madeBy } = request
  return makePrintOnce(db, userId, requestKey, async () => {
    const chosen = await printableItems(db, userId, request.orderItems, printAgain)
    const nowMs = Date.now()
    const id = makeId(nowMs)
    const items = chosen.map((item) => ({
      id: makeId(nowMs),
      imageId: item.matchedImage?.id ?? null,
      sizeId: item.matchedSize?.id ?? null,
      quantity: request.quantities?.[item.id] ?? item.quantity,
      values: sureValues(item.read) ?? {},
      orderItemId: item.id,
    }))
    if (items.reduce((sum, item) => sum + item.quantity, 0) > MAX_PRINT_COPIES)
      throw new ApiError("unprocessable", `A print holds at most ${MAX_PRINT_COPIES} copies`)
    const orderCount = new Set(chosen.map(({ orderId }) => orderId)).size
    const usual = ordersPrintName(orderCount, nowMs, request.utcOffsetMin ?? 0)
    const name = request.name ?? ownName(userId, usual)
    const row = { id, userId, name, items, printAgain, labels, madeBy, nowMs }
    if (await insertOrderPrint(db, { ...row, requestKey: requestKey ?? null })) return id
    // Another tab was first: now this check refuses the items.
    await printableItems(db, userId, request.orderItems, printAgain)
    if (!(await hasRoomFor(db, userId, items.length + 1))) throw tooMuchWaits()
    throw new ApiError("conflict", "The orders were changed in the meantime. Please try again.")
  })
}

/** Returns the items in the asked order; refuses cancelled ones, and printed ones without `printAgain`. */
async function printableItems(
  db: Database,
  userId: Id,
  ids: readonly Id[],
  printAgain: boolean,
): Promise<FullOrderItem[]> {
  const itemsById = new Map((await findOrderItems(db, userId, ids)).map((item) => [item.id, item]))
  const items = [...new Set(ids)].map((id) => itemsById.get(id)).filter((item) => item !== undefined)
  if (items.length < new Set(ids).size) throw unknown("order item")
  refuse(
    items.filter((item) => item.isCancelled),
    (item) => (item.isOrderCancelled ? "The order was cancelled" : "It was cancelled"),
    "cancelled at the marketplace and cannot be printed",
  )
  if (!printAgain) {
    refuse(
      items.filter((item) => item.prints.length > 0),
      (item) => (item.status === "Completed" ? "Already printed" : "Already in a print"),
      "already in a print. Confirm to print again",
    )
  }
  return items
}

/** Refuses items, some named in the message and all in `fields`. */
function refuse(
  items: readonly FullOrderItem[],
  reasonOf: (item: FullOrderItem) => string,
  words: string,
): void {
  if (items.length === 0) return
  const names = items.slice(0, MAX_NAMED).map((item) => `"${item.title}" (order ${item.orderNumber})`)
  const rest = items.length > MAX_NAMED ? ` and ${items.length - MAX_NAMED} more` : ""
  const verb = items.length === 1 ? "is" : "are"
  throw new ApiError("conflict", `${names.join(", ")}${rest} ${verb} ${words}`, {
    fields: Object.fromEntries(items.map((item) => [item.id, reasonOf(item)])),
  })
}
