import { useQuery } from "@tanstack/react-query"
import { Link, useLocation } from "@tanstack/react-router"
import { ImageOff, Plus } from "lucide-react"
import type { OrderItem } from "../../../contract/order.ts"
import { sizeLabel } from "../../../contract/size.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { Select } from "../../components/ui/select.tsx"
import { classNames } from "../../lib/class-names.ts"
import { truncate } from "../../lib/format.ts"
import { allSizesOptions } from "../sizes/size-calls.ts"
import { CUT } from "./order-rules.ts"

/** Cut to fit a row; all of it on hover. */
export function CutText({ text, className }: { text: string; className?: string }) {
  return (
    <span className={className} title={text}>
      {truncate(text, CUT)}
    </span>
  )
}

/** The listing's photo, as the buyer saw it: to look at, never to print. */
export function Mockup({ url, className }: { url: string | null; className?: string }) {
  return (
    <span
      className={classNames(
        "grid flex-none place-items-center overflow-hidden rounded-xs bg-sunken text-ink-3",
        className,
      )}
    >
      {url === null ? (
        <ImageOff aria-hidden="true" className="size-1/3 max-h-6" />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
        />
      )}
    </span>
  )
}

type OrderSizeSelectProps = {
  item: OrderItem
  onSize: (sizeId: string) => void
  isDisabled?: boolean
  className?: string
}

/** One of the seller's sizes for an order item; without any, the way to the first one and back. */
export function OrderSizeSelect({ item, onSize, isDisabled, className }: OrderSizeSelectProps) {
  const sizes = useQuery(allSizesOptions()).data?.data
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
