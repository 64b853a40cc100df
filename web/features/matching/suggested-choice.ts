import {
  type MatchChoice,
  SURE,
  type SuggestedSize,
  type Suggestion,
} from "../../../contract/artwork/suggestion.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { formatSize } from "../../lib/length.ts"

type Item = Pick<OrderItem, "_id" | "match">

/** Returns the best suggestion for the missing parts of an item; null if there is none. */
export function suggestedChoice(item: Item, suggestion: Suggestion | undefined): MatchChoice | null {
  const image = item.match.imageId === null ? suggestion?.images[0] : undefined
  const size = item.match.sizeId === null ? suggestion?.size : undefined
  if (!image && !size) return null
  return {
    orderItemId: item._id,
    ...(image ? { imageId: image.image._id } : {}),
    ...(size ? sizeChoice(size) : {}),
  }
}

/** Returns the same if it settles all that the item lacks, and each part is certain. */
export function sureChoice(item: Item, suggestion: Suggestion | undefined): MatchChoice | null {
  const [image] = suggestion?.images ?? []
  const size = suggestion?.size
  const isImageSure = item.match.imageId !== null || (image !== undefined && image.certainty >= SURE)
  const isSizeSure = item.match.sizeId !== null || (size != null && size.certainty >= SURE)
  return isImageSure && isSizeSure ? suggestedChoice(item, suggestion) : null
}

export function sizeChoice({ kind, size }: SuggestedSize): Pick<MatchChoice, "sizeId" | "newSize"> {
  return kind === "existing" ? { sizeId: size._id } : { newSize: size }
}

/** `Adult chest 10 in`, `Adult chest 10 in, new` */
export function suggestedSizeWords({ kind, size }: SuggestedSize): string {
  return kind === "new" ? `${formatSize(size)}, new` : formatSize(size)
}

/** `98 %` */
export function certaintyWords(certainty: number): string {
  return `${Math.round(certainty * 100)} %`
}
