import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { ApiError } from "../../../contract/error.ts"
import { findRulesByKeys } from "../../data/artwork/artwork-rule-rows.ts"
import { fieldsAndLayersOf } from "../../data/artwork/image-rows.ts"
import type { Database } from "../../data/database.ts"
import { readItem, sureValues } from "../../data/orders/item-reading.ts"
import type { FullItem } from "../../data/prints/print-item-rows.ts"

/**
 * Refuses items of orders with values that are neither certain nor confirmed: nobody has confirmed it,
 * or the buyer has changed it since it came into the print.
 */
export async function refuseUnsure(db: Database, items: readonly FullItem[]): Promise<void> {
  const filled = items.flatMap(({ id, image, orderItem, orderNumber, fieldValues }) =>
    image && orderItem && fieldsAndLayersOf(image).fields.length > 0
      ? [{ id, image, orderItem, orderNumber, fieldValues }]
      : [],
  )
  const [item] = filled
  if (!item) return
  const keys = new Set(filled.flatMap(({ orderItem }) => orderItem.ruleKey ?? []))
  const rules = await findRulesByKeys(db, item.orderItem.userId, [...keys])
  const unsure = filled.flatMap(({ id, image, orderItem, orderNumber, fieldValues }) => {
    const read = readItem(orderItem, image, rules.get(orderItem.ruleKey ?? "") ?? null)
    const sure = sureValues(read)
    if (sure && valuesJson(sure) === fieldValues) return []
    const reason = sure ? "Its text no longer matches the order" : "Its text has to be confirmed"
    return [{ id, name: `"${orderItem.title}" (order ${orderNumber})`, reason }]
  })
  const [first] = unsure
  if (!first) return
  const others = unsure.length - 1
  const rest =
    others === 0 ? "" : ` ${others} more ${others === 1 ? "item has" : "items have"} a problem too.`
  throw new ApiError("unprocessable", `${first.name}: ${first.reason}.${rest}`, {
    fields: Object.fromEntries(unsure.map(({ id, reason }) => [id, reason])),
  })
}
