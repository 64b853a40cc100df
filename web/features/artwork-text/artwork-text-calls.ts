import { queryOptions } from "@tanstack/react-query"
import { artwork } from "../../../contract/api/artwork-api.ts"
import { images } from "../../../contract/api/image-api.ts"
import { orders } from "../../../contract/api/order-api.ts"
import type { ArtworkField, ArtworkLayer, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import { shownAnswersOf } from "../../../contract/orders/personalisation.ts"
import { svgFieldNames } from "../../../sheet/raster/svg/svg-fields.ts"
import { apiData } from "../../lib/api.ts"
import { apiFile } from "../../lib/api-file.ts"
import { fileUrl } from "../../lib/format.ts"
import { refresh } from "../../lib/query-client.ts"

/** Loads the names of the fields in an SVG's own text; none for any other image. */
export function namesInArtworkOptions(image: Pick<Image, "_id" | "mediaType" | "file">) {
  const path = image.mediaType === "image/svg+xml" ? (image.file?.path ?? null) : null
  return queryOptions({
    queryKey: ["artwork-text", "names", image._id],
    queryFn: async () => {
      if (path === null) return []
      const response = await fetch(fileUrl(path), { credentials: "same-origin" })
      if (!response.ok) throw new Error(`the artwork's file answered ${response.status}`)
      return svgFieldNames(await response.text())
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
}

/** Loads the words of an order item's buyer; none if the item is gone. */
export function saidForOptions(orderItemId: string) {
  return queryOptions({
    queryKey: ["orders", "said", orderItemId],
    queryFn: async () => {
      const [item] = await apiData(orders.items, { query: { ids: orderItemId } })
      return item ? shownAnswersOf(item) : []
    },
    meta: { silent: true },
  })
}

/** The artwork for the press to draw: fields and layers as they are here, saved or not. */
export type Drawing = {
  fields: readonly ArtworkField[]
  layers: readonly ArtworkLayer[]
  values: ArtworkValues
  widthPx: number
}

/** Loads a picture of the artwork as the press draws it. */
export function drawingOptions(imageId: string, { fields, layers, values, widthPx }: Drawing) {
  const body = { fields: [...fields], layers: [...layers], values, widthPx }
  return queryOptions({
    queryKey: ["artwork-text", "drawing", imageId, JSON.stringify(body)],
    queryFn: () => apiFile(artwork.preview, { params: { id: imageId }, body }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
}

/** Stores the fields and layers of an image. */
export async function saveText(
  imageId: string,
  change: { fields: ArtworkField[]; layers: ArtworkLayer[] },
): Promise<void> {
  await apiData(images.update, { params: { id: imageId }, body: change })
  // Buyers' words are read into its fields.
  await refresh("images", "prints", "orders")
}
