import type { Context } from "hono"
import { sizes } from "../../contract/api/size-api.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { databaseOf } from "../data/database.ts"
import type { NewNotification } from "../data/notification-rows.ts"
import {
  deleteSize,
  findSize,
  insertSize,
  listSizes,
  MAX_SIZES,
  sizeReply,
  updateSize,
} from "../data/size-rows.ts"
import { hubOf } from "../hub-stub.ts"
import { logError } from "../log.ts"
import { idOf } from "../middleware/valid.ts"
import { limitRate, rateRules } from "../rate-limit.ts"

/** Every change is announced to the seller's other pages. */
export const sizesRoutes = new ApiRoutes()
  .serveRead(sizes.list, async (c, { userId, read }) => {
    const { rows, pagination } = await listSizes(read, userId, c.req.valid("query"))
    return { data: rows.map(sizeReply), pagination }
  })
  .serve(sizes.add, async (c) => {
    const userId = c.var.user.id
    const input = c.req.valid("json")
    await limitRate(c, rateRules.sizeByAccount, userId)
    const nowMs = Date.now()
    const id = makeId(nowMs)
    const notice = noticeOf(userId, id, `Size "${input.name}" was created`, nowMs)
    const row = await insertSize(databaseOf(c.env), { ...input, id, userId, nowMs }, notice)
    if (!row) throw new ApiError("conflict", `An account holds at most ${MAX_SIZES} sizes`)
    announce(c, notice)
    return { data: sizeReply(row), message: "Size created" }
  })
  .serve(sizes.update, async (c) => {
    const id = idOf(c, "size")
    const userId = c.var.user.id
    const input = c.req.valid("json")
    await limitRate(c, rateRules.sizeByAccount, userId)
    const nowMs = Date.now()
    const notice = noticeOf(userId, id, `Size "${input.name}" was updated`, nowMs)
    const row = await updateSize(databaseOf(c.env), { ...input, id, userId, nowMs }, notice)
    if (!row) throw unknown("size")
    announce(c, notice)
    return { data: sizeReply(row), message: "Size updated" }
  })
  .serve(sizes.remove, async (c) => {
    const id = idOf(c, "size")
    const userId = c.var.user.id
    const db = databaseOf(c.env)
    await limitRate(c, rateRules.sizeByAccount, userId)
    const row = await findSize(db, userId, id)
    if (!row) throw unknown("size")
    const notice = noticeOf(userId, id, `Size "${row.name}" was deleted`, Date.now())
    if (!(await deleteSize(db, { id, userId }, notice))) throw unknown("size")
    announce(c, notice)
    return { data: { _id: id }, message: "Size deleted" }
  })

function noticeOf(userId: Id, sizeId: Id, message: string, nowMs: number): NewNotification {
  return { id: makeId(nowMs), userId, type: "size", message, attachmentId: sizeId, createdAtMs: nowMs }
}

/** After the reply: a page that misses the event still finds the row and its notification. */
function announce(c: Context<AppEnv>, { userId, id, message }: NewNotification): void {
  const told = hubOf(c.env, userId)
    .publish({ userId, key: `notification:${id}`, event: { kind: "size", data: { message } } })
    .catch((error) => logError("size event not sent", { userId, error }))
  c.executionCtx.waitUntil(told)
}
