import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { NO_PLACE } from "../../../contract/orders/item-reading.ts"
import type { PrintWarning } from "../../../contract/prints/print.ts"
import { isPrintEditable } from "../../../contract/status.ts"
import { findRulesByKeys } from "../../data/artwork/artwork-rule-rows.ts"
import type { Database } from "../../data/database.ts"
import { lacksPlace } from "../../data/orders/item-reading.ts"
import { listItems } from "../../data/prints/print-item-rows.ts"
import { findPrint } from "../../data/prints/print-rows.ts"

/** Returns a sentence for each item of a print whose buyer's text has no field in its artwork. */
export async function unplacedTexts(db: Database, printId: Id): Promise<PrintWarning[]> {
  const written = (await listItems(db, printId)).flatMap(({ id, image, orderItem, orderNumber }) =>
    image && orderItem ? [{ id, image, orderItem, orderNumber }] : [],
  )
  const [item] = written
  if (!item) return []
  const keys = new Set(written.flatMap(({ orderItem }) => orderItem.ruleKey ?? []))
  const rules = await findRulesByKeys(db, item.orderItem.userId, [...keys])
  return written
    .filter(({ image, orderItem }) =>
      lacksPlace(orderItem, image, rules.get(orderItem.ruleKey ?? "") ?? null),
    )
    .map(({ id, orderItem, orderNumber }) => ({
      itemId: id,
      kind: "no-place",
      message: `"${orderItem.title}" (order ${orderNumber}) ${NO_PLACE}`,
    }))
}

/** Refuses a print with such items if nobody looks at each print before it is processed. */
export async function refuseUnplaced(db: Database, userId: Id, printId: Id): Promise<void> {
  const print = await findPrint(db, userId, printId)
  if (!print || !isPrintEditable(print.status)) return
  const [first, ...others] = await unplacedTexts(db, printId)
  if (!first) return
  const rest =
    others.length === 0 ? "" : ` ${others.length} more ${others.length === 1 ? "is" : "are"} like it.`
  throw new ApiError("unprocessable", `${first.message}.${rest} Process this print by itself.`)
}
