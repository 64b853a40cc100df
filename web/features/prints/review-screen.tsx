import { Link } from "@tanstack/react-router"
import { useMemo, useState } from "react"
import type { Id } from "../../../contract/id.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { plural } from "../../lib/format.ts"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"
import { HandRows } from "./hand-rows.tsx"
import { useDraftLayout } from "./layout-keeper.ts"
import { createPrintFromOrders } from "./print-calls.ts"
import { DeskActions, DeskFrame, usePrintDesk } from "./print-desk.tsx"
import { ReviewCard, reviewColumns } from "./review-columns.tsx"
import { type ReviewItem, useReview, withReviewQuantities } from "./review-draft.ts"
import { savedFromOrders } from "./sheet-document.ts"

/** Order items on their way into a print: quantities, removal, and the sheet they make. */
export function ReviewScreen() {
  const userId = useAuth().user._id
  const review = useReview(userId)
  const { items, forget, setQuantity, remove } = review
  const [sheetTemplateId, setSheetTemplateId] = useState<Id | null>(null)
  const [labels, setLabels] = useState<boolean | null>(null)
  const [requestKey] = useState(() => crypto.randomUUID())
  const desk = usePrintDesk({
    rows: { rows: items, restore: review.restore, withQuantities: withReviewQuantities, bringsBack: true },
    items: useMemo(() => items.map(previewOf), [items]),
    sheetTemplateId,
    onTemplateChange: setSheetTemplateId,
    labels: { value: { type: "Etsy", labels }, onChange: setLabels },
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
  const columns = useMemo(() => reviewColumns({ setQuantity, remove }), [setQuantity, remove])

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
      <div className="mt-5">
        <HandRows onHover={desk.sheet.onHoverItem} hand={desk.sheet.hand}>
          <DataTable
            label="Order items to print"
            columns={columns}
            rows={items}
            rowId={(item) => item._id}
            renderCard={(item) => <ReviewCard item={item} handlers={review} />}
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
        </HandRows>
      </div>
    </DeskFrame>
  )
}

function previewOf(item: ReviewItem): PreviewItem {
  const order = { orderNumber: item.orderId, title: item.name, shipBy: item.shipBy, isCancelled: false }
  return {
    id: item._id,
    image: item.image,
    widthIn: item.size?.value ?? null,
    quantity: item.quantity,
    order,
  }
}
