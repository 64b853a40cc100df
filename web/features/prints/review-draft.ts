import { useCallback, useEffect, useState } from "react"
import { z } from "zod"
import { idSchema } from "../../../contract/id.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { printItemSchema } from "../../../contract/print.ts"
import { orderStatuses } from "../../../contract/status.ts"

const reviewItemSchema = z.object({
  /** The order item's id. */
  _id: idSchema,
  name: z.string(),
  orderId: z.string(),
  shipBy: z.string().nullable().default(null),
  reference: z.string(),
  sku: z.string(),
  /** What the order says and the seller's size for it, where one is known. */
  sizeText: z.string(),
  size: printItemSchema.shape.sizeId,
  image: printItemSchema.shape.imageId,
  quantity: z.number().int().min(1).max(MAX_PRINT_COPIES),
  price: z.number(),
  currency: z.string().default("USD"),
  /** It is in a print already, and the seller said to print it once more. */
  isAgain: z.boolean().default(false),
  status: z.enum(orderStatuses),
})
/** One order item on its way into a print. */
export type ReviewItem = z.infer<typeof reviewItemSchema>

const reviewSchema = z.array(reviewItemSchema).max(MAX_PRINT_ITEMS)

/** Where the tab keeps the reviewed items: they survive a reload and end with the tab. */
const storageKeyOf = (userId: string) => `sheetsmith.review.${userId}`

/** Hands order items to the review page, which reads them when it is opened. */
export function startReview(userId: string, items: readonly ReviewItem[]): void {
  window.sessionStorage.setItem(storageKeyOf(userId), JSON.stringify(items))
}

export type Review = {
  items: ReviewItem[]
  setQuantity: (id: string, quantity: number) => void
  remove: (id: string) => void
  /** Makes these the items, as undo does. */
  restore: (items: ReviewItem[]) => void
  /** The items are a print now. */
  forget: () => void
}

/** The order items that are reviewed, kept in this tab until they are a print or none is left. */
export function useReview(userId: string): Review {
  const [items, setItems] = useState(() => readReview(userId))
  useEffect(() => {
    if (items.length > 0) startReview(userId, items)
    else endReview(userId)
  }, [userId, items])
  const setQuantity = useCallback<Review["setQuantity"]>(
    (id, quantity) =>
      setItems((before) => before.map((item) => (item._id === id ? { ...item, quantity } : item))),
    [],
  )
  const remove = useCallback<Review["remove"]>(
    (id) => setItems((before) => before.filter((item) => item._id !== id)),
    [],
  )
  const forget = useCallback(() => endReview(userId), [userId])
  return { items, setQuantity, remove, restore: setItems, forget }
}

/** The items with other quantities, by id; none takes the item out. */
export function withReviewQuantities(
  items: readonly ReviewItem[],
  quantities: ReadonlyMap<string, number>,
): ReviewItem[] {
  return items
    .map((item) => ({ ...item, quantity: quantities.get(item._id) ?? item.quantity }))
    .filter(({ quantity }) => quantity > 0)
}

function readReview(userId: string): ReviewItem[] {
  try {
    const parsed = reviewSchema.safeParse(
      JSON.parse(window.sessionStorage.getItem(storageKeyOf(userId)) ?? "[]"),
    )
    return parsed.success ? parsed.data : []
  } catch {
    // Some private modes refuse storage, and the text may be cut off: nothing to review then.
    return []
  }
}

function endReview(userId: string): void {
  try {
    window.sessionStorage.removeItem(storageKeyOf(userId))
  } catch {
    // As above: nothing was kept.
  }
}
