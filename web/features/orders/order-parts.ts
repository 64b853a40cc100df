import type { ReactNode } from "react"
import type { Size } from "../../../contract/size.ts"

/** What the orders' page borrows from the library and the sizes. */
export type OrderParts = {
  /** The seller's sizes; undefined until they are known. */
  sizes: readonly Size[] | undefined
  /** The library as a grid to pick from. */
  renderImagePicker: (props: { pickedId?: string; onPick: (imageId: string) => void }) => ReactNode
  renderArtwork: (path: string | null, className: string) => ReactNode
}
