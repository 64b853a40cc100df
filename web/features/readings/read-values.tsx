import { Check, TriangleAlert } from "lucide-react"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { shownAnswersOf } from "../../../contract/orders/personalisation.ts"
import { classNames } from "../../lib/class-names.ts"
import { AnswerFiles, BuyerAnswers } from "../matching/buyer-answers.tsx"
import { NoPlace, PrintedWithoutText } from "../values/no-place.tsx"
import { FileOffer } from "./file-offer.tsx"
import { ItemAnswers } from "./marked-answers.tsx"
import { fieldsOf, isInDoubt, unplacedOf } from "./reading-rules.ts"

/**
 * Shows the buyer's words with the values marked, and the value of each field. If the artwork has no fields,
 * it shows only the buyer's words.
 */
export function ReadValues({ item, className }: { item: OrderItem; className?: string }) {
  const fields = fieldsOf(item)
  if (fields.length === 0)
    return (
      <span className="block min-w-0">
        <BuyerAnswers item={item} className={className} />
        <FileOffer item={item} />
        <PlaceOfText item={item} />
      </span>
    )
  return (
    <span className={classNames("block min-w-0", className)}>
      <ItemAnswers item={item} className="line-clamp-6 text-xs text-ink-2" />
      <AnswerFiles item={item} className="mt-0.5" />
      <FileOffer item={item} />
      <ValuesLine item={item} />
    </span>
  )
}

/** Says that a text has no place on artwork without fields, or that somebody chose that. */
export function PlaceOfText({ item }: { item: OrderItem }) {
  const unplaced = unplacedOf(item)
  if (unplaced !== null) return <NoPlace item={unplaced} />
  const isWanted = item.isConfirmed || item.rule?.printsWithoutText === true
  const hasWords = shownAnswersOf(item).some(({ isFile }) => !isFile)
  if (!isWanted || !hasWords || item.status === "Completed" || fieldsOf(item).length > 0) return null
  return item.match.imageId && <PrintedWithoutText orderItemId={item._id} title={item.title} />
}

/** Shows `Name ZOE · Number 7`, and whether that may be printed. */
function ValuesLine({ item }: { item: OrderItem }) {
  const filled = fieldsOf(item).filter(({ name }) => item.values[name])
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-xs">
      {filled.map(({ name, label }) => (
        <span key={name} className="min-w-0 [overflow-wrap:anywhere]">
          <span className="text-ink-3">{label}</span>{" "}
          <span className="font-[550] text-ink">{item.values[name]}</span>
        </span>
      ))}
      {isInDoubt(item) ? (
        <span title={item.doubts.join(" ")} className="inline-flex items-center gap-1 text-warn-ink">
          <TriangleAlert aria-hidden="true" className="size-3.5 flex-none" /> Check the text
        </span>
      ) : (
        item.isConfirmed && (
          <span className="inline-flex items-center gap-1 text-good-ink">
            <Check aria-hidden="true" className="size-3.5 flex-none" /> Confirmed
          </span>
        )
      )}
    </span>
  )
}

/** Shows why a person has to check, one sentence each. */
export function Doubts({ doubts, className }: { doubts: readonly string[]; className?: string }) {
  if (doubts.length === 0) return null
  return (
    <span className={classNames("flex items-start gap-1.5 text-xs text-warn-ink", className)}>
      <TriangleAlert aria-hidden="true" className="mt-px size-3.5 flex-none" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{doubts.join(" ")}</span>
    </span>
  )
}
