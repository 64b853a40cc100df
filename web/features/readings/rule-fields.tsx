import type { ArtworkField } from "../../../contract/artwork-field.ts"
import type { ReadRule } from "../../../contract/artwork-rule.ts"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Select } from "../../components/ui/select.tsx"
import { questionsLeft, questionsOf, type Sample, withIgnored, withSource } from "./rule-draft.ts"

type RuleFieldsProps = {
  fields: readonly ArtworkField[]
  rule: ReadRule
  samples: readonly Sample[]
  onChange: (rule: ReadRule) => void
}

/** For each field, where its text comes from; and the questions whose answers are not printed. */
export function RuleFields({ fields, rule, samples, onChange }: RuleFieldsProps) {
  const left = questionsLeft(samples, rule)
  return (
    <div className="grid content-start gap-4">
      {fields.map((field) => (
        <FieldSource
          key={field.name}
          field={field}
          question={rule.fields[field.name]?.question}
          questions={questionsOf(samples, rule)}
          onChange={(question) => onChange(withSource(rule, field.name, { question }))}
        />
      ))}
      {left.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-[550]">Answers that fill no field</legend>
          {left.map((question) => (
            <CheckRow
              key={question}
              label={`“${question}” is not for print`}
              checked={rule.ignores.includes(question)}
              onCheckedChange={(isIgnored) => onChange(withIgnored(rule, question, isIgnored))}
              className="[overflow-wrap:anywhere]"
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

type FieldSourceProps = {
  field: ArtworkField
  question: string | undefined
  questions: readonly string[]
  onChange: (question: string | undefined) => void
}

function FieldSource({ field, question, questions, onChange }: FieldSourceProps) {
  return (
    <Field label={field.label} className="min-w-0">
      <Select
        value={question ?? ""}
        onValueChange={(chosen) => onChange(chosen || undefined)}
        options={[
          { value: "", label: "Recognised by itself" },
          ...questions.map((one) => ({ value: one, label: `Answer to “${one}”` })),
        ]}
      />
    </Field>
  )
}
