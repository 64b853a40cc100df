import { Link } from "@tanstack/react-router"
import { ArrowRight, Inbox } from "lucide-react"
import type { ReactNode } from "react"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { orderStatuses } from "../../../contract/status.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { formatCount } from "../../lib/format.ts"
import { orderStatusTone } from "../../lib/status-tone.ts"

/** Shows a shop's orders counted by state, each with a link to their list. */
export function OrdersByState({ integration }: { integration: Integration }) {
  const cancelled = integration.ordersByStatus.Cancelled ?? 0
  return (
    <section aria-labelledby="orders-by-state" className="mt-6">
      <div className="flex h-9 items-center">
        <h2 id="orders-by-state" className="flex-1 text-lg font-[620]">
          Orders by state
        </h2>
        <Link
          to="/orders"
          search={{ integrationId: integration._id }}
          className={buttonVariants({ variant: "ghost", size: "sm", className: "-mr-2" })}
        >
          All orders <ArrowRight aria-hidden="true" />
        </Link>
      </div>
      <ul className="mt-2 divide-y divide-line-soft overflow-hidden rounded-lg border border-line bg-surface shadow-card">
        {orderStatuses.map((status) => {
          const count = integration.ordersByStatus[status] ?? 0
          return (
            <StateRow
              key={status}
              to={{ integrationId: integration._id, status }}
              count={count}
              total={integration.orderCount}
            >
              <StatusPill tone={orderStatusTone(status)}>{status}</StatusPill>
            </StateRow>
          )
        })}
        {cancelled > 0 && (
          <StateRow to={null} count={cancelled} total={integration.orderCount}>
            <StatusPill tone="bad">Cancelled</StatusPill>
          </StateRow>
        )}
        <StateRow
          to={{ integrationId: integration._id, unmatched: "true" }}
          count={integration.unmatchedCount}
          unit="items"
        >
          <span className="flex items-center gap-2 text-sm">
            <Inbox aria-hidden="true" className="size-4 text-ink-3" /> Not matched
          </span>
        </StateRow>
      </ul>
    </section>
  )
}

type StateRowProps = {
  /** The link to their list, if there is one. */
  to: Record<string, string> | null
  count: number
  /** The total; without it no share is drawn. */
  total?: number
  unit?: string
  children: ReactNode
}

function StateRow({ to, count, total, unit = "orders", children }: StateRowProps) {
  const share = total ? count / total : 0
  const content = (
    <>
      <span className="w-44 flex-none">{children}</span>
      {total !== undefined && (
        <span
          aria-hidden="true"
          className="hidden h-1 flex-1 overflow-hidden rounded-full bg-ink/10 md:block"
        >
          <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <span className="ml-auto w-28 text-right tabular-nums">
        {formatCount(count)} <span className="text-ink-3">{unit}</span>
      </span>
    </>
  )
  const look = "flex h-14 items-center gap-4 px-4 text-sm"
  return (
    <li>
      {to === null ? (
        <div className={look}>{content}</div>
      ) : (
        <Link to="/orders" search={to} className={`${look} hover:bg-hover`}>
          {content}
        </Link>
      )}
    </li>
  )
}
