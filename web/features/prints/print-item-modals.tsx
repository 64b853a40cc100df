import { useMutation } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense, useMemo } from "react"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { Size } from "../../../contract/artwork/size.ts"
import type { Id } from "../../../contract/id.ts"
import type { PrintItem, PrintItemInput } from "../../../contract/prints/print.ts"
import { texts } from "../../../contract/text.ts"
import { Modal } from "../../components/ui/modal.tsx"
import { plural } from "../../lib/format.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { ImagePicker, type SuggestedImage } from "../images/image-picker.tsx"
import { useSuggestions } from "../matching/match-calls.ts"
import { certaintyWords } from "../matching/suggested-choice.ts"
import { AddPanel } from "./add-panel.tsx"
import { addPrintItem, addRoster } from "./print-calls.ts"
import type { RosterPiece } from "./roster-modal.tsx"
import { SizeButtons } from "./size-buttons.tsx"
import { toastAdded } from "./toast-added.ts"
import type { PrintItems } from "./use-print-items.ts"

const EditValuesModal = lazyRouteComponent(() => import("./edit-values-modal.tsx"), "EditValuesModal")
const RosterModal = lazyRouteComponent(() => import("./roster-modal.tsx"), "RosterModal")

type PrintItemModalsProps = {
  printId: string
  items: readonly PrintItem[]
  sizes: readonly Size[] | undefined
  onChange: PrintItems["changeAsync"]
}

/**
 * Opens by the address: `addPrint=new` adds an item, `addPrint={item}` changes its image, `addSize={item}`
 * its size, `editText={item}` the text in its fields; `roster={image}` adds many.
 */
export function PrintItemModals({ printId, items, sizes, onChange }: PrintItemModalsProps) {
  const setParams = useSetSearchParams()
  const pickImage = useModalParam("addPrint")
  const pickSize = useModalParam("addSize")
  const addPanel = useModalParam("editImagePrint")
  const editText = useModalParam("editText")
  const roster = useModalParam("roster")
  const textItem = items.find((item) => item._id === editText.value)
  const sizedItem = items.find((item) => item._id === pickSize.value)
  const isNew = pickImage.value === "new"
  const suggested = useSuggestedImages(items.find((item) => item._id === pickImage.value))
  const addItem = useMutation({
    mutationFn: (item: PrintItemInput) => addPrintItem(printId, item),
    onSuccess: () => {
      toastAdded()
      setParams({ editImagePrint: null, addPrint: null })
    },
  })
  const changeImage = useMutation({
    mutationFn: (imageId: string) => onChange(pickImage.value, { imageId }),
    // The change itself already shows a toast.
    meta: { silent: true },
    onSuccess: () => {
      toastSuccess(texts.imageUpdated)
      pickImage.close()
    },
  })
  const changeText = useMutation({
    mutationFn: (values: ArtworkValues) => onChange(editText.value, { values }),
    meta: { silent: true },
    onSuccess: editText.close,
  })
  const changeSize = useMutation({
    mutationFn: (sizeId: string) => onChange(pickSize.value, { sizeId }),
    meta: { silent: true },
    onSuccess: pickSize.close,
  })

  return (
    <>
      {pickImage.isOpen && !addPanel.isOpen && !roster.isOpen && (
        <Modal onClose={pickImage.close} size="lg" title={isNew ? "Add an item" : "Change image"}>
          <ImagePicker
            suggested={suggested}
            onPick={(image) => {
              if (isNew) addPanel.open(image._id)
              else if (!changeImage.isPending) changeImage.mutate(image._id)
            }}
          />
        </Modal>
      )}
      {addPanel.isOpen && !roster.isOpen && (
        <AddPanel
          key={addPanel.value}
          imageId={addPanel.value}
          isWorking={addItem.isPending}
          onAdd={(image, size, quantity, values) =>
            !addItem.isPending && addItem.mutate({ imageId: image._id, sizeId: size._id, quantity, values })
          }
          onRoster={(imageId) => roster.open(imageId, { editImagePrint: null, addPrint: null })}
          onClose={addPanel.close}
        />
      )}
      <Suspense>
        {roster.isOpen && (
          <RosterModal
            choice={roster.value}
            onChoose={(imageId) => setParams({ roster: imageId })}
            printId={printId}
            items={items}
            onAdd={(image, rows) => addPieces(printId, image._id, rows)}
            onClose={roster.close}
          />
        )}
        {textItem?.imageId && (
          <EditValuesModal
            image={textItem.imageId}
            values={textItem.values}
            isWorking={changeText.isPending}
            onSave={(values) => changeText.mutate(values)}
            onClose={editText.close}
          />
        )}
      </Suspense>
      {sizedItem && (
        <Modal onClose={pickSize.close} size="md" title="Choose a size" description={sizedItem.imageId?.name}>
          <SizeButtons
            image={sizedItem.imageId}
            sizes={sizes}
            value={sizedItem.sizeId?._id ?? ""}
            onPick={(size) => !changeSize.isPending && changeSize.mutate(size._id)}
          />
        </Modal>
      )}
    </>
  )
}

/** Adds a roster in one step, which is undone in one. */
async function addPieces(printId: string, imageId: Id, rows: readonly RosterPiece[]): Promise<void> {
  const { undoId } = await addRoster(printId, {
    imageId,
    rows: rows.map(({ size, quantity, values }) => ({ sizeId: size._id, quantity, values })),
  })
  toastDeleted(`${plural(rows.length, "piece")} added`, undoId)
}

/** Returns the most likely images of the item's order, the best first; none without an order. */
function useSuggestedImages(item: PrintItem | undefined): readonly SuggestedImage[] {
  const orderItemId = item?.orderItemId?._id
  const ids = useMemo(() => (orderItemId ? [orderItemId as string] : []), [orderItemId])
  const suggestion = useSuggestions(ids).get(orderItemId ?? "")
  return useMemo(
    () =>
      suggestion?.images.map(({ image, certainty }) => ({ ...image, hint: certaintyWords(certainty) })) ?? [],
    [suggestion],
  )
}
