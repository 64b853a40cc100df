import { useMutation, useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useEffect, useMemo, useState } from "react"
import type { ProcessWish } from "../../../contract/print.ts"
import { texts } from "../../../contract/text.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Tooltip } from "../../components/ui/tooltip.tsx"
import { ApiFailure } from "../../lib/api.ts"
import { useAuth } from "../../lib/auth.tsx"
import { plural } from "../../lib/format.ts"
import { awaitEnd } from "../../lib/live-progress.ts"
import { toastError, toastFailure, toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { itemWarnings, type PreviewItem } from "../sheet-preview/preview-item.ts"
import { useSheetLayout } from "../sheet-preview/use-sheet-layout.ts"
import { sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { missingPart } from "./print-actions.ts"
import { PrintAside } from "./print-aside.tsx"
import { createPrintFromOrders, processPrint } from "./print-calls.ts"
import { copiesOf } from "./print-draft.ts"
import { ProcessModal, pickTemplate } from "./process-modal.tsx"
import { ProcessingOverlay } from "./processing-overlay.tsx"
import { ReviewCard, type ReviewHandlers, reviewColumns } from "./review-columns.tsx"
import { endReview, type ReviewItem, readReview, startReview } from "./review-draft.ts"

/** The server's words for an item that is printed, or in a print. */
const isAboutAgain = (reason: string) => reason.startsWith("Already")

type Wish = { printAgain: boolean; process?: ProcessWish }
/** Why no print was made, and the same call with the seller's word that it is meant. */
type Refusal = { message: string; retry: () => void }

/** The print was made, and starting it failed: that has been said. */
class SavedError extends Error {}

/** Order items on their way into a print: quantities, removal, and the sheet they make. */
export function ReviewScreen() {
  const userId = useAuth().user._id
  const navigate = useNavigate()
  const [items, setItems] = useState(() => readReview(userId))
  const [sheetTemplateId, setSheetTemplateId] = useState<string | null>(null)
  const [hoveredId, setHoveredId] = useState<string | null>(null)
  const templates = useQuery(sheetTemplatesOptions())
  const warning = useModalParam("printWarningModal")
  useEffect(() => {
    if (items.length > 0) startReview(userId, items)
    else endReview(userId)
  }, [userId, items])

  const preview = useMemo(() => items.map(previewOf), [items])
  const template = pickTemplate(templates.data?.data, sheetTemplateId)
  const state = useSheetLayout(preview, template)
  const warnings = useMemo(() => (template ? itemWarnings(preview, template) : []), [preview, template])
  const copies = copiesOf(items)
  const problem = missingPart(items.map((item) => ({ imageId: item.image, sizeId: item.size })))
  const [requestKey] = useState(() => crypto.randomUUID())
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const hasAgain = items.some((item) => item.isAgain)
  const makePrint = (printAgain: boolean) =>
    createPrintFromOrders({
      quantities: new Map(items.map((item) => [item._id as string, item.quantity])),
      printAgain,
      requestKey,
    })

  const saveDraft = useMutation({
    mutationFn: ({ printAgain }: Wish) => makePrint(printAgain),
    meta: { silent: true },
    onError: (error, wish) => explain(error, wish, () => saveDraft.mutate({ ...wish, printAgain: true })),
    onSuccess: () => {
      toastSuccess(texts.printCreated)
      return finish()
    },
  })
  const process = useMutation({
    mutationFn: async ({ printAgain, process: wish = {} }: Wish) => {
      const printId = await makePrint(printAgain)
      try {
        await processPrint(printId, wish)
      } catch (error) {
        // It is saved by now: the rest is done on its own page, where nothing can make it twice.
        endReview(userId)
        await navigate({ to: "/prints/$printId", params: { printId } })
        toastFailure(error)
        throw new SavedError()
      }
      return printId
    },
    meta: { silent: true },
    onError: (error, wish) => explain(error, wish, () => process.mutate({ ...wish, printAgain: true })),
    onSuccess: (printId) => {
      awaitEnd(printId)
      toastSuccess(texts.processingStarted)
      return finish()
    },
  })
  const isWorking = saveDraft.isPending || process.isPending

  /** An item came into another print meanwhile: printing it twice must be meant. Anything else is only said. */
  function explain(error: Error, { printAgain }: Wish, retry: () => void) {
    if (error instanceof SavedError) return
    if (error instanceof ApiFailure && !printAgain && Object.values(error.fields).some(isAboutAgain)) {
      warning.close()
      setRefusal({ message: error.message, retry })
    } else toastFailure(error)
  }

  // Working until the next page is there, so that nothing can be clicked in between.
  function finish() {
    endReview(userId)
    return navigate({ to: "/prints" })
  }

  const handlers = useMemo<ReviewHandlers>(
    () => ({
      onQuantity: (id, quantity) =>
        setItems((before) => before.map((item) => (item._id === id ? { ...item, quantity } : item))),
      onRemove: (id) => setItems((before) => before.filter((item) => item._id !== id)),
    }),
    [],
  )
  const columns = useMemo(() => reviewColumns(handlers), [handlers])
  const actions = (
    <>
      <Tooltip content={texts.draftTooltip}>
        <Button
          size="lg"
          disabled={items.length === 0 || process.isPending}
          isLoading={saveDraft.isPending}
          onClick={() => !isWorking && saveDraft.mutate({ printAgain: hasAgain })}
        >
          Create Print (Draft)
        </Button>
      </Tooltip>
      <Tooltip content={texts.processTooltip}>
        <Button
          variant="primary"
          size="lg"
          disabled={items.length === 0 || isWorking}
          onClick={() => (problem === null ? warning.open(String(copies)) : toastError(problem))}
        >
          Create Print (Process)
        </Button>
      </Tooltip>
    </>
  )

  return (
    <div className="flex 2xl:-mt-5 2xl:-mr-8 2xl:-mb-10">
      <div className="min-w-0 flex-1 pb-28 2xl:pt-5 2xl:pr-8 2xl:pb-10">
        <PageHeader
          title="Review print"
          description={`${plural(items.length, "order item")}, ${plural(copies, "copy", "copies")}`}
          actions={
            items.length === 0 ? (
              <div className="flex flex-wrap gap-2 coarse:[&>*]:flex-1">{actions}</div>
            ) : undefined
          }
        />
        <div className="mt-5">
          <DataTable
            label="Order items to print"
            columns={columns}
            rows={items}
            rowId={(item) => item._id}
            renderCard={(item) => <ReviewCard item={item} handlers={handlers} />}
            hasPictures
            empty={{
              title: "Nothing to review",
              description: "Select orders or order items first, then create a print from them.",
              action: (
                <Link to="/orders" className={buttonVariants({ variant: "primary", size: "lg" })}>
                  Go to orders
                </Link>
              ),
            }}
          />
        </div>
      </div>
      {items.length > 0 && (
        <PrintAside
          state={state}
          items={preview}
          template={template}
          copies={copies}
          warnings={warnings}
          hoveredId={hoveredId}
          onHoverItem={setHoveredId}
          place="late"
          actions={actions}
        />
      )}
      {warning.isOpen && items.length > 0 && !process.isPending && (
        <ProcessModal
          items={preview}
          copies={copies}
          problem={problem}
          sheetTemplateId={sheetTemplateId}
          onTemplateChange={setSheetTemplateId}
          onProceed={(wish) => !isWorking && process.mutate({ process: wish, printAgain: hasAgain })}
          isWorking={process.isPending}
          onClose={warning.close}
        />
      )}
      {refusal && (
        <ConfirmModal
          isOpen
          onClose={() => setRefusal(null)}
          title="Print again?"
          description={refusal.message}
          verb="Print again"
          onConfirm={() => {
            setRefusal(null)
            refusal.retry()
          }}
        />
      )}
      <ProcessingOverlay isOpen={process.isPending} />
    </div>
  )
}

function previewOf(item: ReviewItem): PreviewItem {
  const order = { orderNumber: item.reference, title: item.name }
  return {
    id: item._id,
    image: item.image,
    widthIn: item.size?.value ?? null,
    quantity: item.quantity,
    order,
  }
}
