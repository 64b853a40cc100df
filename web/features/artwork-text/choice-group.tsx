import type { ReactNode } from "react"
import { classNames } from "../../lib/class-names.ts"

type ChoiceGroupProps<Value extends string> = {
  label: string
  value: Value
  choices: readonly { value: Value; label: string; icon?: ReactNode }[]
  onChange: (value: Value) => void
  className?: string
}

/**
 * Lets people choose one of a few, all visible. Arrow keys go from one to the next, as between radio buttons.
 */
export function ChoiceGroup<Value extends string>({
  label,
  value,
  choices,
  onChange,
  className,
}: ChoiceGroupProps<Value>) {
  return (
    <fieldset className={className}>
      <legend className="mb-1.5 text-sm font-[550]">{label}</legend>
      <div className="grid auto-cols-fr grid-flow-col rounded-md border border-line bg-sunken p-0.5">
        {choices.map((choice) => (
          <label
            key={choice.value}
            title={choice.icon === undefined ? undefined : choice.label}
            className={classNames(
              "grid h-8 cursor-pointer place-items-center whitespace-nowrap rounded-sm text-xs font-[550] text-ink-2 has-focus-visible:outline-2 has-focus-visible:outline-ring coarse:h-11",
              choice.value === value && "bg-raised text-ink shadow-card ring-1 ring-line",
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name={label}
              aria-label={choice.label}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.icon ?? choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
