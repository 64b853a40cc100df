import { destinations } from "../../contract/api/destination-api.ts"
import { findBuiltInDestination } from "../../contract/delivery/destination.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { MAX_DESTINATIONS } from "../../contract/limit.ts"
import { ApiRoutes } from "../api-routes.ts"
import { databaseOf } from "../data/database.ts"
import {
  deleteDestination,
  findDestination,
  findTemplateOfOtherDpi,
  insertDestination,
  listDestinations,
  setProfile,
  updateDestination,
} from "../data/delivery/destination-rows.ts"
import { receiveProfile } from "../flows/delivery/receive-profile.ts"
import { madeOnce, newIdOf, newUndoOf, unlessWritten } from "../flows/programs/change-once.ts"
import { requireUserWithin } from "../middleware/signed-in.ts"
import { rateRules } from "../rate-limit.ts"
import { idOf } from "../valid.ts"

/** The destinations; those of the app are listed for everybody, and nobody changes them. */
export const destinationsRoutes = new ApiRoutes()
  .serve(destinations.list, async (c) => {
    const { rows, pagination } = await listDestinations(
      databaseOf(c.env),
      c.var.user.id,
      c.req.valid("query"),
    )
    return { data: rows, pagination }
  })
  .serve(destinations.add, async (c) => {
    const input = c.req.valid("json")
    const nowMs = Date.now()
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    const id = newIdOf(c, nowMs)
    const make = async () => {
      const row = await insertDestination(db, { ...input, id, userId, nowMs })
      if (row) return row
      throw new ApiError("conflict", `An account holds at most ${MAX_DESTINATIONS} destinations`)
    }
    const row = await madeOnce(c, make, async () => {
      const found = await findDestination(db, userId, id)
      if (!found) return null
      const { profileKey: _, ...made } = found
      return made
    })
    return { data: row, message: "Destination created" }
  })
  .serve(destinations.update, async (c) => {
    const db = databaseOf(c.env)
    const id = idOf(c, "destination")
    const userId = c.var.user.id
    const input = c.req.valid("json")
    refuseBuiltIn(id, "changed")
    if (!(await findDestination(db, userId, id))) throw unknown("destination")
    const row = await updateDestination(db, { ...input, id, userId, nowMs: Date.now() })
    if (!row) {
      const template = await findTemplateOfOtherDpi(db, { userId, id, dpi: input.dpi })
      if (template === null) throw unknown("destination")
      const words = `The sheet template "${template}" uses this destination and has another resolution. Change it first.`
      throw new ApiError("unprocessable", words, { fields: { dpi: words } })
    }
    return { data: row, message: "Destination updated" }
  })
  .serve(destinations.remove, async (c) => {
    const id = idOf(c, "destination")
    refuseBuiltIn(id, "deleted")
    const undo = newUndoOf(c)
    if (!(await unlessWritten(c, true, () => deleteDestination(databaseOf(c.env), id, undo))))
      throw unknown("destination")
    return { data: { _id: id, undoId: undo.id }, message: "Destination deleted" }
  })
  .serve(
    destinations.setProfile,
    async (c) => {
      const id = idOf(c, "destination")
      refuseBuiltIn(id, "changed")
      const data = await receiveProfile(
        c.env,
        { id, userId: c.var.user.id },
        c.req.raw,
        c.var.call?.body ?? null,
      )
      return { data, message: "Colour profile uploaded" }
    },
    [requireUserWithin(rateRules.uploadByAccount)],
  )
  .serve(destinations.removeProfile, async (c) => {
    const id = idOf(c, "destination")
    refuseBuiltIn(id, "changed")
    const at = { id, userId: c.var.user.id, nowMs: Date.now() }
    const data = await setProfile(databaseOf(c.env), at, null)
    if (!data) throw unknown("destination")
    return { data, message: "Colour profile removed" }
  })

function refuseBuiltIn(id: Id, done: "changed" | "deleted"): void {
  const builtIn = findBuiltInDestination(id)
  if (!builtIn) return
  throw new ApiError(
    "conflict",
    `"${builtIn.name}" comes with Sheetsmith and cannot be ${done}. Add a destination of your own instead.`,
  )
}
