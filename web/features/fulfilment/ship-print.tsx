import { useQuery } from "@tanstack/react-query"
import { ordersOfPrintOptions } from "./fulfil-calls.ts"
import { ShipModal } from "./ship-modal.tsx"

/** Asks for the tracking numbers of a print's orders that are not shipped yet. */
export function ShipPrint({ printId, onClose }: { printId: string; onClose: () => void }) {
  const orders = useQuery(ordersOfPrintOptions(printId)).data
  if (!orders) return null
  const waiting = orders.filter(({ isCancelled, shippedAt }) => !isCancelled && shippedAt === null)
  return <ShipModal orders={waiting} onClose={onClose} onDone={onClose} />
}
