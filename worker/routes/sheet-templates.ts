import { sheetTemplates } from "../../contract/api/size-api.ts"
import type { SheetTemplateInput } from "../../contract/artwork/size.ts"
import { contourEdgeIn } from "../../contract/delivery/contour.ts"
import type { Destination } from "../../contract/delivery/destination.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { MAX_SHEET_TEMPLATES } from "../../contract/limit.ts"
import { changedPrices, type Prices, shownPrices } from "../../contract/prints/cost.ts"
import { ApiRoutes } from "../api-routes.ts"
import { type Database, databaseOf } from "../data/database.ts"
import { findDeliveryAddress } from "../data/delivery/delivery-address-rows.ts"
import {
  deleteSheetTemplate,
  findDefaultSheetTemplate,
  findSheetTemplate,
  insertSheetTemplate,
  listSheetTemplates,
  type SheetTemplateRow,
  updateSheetTemplate,
} from "../data/prints/sheet-template-rows.ts"
import { destinationOf } from "../flows/delivery/destination-of.ts"
import { madeOnce, newIdOf, newUndoOf, unlessWritten } from "../flows/programs/change-once.ts"
import { idOf } from "../valid.ts"

/** The templates. There is always exactly one default: it can be replaced, never removed. */
export const sheetTemplatesRoutes = new ApiRoutes()
  .serveRead(sheetTemplates.list, async (c, { userId, read }) => {
    const list = () => listSheetTemplates(read, userId, c.req.valid("query"))
    const listed = await list()
    // An account from before templates has none yet.
    if (listed.rows.length === 0) await findDefaultSheetTemplate(databaseOf(c.env), userId, Date.now())
    const { rows, pagination } = listed.rows.length === 0 ? await list() : listed
    return { data: rows.map(({ template, named }) => templateReply(template, named)), pagination }
  })
  .serve(sheetTemplates.add, async (c) => {
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    const input = { destinationId: null, ...pricedInput(null, c.req.valid("json")) }
    const destination = await destinationOf(db, userId, input)
    await checkAddress(db, userId, input.addressId)
    const nowMs = Date.now()
    const id = newIdOf(c, nowMs)
    const make = async () => {
      const row = await insertSheetTemplate(db, { ...input, id, userId, nowMs })
      if (row) return row
      await destinationOf(db, userId, input)
      throw new ApiError("conflict", `An account holds at most ${MAX_SHEET_TEMPLATES} sheet templates`)
    }
    const row = await madeOnce(c, make, () => findSheetTemplate(db, userId, id))
    return { data: templateReply(row, destination), message: "Sheet template created" }
  })
  .serve(sheetTemplates.update, async (c) => {
    const db = databaseOf(c.env)
    const id = idOf(c, "sheet template")
    const userId = c.var.user.id
    const current = await findSheetTemplate(db, userId, id)
    if (!current) throw unknown("sheet template")
    const input = pricedInput(current.prices, c.req.valid("json"))
    if (current.isDefault && !input.isDefault) throw defaultNeeded()
    const named = { destinationId: current.destinationId, ...input }
    const destination = await destinationOf(db, userId, named)
    await checkAddress(db, userId, input.addressId)
    const row = await updateSheetTemplate(db, { ...input, id, userId, nowMs: Date.now() })
    if (!row) {
      await destinationOf(db, userId, named)
      throw unknown("sheet template")
    }
    return { data: templateReply(row, destination), message: "Sheet template updated" }
  })
  .serve(sheetTemplates.remove, async (c) => {
    const db = databaseOf(c.env)
    const id = idOf(c, "sheet template")
    const undo = newUndoOf(c)
    const isDeleted = await unlessWritten(c, true, () => deleteSheetTemplate(db, id, undo))
    if (!isDeleted) {
      const row = await findSheetTemplate(db, c.var.user.id, id)
      throw row ? defaultNeeded() : unknown("sheet template")
    }
    return { data: { _id: id, undoId: undo.id }, message: "Sheet template deleted" }
  })

async function checkAddress(db: Database, userId: Id, addressId: Id | null | undefined): Promise<void> {
  if (addressId && !(await findDeliveryAddress(db, userId, addressId))) throw unknown("address")
}

function templateReply(
  { id, userId: _, prices, createdAt, updatedAt, ...rest }: SheetTemplateRow,
  destination: Destination | null,
) {
  return {
    _id: id,
    ...rest,
    destination: destination && namedReply(destination),
    ...shownPrices(prices),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

/** Returns the row of a template: its prices are one value. */
function pricedInput(current: Prices | null, input: SheetTemplateInput) {
  const { filmPrice, inkPricePerSquareInch, powderPricePerSquareInch, creditPrice, ...rest } = input
  const given = { filmPrice, inkPricePerSquareInch, powderPricePerSquareInch, creditPrice }
  const prices = changedPrices(current, given)
  if (prices !== "film-missing") return { ...rest, prices }
  const words = "Enter the film price too: the other prices use its currency"
  throw new ApiError("unprocessable", words, { fields: { filmPrice: words } })
}

function namedReply({ _id, name, formats, maxLengthIn, dpi, mirror, white, contour }: Destination) {
  const { isOn, chokePx } = white
  const planes = { white: { isOn, chokePx }, contour: { isOn: contour.isOn } }
  return { _id, name, formats, maxLengthIn, mirror, ...planes, edgeIn: contourEdgeIn(contour, dpi) }
}

function defaultNeeded(): ApiError {
  const words = "This is the default template. Make another template the default first."
  return new ApiError("conflict", words, { fields: { isDefault: words } })
}
