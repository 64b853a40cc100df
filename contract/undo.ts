import { z } from "zod"
import { MINUTE_MS } from "./duration.ts"
import { idSchema } from "./id.ts"

/** The time for which a deletion can be undone; the page offers it for the first seconds. */
export const UNDO_MS = 10 * MINUTE_MS

/** The part of a deletion's reply that undoes it; null if nothing was deleted. */
export const undoableSchema = z.object({ undoId: idSchema.nullable() })
