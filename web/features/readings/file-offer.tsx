import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import type { OrderItem } from "../../../contract/orders/order.ts"

const UseFile = lazyRouteComponent(() => import("./use-file.tsx"), "UseFile")

/** Offers the buyer's files as artwork, if there are any. */
export function FileOffer({ item }: { item: OrderItem }) {
  if (!item.personalisation.some(({ isFile }) => isFile)) return null
  return (
    <Suspense>
      <UseFile item={item} />
    </Suspense>
  )
}
