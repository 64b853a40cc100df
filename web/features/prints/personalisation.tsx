import { lazyRouteComponent } from "@tanstack/react-router"
import { PenLine } from "lucide-react"
import { Suspense, useState } from "react"
import { type Personalised, shownAnswersOf } from "../../../contract/orders/personalisation.ts"
import { Button } from "../../components/ui/button.tsx"
import { Popover } from "../../components/ui/popover.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { truncate } from "../../lib/format.ts"
import { BuyerAnswers } from "../matching/buyer-answers.tsx"

const WordingForm = lazyRouteComponent(() => import("./wording-form.tsx"), "WordingForm")

type PersonalisationProps = {
  orderItem: Personalised & { _id: string; title: string; variation: string }
  /** False if it can only be read. */
  canEdit: boolean
}

/** Shows the buyer's options and text to print; the text is edited on the spot. */
export function Personalisation({ orderItem, canEdit }: PersonalisationProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { variation, wording } = orderItem
  const hasWords = variation !== "" || shownAnswersOf(orderItem).length > 0
  const answers = hasWords && (
    <span className="min-w-0">
      {variation !== "" && (
        <span className="line-clamp-2 text-xs text-ink-2 [overflow-wrap:anywhere]" title={variation}>
          {variation}
        </span>
      )}
      <BuyerAnswers item={orderItem} />
    </span>
  )
  if (!canEdit) return answers
  return (
    <span className="flex max-w-full min-w-0 items-start gap-1">
      {answers}
      <Popover
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        label="Personalisation"
        align="start"
        className="w-80 p-4"
        trigger={
          <Button
            variant="ghost"
            size="icon-sm"
            className="-my-1.5 -ml-2 flex-none coarse:-my-2 coarse:-ml-3.5"
            aria-label={`Personalisation of ${truncate(orderItem.title)}`}
            title={wording === "" ? "Add personalisation" : "Change personalisation"}
          >
            <PenLine className="size-3.5" />
          </Button>
        }
      >
        <Suspense fallback={<Skeleton className="h-40" />}>
          <WordingForm key={wording} orderItem={orderItem} onClose={() => setIsOpen(false)} />
        </Suspense>
      </Popover>
    </span>
  )
}
