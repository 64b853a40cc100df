import { z } from "zod"
import { MINUTE_MS } from "./duration.ts"
import { idSchema } from "./id.ts"

/** A deletion can be undone this long; the page offers it for the first seconds. */
export const UNDO_MS = 10 * MINUTE_MS

/** In the reply of a deletion: what undoes it; null where nothing was deleted. */
export const undoableSchema = z.object({ undoId: idSchema.nullable() })
