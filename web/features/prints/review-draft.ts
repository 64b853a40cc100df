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

/** Where the tab keeps the order items that are reviewed: they survive a reload and end with the tab. */
export function reviewStorageKey(userId: string): string {
  return `sheetsmith.review.${userId}`
}

/** The items in a stored text; none where it is missing or unusable. */
export function parseReview(text: string | null): ReviewItem[] {
  if (text === null) return []
  try {
    const parsed = reviewSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : []
  } catch {
    // Cut off or foreign: as good as none.
    return []
  }
}

/** Hands order items over to the review page; the orders screen calls it, then goes to /prints/review-print. */
export function startReview(userId: string, items: readonly ReviewItem[]): void {
  window.sessionStorage.setItem(reviewStorageKey(userId), JSON.stringify(items))
}

export function readReview(userId: string): ReviewItem[] {
  try {
    return parseReview(window.sessionStorage.getItem(reviewStorageKey(userId)))
  } catch {
    // Storage is refused in some private modes; there is nothing to review then.
    return []
  }
}

export function endReview(userId: string): void {
  try {
    window.sessionStorage.removeItem(reviewStorageKey(userId))
  } catch {
    // As above: nothing was kept.
  }
}
