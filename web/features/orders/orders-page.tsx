import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { ImagePicker } from "../prints/image-picker.tsx"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { allSizesOptions } from "../sizes/size-calls.ts"
import type { OrderParts } from "./order-parts.ts"
import { OrdersScreen } from "./orders-screen.tsx"

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
