import { memo, useId } from "react"
import { type Packing, packings } from "../../../contract/status.ts"
import { formatLength } from "../../lib/length.ts"
import { usePackingLengths } from "../sheet-preview/packing-lengths.ts"
import type { PreviewItem, PreviewTemplate } from "../sheet-preview/preview-item.ts"
import { packingNames } from "../sizes/template-words.ts"

type PackingPickerProps = {
  items: readonly PreviewItem[]
  /** The template with the picked packing. */
  template: PreviewTemplate
  /** The film of the visible sheet; null if there is none. */
  shownIn: number | null
  onPick: (packing: Packing) => void
  isDisabled?: boolean
}

/** Offers the ways to pack, each with the film that it takes. Arrow keys move between them. */
export const PackingPicker = memo(function PackingPicker({
  items,
  template,
  shownIn,
  onPick,
  isDisabled,
}: PackingPickerProps) {
  const name = useId()
  const lengths = usePackingLengths(items, template)
  const hasOrders = items.some(({ order }) => order !== null)
  const offered = packings.filter(
    (packing) => packing !== "by-order" || hasOrders || packing === template.packing,
  )
  if (items.length === 0) return null
  return (
    <fieldset disabled={isDisabled} className="mt-3 flex gap-1.5 disabled:opacity-60">
      <legend className="sr-only">Packing</legend>
      {offered.map((packing) => {
        const lengthIn = packing === template.packing ? shownIn : (lengths[packing] ?? null)
        return (
          <label
            key={packing}
            className="flex min-h-11 min-w-0 flex-1 cursor-pointer flex-col justify-center rounded-md border border-line px-2.5 py-1 has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2 has-checked:bg-accent-soft/50"
          >
            <input
              type="radio"
              name={name}
              value={packing}
              checked={packing === template.packing}
              onChange={() => onPick(packing)}
              className="sr-only"
            />
            <span className="truncate text-sm font-[550]">{packingNames[packing]}</span>
            <span className="text-xs text-ink-3 tabular-nums">
              {lengthIn === null ? "–" : `${formatLength(lengthIn)}`}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
})
