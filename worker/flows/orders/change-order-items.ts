import type { z } from "zod"
import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { valueProblems, valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import type { orderItemUpdateSchema } from "../../../contract/orders/order.ts"
import { fieldsAndLayersOf, type ImageRow } from "../../data/artwork/image-rows.ts"
import { findImages } from "../../data/artwork/suggestion-rows.ts"
import type { Database } from "../../data/database.ts"
import { ownValuesJson, sureValues } from "../../data/orders/item-reading.ts"
import { followInDrafts, type OwnChange, storeOwn } from "../../data/orders/order-item-changes.ts"
import { type FullOrderItem, findOrderItems } from "../../data/orders/order-item-rows.ts"
import { areOwnParts } from "../../data/prints/print-item-rows.ts"

type Change = { _id: Id } & z.output<typeof orderItemUpdateSchema>

/**
 * Confirms values, corrects wordings and gives images or sizes to single order items, all or nothing;
 * their items in drafts follow. Returns them as they are now, in the asked order. A repeat changes
 * nothing.
 */
export async function changeOrderItems(
  db: Database,
  userId: Id,
  changes: readonly Change[],
): Promise<FullOrderItem[]> {
  const ids = changes.map(({ _id }) => _id)
  const before = await itemsById(db, userId, ids)
  const imageIds = changes.flatMap(({ imageId }) => imageId ?? [])
  const sizeIds = changes.flatMap(({ sizeId }) => sizeId ?? [])
  if (!(await areOwnParts(db, userId, { imageIds, sizeIds }))) throw unknown("image or size")
  const ownImages = await findImages(db, userId, imageIds)
  const stored = changes.map((change) => {
    const item = itemOf(before, change._id)
    const image = change.imageId ? (ownImages.get(change.imageId) ?? null) : item.matchedImage
    return ownChange(item, image, change)
  })
  await storeOwn(db, userId, stored)
  return withDrafts(db, userId, before, ids)
}

/**
 * Confirms for an order item the values that a person gave to its item in a print, with the image that
 * it has there. A missing required value confirms nothing.
 */
export async function confirmInPrint(
  db: Database,
  userId: Id,
  printed: { orderItemId: Id; imageId: Id; values: ArtworkValues },
): Promise<void> {
  const { orderItemId: id, imageId, values } = printed
  const [before, images] = await Promise.all([itemsById(db, userId, [id]), findImages(db, userId, [imageId])])
  const [item, image] = [before.get(id), images.get(imageId)]
  const fields = image ? fieldsAndLayersOf(image).fields : []
  if (!item || fields.length === 0 || valueProblems(fields, values).length > 0) return
  await storeOwn(db, userId, [{ id, ownValues: ownValuesJson(item, fields, values) }])
  await withDrafts(db, userId, before, [id])
}

/** Lets drafts follow items that were changed, and returns these as they are now. */
async function withDrafts(
  db: Database,
  userId: Id,
  before: ReadonlyMap<Id, FullOrderItem>,
  ids: readonly Id[],
): Promise<FullOrderItem[]> {
  const after = await itemsById(db, userId, ids)
  const changed = ids.map((id) => itemOf(after, id))
  const followed = changed.map((item) => {
    const { matchedImage, matchedSize } = itemOf(before, item.id)
    return {
      id: item.id,
      imageId: item.matchedImage?.id ?? null,
      sizeId: item.matchedSize?.id ?? null,
      hadImageId: matchedImage?.id ?? null,
      hadSizeId: matchedSize?.id ?? null,
      values: valuesJson(sureValues(item.read) ?? {}),
    }
  })
  await followInDrafts(db, userId, followed)
  return changed
}

function ownChange(item: FullOrderItem, image: ImageRow | null, change: Change): OwnChange {
  const { _id, wording, values, imageId, sizeId } = change
  return {
    id: _id,
    ...(wording === undefined ? {} : { wording }),
    ...(imageId === undefined ? {} : { ownImageId: imageId }),
    ...(sizeId === undefined ? {} : { ownSizeId: sizeId }),
    ...(values === undefined ? {} : { ownValues: values && confirmed(item, image, { values, wording }) }),
  }
}

/** Returns the confirmation as it is stored; refuses one that could not be printed. */
function confirmed(
  item: FullOrderItem,
  image: ImageRow | null,
  {
    values,
    wording = item.ownPersonalisation ?? item.personalisation,
  }: { values: ArtworkValues; wording?: string | undefined },
): string {
  const fields: ArtworkField[] = image ? fieldsAndLayersOf(image).fields : []
  const problems = valueProblems(fields, values)
  const [first] = problems
  if (first) {
    const message = image ? first.message : "It has no artwork yet"
    throw new ApiError("unprocessable", `"${item.title}" (order ${item.orderNumber}): ${message}`, {
      fields: Object.fromEntries(problems.map((problem) => [problem.field, problem.message])),
    })
  }
  return ownValuesJson({ ...item, ownPersonalisation: wording }, fields, values)
}

async function itemsById(db: Database, userId: Id, ids: readonly Id[]): Promise<Map<Id, FullOrderItem>> {
  return new Map((await findOrderItems(db, userId, ids)).map((item) => [item.id, item]))
}

function itemOf(items: ReadonlyMap<Id, FullOrderItem>, id: Id): FullOrderItem {
  const item = items.get(id)
  if (!item) throw unknown("order item")
  return item
}
