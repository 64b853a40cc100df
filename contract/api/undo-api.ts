import { z } from "zod"
import { idSchema } from "../id.ts"
import { routes, saying } from "../route.ts"

/** The deletions that can be undone for some minutes. */
export const undos = routes({
  undo: {
    method: "POST",
    path: "/undo/{id}",
    summary: "Undo a deletion by the undoId of its reply: 404 when it is too late, 409 when it is impossible",
    caller: "user",
    role: "maker",
    replies: { 200: saying(z.object({ _id: idSchema })) },
    errors: ["conflict"],
  },
})
