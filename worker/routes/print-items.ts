import type { Context } from "hono"
import { prints } from "../../contract/api/print-api.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../contract/limit.ts"
import type { Print, PrintItemInput } from "../../contract/prints/print.ts"
import { isPrintEditable } from "../../contract/status.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { rememberFirstChoice } from "../data/artwork/artwork-choice.ts"
import { databaseOf } from "../data/database.ts"
import { mergeItems, type NewItem } from "../data/orders/new-item-rows.ts"
import { hasRoomFor } from "../data/prints/item-room.ts"
import { addItems, deleteItem, findItemValues, updateItem } from "../data/prints/print-item-rows.ts"
import { findPrint, type PrintRow } from "../data/prints/print-rows.ts"
import type { NewUndo } from "../data/undo/undo-rows.ts"
import { confirmInPrint } from "../flows/orders/change-order-items.ts"
import { changedValues, checkListedValues, checkValues } from "../flows/pieces/check-values.ts"
import { shownPrint } from "../flows/pieces/show-pieces.ts"
import { tooMuchWaits } from "../flows/prints/queue-full-error.ts"
import { newUndoOf, unlessWritten } from "../flows/programs/change-once.ts"
import { checkParts, editablePrint, notEditable } from "../middleware/print-access.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { idOf } from "../valid.ts"

/** The changes to the items of a print that is still editable. */
export const printItemsRoutes = new ApiRoutes()
  .serve(prints.addItem, async (c) => {
    const row = await editablePrint(c)
    const item = c.req.valid("json")
    await checkParts(databaseOf(c.env), row.userId, [item])
    await checkValues(databaseOf(c.env), row.userId, item)
    // A second addition would add the quantity again: with a key, the undo's row tells of the first.
    const undo = c.var.call ? newUndoOf(c) : null
    return { data: await withItems(c, row, [item], undo), message: texts.imageAddedToPrint }
  })
  .serve(prints.addRoster, async (c) => {
    const row = await editablePrint(c)
    await limitRate(c, rateRules.draftByAccount, c.var.user.id)
    const { imageId, rows } = c.req.valid("json")
    const pieces = rows.map((piece) => ({ ...piece, imageId }))
    await checkParts(databaseOf(c.env), row.userId, pieces)
    await checkListedValues(databaseOf(c.env), row.userId, pieces, "rows")
    const copies = copiesOf(pieces)
    const message = `${copies} ${copies === 1 ? "piece" : "pieces"} added`
    const undo = newUndoOf(c)
    return { data: { ...(await withItems(c, row, pieces, undo)), undoId: undo.id }, message }
  })
  .serve(prints.updateItem, async (c) => {
    const row = await editablePrint(c)
    const change = c.req.valid("json")
    const db = databaseOf(c.env)
    await checkParts(db, row.userId, [change])
    const key = { printId: row.id, userId: row.userId, itemId: idOf(c, "item", "itemId") }
    const item = await findItemValues(db, key)
    if (!item) throw unknown("item")
    const values = await changedValues(db, row.userId, item, change)
    const nowMs = Date.now()
    if (!(await updateItem(db, key, { ...change, values }, nowMs)))
      throw await whyUnchanged(c, row, { itemId: key.itemId })
    await rememberFirstChoice(db, key.itemId, change, nowMs)
    const { orderItemId } = item
    const imageId = change.imageId ?? item.imageId
    if (change.values && orderItemId && imageId)
      await confirmInPrint(db, row.userId, { orderItemId, imageId, values: change.values })
    return { data: await shownPrint(c.env, c.var.user.id, row.id), message: "Print updated" }
  })
  .serve(prints.removeItem, async (c) => {
    const row = await editablePrint(c)
    const key = { printId: row.id, userId: row.userId, itemId: idOf(c, "item", "itemId") }
    const undo = newUndoOf(c)
    if (!(await unlessWritten(c, true, () => deleteItem(databaseOf(c.env), key, undo))))
      throw await whyUnchanged(c, row, { itemId: key.itemId })
    return {
      data: { ...(await shownPrint(c.env, c.var.user.id, row.id)), undoId: undo.id },
      message: "Item removed",
    }
  })

/** Adds items that were checked, all or none, and reads the print again. */
async function withItems(
  c: Context<AppEnv>,
  row: PrintRow,
  inputs: readonly PrintItemInput[],
  undo: NewUndo | null,
): Promise<Print> {
  const nowMs = Date.now()
  const items = mergeItems(inputs, nowMs)
  const key = { printId: row.id, userId: row.userId }
  if (!(await unlessWritten(c, true, () => addItems(databaseOf(c.env), key, items, nowMs, undo))))
    throw await whyUnchanged(c, row, { items })
  return shownPrint(c.env, c.var.user.id, row.id)
}

function copiesOf(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Finds out which of the statement's own conditions refused the change. */
async function whyUnchanged(
  c: Context<AppEnv>,
  { id }: PrintRow,
  wanted: { itemId: Id } | { items: readonly NewItem[] },
): Promise<ApiError> {
  const db = databaseOf(c.env)
  const row = await findPrint(db, c.var.user.id, id)
  if (!row) return unknown("print")
  if (!isPrintEditable(row.status)) return notEditable(row)
  if ("itemId" in wanted && !(await findItemValues(db, { printId: id, ...wanted }))) return unknown("item")
  const items = "items" in wanted ? wanted.items : []
  if (items.length > 0 && !(await hasRoomFor(db, c.var.user.id, items.length))) return tooMuchWaits()
  const limits = `A print holds at most ${MAX_PRINT_ITEMS} items and ${MAX_PRINT_COPIES} copies`
  if (items.length < 2) return new ApiError("unprocessable", limits)
  const sizes = `This one has ${row.itemCount} items and ${row.copies} copies, the roster ${items.length} and ${copiesOf(items)}.`
  return new ApiError("unprocessable", `${limits}. ${sizes}`)
}
