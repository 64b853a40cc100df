import { useMutation } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import type { Size, SizeInput } from "../../../contract/artwork/size.ts"
import { pageUnit } from "../../../contract/length.ts"
import { Button } from "../../components/ui/button.tsx"
import { classNames } from "../../lib/class-names.ts"
import { plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { LengthUnitPicker } from "./length-unit.tsx"
import { makeSizes } from "./size-calls.ts"
import { offeredSizes, usualInput, usualLabel } from "./usual-sizes.ts"

type UsualSizesProps = { own: readonly Size[]; className?: string }

/** Offers the widths that most sellers print: one by one, or all. Nothing for a seller with sizes enough. */
export function UsualSizes({ own, className }: UsualSizesProps) {
  const unit = pageUnit()
  const make = useMutation({
    mutationFn: (inputs: SizeInput[]) => makeSizes(inputs),
    onSuccess: (_, inputs) => toastSuccess(`${plural(inputs.length, "size")} added`),
  })
  const offered = offeredSizes(own)
  if (offered.length === 0) return null
  return (
    <section aria-label="Usual widths" className={classNames("flex flex-col gap-2.5", className)}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-2 text-sm font-[550]">Usual widths</h2>
        <LengthUnitPicker />
      </div>
      <div className="flex max-w-xl flex-wrap gap-2">
        {offered.map((size) => (
          <Button
            key={size.name}
            size="sm"
            icon={<Plus />}
            disabled={make.isPending}
            onClick={() => make.mutate([usualInput(size, unit)])}
          >
            {usualLabel(size, unit)}
          </Button>
        ))}
        {offered.length > 1 && (
          <Button
            variant="ghost"
            size="sm"
            isLoading={make.isPending}
            onClick={() => make.mutate(offered.map((size) => usualInput(size, unit)))}
          >
            Add all {offered.length}
          </Button>
        )}
      </div>
    </section>
  )
}
