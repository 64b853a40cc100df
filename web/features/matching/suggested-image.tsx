import { Check } from "lucide-react"
import type { Suggestion } from "../../../contract/artwork/suggestion.ts"
import { classNames } from "../../lib/class-names.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { certaintyWords } from "./suggested-choice.ts"

type SuggestedProps = {
  suggestion: Suggestion | undefined
  /** The item's name for people who do not see its row. */
  itemTitle: string
  onAccept: () => void
  isDisabled?: boolean
  className?: string
}

const chip =
  "flex h-10 min-w-0 items-center gap-2 rounded-md border border-line-strong border-dashed bg-surface pr-2.5 pl-1 text-left text-sm hover:bg-hover disabled:opacity-60 coarse:h-11"

/** Offers the best suggested image, accepted with one click; nothing if none is suggested. */
export function SuggestedImage({ suggestion, itemTitle, onAccept, isDisabled, className }: SuggestedProps) {
  const best = suggestion?.images[0]
  if (best === undefined) return null
  const { name, previewFile } = best.image
  return (
    <button
      type="button"
      onClick={onAccept}
      disabled={isDisabled}
      title={`Use ${name}, ${certaintyWords(best.certainty)} certain`}
      aria-label={`Use ${name} for ${itemTitle}, ${certaintyWords(best.certainty)} certain`}
      className={classNames(chip, className)}
    >
      <ArtworkPicture path={previewFile?.path ?? null} className="size-8 flex-none rounded-xs p-0.5" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <Check aria-hidden="true" className="size-4 flex-none text-accent-ink" />
    </button>
  )
}
