import { type RefObject, useState } from "react"
import type { ArtworkField } from "../../../contract/artwork/artwork-field.ts"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Select } from "../../components/ui/select.tsx"
import { TextArea } from "../../components/ui/text-area.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import type { DraftProblems } from "./draft-problems.ts"
import { kindWords } from "./kind-words.ts"
import { ExactNumber } from "./number-row.tsx"
import type { FieldChange, FieldKind } from "./text-draft.ts"

const kinds = Object.entries(kindWords).map(([value, label]) => ({ value, label }))
/** The most letters that a value may have. */
const MOST = 200

type FieldPanelProps = {
  field: ArtworkField
  problems: DraftProblems
  /** The reason why the sample cannot be printed as it is placed. */
  drawingProblem: string | null
  /** The control of the words, which Enter on a box leads to. */
  words: RefObject<HTMLInputElement | null>
  onChange: (change: FieldChange, mark: string | null) => void
  onSettle: () => void
}

/** Edits a field's name and the values that it takes. */
export function FieldPanel({ field, problems, drawingProblem, words, onChange, onSettle }: FieldPanelProps) {
  const { name, label, kind, sample, maxLength, required } = field
  const problem = (of: string) => problems.get(`${name}.${of}`)
  return (
    <>
      <TextField
        label="Label"
        value={label}
        maxLength={60}
        error={problem("label")}
        onText={(next) => onChange({ label: next }, "label")}
        onBlur={onSettle}
      />
      <Field label="Kind">
        <Select
          value={kind}
          options={kinds}
          onValueChange={(next) => onChange({ kind: next as FieldKind }, null)}
        />
      </Field>
      {kind === "choice" && (
        <Choices
          key={name}
          choices={field.choices ?? []}
          error={problem("choices")}
          onChange={(choices) => onChange({ choices }, "choices")}
          onSettle={onSettle}
        />
      )}
      {kind === "choice" ? (
        <Field label="Sample" error={problem("sample") ?? drawingProblem ?? undefined}>
          <Select
            value={sample}
            options={(field.choices ?? []).map((choice) => ({ value: choice, label: choice }))}
            onValueChange={(next) => onChange({ sample: next }, null)}
          />
        </Field>
      ) : (
        <TextField
          ref={words}
          label="Sample"
          value={sample}
          maxLength={MOST}
          error={problem("sample") ?? drawingProblem ?? undefined}
          onText={(next) => onChange({ sample: next }, "sample")}
          onBlur={onSettle}
        />
      )}
      <div>
        <span className="mb-1.5 block text-sm font-[550]" aria-hidden="true">
          Maximum length
        </span>
        <ExactNumber
          label="Maximum length"
          value={maxLength}
          min={1}
          max={MOST}
          onChange={(next) => onChange({ maxLength: Math.round(next) }, "maxLength")}
          onSettle={onSettle}
        />
      </div>
      <CheckRow
        label="Required"
        checked={required}
        onCheckedChange={(next) => onChange({ required: next }, null)}
        className="col-span-2 coarse:py-3"
      />
    </>
  )
}

type ChoicesProps = {
  choices: readonly string[]
  error: string | undefined
  onChange: (choices: string[]) => void
  onSettle: () => void
}

function Choices({ choices, error, onChange, onSettle }: ChoicesProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field label="Choices" hint="One per line" error={error} className="col-span-2">
      <TextArea
        rows={Math.min(8, choices.length + 1)}
        value={typed ?? choices.join("\n")}
        onChange={({ target }) => {
          setTyped(target.value)
          const lines = target.value.split("\n").map((line) => line.trim())
          onChange([...new Set(lines.filter((line) => line !== ""))].slice(0, 100))
        }}
        onBlur={() => {
          setTyped(null)
          onSettle()
        }}
      />
    </Field>
  )
}
