import { type Context, Hono } from "hono"
import { z } from "zod"
import { ApiError } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { listQuerySchema, utcOffsetSchema } from "../../contract/list.ts"
import { sizeInputSchema } from "../../contract/size.ts"
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
import type { AppEnv } from "../middleware/app-env.ts"
import { limitRate, rateRules } from "../middleware/rate-limit.ts"
import { requireUser, signedInReader } from "../middleware/signed-in.ts"
import { idOf, jsonBody, queryOf } from "../middleware/valid.ts"

const sizeListSchema = listQuerySchema.extend({
  sortBy: z.enum(["name", "value", "createdAt", "updatedAt"]).catch("createdAt"),
  utcOffsetMin: utcOffsetSchema,
})

/** A seller's own sizes. Every change is told to the seller's other pages. */
export const sizesRoutes = new Hono<AppEnv>()
  .get("/sizes", queryOf(sizeListSchema), async (c) => {
    const { userId, read } = await signedInReader(c)
    const { rows, pagination } = await listSizes(read, userId, c.req.valid("query"))
    return c.json({ data: rows.map(sizeReply), pagination })
  })
  .use("/sizes/*", requireUser)
  .post("/sizes", jsonBody(sizeInputSchema), async (c) => {
    const userId = c.var.user.id
    const input = c.req.valid("json")
    await limitRate(c, rateRules.sizeByAccount, userId)
    const nowMs = Date.now()
    const id = makeId(nowMs)
    const notice = noticeOf(userId, id, `Size "${input.name}" was created`, nowMs)
    const row = await insertSize(databaseOf(c.env), { ...input, id, userId, nowMs }, notice)
    if (!row) throw new ApiError("conflict", `An account holds at most ${MAX_SIZES} sizes`)
    announce(c, notice)
    return c.json({ data: sizeReply(row), message: "Size created" }, 201)
  })
  .on(["PUT", "PATCH"], "/sizes/:id", jsonBody(sizeInputSchema), async (c) => {
    const id = idOf(c, "size")
    const userId = c.var.user.id
    const input = c.req.valid("json")
    await limitRate(c, rateRules.sizeByAccount, userId)
    const nowMs = Date.now()
    const notice = noticeOf(userId, id, `Size "${input.name}" was updated`, nowMs)
    const row = await updateSize(databaseOf(c.env), { ...input, id, userId, nowMs }, notice)
    if (!row) throw unknownSize()
    announce(c, notice)
    return c.json({ data: sizeReply(row), message: "Size updated" })
  })
  .delete("/sizes/:id", async (c) => {
    const id = idOf(c, "size")
    const userId = c.var.user.id
    const db = databaseOf(c.env)
    await limitRate(c, rateRules.sizeByAccount, userId)
    const row = await findSize(db, userId, id)
    if (!row) throw unknownSize()
    const notice = noticeOf(userId, id, `Size "${row.name}" was deleted`, Date.now())
    if (!(await deleteSize(db, { id, userId }, notice))) throw unknownSize()
    announce(c, notice)
    return c.json({ data: { _id: id }, message: "Size deleted" })
  })

function noticeOf(userId: Id, sizeId: Id, message: string, nowMs: number): NewNotification {
  return { id: makeId(nowMs), userId, type: "size", message, attachmentId: sizeId, createdAtMs: nowMs }
}

/** After the reply: the row and its notification are written, and a page that misses the event still finds them. */
function announce(c: Context<AppEnv>, { userId, id, message }: NewNotification): void {
  const told = hubOf(c.env, userId)
    .publish({ userId, key: `notification:${id}`, event: { kind: "size", data: { message } } })
    .catch((error) => logError("size event not sent", { userId, error }))
  c.executionCtx.waitUntil(told)
}

function unknownSize(): ApiError {
  return new ApiError("not-found", "This size does not exist")
}
