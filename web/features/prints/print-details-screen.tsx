import { useMutation, useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { ListOrdered, Plus, Trash2 } from "lucide-react"
import { type ReactNode, useEffect, useMemo, useState } from "react"
import type { Print } from "../../../contract/print.ts"
import type { Size } from "../../../contract/size.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { ApiFailure, failureWords } from "../../lib/api.ts"
import { formatWhen, lowerFirst, plural, shortId } from "../../lib/format.ts"
import { takeAwaited } from "../../lib/live-progress.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { toastError } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { itemWarnings } from "../sheet-preview/preview-item.ts"
import { useSheetLayout } from "../sheet-preview/use-sheet-layout.ts"
import { allSizesOptions, sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { DeletePrintModal } from "./delete-modals.tsx"
import { FinishedAside } from "./finished-aside.tsx"
import { previewOfPrint } from "./preview-items.ts"
import { missingPart, printActions } from "./print-actions.ts"
import { PrintAside } from "./print-aside.tsx"
import { deletePrintItem, type PrintItemChange, printOptions, updatePrintItem } from "./print-calls.ts"
import { copiesOf } from "./print-draft.ts"
import { PrintItemCard, type PrintItemHandlers, printItemColumns } from "./print-item-cells.tsx"
import { PrintItemModals } from "./print-item-modals.tsx"
import { ProcessButton, ShareButton } from "./print-row-buttons.tsx"
import { PrintState } from "./print-state.tsx"
import { pickTemplate } from "./process-modal.tsx"
import { ProcessSavedModal } from "./process-saved-modal.tsx"
import { SuccessModal } from "./success-modal.tsx"
import { useQuantityEdits } from "./use-quantity-edits.ts"

const noSizes: Size[] = []

/** One print: its items, and its sheet before or after it was written. */
export function PrintDetailsScreen() {
  const { printId } = useParams({ from: "/protected/prints/$printId" })
  const query = useQuery(printOptions(printId))
  usePageMeta({
    title: `Print ${shortId(printId)}`,
    crumbs: [{ label: "Prints", href: "/prints" }, { label: shortId(printId) }],
  })
  if (query.isError && !query.data) {
    const isGone = query.error instanceof ApiFailure && query.error.status === 404
    return isGone ? (
      <EmptyState
        title={query.error.message}
        description="It was deleted, or its address is not complete."
        action={
          <Link to="/prints" className={buttonVariants({ variant: "primary", size: "lg" })}>
            Go to prints
          </Link>
        }
      />
    ) : (
      <EmptyState
        title="This print could not be loaded"
        description={failureWords(query.error)}
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    )
  }
  if (!query.data) return <DetailsSkeleton />
  return <PrintDetails key={printId} print={query.data} />
}

function PrintDetails({ print }: { print: Print }) {
  const printId = print._id
  const navigate = useNavigate()
  const sizes = useQuery(allSizesOptions())
  const templates = useQuery(sheetTemplatesOptions())
  const pickImage = useModalParam("addPrint")
  const pickSize = useModalParam("addSize")
  const warning = useModalParam("printWarningModal")
  const success = useModalParam("printSuccessModal", { with: ["filePath"] })
  const deletion = useModalParam("deletePrint")
  const [hoveredId, setHoveredId] = useState<string | null>(null)

  const update = useMutation({
    mutationFn: ({ itemId, change }: { itemId: string; change: PrintItemChange }) =>
      updatePrintItem(printId, itemId, change),
  })
  const changeItem = (itemId: string, change: PrintItemChange) => update.mutateAsync({ itemId, change })
  const removeItem = useMutation({ mutationFn: (itemId: string) => deletePrintItem(printId, itemId) })
  const edits = useQuantityEdits(print.printItems, (itemId, quantity) => changeItem(itemId, { quantity }))

  const { items } = edits
  const actions = printActions(print.status)
  const preview = useMemo(() => previewOfPrint(items), [items])
  const template = pickTemplate(templates.data?.data, print.sheetTemplateId)
  const isFinished = print.status === "Completed" && print.fileId.length > 0
  const state = useSheetLayout(preview, isFinished ? null : template)
  const warnings = useMemo(() => (template ? itemWarnings(preview, template) : []), [preview, template])
  const copies = copiesOf(items)

  const handlers: PrintItemHandlers = {
    canEdit: actions.canEdit,
    sizes: sizes.data?.data ?? noSizes,
    trim: template?.trim ?? true,
    onImage: (item) => pickImage.open(item._id),
    onSize: (item, size) => update.mutate({ itemId: item._id, change: { sizeId: size._id } }),
    onSizeModal: (item) => pickSize.open(item._id),
    onQuantity: (item, quantity) => edits.setQuantity(item._id, quantity),
    onDelete: (item) => removeItem.mutate(item._id),
  }

  // Started in this tab and done: its sheets are what the seller waits for.
  const { open: openSuccess } = success
  useEffect(() => {
    if (isFinished && takeAwaited(printId))
      openSuccess(printId, { filePath: print.fileId.map((file) => file.path) })
  }, [isFinished, printId, print.fileId, openSuccess])

  function askToProcess() {
    const problem = missingPart(items)
    if (problem !== null) toastError(problem)
    else warning.open(String(copies))
  }

  return (
    <div className="lg:-mt-5 lg:-mr-8 lg:-mb-10 lg:flex">
      <div
        className={
          isFinished ? "min-w-0 flex-1 lg:py-5 lg:pr-8" : "min-w-0 flex-1 pb-28 lg:pt-5 lg:pr-8 lg:pb-10"
        }
      >
        <PageHeader
          title={`Print ${shortId(printId)}`}
          description={`${print.type}, ${plural(copies, "copy", "copies")}, created ${lowerFirst(formatWhen(print.createdAt))}`}
          isInline
          actions={
            <>
              {print.type === "Etsy" && (
                <Link
                  to="/prints/$printId/manifest"
                  params={{ printId }}
                  className={buttonVariants({ variant: "ghost" })}
                >
                  <ListOrdered /> Manifest
                </Link>
              )}
              <ShareButton print={print} />
              {actions.canDelete && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label="Delete print"
                  title="Delete"
                  onClick={() => deletion.open(printId)}
                >
                  <Trash2 />
                </Button>
              )}
            </>
          }
        />
        <PrintState print={print} className="mt-3 flex flex-wrap items-center gap-3" />
        {print.failureMessage !== null && actions.canEdit && (
          <Notice tone="bad" className="mt-4">
            {print.failureMessage}
          </Notice>
        )}
        <div className="mt-6">
          <div className="mb-2 flex items-center gap-2">
            <h2 className="flex-1 text-base font-[620]">
              Items <span className="font-[450] text-ink-3">{items.length}</span>
            </h2>
            <Button
              variant="ghost"
              size="sm"
              icon={<Plus />}
              disabled={!actions.canEdit}
              onClick={() => pickImage.open("new")}
            >
              Add Item
            </Button>
          </div>
          <HoverRows onHover={setHoveredId}>
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
          </HoverRows>
        </div>
      </div>
      {isFinished ? (
        <FinishedAside print={print} />
      ) : (
        <PrintAside
          state={state}
          items={preview}
          template={template}
          copies={copies}
          warnings={warnings}
          hoveredId={hoveredId}
          onHoverItem={setHoveredId}
          place="slim"
          showsBalance={actions.canEdit}
          actions={<AsideAction print={print} isUnsaved={edits.isUnsaved} onProcess={askToProcess} />}
        />
      )}
      <PrintItemModals printId={printId} items={items} sizes={sizes.data?.data} onChange={changeItem} />
      {warning.isOpen && (
        <ProcessSavedModal
          printId={printId}
          copies={copies}
          onClose={warning.close}
          onStarted={warning.close}
        />
      )}
      {success.isOpen && <SuccessModal printId={printId} onClose={success.close} />}
      {deletion.isOpen && (
        <DeletePrintModal
          printId={printId}
          print={print}
          onClose={deletion.close}
          onDeleted={(scope) =>
            scope === "everything" ? void navigate({ to: "/prints" }) : deletion.close()
          }
        />
      )}
    </div>
  )
}

/** Tells which row of the table inside it the mouse is over. */
function HoverRows({ onHover, children }: { onHover: (itemId: string | null) => void; children: ReactNode }) {
  return (
    <div
      onPointerOver={(event) => {
        const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null
        if (event.pointerType === "mouse") onHover(row?.dataset.row ?? null)
      }}
      onPointerLeave={() => onHover(null)}
    >
      {children}
    </div>
  )
}

type AsideActionProps = { print: Print; isUnsaved: boolean; onProcess: () => void }

function AsideAction({ print, isUnsaved, onProcess }: AsideActionProps): ReactNode {
  const { process } = printActions(print.status)
  if (process.kind === "cancel") return <ProcessButton print={print} onProcess={onProcess} />
  const isOffered = process.kind === "process"
  return (
    <Button
      variant="primary"
      size="lg"
      disabled={!isOffered || isUnsaved || print.printItems.length === 0}
      onClick={onProcess}
    >
      {isOffered ? "Process Print" : process.label}
    </Button>
  )
}

function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-2 h-4 w-64" />
      <Skeleton className="mt-8 h-72 rounded-lg" />
    </div>
  )
}
