import { MAX_SUGGESTED_IMAGES, type Suggestion } from "../../../contract/artwork/suggestion.ts"
import type { Id } from "../../../contract/id.ts"
import { finishPausing } from "../../../sheet/in-steps.ts"
import {
  findImages,
  listArtworkNames,
  listEarlierChoices,
  listSizeNames,
} from "../../data/artwork/suggestion-rows.ts"
import type { Database } from "../../data/database.ts"
import { type FullOrderItem, findOrderItems } from "../../data/orders/order-item-rows.ts"
import { printedImage } from "../../data/prints/print-item-rows.ts"
import { rest } from "../../isolate/rest.ts"
import { rankArtwork } from "./rank-artwork.ts"
import { suggestSize } from "./suggest-size.ts"

/**
 * Returns each order item's most likely matches, in the asked order; ids of other users are left out.
 * This chooses nothing. Matched items get suggestions, too, so that they can be changed.
 */
export async function suggestMatches(
  db: Database,
  userId: Id,
  orderItemIds: readonly Id[],
): Promise<Suggestion[]> {
  const [wanted, library, earlier, sizes] = await Promise.all([
    findOrderItems(db, userId, orderItemIds),
    listArtworkNames(db, userId),
    listEarlierChoices(db, userId),
    listSizeNames(db, userId),
  ])
  const itemOf = new Map(wanted.map((item) => [item.id, item]))
  const items = [...new Set(orderItemIds)].flatMap((id) => itemOf.get(id) ?? [])
  const ranked = await finishPausing(rankArtwork(library, items, earlier, MAX_SUGGESTED_IMAGES), rest)
  const images = await findImages(db, userId, [...new Set(ranked.flat().map(({ id }) => id))])
  return items.map((item: FullOrderItem, at) => ({
    orderItemId: item.id,
    images: ranked[at].flatMap(({ id, certainty }) => {
      const row = images.get(id)
      return row ? [{ image: printedImage(row), certainty }] : []
    }),
    size: item.matchedSize ? null : suggestSize(item, sizes),
  }))
}
