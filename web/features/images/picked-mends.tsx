import { useMutation, useQuery } from "@tanstack/react-query"
import { WandSparkles } from "lucide-react"
import { useMemo } from "react"
import { askedMends } from "../../../contract/artwork/asked-mends.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { Button } from "../../components/ui/button.tsx"
import { plural } from "../../lib/format.ts"
import { useSettled } from "../../lib/use-settled.ts"
import { ownInkOptions } from "./ink-calls.ts"
import { openMarks } from "./ink-names.ts"
import { mendImages } from "./mend-calls.ts"
import { countMends, type MendsById, ofKinds } from "./mend-plan.ts"
import { mendWords } from "./mend-words.ts"

/** The pause after the last pick before the press's findings are asked for. */
const PAUSE_MS = 250
/** The kinds that have a button of their own: those that most images get. */
const MOST_KINDS = 4

type PickedMendsProps = {
  ids: readonly string[]
  /** The images of this page: those without a mark have nothing to mend. */
  images: readonly Image[]
  onMended: () => void
}

/** Says which mends the picked images ask for, and how many each would change; makes one of them, or all. */
export function PickedMends({ ids, images, onMended }: PickedMendsProps) {
  const marked = useMemo(() => {
    const clean = new Set(
      images.filter(({ ink }) => openMarks(ink).length === 0).map(({ _id }) => _id as string),
    )
    return ids.filter((id) => !clean.has(id))
  }, [ids, images])
  const inks = useQuery(ownInkOptions(useSettled(marked, PAUSE_MS))).data
  const asked: MendsById = new Map(
    marked.flatMap((id) => {
      const mends = askedMends(inks?.get(id)?.findings ?? [])
      return mends.length > 0 ? [[id, mends]] : []
    }),
  )
  const mend = useMutation({
    mutationFn: (kind: Mend["kind"] | null) =>
      mendImages(kind === null ? asked : ofKinds(asked, new Set([kind]))),
    onSuccess: (_, kind) => {
      if (kind === null) onMended()
    },
  })
  if (asked.size === 0) return null
  const counts = countMends(asked)
  return (
    <fieldset
      aria-label="What can be mended"
      className="flex min-w-0 items-center gap-1 overflow-x-auto border-line-soft border-b p-1.5"
    >
      {/* The only kind is what all of them get. */}
      {counts.length === 1 && (
        <span className="px-2.5 text-ink-2 text-sm">{mendWords[counts[0].kind].name}</span>
      )}
      {counts.length > 1 &&
        counts.slice(0, MOST_KINDS).map(({ kind, images: count }) => (
          <Button
            key={kind}
            variant="ghost"
            size="sm"
            className="flex-none"
            isLoading={mend.isPending && mend.variables === kind}
            disabled={mend.isPending}
            onClick={() => mend.mutate(kind)}
          >
            {mendWords[kind].name} <span className="text-ink-3">{count}</span>
            <span className="sr-only">{count === 1 ? "image" : "images"}</span>
          </Button>
        ))}
      <Button
        variant="primary"
        size="sm"
        className="ml-auto flex-none coarse:order-first coarse:ml-0"
        icon={<WandSparkles />}
        isLoading={mend.isPending && mend.variables === null}
        disabled={mend.isPending}
        onClick={() => mend.mutate(null)}
      >
        Mend {plural(asked.size, "image")}
      </Button>
    </fieldset>
  )
}
