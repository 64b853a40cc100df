import { useQuery } from "@tanstack/react-query"
import type { Size } from "../../../contract/artwork/size.ts"
import type { MatchChoice, SuggestedSize } from "../../../contract/artwork/suggestion.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { classNames } from "../../lib/class-names.ts"
import { formatSize } from "../../lib/length.ts"
import { allSizesOptions } from "../sizes/size-calls.ts"
import { SizePicker } from "../sizes/size-picker.tsx"
import { sizeChoice, suggestedSizeWords } from "./suggested-choice.ts"

type SizeSelectProps = {
  item: Pick<OrderItem, "title" | "match">
  /** The suggested size, shown first in the list. */
  suggested?: SuggestedSize | null
  onChoose: (choice: Pick<MatchChoice, "sizeId" | "newSize">) => void
  isDisabled?: boolean
  className?: string
}

const noSizes: readonly Size[] = []

/** Offers the seller's sizes for an order item, and first the one that its variation describes. */
export function SizeSelect({ item, suggested, onChoose, isDisabled, className }: SizeSelectProps) {
  const sizes = useQuery(allSizesOptions()).data?.data
  const verb = suggested?.kind === "new" ? "Create" : "Use"
  return (
    <SizePicker
      label={`Size of ${item.title}`}
      chosen={item.match.sizeId}
      placeholder={suggested ? suggestedSizeWords(suggested) : "Choose size"}
      sizes={sizes ?? noSizes}
      first={
        suggested
          ? {
              words: `${verb} ${formatSize(suggested.size)}`,
              onPick: () => onChoose(sizeChoice(suggested)),
            }
          : null
      }
      onPick={({ _id }) => onChoose({ sizeId: _id })}
      isDisabled={isDisabled || sizes === undefined}
      className={classNames(suggested && "border-dashed", className)}
    />
  )
}
