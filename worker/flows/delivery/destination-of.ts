import type { Destination } from "../../../contract/delivery/destination.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../../data/database.ts"
import { findDestination } from "../../data/delivery/destination-rows.ts"

/**
 * The destination that a template names, null if none. Throws where it is unknown or, in words,
 * where its resolution is not the template's.
 */
export async function destinationOf(
  db: Database,
  userId: Id,
  { destinationId, dpi }: { destinationId: Id | null; dpi: number },
): Promise<Destination | null> {
  if (destinationId === null) return null
  const found = await findDestination(db, userId, destinationId)
  if (!found) throw unknown("destination")
  if (found.dpi === dpi) return found
  const words = `"${found.name}" takes ${found.dpi} DPI, the sheet template has ${dpi}. Change one of them.`
  throw new ApiError("unprocessable", words, { fields: { destinationId: words } })
}
