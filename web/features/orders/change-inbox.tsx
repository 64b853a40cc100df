import { useQuery } from "@tanstack/react-query"
import { CheckCheck, PencilLine } from "lucide-react"
import { MAX_BULK_IDS } from "../../../contract/limit.ts"
import { Button } from "../../components/ui/button.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { plural } from "../../lib/format.ts"
import { markSeen } from "../prints/print-calls.ts"
import { changedOptions } from "./order-calls.ts"
import { OrderChanges } from "./order-changes.tsx"
import type { PanelOpening } from "./use-open-panel.ts"
import { WaitingPanel } from "./waiting-panel.tsx"

type ChangeInboxProps = {
  opening: PanelOpening
  integrationId: string | undefined
  /** The number of orders. */
  count: number
}

/** Lists the open orders that their store has changed since the seller looked, with what is new. */
export function ChangeInbox({ opening, integrationId, count }: ChangeInboxProps) {
  const changed = useQuery({ ...changedOptions(integrationId), enabled: opening.isOpen }).data?.data
  return (
    <WaitingPanel
      {...opening}
      id="change-inbox"
      icon={<PencilLine aria-hidden="true" />}
      title={`${plural(count, "order was", "orders were")} changed at the store`}
      actions={
        changed &&
        changed.length > 1 && (
          <Button
            size="sm"
            icon={<CheckCheck />}
            onClick={() => void markSeen(changed.slice(0, MAX_BULK_IDS).map(({ _id }) => _id))}
          >
            Seen all {Math.min(changed.length, MAX_BULK_IDS)}
          </Button>
        )
      }
    >
      {changed === undefined ? (
        <Skeleton className="m-4 h-16" />
      ) : (
        <ul className="divide-y divide-warn/25">
          {changed.map((order) => (
            <li key={order._id} className="px-4 py-2 text-sm">
              <b className="font-[600] tabular-nums">{order.orderNumber}</b> {order.buyerInfo.name}
              <OrderChanges order={order} />
            </li>
          ))}
        </ul>
      )}
    </WaitingPanel>
  )
}
