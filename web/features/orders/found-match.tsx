import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import type { Order, OrderItem } from "../../../contract/orders/order.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { useSuggestions } from "../matching/match-calls.ts"
import { MatchModal } from "../matching/match-modal.tsx"
import { unmatchedOptions } from "./order-calls.ts"

type FoundMatchProps = { orders: readonly Order[]; integrationId: string | undefined }

/** Opens the choice of artwork for the item that the address names, on the page or in the inbox. */
export function FoundMatch({ orders, integrationId }: FoundMatchProps) {
  const match = useModalParam("editMatch")
  const waiting = useQuery(unmatchedOptions(integrationId)).data?.data
  const item = [...orders, ...(waiting ?? [])]
    .flatMap((order) => order.orderItems)
    .find(({ _id }) => _id === match.value)
  return item ? <ItemMatch item={item} onClose={match.close} /> : null
}

/** Begins the choice with the item's most likely match. */
function ItemMatch({ item, onClose }: { item: OrderItem; onClose: () => void }) {
  const suggestion = useSuggestions(useMemo(() => [item._id], [item._id])).get(item._id)
  return <MatchModal item={item} suggestion={suggestion} onClose={onClose} />
}
