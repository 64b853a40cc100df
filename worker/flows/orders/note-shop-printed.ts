import { type Id, makeId } from "../../../contract/id.ts"
import { defaultPrintName } from "../../../contract/prints/print-name.ts"
import { databaseOf } from "../../data/database.ts"
import { markShopPrinted, unmarkShopPrinted } from "../../data/orders/shop-printed.ts"
import { findPrint, type PrintRow } from "../../data/prints/print-rows.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"

/**
 * Notes that the shop has printed it and tells the seller, once for each time the print was made.
 * Returns when it was noted first; null if the print is gone.
 */
export async function noteShopPrinted(env: Env, printId: Id, nowMs: number): Promise<string | null> {
  const db = databaseOf(env)
  const print = await findPrint(db, null, printId)
  if (!print) return null
  const message = `Your print shop has printed ${print.name || defaultPrintName(print.createdAt, 0)}.`
  const { isNew } = await markShopPrinted(db, printId, {
    id: makeId(nowMs),
    userId: print.userId,
    causeKey: causeKeyOf(print),
    type: "print",
    message,
    attachmentId: printId,
    createdAtMs: nowMs,
  })
  if (isNew) await publish(env, print, message, nowMs)
  const saidAt = isNew ? nowMs : (await findPrint(db, null, printId))?.shopPrintedAt
  return saidAt == null ? null : new Date(saidAt).toISOString()
}

/** Takes it back, with the seller's notification. False if it was noted too long ago, or not at all. */
export async function takeBackShopPrinted(env: Env, printId: Id, nowMs: number): Promise<boolean> {
  const db = databaseOf(env)
  const print = await findPrint(db, null, printId)
  if (!print) return false
  const notice = { userId: print.userId, causeKey: causeKeyOf(print), nowMs }
  if (!(await unmarkShopPrinted(db, printId, notice))) return false
  await publish(env, print, "Your print shop says it is not printed yet.", nowMs)
  return true
}

function causeKeyOf({ attemptId }: PrintRow): string {
  return `shop-printed:${attemptId}`
}

async function publish(env: Env, { id, userId }: PrintRow, message: string, nowMs: number): Promise<void> {
  const event = { kind: "shop-printed" as const, data: { printId: id, message } }
  await hubOf(env, userId).publish({ userId, key: `shop-printed:${makeId(nowMs)}`, event })
}
