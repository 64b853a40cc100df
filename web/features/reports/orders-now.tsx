import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { openSteps, orderSteps } from "../../../contract/orders/order-step.ts"
import { stepWords } from "../../../contract/orders/step-words.ts"
import { PathMark } from "../../components/ui/path-mark.tsx"
import { formatCount } from "../../lib/format.ts"
import { orderSummaryOptions } from "../orders/order-summary-query.ts"

/** Says how many open orders are at each step now, whatever the report's days; nothing without orders. */
export function OrdersNow() {
  const steps = useQuery(orderSummaryOptions()).data?.steps
  if (steps === undefined || openSteps.every((step) => steps[step] === 0)) return null
  return (
    <section
      aria-labelledby="orders-now"
      className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-1 text-sm text-ink-2"
    >
      <h2 id="orders-now" className="font-[550]">
        Orders now
      </h2>
      {openSteps.map((step, at) => (
        <Link
          key={step}
          to="/orders"
          search={{ step }}
          className="touch inline-flex items-center gap-2.5 hover:underline"
        >
          <PathMark steps={orderSteps.length} at={at} />
          <span>
            {stepWords[step]} <b className="font-[600] text-ink tabular-nums">{formatCount(steps[step])}</b>
          </span>
        </Link>
      ))}
    </section>
  )
}
