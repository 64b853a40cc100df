import { useId } from "react"

type SegmentsProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
}

/** Draws a few choices side by side, of which one is taken; arrow keys move between them. */
export function Segments<Value extends string>({ label, value, onChange, options }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="grid h-9 auto-cols-fr grid-flow-col rounded-md border border-line bg-sunken p-0.5 coarse:h-11"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex cursor-pointer items-center justify-center rounded-sm px-2 text-center text-xs font-[550] text-ink-2 has-checked:bg-raised has-checked:text-ink has-checked:shadow-card has-checked:ring-1 has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-ring coarse:text-sm"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
