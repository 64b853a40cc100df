import type { RefObject } from "react"
import type { Font } from "../../../contract/artwork/font.ts"
import { Field } from "../../components/ui/field.tsx"
import { Select } from "../../components/ui/select.tsx"
import type { DraftProblems } from "./draft-problems.ts"
import { FieldPanel } from "./field-panel.tsx"
import { LayerActions } from "./layer-actions.tsx"
import { LayerPanel } from "./layer-panel.tsx"
import {
  changeField,
  changeLayer,
  type FieldChange,
  type LayerChange,
  type NewText,
  raiseLayer,
  showInstead,
} from "./text-draft.ts"
import { problemOfRow, type TextRow } from "./text-rows.ts"
import type { LayerDrawing } from "./text-task.ts"
import type { TextDraftState } from "./use-text-draft.ts"

type TextPanelProps = {
  row: TextRow
  state: TextDraftState
  fonts: readonly Font[]
  problems: DraftProblems
  /** The drawings of the samples. */
  drawings: readonly LayerDrawing[]
  words: RefObject<(HTMLInputElement & HTMLTextAreaElement) | null>
  inArtwork: readonly string[]
  onCopy: () => void
  onRemove: (key: string) => void
}

/** Edits every property of the picked text: its field, its look and its place. */
export function TextPanel(props: TextPanelProps) {
  const { row, state, fonts, problems, drawings, words, inArtwork, onCopy, onRemove } = props
  const { layer, field, name, id } = row
  const { layers, fields } = state.draft
  const drawingProblem = problemOfRow(row, drawings)
  const at = layers.findIndex(({ key }) => key === id)

  function changeOfField(change: FieldChange, mark: string | null) {
    if (field === null) return
    const isStored =
      state.saved.fields.some((stored) => stored.name === field.name) || inArtwork.includes(field.name)
    // A field that follows its label changes its name with each letter, so the mark is the row's.
    state.change((draft) => changeField(draft, field.name, change, isStored), mark && `${id} ${mark}`)
  }

  function changeOfLayer(change: LayerChange, mark: string | null) {
    state.change((draft) => changeLayer(draft, id, change), mark && `${id} ${mark}`)
  }

  return (
    <section aria-label={`Properties of ${name}`} className="mt-5 grid grid-cols-2 gap-x-3 gap-y-4">
      {layer && (
        <Field label="Shows" className="col-span-2">
          <Select
            value={layer.field === undefined ? SAME : `field:${layer.field}`}
            options={[
              ...fields.map((one) => ({ value: `field:${one.name}`, label: one.label || one.name })),
              { value: NEW, label: "New field" },
              { value: SAME, label: "Fixed text" },
            ]}
            onValueChange={(value) =>
              state.change((draft) => showInstead(draft, id, shownBy(value, field?.sample), inArtwork))
            }
          />
        </Field>
      )}
      {field && (
        <FieldPanel
          field={field}
          problems={problems}
          drawingProblem={drawingProblem}
          words={words}
          onChange={changeOfField}
          onSettle={state.settle}
        />
      )}
      {layer && (
        <LayerPanel
          layer={layer}
          fonts={fonts}
          sample={field?.sample || layer.text || name}
          textProblem={problems.get(`${id}.text`) ?? drawingProblem ?? undefined}
          words={words}
          onChange={changeOfLayer}
          onSettle={state.settle}
        />
      )}
      {layer && (
        <LayerActions
          name={name}
          isTop={at === layers.length - 1}
          isBottom={at === 0}
          onCopy={onCopy}
          onRaise={(by) => state.change((draft) => raiseLayer(draft, id, by))}
          onRemove={() => onRemove(id)}
        />
      )}
    </section>
  )
}

const SAME = "same"
const NEW = "new"

function shownBy(value: string, sample: string | undefined): NewText {
  if (value === SAME) return { text: sample ?? "" }
  return value === NEW ? { kind: "text" } : { field: value.slice("field:".length) }
}
