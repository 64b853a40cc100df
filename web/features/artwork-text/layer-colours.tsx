import { Plus } from "lucide-react"
import { Button } from "../../components/ui/button.tsx"
import { ColourRow } from "./colour-row.tsx"
import { ExactNumber } from "./number-row.tsx"
import type { DraftLayer, LayerChange } from "./text-draft.ts"

/** The first colours of a new outline or shadow: light about dark letters, thin. */
const FIRST_OUTLINES = [
  { color: "#ffffff", width: 8 },
  { color: "#12264b", width: 8 },
]
const FIRST_SHADOW = { color: "#000000", x: 8, y: 8 }

const names = ["Outline", "Second outline"]

type LayerColoursProps = {
  layer: DraftLayer
  onChange: (change: LayerChange, mark: string | null) => void
  onSettle: () => void
}

/** Edits the letters' colour, up to two outlines about them, and a hard shadow. */
export function LayerColours({ layer: { fill, outlines, shadow }, onChange, onSettle }: LayerColoursProps) {
  const withOutline = (at: number, change: Partial<(typeof outlines)[number]>) =>
    outlines.map((outline, i) => (i === at ? { ...outline, ...change } : outline))
  return (
    <div className="col-span-2 space-y-1.5 border-line-soft border-t pt-3">
      <ColourRow
        label="Colour"
        value={fill}
        onChange={(color) => onChange({ fill: color }, "fill")}
        onSettle={onSettle}
      />
      {outlines.map(({ color, width }, i) => (
        <ColourRow
          key={names[i]}
          label={names[i]}
          value={color}
          onChange={(next) => onChange({ outlines: withOutline(i, { color: next }) }, `outline ${i}`)}
          onSettle={onSettle}
          onRemove={() => onChange({ outlines: outlines.filter((_, at) => at !== i) }, null)}
        >
          <ExactNumber
            label={`Width of ${names[i].toLowerCase()}`}
            unit="%"
            value={width / 10}
            min={0}
            max={10}
            step={0.1}
            onChange={(next) => onChange({ outlines: withOutline(i, { width: next * 10 }) }, `width ${i}`)}
            onSettle={onSettle}
            className="w-17 flex-none"
          />
        </ColourRow>
      ))}
      {shadow && (
        <>
          <ColourRow
            label="Shadow"
            value={shadow.color}
            onChange={(color) => onChange({ shadow: { ...shadow, color } }, "shadow")}
            onSettle={onSettle}
            onRemove={() => onChange({ shadow: undefined }, null)}
          />
          <div className="flex items-center gap-2 pl-26 text-ink-2 text-sm">
            {(["x", "y"] as const).map((axis) => (
              <ExactNumber
                key={axis}
                label={axis === "x" ? "Shadow to the right" : "Shadow down"}
                unit="%"
                value={shadow[axis] / 10}
                min={-20}
                max={20}
                step={0.1}
                onChange={(next) => onChange({ shadow: { ...shadow, [axis]: next * 10 } }, `shadow ${axis}`)}
                onSettle={onSettle}
                className="w-20"
              />
            ))}
            right, down
          </div>
        </>
      )}
      <div className="flex flex-wrap gap-1">
        {outlines.length < names.length && (
          <Button
            variant="ghost"
            size="sm"
            icon={<Plus />}
            onClick={() => onChange({ outlines: [...outlines, FIRST_OUTLINES[outlines.length]] }, null)}
            className="-ml-2.5"
          >
            {names[outlines.length]}
          </Button>
        )}
        {!shadow && (
          <Button
            variant="ghost"
            size="sm"
            icon={<Plus />}
            onClick={() => onChange({ shadow: FIRST_SHADOW }, null)}
            className={outlines.length < names.length ? "" : "-ml-2.5"}
          >
            Shadow
          </Button>
        )}
      </div>
    </div>
  )
}
