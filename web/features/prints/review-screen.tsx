import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { Suspense, useMemo, useState } from "react"
import type { Id } from "../../../contract/id.ts"
import { PRINT_OF_ORDERS } from "../../../contract/status.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { useRowWindow } from "../../components/ui/use-row-window.ts"
import { useAuth } from "../../lib/auth.tsx"
import { plural, truncate } from "../../lib/format.ts"
import { useIsWide } from "../../lib/media-query.ts"
import { toastUndo } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { RuleDialog } from "../readings/rule-dialog.tsx"
import { HandRows } from "./hand-rows.tsx"
import { useDraftLayout } from "./layout-keeper.ts"
import { createPrintFromOrders } from "./print-calls.ts"
import { DeskActions, DeskFrame } from "./print-desk.tsx"
import { ReviewCard, type ReviewHandlers, reviewColumns } from "./review-columns.tsx"
import { useReview, withReviewQuantities } from "./review-draft.ts"
import { savedFromOrders } from "./sheet-document.ts"
import { usePrintDesk } from "./use-print-desk.ts"
import { useReviewMatching } from "./use-review-matching.ts"
import { useReviewPreview } from "./use-review-preview.ts"

const MatchModal = lazyRouteComponent(() => import("../matching/match-modal.tsx"), "MatchModal")

/** Shows order items before they are a print: missing parts are chosen here, beside the sheet they make. */
export function ReviewScreen() {
  const userId = useAuth().user._id
  const review = useReview(userId)
  const { items, goneCount, forget, setQuantity, remove } = review
  const [sheetTemplateId, setSheetTemplateId] = useState<Id | null>(null)
  const [labels, setLabels] = useState<boolean | null>(null)
  const [requestKey] = useState(() => crypto.randomUUID())
  const preview = useReviewPreview(items)
  const desk = usePrintDesk({
    rows: { rows: items, restore: review.restore, withQuantities: withReviewQuantities, bringsBack: true },
    items: preview,
    sheetTemplateId,
    onTemplateChange: setSheetTemplateId,
    labels: { value: { type: PRINT_OF_ORDERS, labels }, onChange: setLabels },
    create: async (isAgain) =>
      savedFromOrders(
        await createPrintFromOrders({
          quantities: new Map(items.map((item) => [item._id as string, item.quantity])),
          printAgain: isAgain || items.some((item) => item.isAgain),
          labels,
          requestKey,
        }),
      ),
    forget,
    keeper: useDraftLayout(`sheetsmith.review-layout.${userId}`),
  })
  const { suggestions, onMatch } = useReviewMatching(items)
  const choice = useModalParam("editMatch")
  const { open } = choice
  const chosen = items.find(({ _id }) => _id === choice.value)
  const pictures = useMemo(
    () => new Map(preview.map(({ id, image }) => [id, image?.previewFile?.path ?? null])),
    [preview],
  )
  const handlers = useMemo<ReviewHandlers>(
    () => ({
      pictureOf: ({ _id }) => pictures.get(_id) ?? null,
      suggestions,
      onMatch,
      onImage: (row) => open(row._id),
      setQuantity,
      onRemove: (row) => toastUndo(`${truncate(row.item.title)} removed`, remove(row._id)),
    }),
    [suggestions, pictures, onMatch, open, setQuantity, remove],
  )
  const columns = useMemo(() => reviewColumns(handlers), [handlers])
  const rowIds = useMemo(() => items.map(({ _id }) => _id), [items])
  const rowWindow = useRowWindow(rowIds, useIsWide() ? { rowPx: 75 } : { rowPx: 220, gapPx: 12 })

  return (
    <DeskFrame desk={desk} place="late" hasSheet={items.length > 0}>
      <PageHeader
        title="Review print"
        description={`${plural(items.length, "order item")}, ${plural(desk.sheet.copies, "copy", "copies")}`}
        actions={
          items.length === 0 ? (
            <div className="flex flex-wrap gap-2 coarse:[&>*]:flex-1">
              <DeskActions desk={desk} />
            </div>
          ) : undefined
        }
      />
      {goneCount > 0 && (
        <Notice tone="warn" className="mt-4">
          {goneCount === 1
            ? "1 item is left out because its order was deleted."
            : `${goneCount} items are left out because their orders were deleted.`}
        </Notice>
      )}
      <div className="mt-5">
        <HandRows onHover={desk.sheet.onHoverItem} hand={desk.sheet.hand}>
          <DataTable
            label="Order items to print"
            columns={columns}
            rows={items}
            rowId={(item) => item._id}
            renderCard={(row) => <ReviewCard row={row} handlers={handlers} />}
            hasPictures
            rowWindow={rowWindow}
            marked={desk.sheet.hand?.pickedItemIds}
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
        </HandRows>
      </div>
      <RuleDialog />
      <Suspense>
        {chosen && (
          <MatchModal
            key={chosen._id}
            item={chosen.item}
            suggestion={suggestions.get(chosen._id)}
            onClose={choice.close}
          />
        )}
      </Suspense>
    </DeskFrame>
  )
}
