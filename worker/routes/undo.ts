import { undos } from "../../contract/api/undo-api.ts"
import { ApiError } from "../../contract/error.ts"
import { ApiRoutes } from "../api-routes.ts"
import { markOf } from "../doer.ts"
import { announceSize, sizeNotice } from "../flows/artwork/announce-size.ts"
import { undoDeletion } from "../flows/undo/undo-deletion.ts"
import { idOf } from "../valid.ts"

export const undoRoutes = new ApiRoutes().serve(undos.undo, async (c) => {
  const id = idOf(c, "deletion")
  const userId = c.var.user.id
  const { kind } = await undoDeletion(c.env, userId, id)
  if (kind === null && !c.var.call?.isAgain) throw new ApiError("conflict", "This was already undone")
  // The seller's other pages hear about sizes by their events.
  if (kind === "size") {
    const changer = { userId, doneBy: markOf(c.var) }
    announceSize(c, sizeNotice(changer, id, "A deleted size is back", Date.now()))
  }
  return { data: { _id: id }, message: "Undone" }
})
