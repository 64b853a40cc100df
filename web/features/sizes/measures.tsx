import { type KeyboardEvent, useState } from "react"
import { pageUnit } from "../../../contract/length.ts"
import { Field, Input } from "../../components/ui/field.tsx"
import {
  formatFieldLength,
  formatLength,
  formatTyped,
  formatTypedNumber,
  readLengthAlone,
  steppedLength,
} from "../../lib/length.ts"

type NumberFieldProps = {
  label: string
  unit: string
  /** Undefined while nothing, or nothing numeric, is typed. */
  value: number | undefined
  onChange: (value: number | undefined) => void
  error?: string
  hint?: string
  step?: number
  min?: number
  max?: number
  isOptional?: boolean
}

/** Draws a number field with its unit. The form checks the bounds, so that the words are the server's. */
export function NumberField(props: NumberFieldProps) {
  const { label, unit, value, onChange, error, hint, step, min, max, isOptional = false } = props
  return (
    <Field label={label} error={error} hint={hint} isRequired={!isOptional}>
      <Input
        type="number"
        inputMode="decimal"
        step={step ?? "any"}
        min={min}
        max={max}
        value={value ?? ""}
        trailing={unit}
        // The browser's own arrows would stand between the number and its unit.
        className="[&_input]:[appearance:textfield] [&_input]:[&::-webkit-inner-spin-button]:hidden"
        onChange={(event) => {
          const typed = event.target.valueAsNumber
          onChange(Number.isNaN(typed) ? undefined : typed)
        }}
        // A wheel over the field scrolls the form instead of changing the number.
        onWheel={(event) => event.currentTarget.blur()}
      />
    </Field>
  )
}

/** The steps of an arrow with Shift. */
const FAR = 4

type LengthFieldProps = Omit<NumberFieldProps, "unit" | "step" | "min" | "max"> & {
  /** The words behind the unit: `of film`. */
  of?: string
  placeholder?: string
}

/** Takes a length, whose value is in inches; a number without a unit is in the account's. Arrows step it. */
export function LengthField({
  label,
  value,
  onChange,
  error,
  hint,
  isOptional = false,
  of,
  placeholder,
}: LengthFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const typed = text === null ? null : readLengthAlone(text)
  const known = value === undefined || Number.isNaN(value) ? null : value

  function step(event: KeyboardEvent) {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (way === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setText(null)
    onChange(steppedLength(known ?? 0, way * (event.shiftKey ? FAR : 1)))
  }

  return (
    <Field
      label={label}
      error={error}
      hint={typed?.saysUnit ? formatLength(typed.inches) : hint}
      isRequired={!isOptional}
    >
      <Input
        inputMode="decimal"
        autoComplete="off"
        role="spinbutton"
        aria-valuemin={0}
        aria-valuenow={known === null ? undefined : Number(formatFieldLength(known))}
        aria-valuetext={known === null ? undefined : formatTyped(known)}
        placeholder={placeholder}
        value={text ?? (known === null ? "" : formatFieldLength(known))}
        onKeyDown={step}
        trailing={typed?.saysUnit ? of : [pageUnit(), of].filter(Boolean).join(" ")}
        onChange={(event) => {
          setText(event.target.value)
          onChange(readLengthAlone(event.target.value)?.inches)
        }}
        onBlur={() => {
          if (typed !== null || text === "") setText(null)
        }}
      />
    </Field>
  )
}

/** Shows a length with its unit. */
export function Length({ inches }: { inches: number }) {
  return <Unit value={formatTypedNumber(inches)} unit={pageUnit()} />
}

/** Shows a figure with its unit, small and grey beside it. */
export function Unit({ value, unit }: { value: string; unit: string }) {
  return (
    <span className="tabular-nums">
      {value} <span className="text-ink-3">{unit}</span>
    </span>
  )
}
