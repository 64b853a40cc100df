import { useQuery } from "@tanstack/react-query"
import { Check } from "lucide-react"
import { pageUnit } from "../../../contract/length.ts"
import { useAuth } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatLength } from "../../lib/length.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { allSizesOptions } from "../sizes/size-calls.ts"
import { usualInput, usualSizes } from "../sizes/usual-sizes.ts"

/** The width that is ticked until the seller ticks others. */
const FIRST_TICKED = "Adult"

/** Returns how many of a seller's own sizes are ticked at first: as many as their credits pay for, at least one. */
export function firstOwnTicked(own: number, images: number, credits: number): number {
  return Math.min(own, Math.max(1, Math.floor(credits / Math.max(1, images))))
}

/**
 * Keeps the ticked widths in the address: usual ones by their names, and with a minus the seller's own sizes that
 * are not ticked. `images`: how many pictures are printed in each.
 */
export function useWidths(images: number) {
  const { availableCredits } = useAuth().user.credit
  const setParams = useSetSearchParams()
  const param = useSearchParam("widths")
  const own = useQuery(allSizesOptions()).data?.data ?? []
  const marks = param === "" ? null : param.split(",")
  const ownAtFirst = firstOwnTicked(own.length, images, availableCredits)
  const unit = pageUnit()
  const isOwn = (name: string) => own.some((size) => size.name.toLowerCase() === name.toLowerCase())
  const usual = usualSizes.map((size) => usualInput(size, unit)).filter(({ name }) => !isOwn(name))
  const choices = [
    ...own.map(({ _id, name, value }, at) => ({
      ...{ mark: `-${_id}`, name, widthIn: value, isMarked: marks?.includes(`-${_id}`) ?? at >= ownAtFirst },
      isOwn: true,
    })),
    ...usual.map(({ name, value }) => ({
      ...{ mark: name, name, widthIn: value, isOwn: false },
      isMarked: marks?.includes(name) ?? (own.length === 0 && name === FIRST_TICKED),
    })),
  ].map((choice) => ({ ...choice, isOn: choice.isMarked !== choice.isOwn }))
  /** Returns the address's text of these ticks, one of them changed. No mark is a choice, too, which "" would forget. */
  const written = (toggled?: string) => {
    const marked = choices.filter(({ mark, isMarked }) => isMarked !== (mark === toggled))
    return marked.map(({ mark }) => mark).join(",") || "none"
  }
  return {
    hasOwn: own.length > 0,
    choices,
    written: written(),
    toggle: (mark: string) => setParams({ widths: written(mark) }),
    shown: choices.filter(({ isOn }) => isOn),
    ownTicked: own.filter((_size, at) => choices[at].isOn),
    toMake: usual.filter((_size, at) => choices[own.length + at].isOn),
  }
}

type WidthChipProps = {
  name: string
  widthIn: number
  isOn: boolean
  onToggle: () => void
}

/** Draws a width that can be ticked. */
export function WidthChip({ name, widthIn, isOn, onToggle }: WidthChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={classNames(
        "flex h-9 items-center gap-2 rounded-md border px-2.5 text-sm coarse:h-11",
        isOn ? "border-accent bg-accent-soft text-accent-ink" : "border-line bg-surface text-ink-2",
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          "grid size-4.5 flex-none place-items-center rounded-xs border",
          isOn ? "border-accent bg-accent text-on-accent" : "border-line-strong",
        )}
      >
        {isOn && <Check className="size-3" strokeWidth={3} />}
      </span>
      <span className="min-w-0 flex-1 truncate text-left font-[550]">{name}</span>
      <span className="whitespace-nowrap tabular-nums">{formatLength(widthIn)}</span>
    </button>
  )
}
