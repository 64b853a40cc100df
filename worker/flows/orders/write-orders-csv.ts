import { MINUTE_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { CSV_TOO_LONG, MAX_CSV_LINES } from "../../../contract/limit.ts"
import type { OrderListQuery } from "../../../contract/orders/order.ts"
import type { SellersClock } from "../../../contract/orders/ship-by.ts"
import type { Database } from "../../data/database.ts"
import { findOrders, listOrderIds, orderReplies } from "../../data/orders/order-rows.ts"
import { ordersCsvHead, ordersCsvLines } from "../../files/orders-csv.ts"
import { rest } from "../../isolate/rest.ts"
import { createSharedRoom } from "../../isolate/shared-room.ts"
import { waitForRoom } from "../../isolate/wait-for-room.ts"
import { logError } from "../../log.ts"
import { orderSlices } from "./read-listed-orders.ts"

/** The files that an isolate writes at the same time: one of an account, and one that waits for it. */
const writers = createSharedRoom({
  total: 4,
  ofOwner: 1,
  claims: 1_000,
  claimsOfOwner: 2,
  // The longest that a reader may take for a slice before another file takes its turn.
  lostAfterMs: MINUTE_MS,
  waiterLostAfterMs: 10_000,
})

/**
 * Streams all orders that the filters find as a file, a slice at a time. They are chosen at the start,
 * so that a new or moved order neither repeats nor hides another. A slice that fails breaks the stream
 * off: a file that ends is whole. Waits for the account's turn; Throws a 422 if they are too many for
 * one file.
 */
export async function writeOrdersCsv(
  db: Database,
  userId: Id,
  query: OrderListQuery,
  clock: SellersClock,
): Promise<ReadableStream<Uint8Array>> {
  const turn = await waitForRoom(writers, { owner: userId, amount: 1 })
  const leave = () => writers.release(turn)
  const queries = listOrderIds(db, userId, query, { ...clock, limit: MAX_CSV_LINES })
  const slices = await queries.then(slicesOf).catch((error) => {
    leave()
    throw error
  })
  const lines = linesOf(slices, async (ids) => {
    if (!writers.isHeld(turn, Date.now())) throw new Error("another file has taken this one's turn")
    await rest()
    return ordersCsvLines(await orderReplies(db, await findOrders(db, userId, ids)), clock.timeZone)
  })
  return streamOf(lines, leave)
}

function slicesOf(orders: readonly { id: Id; items: number }[]): Id[][] {
  const lines = orders.reduce((sum, { items }) => sum + Math.max(1, items), 0)
  if (lines >= MAX_CSV_LINES) throw new ApiError("unprocessable", CSV_TOO_LONG)
  // The slices need far fewer than 1,000 calls to D1.
  return orderSlices(orders).map((slice) => slice.map(({ id }) => id))
}

/** Returns the head at once, then each slice's lines as they are asked for. */
async function* linesOf(
  slices: readonly Id[][],
  read: (ids: readonly Id[]) => Promise<string>,
): AsyncGenerator<string> {
  yield ordersCsvHead
  for (const ids of slices) {
    const lines = await read(ids)
    // All of these were deleted meanwhile.
    if (lines !== "") yield lines
  }
}

/** Streams texts, and calls `leave` when they end, fail or are not wanted any more. */
function streamOf(texts: AsyncGenerator<string>, leave: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isOver = false
  const end = () => {
    isOver = true
    leave()
  }
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await texts.next()
        if (isOver) return
        if (!done) return controller.enqueue(encoder.encode(value))
        end()
        controller.close()
      } catch (error) {
        end()
        logError("a file of orders broke off", { error })
        throw error
      }
    },
    cancel: end,
  })
}
