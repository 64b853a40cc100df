import { useQuery } from "@tanstack/react-query"
import { Check } from "lucide-react"
import { pageUnit } from "../../../contract/length.ts"
import { classNames } from "../../lib/class-names.ts"
import { formatLength } from "../../lib/length.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { allSizesOptions } from "../sizes/size-calls.ts"
import { usualInput, usualSizes } from "../sizes/usual-sizes.ts"

/** The widths that are ticked until the seller ticks others. */
const FIRST_TICKED = ["Left chest", "Toddler", "Youth", "Adult"]

/** Keeps the ticked widths in the address, beside the sizes that the account has. */
export function useWidths() {
  const setParams = useSetSearchParams()
  const param = useSearchParam("widths")
  const own = useQuery(allSizesOptions()).data?.data ?? []
  const ticked = param === "" ? FIRST_TICKED : param.split(",")
  const unit = pageUnit()
  const isOwn = (name: string) => own.some((size) => size.name.toLowerCase() === name.toLowerCase())
  const usual = usualSizes.map((size) => usualInput(size, unit)).filter(({ name }) => !isOwn(name))
  const toggle = (name: string) => {
    const others = ticked.filter((one) => one !== name)
    const next = others.length < ticked.length ? others : [...ticked, name]
    // None is a choice, too, which an empty value would forget.
    setParams({ widths: next.length === 0 ? "none" : next.join(",") })
  }
  const choices = [
    ...own.map(({ name, value }) => ({ name, widthIn: value, isOn: true, toggle: null })),
    ...usual.map(({ name, value }) => ({
      ...{ name, widthIn: value, isOn: ticked.includes(name) },
      toggle: () => toggle(name),
    })),
  ]
  return {
    own,
    choices,
    shown: choices.filter(({ isOn }) => isOn),
    toMake: usual.filter(({ name }) => ticked.includes(name)),
  }
}

type WidthChipProps = {
  name: string
  widthIn: number
  isOn: boolean
  /** Null for a size that the account has. */
  onToggle: (() => void) | null
}

/** Draws a width that can be ticked. */
export function WidthChip({ name, widthIn, isOn, onToggle }: WidthChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={onToggle === null}
      onClick={onToggle ?? undefined}
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
