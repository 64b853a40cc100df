import type { Id } from "../../../contract/id.ts"
import { rudeWarning } from "../../../contract/orders/rude-words.ts"
import type { PrintWarning } from "../../../contract/prints/print.ts"
import type { Database } from "../../data/database.ts"
import { listFilledItems } from "../../data/prints/print-item-rows.ts"

/** Returns a warning for each item of a print whose text may be rude. */
export async function rudeWarnings(db: Database, printId: Id): Promise<PrintWarning[]> {
  const items = await listFilledItems(db, printId)
  return items.flatMap(({ id, values }) => {
    const message = rudeWarning(values)
    return message === null ? [] : [{ itemId: id, kind: "rude-words" as const, message }]
  })
}
