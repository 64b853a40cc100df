import { useMutation, useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { Suspense } from "react"
import type { Print, PrintItem, PrintItemInput } from "../../../contract/print.ts"
import type { Size } from "../../../contract/size.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { ImagePicker } from "../images/image-picker.tsx"
import type { Hand } from "../sheet-desk/use-hand.ts"
import { allSizesOptions } from "../sizes/size-calls.ts"
import { HandRows } from "./hand-rows.tsx"
import { addPrintItem } from "./print-calls.ts"
import { PrintItemCard, type PrintItemHandlers, printItemColumns } from "./print-item-cells.tsx"
import { printActions } from "./print-rules.ts"
import { toastAdded } from "./toast-added.ts"
import type { PrintItems } from "./use-print-items.ts"

const AddPanel = lazyRouteComponent(() => import("./add-panel.tsx"), "AddPanel")
const SizeChoice = lazyRouteComponent(() => import("./add-panel.tsx"), "SizeChoice")

const noSizes: Size[] = []

type PrintItemsSectionProps = {
  print: Print
  printItems: PrintItems
  /** Whether the sheet takes each image's ink alone, which says how sharp it prints. */
  trim: boolean
  onHover: (itemId: string | null) => void
  hand: Hand | null
}

/** The items of a saved print as a table; each may change while the print is not started. */
export function PrintItemsSection({ print, printItems, trim, onHover, hand }: PrintItemsSectionProps) {
  const { items, change, changeAsync, setQuantity, remove } = printItems
  const { canEdit } = printActions(print.status)
  const sizes = useQuery(allSizesOptions()).data?.data
  const pickImage = useModalParam("addPrint")
  const pickSize = useModalParam("addSize")
  const handlers: PrintItemHandlers = {
    canEdit,
    sizes: sizes ?? noSizes,
    trim,
    onImage: (item) => pickImage.open(item._id),
    onSize: (item, size) => change(item._id, { sizeId: size._id }),
    onSizeModal: (item) => pickSize.open(item._id),
    onQuantity: (item, quantity) => setQuantity(item._id, quantity),
    onDelete: (item) => remove(item._id),
  }
  return (
    <div className="mt-6">
      <div className="mb-2 flex items-center gap-2">
        <h2 className="flex-1 text-base font-[620]">
          Items <span className="font-[450] text-ink-3">{items.length}</span>
        </h2>
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus />}
          disabled={!canEdit}
          onClick={() => pickImage.open("new")}
        >
          Add Item
        </Button>
      </div>
      <HandRows onHover={onHover} hand={hand}>
        <DataTable
          label="Items"
          columns={printItemColumns(handlers)}
          renderCard={(item) => <PrintItemCard item={item} handlers={handlers} />}
          rows={items}
          rowId={(item) => item._id}
          hasPictures
          empty={{
            headingLevel: "h3",
            title: "Nothing in this print yet",
            description: "Add an item: an image, a size and a quantity.",
          }}
        />
      </HandRows>
      <PrintItemModals printId={print._id} items={items} sizes={sizes} onChange={changeAsync} />
    </div>
  )
}

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
function PrintItemModals({ printId, items, sizes, onChange }: PrintItemModalsProps) {
  const setParams = useSetSearchParams()
  const pickImage = useModalParam("addPrint")
  const pickSize = useModalParam("addSize")
  const addPanel = useModalParam("editImagePrint")
  const sizedItem = items.find((item) => item._id === pickSize.value)
  const isNew = pickImage.value === "new"
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
            onPick={(image) => {
              if (isNew) addPanel.open(image._id)
              else if (!changeImage.isPending) changeImage.mutate(image._id)
            }}
          />
        </Modal>
      )}
      <Suspense>
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
      </Suspense>
    </>
  )
}
