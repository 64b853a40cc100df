import { Minus, Plus } from "lucide-react"
import { useState } from "react"
import { classNames } from "../../lib/class-names.ts"
import { acceptQuantity } from "./accept-quantity.ts"

export type StepperProps = {
  value: number
  onChange: (value: number) => void
  /** The counted thing; it names the field and both buttons. */
  label: string
  min?: number
  max?: number
  isDisabled?: boolean
  className?: string
}

/** Draws a count with minus and plus. Typed text counts if it is valid; leaving the field drops the rest. */
export function Stepper({
  value,
  onChange,
  label,
  min = 1,
  max = 5000,
  isDisabled,
  className,
}: StepperProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const button =
    "grid w-[1.875rem] place-items-center text-ink-2 hover:bg-hover disabled:text-ink-3/50 disabled:hover:bg-transparent coarse:w-11"

  function type(text: string) {
    setDraft(text)
    const accepted = acceptQuantity(text, min, max)
    if (accepted !== null && accepted !== value) onChange(accepted)
  }

  function step(next: number) {
    setDraft(null)
    onChange(next)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a box
    <div
      role="group"
      aria-label={label}
      className={classNames(
        "inline-flex h-8 items-stretch overflow-hidden rounded-md border border-line bg-surface has-focus-visible:border-ring coarse:h-11",
        isDisabled && "bg-sunken",
        className,
      )}
    >
      <button
        type="button"
        aria-label={`Decrease ${label}`}
        disabled={isDisabled || value <= min}
        onClick={() => step(Math.max(min, value - 1))}
        className={button}
      >
        <Minus className="size-3.5" />
      </button>
      <input
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        disabled={isDisabled}
        value={draft ?? String(value)}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setDraft(null)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          if (event.key === "ArrowUp" && value < max) step(value + 1)
          else if (event.key === "ArrowDown" && value > min) step(value - 1)
          else if (event.key === "Enter") event.currentTarget.blur()
          else return
          event.preventDefault()
        }}
        className="w-11 border-line border-x bg-transparent text-center text-sm font-[550] outline-none disabled:text-ink-3 coarse:w-12 coarse:text-[1rem]"
      />
      <button
        type="button"
        aria-label={`Increase ${label}`}
        disabled={isDisabled || value >= max}
        onClick={() => step(Math.min(max, value + 1))}
        className={button}
      >
        <Plus className="size-3.5" />
      </button>
    </div>
  )
}
