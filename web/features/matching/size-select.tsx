import { useQuery } from "@tanstack/react-query"
import { Link, useLocation, useNavigate } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { sizeLabel } from "../../../contract/artwork/size.ts"
import type { MatchChoice, SuggestedSize } from "../../../contract/artwork/suggestion.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { Select } from "../../components/ui/select.tsx"
import { classNames } from "../../lib/class-names.ts"
import { allSizesOptions } from "../sizes/size-calls.ts"
import { sizeChoice, suggestedSizeWords } from "./suggested-choice.ts"

type SizeSelectProps = {
  item: Pick<OrderItem, "title" | "match">
  /** The suggested size, shown first in the list. */
  suggested?: SuggestedSize | null
  onChoose: (choice: Pick<MatchChoice, "sizeId" | "newSize">) => void
  isDisabled?: boolean
  className?: string
}

/** A value that is no size's id. */
const SUGGESTED = "suggested"
const ANOTHER = "another"

/**
 * Offers the seller's sizes for an order item, and the one that its variation describes. Without either, it
 * links to the form for the first size, which leads back.
 */
export function SizeSelect({ item, suggested, onChoose, isDisabled, className }: SizeSelectProps) {
  const sizes = useQuery(allSizesOptions()).data?.data
  const here = useLocation({ select: (location) => location.href })
  const navigate = useNavigate()
  const addSize = { to: "/sizes", search: { addSize: "true", callback: here } } as const
  if (sizes?.length === 0 && !suggested) {
    return (
      <Link {...addSize} className={buttonVariants({ className })}>
        <Plus /> Add a size
      </Link>
    )
  }
  const own = (sizes ?? [])
    .filter(({ _id }) => suggested?.kind !== "existing" || suggested.size._id !== _id)
    .map((size) => ({ value: size._id as string, label: sizeLabel(size) }))
  const verb = suggested?.kind === "new" ? "Create" : "Use"
  const first = suggested ? [{ value: SUGGESTED, label: `${verb} ${sizeLabel(suggested.size)}` }] : []
  return (
    <Select
      label={`Size of ${item.title}`}
      value={item.match.sizeId?._id ?? ""}
      placeholder={suggested ? suggestedSizeWords(suggested) : "Choose size"}
      isDisabled={isDisabled || sizes === undefined}
      onValueChange={(id) => {
        if (id === ANOTHER) void navigate(addSize)
        else onChoose(id === SUGGESTED && suggested ? sizeChoice(suggested) : { sizeId: id })
      }}
      options={[...first, ...own, { value: ANOTHER, label: "Add another size" }]}
      className={classNames(suggested && "border-dashed", className)}
    />
  )
}
