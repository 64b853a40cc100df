import { useMutation } from "@tanstack/react-query"
import { useMemo } from "react"
import type { PrintItem, PrintItemInput } from "../../../contract/print.ts"
import type { Size } from "../../../contract/size.ts"
import { texts } from "../../../contract/text.ts"
import { Modal } from "../../components/ui/modal.tsx"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { ImagePicker, type SuggestedImage } from "../images/image-picker.tsx"
import { useSuggestions } from "../matching/match-calls.ts"
import { certaintyWords } from "../matching/suggested-choice.ts"
import { AddPanel, SizeChoice } from "./add-panel.tsx"
import { addPrintItem } from "./print-calls.ts"
import { toastAdded } from "./toast-added.ts"
import type { PrintItems } from "./use-print-items.ts"

type PrintItemModalsProps = {
  printId: string
  items: readonly PrintItem[]
  sizes: readonly Size[] | undefined
  onChange: PrintItems["changeAsync"]
}

/**
 * The address opens them: `addPrint=new` adds an item, `addPrint={item}` changes its image,
 * `addSize={item}` its size.
 */
export function PrintItemModals({ printId, items, sizes, onChange }: PrintItemModalsProps) {
  const setParams = useSetSearchParams()
  const pickImage = useModalParam("addPrint")
  const pickSize = useModalParam("addSize")
  const addPanel = useModalParam("editImagePrint")
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
    // Already toasted by the change itself.
    meta: { silent: true },
    onSuccess: () => {
      toastSuccess(texts.imageUpdated)
      pickImage.close()
    },
  })
  const changeSize = useMutation({
    mutationFn: (sizeId: string) => onChange(pickSize.value, { sizeId }),
    meta: { silent: true },
    onSuccess: pickSize.close,
  })

  return (
    <>
      {pickImage.isOpen && !addPanel.isOpen && (
        <Modal isOpen onClose={pickImage.close} size="lg" title={isNew ? "Add an item" : "Change image"}>
          <ImagePicker
            suggested={suggested}
            onPick={(image) => {
              if (isNew) addPanel.open(image._id)
              else if (!changeImage.isPending) changeImage.mutate(image._id)
            }}
          />
        </Modal>
      )}
      {addPanel.isOpen && (
        <AddPanel
          key={addPanel.value}
          imageId={addPanel.value}
          isWorking={addItem.isPending}
          onAdd={(image, size, quantity) =>
            !addItem.isPending && addItem.mutate({ imageId: image._id, sizeId: size._id, quantity })
          }
          onClose={addPanel.close}
        />
      )}
      {sizedItem && (
        <Modal
          isOpen
          onClose={pickSize.close}
          size="md"
          title="Choose a size"
          description={sizedItem.imageId?.name}
        >
          <SizeChoice
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

/** What the item's order most likely means, the best first; nothing without an order. */
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
