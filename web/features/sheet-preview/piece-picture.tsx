import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { artwork } from "../../../contract/api/artwork-api.ts"
import type { ArtworkValues } from "../../../contract/artwork-field.ts"
import { valuesJson } from "../../../contract/artwork-values.ts"
import { failureWords } from "../../lib/api.ts"
import { apiFile } from "../../lib/api-file.ts"
import { classNames } from "../../lib/class-names.ts"
import { useSettled } from "../../lib/use-settled.ts"
import { ArtworkPicture } from "./artwork-picture.tsx"

/** After the last letter, before a piece is drawn. */
const PAUSE_MS = 400
/** Sharp on any screen at the sizes that rows and forms show it in. */
const WIDTH_PX = 320

type PiecePictureProps = {
  image: { _id: string; name: string; previewFile: { path: string } | null }
  values: ArtworkValues
  /** Why these values cannot be drawn, in words that may stand beside the picture. */
  showsProblem?: boolean
  className?: string
}

/** An image with values in its fields, as it is printed; the image itself until that is drawn. */
export function PiecePicture({ image, values, showsProblem = false, className }: PiecePictureProps) {
  const settled = useSettled(valuesJson(values), PAUSE_MS)
  const piece = useQuery(previewOptions(image._id, settled))
  const url = useObjectUrl(piece.isError ? undefined : piece.data)
  return (
    <>
      {url === null ? (
        <ArtworkPicture path={image.previewFile?.path ?? null} className={className} />
      ) : (
        <span className={classNames("checker checker-sm grid flex-none place-items-center", className)}>
          <img src={url} alt="" draggable={false} className="size-full min-h-0 min-w-0 object-contain" />
        </span>
      )}
      {showsProblem && piece.isError && (
        <p role="status" className="text-xs text-warn-ink">
          {failureWords(piece.error)}
        </p>
      )}
    </>
  )
}

function previewOptions(imageId: string, values: string) {
  return queryOptions({
    queryKey: ["images", "piece", imageId, values],
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

/** An address for the file while it is shown. */
function useObjectUrl(file: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
