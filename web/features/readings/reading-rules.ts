import type { ArtworkField } from "../../../contract/artwork/artwork-field.ts"
import { UNCONFIRMED_RULE } from "../../../contract/orders/item-reading.ts"
import type { Order, OrderItem } from "../../../contract/orders/order.ts"
import type { Unplaced } from "../values/no-place.tsx"
import type { WantedPiece } from "../values/use-pieces.ts"

/** Returns the fields that an order item's text goes into; none if its artwork is the same for all. */
export function fieldsOf({ match }: Pick<OrderItem, "match">): readonly ArtworkField[] {
  return match.imageId?.fields ?? []
}

/** Returns whether a person has to check its text before it is printed; false once it is printed. */
export function isInDoubt({ reading, status }: Pick<OrderItem, "reading" | "status">): boolean {
  return reading === "doubtful" && status !== "Completed"
}

/**
 * Returns the piece that an order item prints; null if its artwork is the same for all, or its text is still
 * uncertain.
 */
export function pieceOfItem(
  item: Pick<OrderItem, "match" | "reading" | "status" | "values">,
): WantedPiece | null {
  const image = item.match.imageId
  if (image === null || image.status !== "Ready" || fieldsOf(item).length === 0 || isInDoubt(item))
    return null
  return { imageId: image._id, values: item.values }
}

/** Returns an order item whose text its artwork has no place for, as it is shown; null for any other. */
export function unplacedOf(
  item: Pick<OrderItem, "_id" | "orderNumber" | "title" | "hasNoPlace" | "status" | "match">,
): Unplaced | null {
  const { _id: orderItemId, orderNumber, title, hasNoPlace, status, match } = item
  if (!hasNoPlace || status === "Completed" || match.imageId === null) return null
  return { orderItemId, orderNumber, title, imageId: match.imageId._id }
}

/** Returns why a person has to check this one text, whatever is known about others of its SKU. */
export function ownDoubts({ doubts }: Pick<OrderItem, "doubts">): string[] {
  return doubts.filter((doubt) => doubt !== UNCONFIRMED_RULE)
}

/**
 * Returns whether a text is clear, but nobody has confirmed yet how the answers of this SKU are read. One
 * confirmation makes all of them certain.
 */
function isFirstUse(item: Pick<OrderItem, "reading" | "status" | "rule" | "doubts">): boolean {
  return isInDoubt(item) && item.rule?.isConfirmed !== true && ownDoubts(item).length === 0
}

/** Uncertain items that one rule reads, those that only wait for its first confirmation first. */
export type DoubtGroup = { ruleKey: string; firstUses: OrderItem[]; others: OrderItem[] }

/** Groups the uncertain items by the rule that reads them, the largest group first. */
export function groupDoubtful(orders: readonly Order[]): DoubtGroup[] {
  const items = orders
    .filter((order) => !order.isCancelled)
    .flatMap((order) => order.orderItems.filter((item) => !item.isCancelled))
  const byRule = Map.groupBy(items.filter(isInDoubt), ({ ruleKey }) => ruleKey)
  return [...byRule]
    .map(([ruleKey, group]) => ({
      ruleKey,
      firstUses: group.filter(isFirstUse),
      others: group.filter((item) => !isFirstUse(item)),
    }))
    .sort((a, b) => sizeOf(b) - sizeOf(a))
}

/** Groups the items whose text has no place, by the rule that would read them, the largest group first. */
export function groupUnplaced(orders: readonly Order[]): OrderItem[][] {
  const items = orders
    .filter((order) => !order.isCancelled)
    .flatMap((order) => order.orderItems.filter((item) => !item.isCancelled && unplacedOf(item) !== null))
  return [...Map.groupBy(items, ({ ruleKey }) => ruleKey).values()].sort((a, b) => b.length - a.length)
}

function sizeOf({ firstUses, others }: DoubtGroup): number {
  return firstUses.length + others.length
}
