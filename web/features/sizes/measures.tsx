import { Field, Input } from "../../components/ui/field.tsx"
import { formatInches } from "../../lib/format.ts"

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

export function Inches({ value }: { value: number }) {
  return <Unit value={formatInches(value)} unit="in" />
}

/** Shows a figure with its unit, small and grey beside it. */
export function Unit({ value, unit }: { value: string; unit: string }) {
  return (
    <span className="tabular-nums">
      {value} <span className="text-ink-3">{unit}</span>
    </span>
  )
}
