import { useMutation } from "@tanstack/react-query"
import type { Image } from "../../../contract/artwork/image.ts"
import { Hint } from "../../components/hint.tsx"
import { Button } from "../../components/ui/button.tsx"
import { formatCount } from "../../lib/format.ts"
import { listPickerImages, type PickerSearch } from "./image-calls.ts"
import type { SeveralPicked } from "./use-several-picked.ts"

type SeveralBarProps = {
  several: SeveralPicked
  /** The number of matches, on screen or not. */
  total: number
  wanted: PickerSearch
  onPickSeveral: (images: readonly Image[]) => void
}

/** Shows how many images are ticked, offers to tick all, and adds them to the print. */
export function SeveralBar({ several, total, wanted, onPickSeveral }: SeveralBarProps) {
  const all = useMutation({ mutationFn: () => listPickerImages(wanted), onSuccess: several.pickAll })
  const count = several.picked.size
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 rounded-md bg-sunken px-3 py-1.5">
      <span role="status" className="flex-1 text-sm font-[550] whitespace-nowrap tabular-nums">
        {formatCount(count)} picked
      </span>
      {count > 1 && (
        <Hint id="shift-click" className="w-full coarse:hidden">
          Hold Shift and click to select everything in between.
        </Hint>
      )}
      <Button variant="ghost" size="sm" isLoading={all.isPending} onClick={() => all.mutate()}>
        Select all {formatCount(total)}
      </Button>
      <Button
        size="sm"
        disabled={count === 0}
        onClick={() => {
          onPickSeveral([...several.picked.values()])
          several.end()
        }}
      >
        Add {formatCount(count)} to print
      </Button>
    </div>
  )
}
