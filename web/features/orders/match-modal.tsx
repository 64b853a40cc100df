import { useMutation } from "@tanstack/react-query"
import type { OrderItem } from "../../../contract/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { truncate } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { Mockup } from "./mockup.tsx"
import { chooseMatch, type MatchChoice } from "./order-calls.ts"
import type { OrderParts } from "./order-parts.ts"
import { CUT } from "./order-rules.ts"
import { SizeChoice } from "./size-choice.tsx"

export type MatchModalProps = { item: OrderItem; parts: OrderParts; onClose: () => void }

/** What an order item is printed with, for this order and all later ones of its kind. */
export function MatchModal({ item, parts, onClose }: MatchModalProps) {
  const choose = useMutation({
    mutationFn: (choice: MatchChoice) => chooseMatch(item._id, choice),
    onSuccess: (_nothing, choice) => {
      toastSuccess(item.sku === "" ? "Your choice is remembered" : `Remembered for ${item.sku}`)
      const isComplete =
        (choice.imageId ?? item.match.imageId) !== null && (choice.sizeId ?? item.match.sizeId) !== null
      if (isComplete) onClose()
    },
  })
  const facts = [item.sku || "No SKU", item.size, item.variation, item.personalisation].filter(Boolean)
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="lg"
      title="Choose artwork and size"
      description={
        item.sku === ""
          ? "Every later order of this listing and variation follows."
          : `Every later order with the SKU ${item.sku} follows.`
      }
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex items-center gap-3">
        <Mockup url={item.mockupUrl} className="size-14" />
        <div className="min-w-0 flex-1 text-sm">
          <div className="font-[550]" title={item.title}>
            {truncate(item.title, CUT)}
          </div>
          <div className="text-xs text-ink-3">{facts.join(", ")}</div>
        </div>
      </div>
      <Field label="Size" className="mt-4">
        <SizeChoice
          item={item}
          sizes={parts.sizes}
          onSize={(sizeId) => choose.mutate({ sizeId })}
          isDisabled={choose.isPending}
          className="w-full md:w-64"
        />
      </Field>
      <div className="mt-5 pb-1">
        {parts.renderImagePicker({
          pickedId: item.match.imageId?._id,
          onPick: (imageId) => {
            if (!choose.isPending) choose.mutate({ imageId })
          },
        })}
      </div>
    </Modal>
  )
}
