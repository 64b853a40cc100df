import { useMutation, useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useMemo, useRef } from "react"
import type { Image } from "../../../contract/image.ts"
import type { Size } from "../../../contract/size.ts"
import { Button } from "../../components/ui/button.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { ImagePicker } from "../images/image-picker.tsx"
import { allSizesOptions, sizeOfWidth } from "../sizes/size-calls.ts"
import { AddPanel, toastAdded } from "./add-panel.tsx"
import { ItemRow } from "./item-row.tsx"
import { useDraftLayout } from "./layout-keeper.ts"
import { createPrint } from "./print-calls.ts"
import { DeskFrame, usePrintDesk } from "./print-desk.tsx"
import {
  type DraftItem,
  draftProblem,
  previewOfDraft,
  printItemsOf,
  processProblem,
  withQuantities,
} from "./print-draft.ts"
import { savedFromRows } from "./sheet-document.ts"
import { useDraft } from "./use-draft.ts"

const noSizes: Size[] = []

/** The manual print builder: pick images, give each a size and a quantity, see the sheet. */
export function BuilderScreen() {
  usePageMeta({ title: "New print", crumbs: [{ label: "Prints", href: "/prints" }, { label: "New print" }] })
  const setParams = useSetSearchParams()
  const userId = useAuth().user._id
  const { draft, change, restore, pickTemplate, pickPacking, forget } = useDraft(userId)
  const { items } = draft
  const sizes = useQuery(allSizesOptions()).data?.data ?? noSizes
  const isPicking = useSearchParam("addPrint") !== ""
  const addPanel = useModalParam("editImagePrint")
  const picker = useRef<HTMLDivElement>(null)
  const desk = usePrintDesk({
    rows: { rows: items, restore, withQuantities, bringsBack: true },
    items: useMemo(() => previewOfDraft(items), [items]),
    sheetTemplateId: draft.sheetTemplateId,
    onTemplateChange: pickTemplate,
    packing: { value: draft.packing, onChange: pickPacking },
    draftProblem: draftProblem(items),
    processProblem: processProblem(items),
    create: async () => savedFromRows(await createPrint(printItemsOf(items), draft.requestKey), items),
    forget,
    keeper: useDraftLayout(`sheetsmith.draft-layout.${userId}`),
  })
  const { template, hoveredId, onHoverItem, hand } = desk.sheet
  const setWidth = useMutation({
    mutationFn: (target: { key: string; widthIn: number }) => sizeOfWidth(target.widthIn),
    onSuccess: (size, { key }) => change({ kind: "size", key, size }),
  })

  function add(image: Image, size: Size | null, quantity: number) {
    change({ kind: "add", key: crypto.randomUUID(), image, size, quantity })
    toastAdded()
    addPanel.close()
  }

  function showPicker() {
    setParams({ addPrint: "true" })
    requestAnimationFrame(() => {
      picker.current?.scrollIntoView({ block: "nearest" })
      picker.current?.querySelector("input")?.focus()
    })
  }

  return (
    <DeskFrame
      desk={desk}
      place="roomy"
      onSetWidth={(key, widthIn) => !setWidth.isPending && setWidth.mutate({ key, widthIn })}
    >
      <PageHeader
        title="New print"
        description="Pick images, give each a size and a quantity. The sheet packs itself."
      />
      {isPicking && (
        <div ref={picker} className="mt-5 scroll-mt-16">
          <ImagePicker
            onPick={(image) => addPanel.open(image._id)}
            copies={copiesByImage(items)}
            pickedId={addPanel.value}
          />
        </div>
      )}
      <section aria-label="Items" className="mt-6">
        <div className="flex items-center gap-2">
          <h2 className="flex-1 text-base font-[620]">
            Items <span className="font-[450] text-ink-3">{items.length}</span>
          </h2>
          <Button variant="ghost" size="sm" icon={<Plus />} onClick={showPicker}>
            Add Item
          </Button>
        </div>
        {items.length === 0 ? (
          <p className="mt-2 rounded-lg border border-line border-dashed px-4 py-8 text-center text-ink-2">
            {isPicking ? "Pick an image above to begin." : "Add Item shows the images to pick from."}
          </p>
        ) : (
          <ul className="mt-2 overflow-hidden rounded-lg border border-line bg-surface shadow-card">
            {items.map((item) => (
              <ItemRow
                key={item.key}
                image={item.image}
                size={item.size}
                isImageDeleted={item.isImageDeleted}
                isSizeDeleted={item.isSizeDeleted}
                quantity={item.quantity}
                sizes={sizes}
                trim={template?.trim ?? true}
                isPicked={hoveredId === item.key}
                isInHand={hand?.pickedItemIds.has(item.key) ?? false}
                onPick={() => hand?.pickItem(item.key)}
                onHover={(isOver) => onHoverItem(isOver ? item.key : null)}
                onSize={(size) => change({ kind: "size", key: item.key, size })}
                onQuantity={(quantity) => change({ kind: "quantity", key: item.key, quantity })}
                onRemove={() => change({ kind: "remove", key: item.key })}
              />
            ))}
          </ul>
        )}
      </section>
      {addPanel.isOpen && (
        <AddPanel key={addPanel.value} imageId={addPanel.value} onAdd={add} onClose={addPanel.close} />
      )}
    </DeskFrame>
  )
}

function copiesByImage(items: readonly DraftItem[]): Map<string, number> {
  const copies = new Map<string, number>()
  for (const { image, quantity } of items) {
    if (image) copies.set(image._id, (copies.get(image._id) ?? 0) + quantity)
  }
  return copies
}
