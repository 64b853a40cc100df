import { Link, useLocation } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import type { OrderItem } from "../../../contract/order.ts"
import { type Size, sizeLabel } from "../../../contract/size.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { Select } from "../../components/ui/select.tsx"

export type SizeChoiceProps = {
  item: OrderItem
  sizes: readonly Size[] | undefined
  onSize: (sizeId: string) => void
  isDisabled?: boolean
  className?: string
}

/** One of the seller's sizes for an order item; without any, the way to the first one and back. */
export function SizeChoice({ item, sizes, onSize, isDisabled, className }: SizeChoiceProps) {
  const here = useLocation({ select: (location) => location.href })
  if (sizes?.length === 0) {
    return (
      <Link
        to="/sizes"
        search={{ addSize: "true", callback: here }}
        className={buttonVariants({ className })}
      >
        <Plus /> Add a size
      </Link>
    )
  }
  return (
    <Select
      label={`Size of ${item.title}`}
      value={item.match.sizeId?._id ?? ""}
      placeholder="Choose size"
      isDisabled={isDisabled || sizes === undefined}
      onValueChange={onSize}
      options={(sizes ?? []).map((size) => ({ value: size._id, label: sizeLabel(size) }))}
      className={className}
    />
  )
}
