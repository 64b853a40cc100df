import { useQuery } from "@tanstack/react-query"
import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { valueProblems, valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { failureWords } from "../../lib/api.ts"
import { classNames } from "../../lib/class-names.ts"
import { useObjectUrl } from "../../lib/use-object-url.ts"
import { useSettled } from "../../lib/use-settled.ts"
import { ArtworkPicture } from "./artwork-picture.tsx"
import { pieceDrawingOptions } from "./piece-drawing-calls.ts"

/** The pause in typing before a piece is drawn. */
const PAUSE_MS = 400

type PiecePictureProps = {
  image: { _id: string; previewFile: { path: string } | null; fields: readonly ArtworkField[] }
  values: ArtworkValues
  /** True to explain beside the picture why these values cannot be drawn. */
  showsProblem?: boolean
  className?: string
}

/** Shows an image with values in its fields, as it is printed; the image itself until that is drawn. */
export function PiecePicture({ image, values, showsProblem = false, className }: PiecePictureProps) {
  const settled = useSettled(valuesJson(values), PAUSE_MS)
  // Missing or too long values are refused: their form says so.
  const isWhole = valueProblems(image.fields, JSON.parse(settled)).length === 0
  const piece = useQuery({ ...pieceDrawingOptions(image._id, settled), enabled: isWhole })
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
