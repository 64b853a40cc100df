import { useMutation } from "@tanstack/react-query"
import { CheckCheck } from "lucide-react"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { plural } from "../../lib/format.ts"
import { toastUndo } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { CutText, Mockup } from "../matching/order-item-parts.tsx"
import { ItemAnswers } from "../readings/marked-answers.tsx"
import { confirmRule } from "../readings/reading-calls.ts"
import { fieldsOf } from "../readings/reading-rules.ts"
import { PiecePicture } from "../sheet-preview/piece-picture.tsx"
import { RudeNote } from "../values/rude-note.tsx"
import { valuesWords } from "../values/values-words.ts"

/** The number of texts that are shown. */
const SHORT = 3

/**
 * Shows texts read with certainty by a rule that nobody has checked yet. Once they are confirmed, these and
 * all later ones are printed as they are read.
 */
export function FirstUseRow({ rowId, items }: { rowId: string; items: readonly OrderItem[] }) {
  const [item] = items
  const rule = useModalParam("editRule")
  const confirm = useMutation({
    mutationFn: async () => ({ count: items.length, undo: await confirmRule(item) }),
    onSuccess: ({ count, undo }) => toastUndo(`${plural(count, "text")} confirmed`, undo),
  })
  const name = item.sku || item.title
  const more = items.length - SHORT
  return (
    <li data-inbox-row={rowId} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-2.5 text-sm">
      <Mockup url={item.mockupUrl} className="size-11" />
      <div className="min-w-0 flex-1 basis-64">
        <CutText text={item.title} className="block truncate font-[550]" />
        <div className="text-xs text-ink-3 [overflow-wrap:anywhere]">
          {name}: {plural(items.length, "text is", "texts are")} read with certainty, for the first time
        </div>
        <ul aria-label={`Texts of ${name}`} className="mt-1.5 grid gap-2">
          {items.slice(0, SHORT).map((one) => (
            <Sample key={one._id} item={one} />
          ))}
        </ul>
        {more > 0 && <p className="mt-1 text-xs text-ink-3">and {plural(more, "text")} more</p>}
      </div>
      <div className="flex flex-wrap justify-end gap-2 coarse:w-full coarse:[&>*]:flex-1">
        <Button variant="ghost" onClick={() => rule.open(item.ruleKey)}>
          How they are read
        </Button>
        <Button
          data-next
          icon={<CheckCheck />}
          isLoading={confirm.isPending}
          onClick={() => confirm.mutate()}
          aria-label={`Confirm all ${items.length} of ${name}`}
        >
          {items.length === 1 ? "Confirm" : `Confirm all ${items.length}`}
        </Button>
      </div>
    </li>
  )
}

function Sample({ item }: { item: OrderItem }) {
  const fields = fieldsOf(item)
  return (
    <li className="flex items-center gap-2.5">
      {item.match.imageId && (
        <PiecePicture image={item.match.imageId} values={item.values} className="size-11 rounded-xs p-0.5" />
      )}
      <span className="min-w-0 flex-1">
        <ItemAnswers item={item} className="line-clamp-3" />
        <span className="block text-xs text-ink-2 [overflow-wrap:anywhere]">
          {valuesWords(fields, item.values)}
        </span>
        <RudeNote values={item.values} />
      </span>
    </li>
  )
}
