import type { Order } from "../../../contract/orders/order.ts"
import { formatMoney } from "../../lib/format.ts"

/**
 * Returns `cost $1.20` and `margin $23.80`, the second only of a known price in the same currency; nothing
 * without a cost.
 */
export function costWords({ cost, total }: Pick<Order, "cost" | "total">): string[] {
  if (cost === null) return []
  const words = [`cost ${formatMoney(cost.amount, cost.currency)}`]
  if (cost.currency !== total.currency || total.amount === 0) return words
  const margin = (Math.round(total.amount * 100) - Math.round(cost.amount * 100)) / 100
  return [...words, `margin ${formatMoney(margin, cost.currency)}`]
}
