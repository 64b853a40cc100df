import { useId, useState } from "react"
import { classNames } from "../../lib/class-names.ts"

export type NumberRowProps = {
  label: string
  value: number
  /** In the unit that is shown. */
  min: number
  max: number
  step?: number
  /** The digits after the point that are shown. */
  digits?: number
  unit?: string
  /** `mark` is the same while one slide or one entry lasts. */
  onChange: (value: number) => void
  onSettle: () => void
}

/** Edits a number by a slider, and exactly. */
export function NumberRow({
  label,
  value,
  min,
  max,
  step = 1,
  digits,
  unit,
  onChange,
  onSettle,
}: NumberRowProps) {
  const id = useId()
  return (
    <div className="flex min-h-9 items-center gap-3 coarse:min-h-11">
      <label htmlFor={id} className="w-24 flex-none text-sm">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        onPointerUp={onSettle}
        onBlur={onSettle}
        className="h-5 min-w-0 flex-1 accent-accent coarse:h-11"
      />
      <ExactNumber
        {...{ label, value, min, max, step, digits, unit, onChange, onSettle }}
        className="w-20 flex-none"
      />
    </div>
  )
}

/** Edits a number as it is typed: text that is not a number, or out of bounds, counts once it is right. */
export function ExactNumber({
  label,
  value,
  min,
  max,
  step = 1,
  digits = 1,
  unit,
  onChange,
  onSettle,
  className,
}: NumberRowProps & { className?: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  function type(text: string) {
    setTyped(text)
    const number = Number(text.trim().replace(",", "."))
    if (text.trim() !== "" && number >= min && number <= max) onChange(number)
  }
  return (
    <span className={`relative block ${className ?? ""}`}>
      <input
        aria-label={unit === undefined ? label : `${label} in ${unitName(unit)}`}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? shown(value, digits)}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          setTyped(null)
          onSettle()
        }}
        onKeyDown={(event) => {
          const by = { ArrowUp: step, ArrowDown: -step }[event.key]
          if (by === undefined) return
          event.preventDefault()
          setTyped(null)
          onChange(Math.max(min, Math.min(max, rounded(value + by))))
        }}
        className={classNames(
          (unit?.length ?? 0) > 1 ? "pr-9" : "pr-6",
          "h-9 w-full rounded-md border border-line-strong bg-surface pl-2 text-right text-sm tabular-nums outline-none focus-visible:border-ring focus-visible:outline-3 focus-visible:outline-ring/22 coarse:h-11 coarse:text-[1rem]",
        )}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-2 grid place-items-center text-ink-3 text-xs"
      >
        {unit}
      </span>
    </span>
  )
}

function unitName(unit: string): string {
  return { "%": "per cent", "°": "degrees", "×": "sizes" }[unit] ?? unit
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

function shown(value: number, digits: number): string {
  return String(Math.round(value * 10 ** digits) / 10 ** digits)
}
