import type { z } from "zod"
import type { SkuPairResult, skuPairsSchema } from "../../../contract/artwork/suggestion.ts"
import type { Id } from "../../../contract/id.ts"
import { rememberSkuImages } from "../../data/artwork/artwork-choice.ts"
import { skuKeyOf } from "../../data/artwork/image-rows.ts"
import { countWaiting, findImagesNamed } from "../../data/artwork/suggestion-rows.ts"
import type { Database } from "../../data/database.ts"
import { printedImage } from "../../data/prints/print-item-rows.ts"

type Pairs = z.output<typeof skuPairsSchema>

/**
 * Looks up each pair's image by its file name, in any spelling, and remembers it for the SKU: over
 * matches by name, for orders that wait and later ones. Returns a result per pair, in order. A pair
 * without SKU, without such an image, or with a SKU that an earlier pair gave to another image changes
 * nothing and says why. A repeat changes nothing.
 */
export async function matchSkus(
  db: Database,
  userId: Id,
  { pairs, dryRun }: Pairs,
  nowMs: number,
): Promise<SkuPairResult[]> {
  const skuKeys = pairs.map(({ sku }) => skuKeyOf(sku))
  const [images, waiting] = await Promise.all([
    findImagesNamed(
      db,
      userId,
      pairs.map(({ fileName }) => skuKeyOf(fileName)),
    ),
    countWaiting(db, userId, skuKeys),
  ])
  const chosen = new Map<string, Id>()
  const results = pairs.map(({ sku, fileName }, at): SkuPairResult => {
    const image = images.get(skuKeyOf(fileName)) ?? null
    const skuKey = skuKeys[at]
    const known = chosen.get(skuKey)
    const problem =
      skuKey === ""
        ? "The SKU is missing"
        : fileName === ""
          ? "The file name is missing"
          : image === null
            ? `No image is named "${fileName}"`
            : known !== undefined && known !== image.id
              ? `A line above already gives ${sku} another image`
              : null
    if (problem === null && image) chosen.set(skuKey, image.id)
    return { image: image && printedImage(image), waiting: waiting.get(skuKey) ?? 0, problem }
  })
  if (!dryRun) await rememberSkuImages(db, userId, chosen, nowMs)
  return results
}
