import { useState } from "react"
import type { ArtworkField } from "../../../contract/artwork/artwork-field.ts"
import type { ReadRule } from "../../../contract/artwork/artwork-rule.ts"
import type { ValueProblem } from "../../../contract/artwork/artwork-values.ts"
import { Button } from "../../components/ui/button.tsx"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Field, Input } from "../../components/ui/field.tsx"
import { Select } from "../../components/ui/select.tsx"
import { questionsLeft, questionsOf, type Sample, withIgnored, withSource } from "./rule-draft.ts"

type RuleFieldsProps = {
  fields: readonly ArtworkField[]
  rule: ReadRule
  samples: readonly Sample[]
  /** Why the rule cannot be saved, at its field. */
  problem: ValueProblem | null
  onChange: (rule: ReadRule) => void
}

/** Edits each field's source, and the questions whose answers are not printed. */
export function RuleFields({ fields, rule, samples, problem, onChange }: RuleFieldsProps) {
  const left = questionsLeft(samples, rule)
  return (
    <div className="grid content-start gap-4">
      {fields.map((field) => (
        <FieldSource
          key={field.name}
          field={field}
          source={rule.fields[field.name] ?? {}}
          problem={problem?.field === field.name ? problem.message : undefined}
          questions={questionsOf(samples, rule)}
          onChange={(source) => onChange(withSource(rule, field.name, source))}
        />
      ))}
      {left.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-[550]">Answers that no field uses</legend>
          {left.map((question) => (
            <CheckRow
              key={question}
              label={`Do not print “${question}”`}
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

type Source = { question?: string; pattern?: string }

type FieldSourceProps = {
  field: ArtworkField
  source: Source
  problem: string | undefined
  questions: readonly string[]
  onChange: (source: Source) => void
}

function FieldSource({ field, source, problem, questions, onChange }: FieldSourceProps) {
  const [isExpert, setIsExpert] = useState(source.pattern !== undefined)
  const id = `pattern-${field.name}`
  return (
    <div className="min-w-0">
      <Field
        label={field.label}
        error={isExpert ? undefined : problem}
        action={
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isExpert}
            aria-controls={id}
            aria-label={`Pattern for ${field.label}`}
            className="-my-2 -mr-2.5 text-xs"
            onClick={() => {
              setIsExpert(!isExpert)
              if (isExpert) onChange({ question: source.question })
            }}
          >
            {isExpert ? "No pattern" : "Pattern"}
          </Button>
        }
      >
        <Select
          value={source.question ?? ""}
          onValueChange={(question) => onChange({ ...source, question: question || undefined })}
          options={[
            { value: "", label: isExpert ? "Any answer" : "Recognised automatically" },
            ...questions.map((question) => ({ value: question, label: `Answer to “${question}”` })),
          ]}
        />
      </Field>
      {isExpert && (
        <div id={id} className="mt-2">
          <Field
            label={`Pattern of ${field.label}`}
            hidesLabel
            error={problem}
            hint={String.raw`A regular expression whose group is the value, such as #(\d+). Together, patterns must cover the whole answer.`}
          >
            <Input
              value={source.pattern ?? ""}
              onChange={({ target }) => onChange({ ...source, pattern: target.value || undefined })}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
            />
          </Field>
        </div>
      )}
    </div>
  )
}
