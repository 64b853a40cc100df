import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { artwork } from "../../../contract/api/artwork-api.ts"
import { apiFile } from "../../lib/api-file.ts"

/** The width of a drawing, sharp on any screen at the sizes of rows and forms. */
const WIDTH_PX = 320

/** Loads a drawing of an image with these values, in canonical text, as it is printed. */
export function pieceDrawingOptions(imageId: string, values: string) {
  return queryOptions({
    queryKey: ["images", "drawing", imageId, values],
    queryFn: () =>
      apiFile(artwork.preview, {
        params: { id: imageId },
        body: { values: JSON.parse(values), widthPx: WIDTH_PX },
      }),
    // Loaded again only when the image changes: a live event reports that.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { silent: true },
  })
}
