import type { OrderSummary } from "../../../contract/orders/order.ts"
import { formatCount } from "../../lib/format.ts"

/** Returns `12 ship today, 2 late`, or "" if nothing has to ship. */
export function shipWords({ today, overdue }: Pick<OrderSummary, "today" | "overdue">): string {
  const leaving = today === 0 ? "" : `${formatCount(today)} ${today === 1 ? "ships" : "ship"} today`
  const late = overdue === 0 ? "" : `${formatCount(overdue)} late`
  return [leaving, late].filter(Boolean).join(", ")
}
