import { useMutation, useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { useMemo, useRef, useState } from "react"
import type { Image } from "../../../contract/image.ts"
import type { ProcessWish } from "../../../contract/print.ts"
import type { Size } from "../../../contract/size.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Tooltip } from "../../components/ui/tooltip.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { awaitEnd } from "../../lib/live-progress.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { toastError, toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { ImagePicker } from "../images/image-picker.tsx"
import { itemWarnings } from "../sheet-preview/preview-item.ts"
import { useSheetLayout } from "../sheet-preview/use-sheet-layout.ts"
import { allSizesOptions, sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { AddPanel } from "./add-panel.tsx"
import { sizeOfWidth, snapshotOf } from "./draft-snapshots.ts"
import { ItemRow } from "./item-row.tsx"
import { previewOfDraft } from "./preview-items.ts"
import { PrintAside } from "./print-aside.tsx"
import { createPrint, processPrint } from "./print-calls.ts"
import { copiesOf, type DraftItem, draftProblem, printItemsOf, processProblem } from "./print-draft.ts"
import { ProcessModal, pickTemplate } from "./process-modal.tsx"
import { ProcessingOverlay } from "./processing-overlay.tsx"
import { toastAdded } from "./toast-added.ts"
import { useDraft } from "./use-draft.ts"
import { useDraftNews, useImagesFromAddress } from "./use-draft-news.ts"

const noSizes: Size[] = []

/** The manual print builder: pick images, give each a size and a quantity, see the sheet. */
export function BuilderScreen() {
  usePageMeta({ title: "New print", crumbs: [{ label: "Prints", href: "/prints" }, { label: "New print" }] })
  const navigate = useNavigate()
  const setParams = useSetSearchParams()
  const draftState = useDraft(useAuth().user._id)
  const { draft, change, pickTemplate: keepTemplate, forget } = draftState
  const sizes = useQuery(allSizesOptions())
  const templates = useQuery(sheetTemplatesOptions())
  const isPicking = useSearchParam("addPrint") !== ""
  const addPanel = useModalParam("editImagePrint")
  const warning = useModalParam("printWarningModal")
  const picker = useRef<HTMLDivElement>(null)
  const [hoveredId, setHoveredId] = useState<string | null>(null)
  useDraftNews(draftState, sizes.data?.data)
  useImagesFromAddress(draftState)

  const { items } = draft
  const copies = copiesOf(items)
  const preview = useMemo(() => previewOfDraft(items), [items])
  const template = pickTemplate(templates.data?.data, draft.sheetTemplateId)
  const state = useSheetLayout(preview, template)
  const warnings = useMemo(() => (template ? itemWarnings(preview, template) : []), [preview, template])

  const saveDraft = useMutation({
    mutationFn: () => createPrint(printItemsOf(items), draft.requestKey),
    onSuccess: () => {
      toastSuccess(texts.printCreated)
      forget()
      // Working until the next page is there, so that nothing can be clicked in between.
      return navigate({ to: "/prints" })
    },
  })
  const process = useMutation({
    mutationFn: async (wish: ProcessWish) => {
      const printId = await createPrint(printItemsOf(items), draft.requestKey)
      try {
        await processPrint(printId, wish)
      } catch (error) {
        // It is saved by now: what is left to do is done on its own page, where nothing can make it twice.
        forget()
        await navigate({ to: "/prints/$printId", params: { printId } })
        throw error
      }
      return printId
    },
    onSuccess: (printId) => {
      awaitEnd(printId)
      toastSuccess(texts.processingStarted)
      forget()
      return navigate({ to: "/prints" })
    },
  })
  const setWidth = useMutation({
    mutationFn: (target: { key: string; widthIn: number }) =>
      sizeOfWidth(target.widthIn, sizes.data?.data ?? []),
    onSuccess: (size, { key }) => change({ kind: "size", key, size }),
  })
  const isWorking = saveDraft.isPending || process.isPending

  function add(image: Image, size: Size | null, quantity: number) {
    change({ kind: "add", key: crypto.randomUUID(), image: snapshotOf(image), size, quantity })
    toastAdded()
    addPanel.close()
  }

  function saveAsDraft() {
    const problem = draftProblem(items)
    if (problem !== null) toastError(problem)
    else if (!isWorking) saveDraft.mutate()
  }

  function askToProcess() {
    const problem = processProblem(items)
    if (problem !== null) toastError(problem)
    else warning.open(String(copies))
  }

  function showPicker() {
    setParams({ addPrint: "true" })
    requestAnimationFrame(() => {
      picker.current?.scrollIntoView({ block: "nearest" })
      picker.current?.querySelector("input")?.focus()
    })
  }

  const actions = (
    <>
      <Tooltip content={texts.draftTooltip}>
        <Button size="lg" disabled={items.length === 0} isLoading={saveDraft.isPending} onClick={saveAsDraft}>
          Create Print (Draft)
        </Button>
      </Tooltip>
      <Tooltip content={texts.processTooltip}>
        <Button variant="primary" size="lg" disabled={items.length === 0 || isWorking} onClick={askToProcess}>
          Create Print (Process)
        </Button>
      </Tooltip>
    </>
  )

  return (
    <div className="flex lg:-mt-5 lg:-mr-8 lg:-mb-10">
      <div className="min-w-0 flex-1 pb-28 lg:pt-5 lg:pr-8 lg:pb-10">
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
                  sizes={sizes.data?.data ?? noSizes}
                  trim={template?.trim ?? true}
                  isPicked={hoveredId === item.key}
                  onHover={(isOver) => setHoveredId(isOver ? item.key : null)}
                  onSize={(size) => change({ kind: "size", key: item.key, size })}
                  onQuantity={(quantity) => change({ kind: "quantity", key: item.key, quantity })}
                  onRemove={() => change({ kind: "remove", key: item.key })}
                />
              ))}
            </ul>
          )}
        </section>
      </div>
      <PrintAside
        state={state}
        items={preview}
        template={template}
        copies={copies}
        warnings={warnings}
        onSetWidth={(key, widthIn) => !setWidth.isPending && setWidth.mutate({ key, widthIn })}
        hoveredId={hoveredId}
        onHoverItem={setHoveredId}
        actions={actions}
      />
      {addPanel.isOpen && (
        <AddPanel key={addPanel.value} imageId={addPanel.value} onAdd={add} onClose={addPanel.close} />
      )}
      {warning.isOpen && items.length > 0 && !process.isPending && (
        <ProcessModal
          items={preview}
          copies={copies}
          problem={processProblem(items)}
          sheetTemplateId={draft.sheetTemplateId}
          onTemplateChange={keepTemplate}
          onProceed={(wish) => !isWorking && process.mutate(wish)}
          isWorking={process.isPending}
          onClose={warning.close}
        />
      )}
      <ProcessingOverlay isOpen={process.isPending} />
    </div>
  )
}

function copiesByImage(items: readonly DraftItem[]): Map<string, number> {
  const copies = new Map<string, number>()
  for (const { image, quantity } of items) {
    if (image) copies.set(image._id, (copies.get(image._id) ?? 0) + quantity)
  }
  return copies
}
