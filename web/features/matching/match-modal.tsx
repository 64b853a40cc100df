import { useMutation } from "@tanstack/react-query"
import { useMemo } from "react"
import type { MatchChoice, Suggestion } from "../../../contract/artwork/suggestion.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { truncate } from "../../lib/format.ts"
import { toastSuccess, toastUndo } from "../../lib/toast.tsx"
import { ImagePicker } from "../images/image-picker.tsx"
import { BuyerAnswers } from "./buyer-answers.tsx"
import { acceptMatches } from "./match-calls.ts"
import { CUT, Mockup } from "./order-item-parts.tsx"
import { SizeSelect } from "./size-select.tsx"
import { certaintyWords, sizeChoice } from "./suggested-choice.ts"

type MatchModalProps = {
  item: OrderItem
  suggestion: Suggestion | undefined
  onClose: () => void
  /** Called with the item as it is matched now; an image was picked, so the modal closes after this. */
  onMatched?: (item: OrderItem) => void
}

/**
 * Chooses artwork and size of an order item, for this order and all later ones of its kind. Picking an image
 * closes it, and applies the suggested size if none is chosen.
 */
export function MatchModal({ item, suggestion, onClose, onMatched }: MatchModalProps) {
  const choose = useMutation({
    mutationFn: (choice: Omit<MatchChoice, "orderItemId">) =>
      acceptMatches([{ ...choice, orderItemId: item._id }]),
    onSuccess: ({ items, undo }, choice) => {
      const words = item.sku === "" ? "Your choice is remembered" : `Remembered for ${item.sku}`
      const isFirst =
        (choice.imageId === undefined || item.match.imageId === null) &&
        (choice.imageId !== undefined || item.match.sizeId === null)
      if (isFirst) toastUndo(words, undo)
      else toastSuccess(words)
      const [matched] = items
      if (matched) onMatched?.(matched)
      if (choice.imageId !== undefined || isComplete(matched)) onClose()
    },
  })
  const suggestedSize = item.match.sizeId === null ? suggestion?.size : null
  const images = useMemo(
    () =>
      suggestion?.images.map(({ image, certainty }) => ({ ...image, hint: certaintyWords(certainty) })) ?? [],
    [suggestion],
  )
  const facts = [item.sku || "No SKU", item.size, item.variation].filter(Boolean)
  return (
    <Modal
      onClose={onClose}
      size="lg"
      title="Choose artwork and size"
      description={
        item.sku === ""
          ? "Later orders of this listing and variation use the same choice."
          : `Later orders with the SKU ${item.sku} use the same choice.`
      }
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex items-center gap-3">
        <Mockup url={item.mockupUrl} className="size-14" />
        <div className="min-w-0 flex-1 text-sm">
          <div className="font-[550]" title={item.title}>
            {truncate(item.title, CUT)}
          </div>
          <div className="text-xs text-ink-3 [overflow-wrap:anywhere]">{facts.join(", ")}</div>
          <BuyerAnswers item={item} />
        </div>
      </div>
      <Field label="Size" className="mt-4">
        <SizeSelect
          item={item}
          suggested={suggestedSize}
          onChoose={(choice) => choose.mutate(choice)}
          isDisabled={choose.isPending}
          className="w-full md:w-64"
        />
      </Field>
      <div className="mt-5 pb-1">
        <ImagePicker
          pickedId={item.match.imageId?._id}
          suggested={images}
          onPick={(image) => {
            const size = suggestedSize ? sizeChoice(suggestedSize) : {}
            if (!choose.isPending) choose.mutate({ imageId: image._id, ...size })
          }}
        />
      </div>
    </Modal>
  )
}

function isComplete(item: OrderItem | undefined): boolean {
  return item !== undefined && item.match.imageId !== null && item.match.sizeId !== null
}
