import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { artwork } from "../../../contract/api/artwork-api.ts"
import { apiFile } from "../../lib/api-file.ts"

/** Sharp on any screen at the sizes that rows and forms show it in. */
const WIDTH_PX = 320

/** A drawing of an image with these values, in canonical text, as it is printed. */
export function pieceDrawingOptions(imageId: string, values: string) {
  return queryOptions({
    queryKey: ["images", "drawing", imageId, values],
    queryFn: () =>
      apiFile(artwork.preview, {
        params: { id: imageId },
        body: { values: JSON.parse(values), widthPx: WIDTH_PX },
      }),
    // Drawn anew only when the image is: a live event says so.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { silent: true },
  })
}
