import { sizes } from "../../contract/api/size-api.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { MAX_SIZES } from "../../contract/limit.ts"
import { ApiRoutes } from "../api-routes.ts"
import {
  deleteSize,
  findSize,
  insertSize,
  listSizes,
  sizeReply,
  updateSize,
} from "../data/artwork/size-rows.ts"
import { databaseOf } from "../data/database.ts"
import { markOf } from "../doer.ts"
import { announceSize, sizeNotice } from "../flows/artwork/announce-size.ts"
import { madeOnce, newIdOf, newUndoOf, unlessWritten } from "../flows/programs/change-once.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { idOf } from "../valid.ts"

/** The sizes; every change is announced to the seller's other pages. */
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
    const db = databaseOf(c.env)
    const id = newIdOf(c, nowMs)
    const notice = sizeNotice(
      { userId, doneBy: markOf(c.var) },
      id,
      `Size "${input.name}" was created`,
      nowMs,
    )
    const make = async () => {
      const row = await insertSize(db, { ...input, id, userId, nowMs }, notice)
      if (!row) throw new ApiError("conflict", `An account holds at most ${MAX_SIZES} sizes`)
      return row
    }
    const row = await madeOnce(c, make, () => findSize(db, userId, id))
    announceSize(c, notice)
    return { data: sizeReply(row), message: "Size created" }
  })
  .serve(sizes.update, async (c) => {
    const id = idOf(c, "size")
    const userId = c.var.user.id
    const input = c.req.valid("json")
    await limitRate(c, rateRules.sizeByAccount, userId)
    const nowMs = Date.now()
    const notice = sizeNotice(
      { userId, doneBy: markOf(c.var) },
      id,
      `Size "${input.name}" was updated`,
      nowMs,
    )
    const row = await updateSize(databaseOf(c.env), { ...input, id, userId, nowMs }, notice)
    if (!row) throw unknown("size")
    announceSize(c, notice)
    return { data: sizeReply(row), message: "Size updated" }
  })
  .serve(sizes.remove, async (c) => {
    const id = idOf(c, "size")
    const userId = c.var.user.id
    const db = databaseOf(c.env)
    await limitRate(c, rateRules.sizeByAccount, userId)
    const undo = newUndoOf(c)
    await unlessWritten(c, undefined, async () => {
      const row = await findSize(db, userId, id)
      if (!row) throw unknown("size")
      const notice = sizeNotice(
        { userId, doneBy: markOf(c.var) },
        id,
        `Size "${row.name}" was deleted`,
        undo.nowMs,
      )
      if (!(await deleteSize(db, { id, userId }, notice, undo))) throw unknown("size")
      announceSize(c, notice)
    })
    return { data: { _id: id, undoId: undo.id }, message: "Size deleted" }
  })
