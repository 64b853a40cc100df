import { useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import type { OrderListQuery } from "../../../contract/orders/order.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { doubtfulOptions } from "./order-calls.ts"
import { useOpenPanel } from "./use-open-panel.ts"

const Inbox = lazyRouteComponent(() => import("./inbox.tsx"), "Inbox")
const ChangeInbox = lazyRouteComponent(() => import("./change-inbox.tsx"), "ChangeInbox")
const TextInbox = lazyRouteComponent(() => import("./text-inbox.tsx"), "TextInbox")
const PasteModal = lazyRouteComponent(() => import("./paste-modal.tsx"), "PasteModal")

type OrderInboxesProps = {
  query: OrderListQuery
  unmatchedCount: number
  changedCount: number
}

/** Shows what waits for the seller before orders can be printed: artwork, texts and changes. */
export function OrderInboxes({ query, unmatchedCount, changedCount }: OrderInboxesProps) {
  const doubtful = useQuery(doubtfulOptions(query.integrationId)).data?.data ?? []
  const openingOf = useOpenPanel(query)
  const match = useModalParam("editMatch")
  const paste = useModalParam("addSkuImages")
  return (
    <>
      <div className="mt-4 overflow-hidden rounded-lg border border-warn/50 bg-surface shadow-card empty:hidden">
        <Suspense>
          {unmatchedCount > 0 && (
            <Inbox
              opening={openingOf("artwork")}
              integrationId={query.integrationId}
              count={unmatchedCount}
              openId={match.value}
              onImage={(item) => match.open(item._id)}
              onPaste={() => paste.open()}
            />
          )}
          {doubtful.length > 0 && <TextInbox opening={openingOf("texts")} orders={doubtful} />}
          {changedCount > 0 && (
            <ChangeInbox
              opening={openingOf("changes")}
              integrationId={query.integrationId}
              count={changedCount}
            />
          )}
        </Suspense>
      </div>
      <Suspense>{paste.isOpen && <PasteModal onClose={paste.close} />}</Suspense>
    </>
  )
}
