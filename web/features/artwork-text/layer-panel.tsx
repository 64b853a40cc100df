import { AlignCenter, AlignLeft, AlignRight } from "lucide-react"
import type { RefObject } from "react"
import type { Font } from "../../../contract/artwork/font.ts"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Field } from "../../components/ui/field.tsx"
import { TextArea } from "../../components/ui/text-area.tsx"
import { ChoiceGroup } from "./choice-group.tsx"
import { FontPicker } from "./font-picker.tsx"
import { LayerColours } from "./layer-colours.tsx"
import { LayerPlace } from "./layer-place.tsx"
import { NumberRow } from "./number-row.tsx"
import type { DraftLayer, LayerChange } from "./text-draft.ts"

const fits = [
  { value: "shrink", label: "Shrink" },
  { value: "wrap", label: "Wrap" },
  { value: "squeeze", label: "Squeeze" },
  { value: "none", label: "Keep size" },
] as const

const aligns = [
  { value: "left", label: "Left", icon: <AlignLeft className="size-4" /> },
  { value: "center", label: "Middle", icon: <AlignCenter className="size-4" /> },
  { value: "right", label: "Right", icon: <AlignRight className="size-4" /> },
] as const

const lines = [
  { value: "straight", label: "Straight" },
  { value: "arc", label: "Arc" },
  { value: "circle", label: "Circle" },
] as const
type Line = (typeof lines)[number]["value"]

/** The degrees that a new arc begins with. */
const FIRST_ARC = 40

export type LayerPanelProps = {
  layer: DraftLayer
  fonts: readonly Font[]
  /** The text that fonts are shown with. */
  sample: string
  textProblem: string | undefined
  words: RefObject<HTMLTextAreaElement | null>
  onChange: (change: LayerChange, mark: string | null) => void
  onSettle: () => void
}

export function LayerPanel({
  layer,
  fonts,
  sample,
  textProblem,
  words,
  onChange,
  onSettle,
}: LayerPanelProps) {
  const line: Line = layer.circle ? "circle" : layer.arc === 0 ? "straight" : "arc"
  const isBent = line !== "straight"
  return (
    <>
      {layer.text !== undefined && (
        <Field label="Text" error={textProblem} className="col-span-2">
          <TextArea
            ref={words}
            rows={2}
            maxLength={200}
            value={layer.text}
            onChange={({ target }) => onChange({ text: target.value }, "text")}
            onBlur={onSettle}
          />
        </Field>
      )}
      <FontPicker
        fonts={fonts}
        fontId={layer.fontId}
        sample={layer.caps ? sample.toUpperCase() : sample}
        onPick={(fontId) => onChange({ fontId }, null)}
      />
      <CheckRow
        label="Upper case"
        checked={layer.caps}
        onCheckedChange={(caps) => onChange({ caps }, null)}
        className="coarse:py-3"
      />
      <CheckRow
        label="Fill the box"
        checked={layer.size === undefined}
        onCheckedChange={(fills) => onChange({ size: fills ? undefined : firstSize(layer) }, null)}
        className="coarse:py-3"
      />
      {layer.size !== undefined && (
        <div className="col-span-2">
          <NumberRow
            label="Size"
            unit="%"
            value={layer.size / 10}
            min={0.2}
            max={100}
            step={0.1}
            onChange={(size) => onChange({ size: thousandth(size) }, "size")}
            onSettle={onSettle}
          />
        </div>
      )}
      <ChoiceGroup
        label="If it does not fit"
        value={isBent && layer.fit !== "none" ? "shrink" : layer.fit}
        // A bent text is one line, and its letters keep their shape.
        choices={isBent ? fits.filter(({ value }) => value === "shrink" || value === "none") : fits}
        onChange={(fit) => onChange({ fit }, null)}
        className="col-span-2"
      />
      <ChoiceGroup
        label="Line"
        value={line}
        choices={lines}
        onChange={(next) => onChange(bentTo(next), null)}
        className={line === "circle" ? "col-span-2" : ""}
      />
      {line !== "circle" && (
        <ChoiceGroup
          label="Align"
          value={layer.align}
          choices={aligns}
          onChange={(align) => onChange({ align }, null)}
        />
      )}
      <div className="col-span-2 -mt-1 space-y-1.5">
        {line === "arc" && (
          <NumberRow
            label="Arc"
            unit="°"
            value={layer.arc}
            min={-180}
            max={180}
            onChange={(arc) => onChange({ arc: arc === 0 ? 1 : arc }, "arc")}
            onSettle={onSettle}
          />
        )}
        {line === "circle" && (
          <CheckRow
            label="Along the bottom"
            checked={layer.arc < 0}
            onCheckedChange={(isFoot) => onChange({ arc: isFoot ? -1 : 0 }, null)}
            className="coarse:py-3"
          />
        )}
        <NumberRow
          label="Letter spacing"
          unit="%"
          value={layer.letterSpacing / 10}
          min={-20}
          max={200}
          onChange={(spacing) => onChange({ letterSpacing: thousandth(spacing) }, "letterSpacing")}
          onSettle={onSettle}
        />
        {!isBent && (layer.fit === "wrap" || layer.text?.includes("\n")) && (
          <NumberRow
            label="Line spacing"
            unit="×"
            value={layer.lineHeight}
            min={0.5}
            max={4}
            step={0.1}
            onChange={(lineHeight) => onChange({ lineHeight }, "lineHeight")}
            onSettle={onSettle}
          />
        )}
      </div>
      <LayerColours layer={layer} onChange={onChange} onSettle={onSettle} />
      <LayerPlace box={layer.box} onChange={(box) => onChange({ box }, "place")} onSettle={onSettle} />
    </>
  )
}

function bentTo(line: Line): LayerChange {
  if (line === "circle") return { circle: true, arc: 0 }
  return { circle: undefined, arc: line === "arc" ? FIRST_ARC : 0 }
}

/** Returns about the size that a line in the box would have. */
function firstSize({ box }: DraftLayer): number {
  return Math.max(2, Math.round(box.height * 0.8))
}

function thousandth(hundredth: number): number {
  return Math.round(hundredth * 100) / 10
}
