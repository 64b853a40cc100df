import type { Id } from "../../../contract/id.ts"
import type { Database } from "../../data/database.ts"
import { findPrintByRequest } from "../../data/prints/print-rows.ts"

/**
 * Makes a print, once for each request key: the same key again, also at the same time, returns the
 * print made before. `make` stores the print with that key, which no other may have, and returns its id. A repeat is
 * rare, so the print made before is only looked for where this one could not be made.
 */
export async function makePrintOnce(
  db: Database,
  userId: Id,
  requestKey: string | undefined,
  make: () => Promise<Id>,
): Promise<{ id: Id; isNew: boolean }> {
  try {
    return { id: await make(), isNew: true }
  } catch (error) {
    const twin = requestKey === undefined ? null : await findPrintByRequest(db, userId, requestKey)
    if (twin) return { id: twin.id, isNew: false }
    throw error
  }
}
