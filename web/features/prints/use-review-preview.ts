import { useMemo } from "react"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { ShownPiece } from "../../../contract/artwork/artwork-piece.ts"
import { dayOfMoment } from "../../../contract/day.ts"
import { useAuth } from "../../lib/auth.tsx"
import { fieldsOf, isInDoubt, unplacedOf } from "../readings/reading-rules.ts"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"
import { shownImage } from "../sheet-preview/shown-image.ts"
import { usePieces } from "../values/use-pieces.ts"
import type { ReviewItem } from "./review-draft.ts"

/** Returns the reviewed rows as they lie on the sheet, each with the piece of its text. */
export function useReviewPreview(rows: readonly ReviewItem[]): PreviewItem[] {
  const { timeZone } = useAuth().user
  const wanted = useMemo(() => rows.flatMap((row) => wantedOf(row) ?? []), [rows])
  const pieceOf = usePieces(wanted)
  return useMemo(
    () =>
      rows.map((row) => {
        const piece = wantedOf(row)
        return previewWith(row, piece ? pieceOf(piece.imageId, piece.values) : undefined, timeZone)
      }),
    [rows, pieceOf, timeZone],
  )
}

/** Returns the piece of a row whose artwork has fields; null if it is the same for all. */
function wantedOf(row: ReviewItem): { imageId: string; values: ArtworkValues } | null {
  const image = row.item.match.imageId
  if (image === null || fieldsOf(row.item).length === 0) return null
  return { imageId: image._id, values: printedValues(row) }
}

/** Returns the values to print: uncertain ones never go into a print. */
function printedValues({ item }: ReviewItem): ArtworkValues {
  return isInDoubt(item) ? {} : item.values
}

function previewWith(row: ReviewItem, piece: ShownPiece | undefined, timeZone: string): PreviewItem {
  const { _id, item, shipBy, quantity } = row
  const { orderNumber, title, match } = item
  return {
    id: _id,
    image: match.imageId && (piece ? shownImage(match.imageId, piece) : match.imageId),
    values: printedValues(row),
    piece: piece ? { digest: piece.digest, state: piece.state, reason: piece.reason } : null,
    widthIn: match.sizeId?.value ?? null,
    quantity,
    order: { orderNumber, title, shipDay: dayOfMoment(shipBy, timeZone), isCancelled: false },
    shopMends: item.shopMends,
    unplacedId: unplacedOf(item)?.orderItemId ?? null,
  }
}
