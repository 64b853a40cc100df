import { lazy, Suspense, useState } from "react"
import {
  type Contour,
  contourEdgeIn,
  contourProblem,
  contourSchema,
} from "../../../contract/delivery/contour.ts"
import {
  type CutFormatName,
  cutFormats,
  type SheetFormatName,
} from "../../../contract/delivery/sheet-format.ts"
import { formatWords } from "../../components/format-words.ts"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Select } from "../../components/ui/select.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { formatBound, formatLength } from "../../lib/length.ts"
import { fieldErrors } from "../../lib/use-form.ts"
import { DestinationSection } from "./destination-section.tsx"
import { LengthField } from "./measures.tsx"

const CutLineSample = lazy(() =>
  import("./cut-line-sample.tsx").then(({ CutLineSample }) => ({ default: CutLineSample })),
)

type CutLineSectionProps = {
  contour: Contour
  onChange: (contour: Contour) => void
  formats: readonly SheetFormatName[]
  dpi: number | undefined
  /** The form's error for one of its values, or for all of them. */
  error: string | undefined
}

const USUAL_DPI = 300
const besides = Object.keys(cutFormats) as CutFormatName[]
const marks = [
  { value: "", label: "None" },
  { value: "silhouette", label: "Silhouette" },
  { value: "roland", label: "Roland" },
] as const

/** Edits the line for a cutter: its distance from the ink, its corners, and its files. */
export function CutLineSection({ contour, onChange, formats, dpi, error }: CutLineSectionProps) {
  // Zero lies on neither side.
  const [isInside, setIsInside] = useState(contour.offsetIn < 0)
  const errors = error === undefined ? {} : fieldErrors(contourSchema, contour)
  const set = (change: Partial<Contour>) => onChange({ ...contour, ...change })
  const side = (inside: boolean) => (inside ? -1 : 1)
  const edgeIn = contourEdgeIn({ ...contour, offsetIn: contour.offsetIn || 0 }, dpi ?? USUAL_DPI)
  return (
    <DestinationSection
      title="Cut line"
      about="One line around every piece, drawn at print resolution, for the cutter. Pieces that are close together are cut as one."
      isOn={contour.isOn}
      onSwitch={(isOn) => set({ isOn })}
      isOpen={contour.isOn || Object.keys(errors).length > 0}
      problem={contourProblem(contour, formats)}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <div className="grid grid-cols-[1fr_8rem] gap-2">
          <LengthField
            label="Offset"
            value={typed(Math.abs(contour.offsetIn))}
            onChange={(value = Number.NaN) => set({ offsetIn: value * side(isInside) })}
            error={errors.offsetIn}
            hint={`Distance from the ink: at most ${formatBound(0.5, "most")} outside, ${formatBound(0.25, "most")} inside`}
          />
          <Field label="Side">
            <Select
              value={isInside ? "inside" : "outside"}
              onValueChange={(picked) => {
                setIsInside(picked === "inside")
                set({ offsetIn: Math.abs(contour.offsetIn) * side(picked === "inside") })
              }}
              options={[
                { value: "outside", label: "Outside" },
                { value: "inside", label: "Inside" },
              ]}
            />
          </Field>
        </div>
        <Field label="Corners">
          <Select
            value={contour.corners}
            onValueChange={(corners) => set({ corners })}
            options={[
              { value: "round", label: "Round" },
              { value: "mitre", label: "Mitre" },
            ]}
          />
        </Field>
        <div>
          <CheckRow
            label="Cut loose parts apart"
            hint="A line around each part. If off, one line keeps a piece together"
            checked={contour.islands}
            isDisabled={isInside}
            onCheckedChange={(islands) => set({ islands })}
          />
          <CheckRow
            label="Cut out holes"
            hint="Adds a line in every hole"
            checked={contour.holes}
            isDisabled={isInside}
            onCheckedChange={(holes) => set({ holes })}
          />
        </div>
        <figure>
          {/* As high as the picture, so that nothing moves when it comes. */}
          <div className="h-28">
            <Suspense>
              <CutLineSample contour={contour} />
            </Suspense>
          </div>
          <figcaption className="text-xs text-ink-2">Example on a piece {formatLength(2)} wide</figcaption>
        </figure>
        <TextField
          label="Name of the line"
          value={contour.name}
          onText={(name) => set({ name })}
          error={errors.name}
          hint="The name your cutter software expects, such as CutContour or Thru-cut"
          isRequired
        />
        <LengthField
          label="Smallest hole"
          value={typed(contour.smallestHoleIn)}
          onChange={(smallestHoleIn = Number.NaN) => set({ smallestHoleIn })}
          error={errors.smallestHoleIn}
          hint="Smaller holes stay closed; 0 cuts out every hole"
        />
        <fieldset>
          <legend className="mb-1 text-sm font-[550]">Separate cut line file for each sheet</legend>
          {besides.map((kind) => (
            <CheckRow
              key={kind}
              label={formatWords[kind].name}
              checked={contour.beside.includes(kind)}
              onCheckedChange={(isIn) =>
                set({ beside: besides.filter((one) => (one === kind ? isIn : contour.beside.includes(one))) })
              }
            />
          ))}
        </fieldset>
        <Field label="Registration marks" hint="Only in PDF. They show the cutter where the sheet is">
          <Select
            value={contour.marks ?? ""}
            onValueChange={(picked) => set({ marks: picked || null })}
            options={marks}
          />
        </Field>
      </div>
      {edgeIn > 0 && (
        <p className="mt-3 text-sm text-ink-2">
          A sheet template with this destination needs an edge of {formatBound(edgeIn, "least")} or more, so
          that the line stays on the film.
        </p>
      )}
    </DestinationSection>
  )
}

/** Returns the typed value; an emptied field is kept as no number. */
function typed(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value
}
