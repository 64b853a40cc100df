import { useMemo } from "react"
import type { ShownPiece } from "../../../contract/artwork/artwork-piece.ts"
import { usePieces } from "../values/use-pieces.ts"
import type { DraftItem } from "./print-draft.ts"

/** Returns the pieces of an unsaved print's rows: an image without fields has none. */
export function useDraftPieces(items: readonly DraftItem[]): (item: DraftItem) => ShownPiece | undefined {
  const wanted = useMemo(
    () =>
      items.flatMap(({ image, values }) =>
        image && image.fields.length > 0 ? [{ imageId: image._id, values }] : [],
      ),
    [items],
  )
  const pieceOf = usePieces(wanted)
  return useMemo(
    () =>
      ({ image, values }) =>
        image && image.fields.length > 0 ? pieceOf(image._id, values) : undefined,
    [pieceOf],
  )
}
