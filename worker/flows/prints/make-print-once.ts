import type { Id } from "../../../contract/id.ts"
import type { Database } from "../../data/database.ts"
import { findPrintByRequest } from "../../data/prints/print-rows.ts"

/**
 * Makes a print, once for each request key: the same key again, also at the same time, returns the
 * print made before. `make` stores the print with that key and returns its id.
 */
export async function makePrintOnce(
  db: Database,
  userId: Id,
  requestKey: string | undefined,
  make: () => Promise<Id>,
): Promise<{ id: Id; isNew: boolean }> {
  const madeBefore = async () =>
    requestKey === undefined ? null : await findPrintByRequest(db, userId, requestKey)
  const known = await madeBefore()
  if (known) return { id: known.id, isNew: false }
  try {
    return { id: await make(), isNew: true }
  } catch (error) {
    // Two requests with one key at the same time: the other's print is there now.
    const twin = await madeBefore()
    if (twin) return { id: twin.id, isNew: false }
    throw error
  }
}
