import type { Context } from "hono"
import { prints } from "../../contract/api/print-api.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../contract/limit.ts"
import { isPrintEditable } from "../../contract/status.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { rememberFirstChoice } from "../data/artwork-choice.ts"
import { databaseOf } from "../data/database.ts"
import { hasRoomFor } from "../data/item-room.ts"
import { addItem, deleteItem, listItems, updateItem } from "../data/print-item-rows.ts"
import { findPrint, type PrintRow } from "../data/print-rows.ts"
import { newUndo } from "../data/undo-rows.ts"
import {
  changedPrint,
  checkParts,
  editablePrint,
  notEditable,
  tooMuchWaits,
} from "../middleware/print-access.ts"
import { idOf } from "../middleware/valid.ts"

/** Changes to the items of a print that is still editable. */
export const printItemsRoutes = new ApiRoutes()
  .serve(prints.addItem, async (c) => {
    const row = await editablePrint(c)
    const { imageId = null, sizeId = null, quantity } = c.req.valid("json")
    await checkParts(databaseOf(c.env), row.userId, [{ imageId, sizeId }])
    const nowMs = Date.now()
    const item = { id: makeId(nowMs), imageId, sizeId, quantity }
    if (!(await addItem(databaseOf(c.env), { printId: row.id, userId: row.userId }, item, nowMs)))
      throw await whyUnchanged(c, row)
    return { data: await changedPrint(c, row.id), message: texts.imageAddedToPrint }
  })
  .serve(prints.updateItem, async (c) => {
    const row = await editablePrint(c)
    const change = c.req.valid("json")
    await checkParts(databaseOf(c.env), row.userId, [change])
    const key = { printId: row.id, userId: row.userId, itemId: idOf(c, "item", "itemId") }
    const nowMs = Date.now()
    if (!(await updateItem(databaseOf(c.env), key, change, nowMs)))
      throw await whyUnchanged(c, row, key.itemId)
    await rememberFirstChoice(databaseOf(c.env), key.itemId, change, nowMs)
    return { data: await changedPrint(c, row.id), message: "Print updated" }
  })
  .serve(prints.removeItem, async (c) => {
    const row = await editablePrint(c)
    const key = { printId: row.id, userId: row.userId, itemId: idOf(c, "item", "itemId") }
    const undo = newUndo(row.userId, Date.now())
    if (!(await deleteItem(databaseOf(c.env), key, undo))) throw await whyUnchanged(c, row, key.itemId)
    return { data: { ...(await changedPrint(c, row.id)), undoId: undo.id }, message: "Item removed" }
  })

/** The statement's own conditions refused the change: finds out which one. */
async function whyUnchanged(c: Context<AppEnv>, { id }: PrintRow, itemId?: Id): Promise<ApiError> {
  const db = databaseOf(c.env)
  const row = await findPrint(db, c.var.user.id, id)
  if (!row) return unknown("print")
  if (!isPrintEditable(row.status)) return notEditable(row)
  const items = await listItems(db, id)
  if (itemId && !items.some((item) => item.id === itemId)) return unknown("item")
  if (!itemId && !(await hasRoomFor(db, c.var.user.id, 1))) return tooMuchWaits()
  return new ApiError(
    "validation-failed",
    `A print holds at most ${MAX_PRINT_ITEMS} items and ${MAX_PRINT_COPIES} copies`,
  )
}
