import type { z } from "zod"
import type { ArtworkField, ArtworkValues } from "../../contract/artwork-field.ts"
import { valueProblems, valuesJson } from "../../contract/artwork-values.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import type { orderItemUpdateSchema } from "../../contract/order.ts"
import type { Database } from "../data/database.ts"
import { fieldsAndLayersOf, type ImageRow } from "../data/image-rows.ts"
import { ownValuesJson } from "../data/item-reading.ts"
import { followInDrafts, type OwnChange, storeOwn } from "../data/order-item-changes.ts"
import { type FullOrderItem, findOrderItems } from "../data/order-item-rows.ts"
import { areOwnParts } from "../data/print-item-rows.ts"
import { findImages } from "../data/suggestion-rows.ts"

type Change = { _id: Id } & z.output<typeof orderItemUpdateSchema>

/**
 * Confirms values, mends wordings and gives images or sizes to single order items, all or nothing;
 * their items in drafts follow. Answers them as they are now, in the asked order. A repeat changes
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
  const after = await itemsById(db, userId, ids)
  const changed = ids.map((id) => itemOf(after, id))
  await followInDrafts(
    db,
    userId,
    changed.map((item) => ({
      id: item.id,
      imageId: item.matchedImage?.id ?? null,
      sizeId: item.matchedSize?.id ?? null,
      hadImageId: itemOf(before, item.id).matchedImage?.id ?? null,
      hadSizeId: itemOf(before, item.id).matchedSize?.id ?? null,
      values: valuesJson(sureValues(item) ?? {}),
    })),
  )
  return changed
}

/** What may be printed in its artwork's fields: read for certain, or confirmed. Null if it is neither. */
export function sureValues({ read }: Pick<FullOrderItem, "read">): ArtworkValues | null {
  return read.reading === "doubtful" ? null : read.values
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

/** The confirmation as it is stored; refuses what could not be printed. */
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
