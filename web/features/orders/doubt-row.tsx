import { Check } from "lucide-react"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { AnswerFiles } from "../matching/buyer-answers.tsx"
import { CutText, Mockup } from "../matching/order-item-parts.tsx"
import { FileOffer } from "../readings/file-offer.tsx"
import { ItemAnswers } from "../readings/marked-answers.tsx"
import { Doubts } from "../readings/read-values.tsx"
import { fieldsOf, ownDoubts } from "../readings/reading-rules.ts"
import { useValuesForm } from "../readings/use-values-form.ts"
import { PiecePicture } from "../sheet-preview/piece-picture.tsx"
import { RudeNote } from "../values/rude-note.tsx"
import { ValueFields } from "../values/value-fields.tsx"

/**
 * Shows one uncertain text of a buyer: how it was read, why it is uncertain, and the fields to correct it in.
 */
export function DoubtRow({ item }: { item: OrderItem }) {
  const form = useValuesForm(item)
  const rule = useModalParam("editRule")
  const fields = fieldsOf(item)
  const image = item.match.imageId
  return (
    <li data-inbox-row={item._id} className="px-4 py-2.5 text-sm">
      <form
        onSubmit={form.confirm}
        aria-label={`Text of order ${item.orderNumber}, ${item.title}`}
        className="flex flex-wrap items-start gap-x-3 gap-y-2"
      >
        <Mockup url={item.mockupUrl} className="size-11" />
        {image && <PiecePicture image={image} values={form.values} className="size-16 rounded-xs p-1" />}
        <div className="min-w-0 flex-1 basis-48">
          <CutText text={item.title} className="block truncate font-[550]" />
          <div className="text-xs text-ink-3 [overflow-wrap:anywhere]">
            {[item.sku || "No SKU", `order ${item.orderNumber}`, item.quantity > 1 && `× ${item.quantity}`]
              .filter(Boolean)
              .join(", ")}
          </div>
          <ItemAnswers item={item} className="mt-1 line-clamp-6" />
          <AnswerFiles item={item} className="mt-0.5" />
          <FileOffer item={item} />
          <Doubts doubts={ownDoubts(item)} className="mt-1" />
        </div>
        <div className="w-full min-w-0 md:w-80">
          <ValueFields
            fields={fields}
            values={form.values}
            onChange={form.setValues}
            problems={form.problems}
            className="grid grid-cols-2 gap-x-2 gap-y-2 [&>:only-child]:col-span-2"
          />
          <RudeNote values={form.values} className="mt-1.5" />
          <div className="mt-2 flex justify-end gap-2 coarse:[&>*]:flex-1">
            <Button variant="ghost" onClick={() => rule.open(item.ruleKey)}>
              How it is read
            </Button>
            <Button data-next icon={<Check />} type="submit" isLoading={form.isWorking}>
              Confirm
            </Button>
          </div>
        </div>
      </form>
    </li>
  )
}
