import { ApiError, unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../../data/database.ts"
import { type FoundDestination, findDestination } from "../../data/delivery/destination-rows.ts"

/**
 * Returns the destination that a template names, null if none. Throws if it is unknown or its
 * resolution is not the template's.
 */
export async function destinationOf(
  db: Database,
  userId: Id,
  { destinationId, dpi }: { destinationId: Id | null; dpi: number },
): Promise<FoundDestination | null> {
  if (destinationId === null) return null
  const destination = await findDestination(db, userId, destinationId)
  if (!destination) throw unknown("destination")
  if (destination.dpi === dpi) return destination
  const words = `"${destination.name}" needs ${destination.dpi} DPI, but the sheet template has ${dpi}. Change one of them.`
  throw new ApiError("unprocessable", words, { fields: { destinationId: words } })
}
