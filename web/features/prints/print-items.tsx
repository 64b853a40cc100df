import { useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { ListPlus, Plus } from "lucide-react"
import { Suspense, useMemo } from "react"
import type { Size } from "../../../contract/artwork/size.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { useRowWindow } from "../../components/ui/use-row-window.ts"
import { asCommand } from "../../lib/as-command.ts"
import { useIsWide, useMediaQuery } from "../../lib/media-query.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import type { Hand } from "../sheet-desk/use-hand.ts"
import { allSizesOptions } from "../sizes/size-calls.ts"
import { HandRows } from "./hand-rows.tsx"
import { PrintItemCard, type PrintItemHandlers, printItemColumns } from "./print-item-cells.tsx"
import { printActions } from "./print-rules.ts"
import type { PrintItems } from "./use-print-items.ts"

const noSizes: Size[] = []
const PrintItemModals = lazyRouteComponent(() => import("./print-item-modals.tsx"), "PrintItemModals")

type PrintItemsSectionProps = {
  print: Print
  printItems: PrintItems
  /** True if the sheet takes only each image's ink, which determines how sharp it prints. */
  trim: boolean
  onHover: (itemId: string | null) => void
  hand: Hand | null
}

/** Lists the items of a saved print; each may change while the print is not started. */
export function PrintItemsSection({ print, printItems, trim, onHover, hand }: PrintItemsSectionProps) {
  const { items, change, changeAsync, setQuantity, remove } = printItems
  const { canEdit } = printActions(print.status)
  const sizes = useQuery(allSizesOptions()).data?.data
  const pickImage = useModalParam("addPrint")
  const pickSize = useModalParam("addSize")
  const editText = useModalParam("editText")
  const roster = useModalParam("roster")
  const isAdding = useModalParam("editImagePrint").isOpen
  const rowIds = useMemo(() => items.map(({ _id }) => _id), [items])
  // Beside the sheet, a column of what buyers wrote leaves no room for the others.
  const isTight = useMediaQuery("(max-width: 87.49rem)")
  const asCards = isTight && items.some(({ orderItemId }) => orderItemId !== null)
  const rowWindow = useRowWindow(rowIds, useIsWide() && !asCards ? { rowPx: 75 } : { rowPx: 170, gapPx: 12 })
  const hasModal = [isAdding, pickImage.isOpen, pickSize.isOpen, editText.isOpen, roster.isOpen].some(Boolean)
  const handlers: PrintItemHandlers = {
    canEdit,
    sizes: sizes ?? noSizes,
    trim,
    onImage: (item) => pickImage.open(item._id),
    onSize: (item, size) => change(item._id, { sizeId: size._id }),
    onSizeModal: (item) => pickSize.open(item._id),
    onText: (item) => editText.open(item._id),
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
          icon={<ListPlus />}
          disabled={!canEdit}
          {...asCommand("roster")}
          onClick={() => roster.open("choose")}
        >
          Roster
        </Button>
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus />}
          disabled={!canEdit}
          {...asCommand("add-item")}
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
          asCards={asCards}
          hasPictures
          rowWindow={rowWindow}
          marked={hand?.pickedItemIds}
          empty={{
            headingLevel: "h3",
            title: "Nothing in this print yet",
            description: "Add an item: an image, a size and a quantity.",
          }}
        />
      </HandRows>
      <Suspense>
        {hasModal && (
          <PrintItemModals printId={print._id} items={items} sizes={sizes} onChange={changeAsync} />
        )}
      </Suspense>
    </div>
  )
}
