import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { Field, Input } from "../../components/ui/field.tsx"
import { Select } from "../../components/ui/select.tsx"

type ValueFieldsProps = {
  fields: readonly ArtworkField[]
  values: ArtworkValues
  onChange: (values: ArtworkValues) => void
  /** The problem of a field, by its name, as a sentence. */
  problems?: Readonly<Record<string, string>>
  /** True if the first control takes the focus when its dialog opens. */
  isFocused?: boolean
  className?: string
}

/** Draws a control for each field of an image, by its kind. Typed text stays as it is. */
export function ValueFields({
  fields,
  values,
  onChange,
  problems = {},
  isFocused = false,
  className,
}: ValueFieldsProps) {
  return (
    <div className={className}>
      {fields.map((field, place) => (
        <Field
          key={field.name}
          label={
            <>
              {field.label}
              {!field.required && <span className="font-[450] text-ink-3"> (optional)</span>}
            </>
          }
          error={problems[field.name]}
          isRequired={field.required}
          className="min-w-0"
        >
          <ValueControl
            field={field}
            value={values[field.name] ?? ""}
            onChange={(value) => onChange({ ...values, [field.name]: value })}
            isFocused={isFocused && place === 0}
          />
        </Field>
      ))}
    </div>
  )
}

type ValueControlProps = {
  field: ArtworkField
  value: string
  onChange: (value: string) => void
  isFocused: boolean
}

function ValueControl({ field, value, onChange, isFocused }: ValueControlProps) {
  if (field.kind === "choice") {
    const none = { value: "", label: field.required ? "Choose" : "None" }
    // The buyer's text may no longer be one of the choices.
    const choices = field.choices ?? []
    const stray = value === "" || choices.includes(value) ? [] : [value]
    return (
      <Select
        value={value}
        onValueChange={onChange}
        options={[none, ...[...stray, ...choices].map((choice) => ({ value: choice, label: choice }))]}
      />
    )
  }
  return (
    <Input
      value={value}
      onChange={(event) => onChange(event.target.value)}
      inputMode={field.kind === "number" ? "decimal" : undefined}
      placeholder={field.sample}
      autoComplete="off"
      data-autofocus={isFocused || undefined}
    />
  )
}
