/** The mends of a store's rule that a print's item is printed with, for plain statements over print_item and integration. */
import type { Mend } from "../../../contract/artwork/mend.ts"
import type { Id } from "../../../contract/id.ts"
import { hasPieces, hasTexts, type ImageRow, mendsOn } from "../artwork/image-rows.ts"

/** A print whose pieces are those of an earlier one, on film; the mark stays once that one is gone. */
const isRemake = "remake_reason IS NOT NULL"
const wasPrinted = "status = 'Processing' OR printed_at IS NOT NULL"

/**
 * As it is or will be printed: what applied when it began, while that runs or lies on film, or when the piece that it remakes began; in
 * another print that may change, the rule as it is. Without an order, such as in a copy of a print, what the item has kept.
 */
export const shopMendsSql = mendsWhere(`status IN ('Processing', 'Completed') OR ${isRemake}`)

/** As its sheets were printed, even once these are gone. */
export const printedShopMendsSql = mendsWhere(`${wasPrinted} OR ${isRemake}`)

/** True for an item that was printed before its mends were kept: nobody knows those that it was printed with. */
export const lostShopMendsSql = `print_item.shop_mends IS NULL AND (SELECT ${wasPrinted} FROM print WHERE print.id = print_item.print_id)`

function mendsWhere(isKept: string): string {
  return `CASE WHEN print_item.shop_mends IS NOT NULL AND (SELECT ${isKept} FROM print WHERE print.id = print_item.print_id)
    OR print_item.order_item_id IS NULL THEN print_item.shop_mends ELSE integration.mends END`
}

/** Returns those that are on; none where an item has no store. */
export function readShopMends(shopMends: string | null): Mend[] {
  return shopMends === null ? [] : mendsOn(JSON.parse(shopMends))
}

/** Returns true for an item whose picture is drawn for its values or its size. */
export function isPieced(
  image: Pick<ImageRow, "fields" | "layers" | "madeMends">,
  { sizeId, shopMends }: { sizeId: Id | null; shopMends: readonly Mend[] },
): boolean {
  return sizeId === null ? hasTexts(image) : hasPieces(image, shopMends)
}
