import { type Id, makeId } from "../../../contract/id.ts"
import { changeNews } from "../../../contract/orders/change-words.ts"
import { insertNotification } from "../../data/accounts/notification-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { type ChangedPiece, listChangedPieces } from "../../data/prints/print-changes.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"

/**
 * Warns the seller of orders that were changed while a print with them is processed: its film does not
 * match them any more. It is called after orders were read; a repeat warns of nothing twice.
 */
export async function warnOfChanges(env: Env, userId: Id): Promise<void> {
  const pieces = await listChangedPieces(databaseOf(env), userId)
  for (const ofOrder of Map.groupBy(pieces, ({ printId, orderId }) => `${printId} ${orderId}`).values()) {
    const [{ printId, orderId }] = ofOrder
    const newestMs = Math.max(...ofOrder.flatMap(({ changes }) => changes.map((change) => change.seenAtMs)))
    const causeKey = `changed:${printId}:${orderId}:${newestMs}`
    const message = warning(ofOrder)
    const nowMs = Date.now()
    await insertNotification(databaseOf(env), {
      ...{ id: makeId(nowMs), userId, causeKey, type: "print", message },
      ...{ attachmentId: printId, createdAtMs: nowMs },
    })
    await hubOf(env, userId).publish({
      userId,
      key: causeKey,
      event: { kind: "order-change", data: { printId, message } },
    })
  }
}

/** Returns `Order 12 was cancelled while “Friday” is processed. Leave its pieces out at the press.` */
function warning(pieces: readonly ChangedPiece[]): string {
  const [{ orderNumber, printName }] = pieces
  const during = `while ${printName === "" ? "its print" : `“${printName}”`} is processed`
  const cancelled = pieces.filter(({ isCancelled }) => isCancelled)
  const [first] = cancelled
  if (first?.changes.some(({ kind }) => kind === "cancelled")) {
    const orderChange = first.changes.some(({ kind }) => kind === "refunded") ? "refunded" : "cancelled"
    const subject =
      cancelled.length === 1 ? `“${first.title}” of order ${orderNumber}` : `Order ${orderNumber}`
    const leftOut = cancelled.length === 1 ? "that piece" : "its pieces"
    return `${subject} was ${orderChange} ${during}. Leave ${leftOut} out at the press, or cancel the print.`
  }
  const words = pieces.flatMap(({ title, changes }) =>
    changes.map((change) => `“${title}”: ${changeNews(change)}`),
  )
  return `Order ${orderNumber} was changed ${during}. ${words.slice(0, 3).join(". ")}.`
}
