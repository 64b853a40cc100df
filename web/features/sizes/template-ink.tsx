import { type InkLimits, inkLimitsSchema } from "../../../contract/artwork/ink.ts"
import { fieldErrors } from "../../lib/use-form.ts"
import { NumberField } from "./measures.tsx"

const lengths = [
  { key: "minStrokeMm", label: "Thinnest stroke" },
  { key: "minGapMm", label: "Narrowest gap" },
  { key: "minSpeckMm", label: "Smallest dot" },
] as const

type TemplateInkProps = {
  value: InkLimits
  /** The refusal of the whole; each field has its own. */
  error: string | undefined
  onChange: (value: InkLimits) => void
}

/** Edits what is too thin, too small or too much ink for the press, by which artwork is checked. */
export function TemplateInk({ value, error, onChange }: TemplateInkProps) {
  const wrong = error === undefined ? {} : fieldErrors(inkLimitsSchema, value)
  const { maxInkPercent, ...others } = value
  return (
    <fieldset>
      <legend className="font-[550] text-sm">Ink</legend>
      <p className="mt-0.5 mb-2 text-ink-2 text-sm">What your press cannot hold is shown before you print.</p>
      <div className="grid grid-cols-2 gap-4">
        {lengths.map(({ key, label }) => (
          <NumberField
            key={key}
            label={label}
            unit="mm"
            value={Number.isNaN(value[key]) ? undefined : value[key]}
            onChange={(mm = Number.NaN) => onChange({ ...value, [key]: mm })}
            error={wrong[key]}
          />
        ))}
        <NumberField
          label="Most ink"
          unit="%"
          value={maxInkPercent}
          onChange={(percent) =>
            onChange(percent === undefined ? others : { ...others, maxInkPercent: percent })
          }
          error={wrong.maxInkPercent}
          hint="On the artwork’s box; white counts as well"
          isOptional
        />
      </div>
    </fieldset>
  )
}
