import { ApiError, unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { savePrintsWithoutText } from "../../data/artwork/artwork-rule-rows.ts"
import { fieldsAndLayersOf } from "../../data/artwork/image-rows.ts"
import type { Database } from "../../data/database.ts"
import { type FullOrderItem, findOrderItems } from "../../data/orders/order-item-rows.ts"
import { refreshReadings } from "../../data/orders/reading-state.ts"
import { changeOrderItems } from "./change-order-items.ts"

/**
 * Remembers that an order item and all others of its rule are printed without their buyers' texts, as
 * long as their artwork has no fields, or takes that back. If an item's artwork is its own, only that
 * item changes. Returns it as it is now; a repeat changes nothing.
 */
export async function printWithoutText(
  db: Database,
  userId: Id,
  id: Id,
  isOn: boolean,
): Promise<FullOrderItem> {
  const [item] = await findOrderItems(db, userId, [id])
  if (!item) throw unknown("order item")
  const { matchedImage, ownImageId, ruleKey, read } = item
  if (isOn && (!matchedImage || fieldsAndLayersOf(matchedImage).fields.length > 0))
    throw new ApiError("unprocessable", `"${item.title}" has no artwork without a place for text`)
  if (isOn && ownImageId !== null) await changeOrderItems(db, userId, [{ _id: id, values: {} }])
  else if (ruleKey) {
    const imageId = matchedImage?.id ?? null
    await savePrintsWithoutText(db, userId, { ruleKey, imageId, isOn }, Date.now())
  }
  if (!isOn && read.isConfirmed) await changeOrderItems(db, userId, [{ _id: id, values: null }])
  await refreshReadings(db, userId)
  const [changed] = await findOrderItems(db, userId, [id])
  if (!changed) throw unknown("order item")
  return changed
}
