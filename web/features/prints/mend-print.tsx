import { useMutation } from "@tanstack/react-query"
import { WandSparkles } from "lucide-react"
import { askedMends, withMends } from "../../../contract/artwork/asked-mends.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { Button } from "../../components/ui/button.tsx"
import { mendImages } from "../images/mend-calls.ts"
import { countMends, type MendsById } from "../images/mend-plan.ts"
import { planWords } from "../images/mend-words.ts"
import type { InkedItem } from "./use-print-ink.ts"

/** Says what could be mended on a print's images, and mends it. */
export function MendPrint({ inked }: { inked: readonly InkedItem[] }) {
  const asked = mendsOfPrint(inked)
  const mend = useMutation({ mutationFn: () => mendImages(asked) })
  if (asked.size === 0) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-48 flex-1 text-ink-2 text-sm">
        {planWords(countMends(asked))}. The originals are kept.
      </p>
      <Button size="sm" icon={<WandSparkles />} isLoading={mend.isPending} onClick={() => mend.mutate()}>
        Mend all it can
      </Button>
    </div>
  )
}

/** Returns the mends that the findings of a print ask for, by its images: one may have several sizes. */
function mendsOfPrint(inked: readonly InkedItem[]): MendsById {
  const asked = new Map<string, readonly Mend[]>()
  for (const { item, open } of inked) {
    const mends = askedMends(open)
    if (item.image && mends.length > 0)
      asked.set(item.image._id, withMends(asked.get(item.image._id) ?? [], mends))
  }
  return asked
}
