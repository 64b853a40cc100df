import type { Context } from "hono"
import type { DoerMark } from "../../../contract/accounts/doer.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import type { AppEnv } from "../../app-env.ts"
import type { NewNotification } from "../../data/accounts/notification-rows.ts"
import { hubOf } from "../../hub-stub.ts"
import { logError } from "../../log.ts"

/** The account whose sizes change, and who changes them. */
export type SizeChanger = { userId: Id; doneBy: DoerMark }

/** Returns the notification of a size's change at `nowMs`. */
export function sizeNotice(
  changer: SizeChanger,
  sizeId: Id,
  message: string,
  nowMs: number,
): NewNotification {
  return { id: makeId(nowMs), ...changer, type: "size", message, attachmentId: sizeId, createdAtMs: nowMs }
}

/** Announces it after the reply: a page that misses the event still finds the row and its notification. */
export function announceSize(c: Context<AppEnv>, { userId, id, message }: NewNotification): void {
  const publishing = hubOf(c.env, userId)
    .publish({ userId, key: `notification:${id}`, event: { kind: "size", data: { message } } })
    .catch((error) => logError("size event not sent", { userId, error }))
  c.executionCtx.waitUntil(publishing)
}
