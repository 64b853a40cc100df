import { useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { ListPlus, X } from "lucide-react"
import { Dialog } from "radix-ui"
import { type ReactNode, Suspense, useState } from "react"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { canonicalValues, valueProblems, valuesJson } from "../../../contract/artwork/artwork-values.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Size } from "../../../contract/artwork/size.ts"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { Button } from "../../components/ui/button.tsx"
import { DialogContent } from "../../components/ui/dialog-content.tsx"
import { useDiscardGuard } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Stars } from "../../components/ui/stars.tsx"
import { Stepper } from "../../components/ui/stepper.tsx"
import { failureWords } from "../../lib/api.ts"
import { imageOptions } from "../images/image-calls.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { likelySize } from "../sizes/likely-size.ts"
import { allSizesOptions } from "../sizes/size-calls.ts"
import { SizeButtons } from "./size-buttons.tsx"

const ValuesForm = lazyRouteComponent(() => import("./values-form.tsx"), "ValuesForm")

type AddPanelProps = {
  imageId: string
  onAdd: (image: Image, size: Size, quantity: number, values: ArtworkValues) => void
  /** Opens the roster of this image instead. */
  onRoster: (imageId: string) => void
  onClose: () => void
  isWorking?: boolean
}

/** Edits the size and quantity that one image is printed in. */
export function AddPanel({ imageId, onAdd, onRoster, onClose, isWorking = false }: AddPanelProps) {
  const query = useQuery(imageOptions(imageId))
  const sizes = useQuery(allSizesOptions())
  const [chosenId, setSizeId] = useState<string | null>(null)
  const [quantity, setQuantity] = useState(1)
  const [values, setValues] = useState<ArtworkValues>({})
  const [showsMissing, setShowsMissing] = useState(false)
  const image = query.data
  const hasFields = image !== undefined && image.fields.length > 0
  const known = sizes.data?.data
  const size = chosenId === null ? likelySize(known) : known?.find(({ _id }) => _id === chosenId)
  const guard = useDiscardGuard(valuesJson(values) !== "{}" && !isWorking, onClose)
  function add() {
    if (!image || !size) return
    if (valueProblems(image.fields, canonicalValues(values)).length > 0) setShowsMissing(true)
    else onAdd(image, size, quantity, canonicalValues(values))
  }
  return (
    <SidePanel title={image?.name ?? "Image"} onClose={guard.close}>
      <div className="flex gap-4">
        <ArtworkPicture path={image?.previewFile?.path ?? null} className="size-28 rounded-md p-2" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-lg font-[640]">{image?.name ?? "Image"}</h2>
          {image && (
            <>
              <p className="text-sm text-ink-2">
                {image.widthPx} × {image.heightPx} px
              </p>
              <p className="mt-1">
                <Stars value={image.score} label="Score" />
              </p>
            </>
          )}
        </div>
        <Button variant="ghost" size="icon" aria-label="Close" className="-mt-2 -mr-2" onClick={guard.close}>
          <X className="size-5" />
        </Button>
      </div>
      {query.isError && (
        <Notice tone="bad" className="mt-4">
          {failureWords(query.error)}
        </Notice>
      )}
      {hasFields && (
        <div className="mt-4">
          <Suspense fallback={<div className="h-44 rounded-md bg-sunken" />}>
            <ValuesForm image={image} values={values} onChange={setValues} showsMissing={showsMissing} />
          </Suspense>
          <Button
            variant="ghost"
            size="sm"
            icon={<ListPlus />}
            className="mt-3 -ml-2.5"
            onClick={() => onRoster(image._id)}
          >
            Paste a roster
          </Button>
        </div>
      )}
      <SizeButtons
        image={image}
        sizes={known}
        value={size?._id ?? ""}
        onPick={(picked) => setSizeId(picked._id)}
      />
      <div className="mt-5 flex items-end gap-3">
        <div>
          <span className="mb-1.5 block text-sm font-[550]">Quantity</span>
          <Stepper
            value={quantity}
            onChange={setQuantity}
            label="Quantity"
            max={MAX_PRINT_COPIES}
            className="h-11"
          />
        </div>
        <Button
          variant="primary"
          size="lg"
          className="flex-1"
          disabled={!image || !size || quantity < 1}
          isLoading={isWorking}
          onClick={add}
        >
          Add to print
        </Button>
      </div>
      {guard.question}
    </SidePanel>
  )
}

type SidePanelProps = { title: string; onClose: () => void; children: ReactNode }

/** Shows a dialog at the right edge, or the bottom edge of a phone. Escape closes it. */
function SidePanel({ title, onClose, children }: SidePanelProps) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-40 bg-scrim" />
        <DialogContent
          aria-describedby={undefined}
          className="rise fixed inset-x-0 bottom-0 z-40 max-h-[92dvh] overflow-y-auto rounded-t-xl bg-raised p-5 shadow-modal outline-none md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-110 md:rounded-none md:p-6"
        >
          <div className="mx-auto -mt-2 mb-4 h-1 w-9 rounded-full bg-line md:hidden" />
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
