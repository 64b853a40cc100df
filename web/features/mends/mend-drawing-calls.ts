import { queryOptions } from "@tanstack/react-query"
import { artwork } from "../../../contract/api/artwork-api.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { apiFile } from "../../lib/api-file.ts"
import { widestDrawing } from "../images/drawing-width.ts"
import { hasTexts, isTextMended } from "./mend-draft.ts"

/** Asks the press for an image without its mends and without texts on it. */
export function drawOriginal(image: Image): Promise<Blob> {
  return draw(image, { mends: [], widthPx: widestDrawing(image) })
}

/** Loads an image with these mends, and with texts on it if they are mended too, as the press draws it for a printed width under a template. */
export function mendedOptions(
  image: Image,
  wish: { mends: readonly Mend[]; widthPx: number; widthIn: number; sheetTemplateId?: string },
) {
  return queryOptions({
    // With texts its scale is that of the mends that are made: once others are, it is drawn anew.
    queryKey: ["mends", "drawing", image._id, hasTexts(image) && image.updatedAt, wish],
    queryFn: () => draw(image, wish),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { silent: true },
  })
}

function draw(
  { _id, fields, layers }: Image,
  { mends, ...wish }: { mends: readonly Mend[]; widthPx: number; widthIn?: number; sheetTemplateId?: string },
): Promise<Blob> {
  const values = Object.fromEntries(fields.map(({ name, sample }) => [name, sample]))
  return apiFile(artwork.preview, {
    params: { id: _id },
    body: { ...wish, mends: [...mends], layers: isTextMended(mends) ? layers : [], values },
  })
}
