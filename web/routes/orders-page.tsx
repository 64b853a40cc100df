import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import type { OrderParts } from "../features/orders/order-parts.ts"
import { OrdersScreen } from "../features/orders/orders-screen.tsx"
import { ImagePicker } from "../features/prints/image-picker.tsx"
import { ArtworkPicture } from "../features/sheet-preview/artwork-picture.tsx"
import { allSizesOptions } from "../features/sizes/size-calls.ts"

/** The orders, with the seller's library and sizes to choose from. */
export function OrdersPage() {
  const sizes = useQuery(allSizesOptions()).data?.data
  const parts = useMemo<OrderParts>(
    () => ({
      sizes,
      renderImagePicker: ({ pickedId, onPick }) => (
        <ImagePicker pickedId={pickedId} onPick={(image) => onPick(image._id)} />
      ),
      renderArtwork: (path, className) => <ArtworkPicture path={path} className={className} />,
    }),
    [sizes],
  )
  return <OrdersScreen parts={parts} />
}
