import { useMutation, useQuery } from "@tanstack/react-query"
import { lazyRouteComponent, useLocation } from "@tanstack/react-router"
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Size } from "../../../contract/artwork/size.ts"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { ImagePicker } from "../images/image-picker.tsx"
import type { PickerImage } from "../images/picker-tile.tsx"
import { allSizesOptions, sizeOfWidth } from "../sizes/size-calls.ts"
import { BuilderRows } from "./builder-rows.tsx"
import { useDraftLayout } from "./layout-keeper.ts"
import { createPrint } from "./print-calls.ts"
import { DeskFrame } from "./print-desk.tsx"
import {
  type DraftItem,
  draftProblem,
  previewOfDraft,
  printItemsOf,
  processProblem,
  withQuantities,
} from "./print-draft.ts"
import { savedFromRows } from "./sheet-document.ts"
import { UnfinishedNotice } from "./unfinished-notice.tsx"
import { useDraft } from "./use-draft.ts"
import { useDraftPieces } from "./use-draft-pieces.ts"
import { useDraftRows } from "./use-draft-rows.ts"
import { usePrintDesk } from "./use-print-desk.ts"
import { useTickedRows } from "./use-ticked-rows.ts"

const AddPanel = lazyRouteComponent(() => import("./add-panel.tsx"), "AddPanel")
const RosterModal = lazyRouteComponent(() => import("./roster-modal.tsx"), "RosterModal")

/** Shows the manual print builder: pick images, give each a size and a quantity, see the sheet. */
export function BuilderScreen() {
  usePageMeta({ title: "New print", crumbs: [{ label: "Prints", href: "/prints" }, { label: "New print" }] })
  const setParams = useSetSearchParams()
  const userId = useAuth().user._id
  const sizes = useQuery(allSizesOptions()).data?.data
  const { draft, store } = useDraft(userId, sizes)
  const { items } = draft
  const pieceOf = useDraftPieces(items)
  const ticked = useTickedRows(items)
  // Several rows without a size are ticked, so that they get it together.
  const rows = useDraftRows(store, sizes, (keys) => ticked.set(keys.length > 1 ? keys : []))
  const isPicking = useIsPicking(items.length === 0)
  const addPanel = useModalParam("editImagePrint")
  const roster = useModalParam("roster")
  const picker = useRef<HTMLDivElement>(null)
  const desk = usePrintDesk({
    rows: { rows: items, restore: store.restore, withQuantities, bringsBack: true },
    items: useMemo(() => previewOfDraft(items, pieceOf), [items, pieceOf]),
    sheetTemplateId: draft.sheetTemplateId,
    onTemplateChange: (sheetTemplateId) => store.pick({ sheetTemplateId }),
    packing: { value: draft.packing, onChange: (packing) => store.pick({ packing }) },
    draftProblem: draftProblem(items),
    processProblem: processProblem(items),
    create: async () => savedFromRows(await createPrint(printItemsOf(items), draft.requestKey), items),
    forget: () => store.forget(items),
    keeper: useDraftLayout(`sheetsmith.draft-layout.${userId}`),
  })
  const setWidth = useMutation({
    mutationFn: (target: { key: string; widthIn: number }) => sizeOfWidth(target.widthIn),
    onSuccess: (size, { key }) => store.change({ kind: "set", values: new Map([[key, { size }]]) }),
  })
  const { open: openPanel } = addPanel
  const openImage = useCallback((image: PickerImage) => openPanel(image._id), [openPanel])

  function add(image: Image, size: Size, quantity: number, values: ArtworkValues) {
    rows.add(image, size, quantity, values)
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
      {rows.unfinished && <UnfinishedNotice {...rows.unfinished} />}
      {isPicking && (
        <div ref={picker} className="mt-5 scroll-mt-16">
          <ImagePicker
            onPick={openImage}
            onPickSeveral={rows.addSeveral}
            copies={copiesByImage(items)}
            pickedId={addPanel.value}
          />
        </div>
      )}
      <BuilderRows
        items={items}
        rows={rows}
        ticked={ticked}
        sheet={desk.sheet}
        sizes={sizes}
        onSet={(values) => store.change({ kind: "set", values })}
        emptyWords={isPicking ? "Pick an image above to begin." : "Add Item shows the images to pick from."}
        onAddItem={showPicker}
        onRoster={() => roster.open("choose")}
      />
      {addPanel.isOpen && !roster.isOpen && (
        <Suspense>
          <AddPanel
            key={addPanel.value}
            imageId={addPanel.value}
            onAdd={add}
            onRoster={(imageId) => roster.open(imageId, { editImagePrint: null })}
            onClose={addPanel.close}
          />
        </Suspense>
      )}
      {roster.isOpen && (
        <Suspense>
          <RosterModal
            choice={roster.value}
            onChoose={(imageId) => setParams({ roster: imageId })}
            printId={null}
            items={items}
            onAdd={async (image, added) =>
              rows.addRoster(added.map((row) => ({ key: crypto.randomUUID(), image, ...row })))
            }
            onClose={roster.close}
          />
        </Suspense>
      )}
    </DeskFrame>
  )
}

/**
 * Returns whether the images to pick from are shown. `addPrint` in the address says so; a print with nothing in
 * it, and nothing on the way into it, puts it there.
 */
function useIsPicking(isEmpty: boolean): boolean {
  const setParams = useSetSearchParams()
  const isAsked = useSearchParam("addPrint") !== ""
  const isAdding = useSearchParam("addImages") !== ""
  // While another page loads, the address is already that page's.
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [ownPath] = useState(path)
  const begins = isEmpty && !isAsked && !isAdding && path === ownPath
  useEffect(() => {
    if (begins) setParams({ addPrint: "true" })
  }, [begins, setParams])
  return isAsked
}

/** Counts the copies of each image that are in the print. */
function copiesByImage(items: readonly DraftItem[]): Map<string, number> {
  const copies = new Map<string, number>()
  for (const { image, quantity } of items) {
    if (image) copies.set(image._id, (copies.get(image._id) ?? 0) + quantity)
  }
  return copies
}
