import { useCallback, useEffect, useMemo, useState } from "react"
import { z } from "zod"
import { idSchema } from "../../../contract/id.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { orderItemSchema } from "../../../contract/orders/order.ts"
import { read, write } from "../../lib/session.ts"
import { useOrderItems } from "./use-order-items.ts"

const reviewItemSchema = z.object({
  /** The order item's id. */
  _id: idSchema,
  /** The order item as it was last loaded. */
  item: orderItemSchema,
  /** The ship-by date of its order, and the buyer. */
  shipBy: z.string().nullable(),
  reference: z.string(),
  quantity: z.number().int().min(1).max(MAX_PRINT_COPIES),
  /** True if it is already in a print, and the seller chose to print it again. */
  isAgain: z.boolean(),
})
/** One order item in the review. */
export type ReviewItem = z.infer<typeof reviewItemSchema>

const reviewSchema = z.array(reviewItemSchema).max(MAX_PRINT_ITEMS)

/** The tab's key for the reviewed items: they survive a reload and end with the tab. */
const storageKeyOf = (userId: string) => `sheetsmith.review.${userId}`

/** Passes order items to the review page, which reads them when it is opened. */
export function startReview(userId: string, items: readonly ReviewItem[]): void {
  window.sessionStorage.setItem(storageKeyOf(userId), JSON.stringify(items))
}

export type Review = {
  /** The items as the server has them, once loaded. */
  items: ReviewItem[]
  /** The number of items whose orders were deleted since; they are not among `items`. */
  goneCount: number
  setQuantity: (id: string, quantity: number) => void
  /** Removes an item; the returned function puts it back in its place. */
  remove: (id: string) => () => void
  /** Replaces the items, as undo does. */
  restore: (items: ReviewItem[]) => void
  /** Called when the items are a print. */
  forget: () => void
}

/** Keeps the reviewed order items in this tab until they are a print or none is left. */
export function useReview(userId: string): Review {
  const [kept, setKept] = useState(() => readReview(userId))
  useEffect(() => {
    if (kept.length > 0) startReview(userId, kept)
    else endReview(userId)
  }, [userId, kept])
  // The first ids, so that removing one loads nothing again.
  const [ids] = useState(() => kept.map(({ _id }) => _id))
  const now = useOrderItems(ids)
  const items = useMemo(() => (now ? withItems(kept, now) : kept), [kept, now])
  const setQuantity = useCallback<Review["setQuantity"]>(
    (id, quantity) => setKept((before) => before.map((row) => (row._id === id ? { ...row, quantity } : row))),
    [],
  )
  const remove = useCallback<Review["remove"]>(
    (id) => {
      const at = kept.findIndex(({ _id }) => _id === id)
      setKept((before) => before.filter(({ _id }) => _id !== id))
      return () => setKept((before) => before.toSpliced(at, 0, kept[at]))
    },
    [kept],
  )
  const forget = useCallback(() => endReview(userId), [userId])
  const goneCount = kept.length - items.length
  return { items, goneCount, setQuantity, remove, restore: setKept, forget }
}

/** Returns the rows with their items as they are now, without deleted ones. */
function withItems(rows: readonly ReviewItem[], now: ReadonlyMap<string, ReviewItem["item"]>): ReviewItem[] {
  return rows.flatMap((row) => {
    const item = now.get(row._id)
    return item ? [{ ...row, item }] : []
  })
}

/** Returns the items with other quantities, by id; an item without one is removed. */
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
    const parsed = reviewSchema.safeParse(JSON.parse(read(storageKeyOf(userId), "sessionStorage") ?? "[]"))
    return parsed.success ? parsed.data : []
  } catch {
    // The text is cut off: there is nothing to review.
    return []
  }
}

function endReview(userId: string): void {
  write(storageKeyOf(userId), null, "sessionStorage")
}
