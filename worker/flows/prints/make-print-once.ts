import type { Id } from "../../../contract/id.ts"
import type { Database } from "../../data/database.ts"
import { findPrintByRequest } from "../../data/prints/print-rows.ts"
import { makeOnce } from "../programs/make-once.ts"

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
  const made = async () => ({ id: await make(), isNew: true })
  if (requestKey === undefined) return made()
  return makeOnce(made, async () => {
    const twin = await findPrintByRequest(db, userId, requestKey)
    return twin && { id: twin.id, isNew: false }
  })
}
