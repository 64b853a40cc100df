import { Printer } from "lucide-react"
import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { Canvas } from "../../../sheet/text/draw-layers.ts"
import { Button } from "../../components/ui/button.tsx"
import { classNames } from "../../lib/class-names.ts"
import { type Garment, garmentColour } from "../sheet-preview/garment.ts"
import { TextShapes } from "./text-shapes.tsx"
import type { LayerDrawing } from "./text-task.ts"
import type { Trial } from "./try-values.ts"

type TrialStripProps = {
  trials: readonly Trial[]
  /** The drawings, in the trials' order. */
  drawings: readonly (readonly LayerDrawing[])[]
  pickedKey: string
  onPick: (key: Trial["key"]) => void
  canvas: Canvas
  baseUrl: string | null
  garment: Garment
}

/** Shows short and long values beside the sample; a picked one is shown large. */
export function TrialStrip({
  trials,
  drawings,
  pickedKey,
  onPick,
  canvas,
  baseUrl,
  garment,
}: TrialStripProps) {
  const colour = garmentColour(garment)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a box
    <div
      role="group"
      aria-label="Other texts"
      className="-mx-4 -my-1 mt-2 grid auto-cols-[8.5rem] grid-flow-col gap-3 overflow-x-auto px-4 py-1 md:mx-0 md:my-0 md:mt-3 md:auto-cols-fr md:overflow-visible md:p-0"
    >
      {trials.map(({ key, label }, i) => {
        const problem = drawings[i]?.find(({ problems }) => problems.length > 0)?.problems[0]
        return (
          <button
            key={key}
            type="button"
            aria-pressed={key === pickedKey}
            onClick={() => onPick(key)}
            className="group min-w-0 rounded-md text-left"
          >
            <span
              className={classNames(
                "grid h-24 place-items-center overflow-hidden rounded-md p-2",
                colour === null && "checker",
                key === pickedKey && "outline-2 outline-accent",
              )}
              style={colour === null ? undefined : { background: colour }}
            >
              <span
                className="relative block max-h-full"
                style={{
                  aspectRatio: `${canvas.width} / ${canvas.height}`,
                  height: "100%",
                  maxWidth: "100%",
                }}
              >
                {baseUrl !== null && <img src={baseUrl} alt="" className="absolute inset-0 size-full" />}
                <TextShapes
                  canvas={canvas}
                  drawings={drawings[i] ?? []}
                  className="absolute inset-0 size-full overflow-visible"
                />
              </span>
            </span>
            <span
              className={classNames(
                "mt-1.5 block truncate text-xs",
                problem ? "text-warn-ink" : "text-ink-2",
              )}
            >
              {problem ? `${label} ${shortProblem(problem)}` : label}
            </span>
          </button>
        )
      })}
    </div>
  )
}

function shortProblem(problem: string): string {
  return problem.split(". ")[0]
}

type TryFieldsProps = {
  fields: readonly ArtworkField[]
  values: ArtworkValues
  onChange: (values: ArtworkValues) => void
  onPrinted: () => void
}

/** Takes one's own texts to try; they are not stored. */
export function TryFields({ fields, values, onChange, onPrinted }: TryFieldsProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {fields.map(({ name, label }) => (
        <input
          key={name}
          aria-label={`Try a ${label || name}`}
          placeholder={`Try: ${label || name}`}
          value={values[name] ?? ""}
          maxLength={200}
          onChange={({ target }) => onChange({ ...values, [name]: target.value })}
          className="h-9 w-36 min-w-0 flex-1 rounded-md border border-line bg-surface px-2.5 text-sm shadow-card outline-none focus-visible:border-ring focus-visible:outline-3 focus-visible:outline-ring/22 coarse:h-11 coarse:text-[1rem]"
        />
      ))}
      <Button icon={<Printer />} onClick={onPrinted}>
        As printed
      </Button>
    </div>
  )
}
