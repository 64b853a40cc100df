import { Check, Minus } from "lucide-react"
import { Checkbox as Radix } from "radix-ui"
import { useId, useRef } from "react"
import { classNames } from "../../lib/class-names.ts"

export type CheckboxProps = {
  checked: boolean | "indeterminate"
  /** `withShift`: Shift was held, so everything up to here is meant. */
  onCheckedChange: (checked: boolean, withShift: boolean) => void
  /** The name of the option, for screen readers only. */
  label: string
  /** The id of the element that is read after the label. */
  describedBy?: string
  isDisabled?: boolean
  className?: string
}

export function Checkbox({
  checked,
  onCheckedChange,
  label,
  describedBy,
  isDisabled,
  className,
}: CheckboxProps) {
  const withShift = useRef(false)
  return (
    <Radix.Root
      checked={checked}
      // Runs before the change that the click causes.
      onClick={(event) => {
        withShift.current = event.shiftKey
      }}
      // Shift would also select the text up to here.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onCheckedChange={(next) => onCheckedChange(next === true, withShift.current)}
      disabled={isDisabled}
      aria-label={label}
      aria-describedby={describedBy}
      className={classNames(
        "touch inline-grid size-[1.0625rem] flex-none place-items-center rounded-xs border-[1.5px] border-line-strong bg-surface align-middle data-[state=checked]:border-accent data-[state=indeterminate]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent data-[state=checked]:text-on-accent data-[state=indeterminate]:text-on-accent",
        className,
      )}
    >
      <Radix.Indicator className="grid place-items-center">
        {checked === "indeterminate" ? (
          <Minus className="size-3" strokeWidth={3} />
        ) : (
          <Check className="size-3" strokeWidth={3} />
        )}
      </Radix.Indicator>
    </Radix.Root>
  )
}

export type CheckRowProps = CheckboxProps & { hint?: string }

/** Draws a checkbox with its words beside it; all of it can be clicked. */
export function CheckRow({ hint, className, ...box }: CheckRowProps) {
  const hintId = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is the checkbox, a button
    <label className={classNames("flex items-start gap-2.5 py-1.5 text-sm", className)}>
      <span className="flex h-5 items-center">
        <Checkbox {...box} describedBy={hint === undefined ? undefined : hintId} />
      </span>
      <span>
        {box.label}
        {hint !== undefined && (
          <span id={hintId} className="block text-xs font-[450] text-ink-3">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
