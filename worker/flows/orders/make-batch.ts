import type { DoerMark } from "../../../contract/accounts/doer.ts"
import { dayOf } from "../../../contract/day.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import type { OrderBatchReply, OrderBatchRequest } from "../../../contract/orders/order-batch.ts"
import type { SellersClock } from "../../../contract/orders/ship-by.ts"
import { ordersPrintName } from "../../../contract/prints/print-name.ts"
import type { SignedInUser } from "../../data/accounts/session-rows.ts"
import { countPrintOrders } from "../../data/autopilots/autopilot-run-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { findIntegration } from "../../data/integrations/integration-rows.ts"
import { sureValues } from "../../data/orders/item-reading.ts"
import { insertOrderPrint } from "../../data/orders/order-print.ts"
import { hasRoomFor } from "../../data/prints/item-room.ts"
import { findPrint, findPrintByRequest, ownName } from "../../data/prints/print-rows.ts"
import { findSheetTemplate } from "../../data/prints/sheet-template-rows.ts"
import type { Env } from "../../env.ts"
import { dryRun } from "../prints/dry-run.ts"
import { tooMuchWaits } from "../prints/queue-full-error.ts"
import { makeOnce } from "../programs/make-once.ts"
import { type ChoiceRequest, readChoice } from "./read-choice.ts"

/** The number of times that a batch is chosen again because others printed some of it meanwhile. */
const MAX_TRIES = 5

/** The owner of the orders, the zone of the days, and who makes the batch. */
type Batcher = Pick<SignedInUser, "id" | "timeZone"> & { mark: DoerMark }

/**
 * Makes a draft of all that can be printed and ships by then; without any, no draft. An item that
 * another print takes meanwhile is left out. A repeat makes a draft of the newer orders. Throws if the
 * request key is taken; read its print then.
 */
export async function makeBatch(
  env: Env,
  user: Batcher,
  request: OrderBatchRequest & Partial<ChoiceRequest>,
  nowMs: number,
  requestKey: string | null = null,
): Promise<OrderBatchReply> {
  const db = databaseOf(env)
  const clock = { nowMs, timeZone: user.timeZone }
  const { integrationId, sheetTemplateId } = request
  if (integrationId && !(await findIntegration(db, user.id, integrationId))) throw unknown("integration")
  if (sheetTemplateId && !(await findSheetTemplate(db, user.id, sheetTemplateId)))
    throw unknown("sheet template")
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const chosenBy = { integrationIds: integrationId && [integrationId], ...request }
    const { chosen, orders, copies, skipped } = await readChoice(db, user, chosenBy, clock)
    const reported = { orders, items: chosen.length, copies, skipped }
    if (request.dryRun || chosen.length === 0) return { _id: null, ...reported }
    const id = makeId(nowMs)
    const items = chosen.map((item) => ({
      id: makeId(nowMs),
      imageId: item.matchedImage?.id ?? null,
      sizeId: item.matchedSize?.id ?? null,
      quantity: item.quantity,
      values: sureValues(item.read) ?? {},
      orderItemId: item.id,
    }))
    const row = {
      ...{ id, userId: user.id, name: ownName(user.id, nameOf(orders, clock)), requestKey, items, nowMs },
      ...{ printAgain: false, labels: null, sheetTemplateId: sheetTemplateId ?? null, madeBy: user.mark },
    }
    if (await insertOrderPrint(db, row)) {
      if (request.packing) await pack(env, { id, userId: user.id }, request)
      return { _id: id, ...reported }
    }
    if (!(await hasRoomFor(db, user.id, items.length + 1))) throw tooMuchWaits()
  }
  throw new ApiError("conflict", "The orders were changed in the meantime. Please try again.")
}

/** Does the same at this moment. The same request key again returns the draft made before, with what it holds now. */
export async function makeBatchOnce(
  env: Env,
  user: Batcher,
  request: OrderBatchRequest,
  requestKey: Id | null,
): Promise<OrderBatchReply> {
  const nowMs = Date.now()
  const make = () => makeBatch(env, user, request, nowMs, requestKey)
  if (requestKey === null) return make()
  const db = databaseOf(env)
  const findMade = async () => {
    const print = await findPrintByRequest(db, user.id, requestKey)
    if (!print) return null
    const { skipped } = await makeBatch(env, user, { ...request, dryRun: true }, nowMs)
    return {
      _id: print.id,
      orders: await countPrintOrders(db, print.id),
      items: print.itemCount,
      copies: print.copies,
      skipped: skipped.filter(({ printId }) => printId !== print.id),
    }
  }
  // Its orders are in a print by now, so that a repeat would find none left to make one of.
  return (await findMade()) ?? makeOnce(make, findMade)
}

/** Returns a name of the seller's weekday and the orders in it, as for any print of orders. */
function nameOf(orderCount: number, { nowMs, timeZone }: SellersClock): string {
  return ordersPrintName(orderCount, Date.parse(dayOf(nowMs, timeZone)), 0)
}

/** Lays the draft out as asked; one that cannot be laid out yet stays as it is. */
async function pack(env: Env, key: { id: Id; userId: Id }, request: OrderBatchRequest): Promise<void> {
  const print = await findPrint(databaseOf(env), key.userId, key.id)
  if (!print) return
  try {
    await dryRun(env, print, { ...request, isKept: true })
  } catch (error) {
    // Artwork may still be unread, for example: the draft itself shows what it lacks.
    if (!(error instanceof ApiError)) throw error
  }
}
