import { useQuery } from "@tanstack/react-query"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { FailureNotice, loadFailure } from "../../components/ui/failure-notice.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { useObjectUrl } from "../../lib/use-object-url.ts"
import { type Garment, garmentColour } from "../sheet-preview/garment.ts"
import { drawingOptions } from "./artwork-text-calls.ts"
import { savedOf, type TextDraft } from "./text-draft.ts"

const WIDTH_PX = 1600

type PrintedModalProps = {
  imageId: string
  name: string
  draft: TextDraft
  values: ArtworkValues
  garment: Garment
  onClose: () => void
}

/** Shows the draft with these values as the press draws it, or why it would not print. */
export function PrintedModal({ imageId, name, draft, values, garment, onClose }: PrintedModalProps) {
  const drawing = useQuery({
    ...drawingOptions(imageId, { ...savedOf(draft), values, widthPx: WIDTH_PX }),
    retry: false,
  })
  const url = useObjectUrl(drawing.data)
  const colour = garmentColour(garment)
  const failure = loadFailure(drawing)
  return (
    <Modal onClose={onClose} size="lg" title="As printed">
      {failure && <FailureNotice {...failure} />}
      {!failure && url === null && <Skeleton className="h-80 rounded-md" />}
      {!failure && url !== null && (
        <div
          className={colour === null ? "checker rounded-md p-4" : "rounded-md p-4"}
          style={colour === null ? undefined : { background: colour }}
        >
          <img src={url} alt={`${name}, as printed`} className="mx-auto max-h-[60dvh] object-contain" />
        </div>
      )}
    </Modal>
  )
}
