import { Pipette } from "lucide-react"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { Button } from "../../components/ui/button.tsx"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { ChoiceGroup } from "../artwork-text/choice-group.tsx"
import { ColourRow } from "../artwork-text/colour-row.tsx"
import { ExactNumber, NumberRow } from "../artwork-text/number-row.tsx"
import { mendBounds, thresholdOf, thresholdPercent } from "./mend-kinds.ts"

export type SettingsProps<Kind extends Mend["kind"] = Mend["kind"]> = {
  mend: Extract<Mend, { kind: Kind }>
  /** Changes under one mark are one step; null is always a step of its own. */
  onChange: (mend: Mend, mark: string | null) => void
  onSettle: () => void
  /** The setting whose colour is picked from the picture just now. */
  picking: string | null
  onPick: (setting: string | null) => void
}

/** Edits the settings of one mend. */
export function MendSettings(props: SettingsProps) {
  const { mend, onChange } = props
  switch (mend.kind) {
    case "remove-background":
      return <BackgroundSettings {...props} mend={mend} />
    case "include-text":
      return (
        <p className="text-ink-2 text-xs">
          Outlines, dots and strokes are made of the artwork and its texts together. Colours stay those of
          each.
        </p>
      )
    case "harden":
      return (
        <NumberRow
          {...props}
          {...mendBounds.threshold}
          label="Solid from"
          unit="%"
          value={thresholdPercent(mend.threshold)}
          onChange={(percent) => onChange({ ...mend, threshold: thresholdOf(percent) }, "threshold")}
        />
      )
    case "halftone":
      return <HalftoneSettings {...props} mend={mend} />
    case "thicken":
      return <LengthRow {...props} mend={mend} label="At least" />
    case "fill-pinholes":
    case "drop-specks":
      return <LengthRow {...props} mend={mend} label="Up to" />
    case "choke":
      return <LengthRow {...props} mend={mend} label="By" />
    case "outline":
      return (
        <>
          <LengthRow {...props} mend={mend} label="Width" />
          <Colour
            {...props}
            label="Colour"
            value={mend.colour}
            onColour={(colour) => onChange({ ...mend, colour }, "colour")}
          />
        </>
      )
    case "recolour":
      return (
        <>
          <Colour
            {...props}
            label="From"
            value={mend.from}
            onColour={(from) => onChange({ ...mend, from }, "from")}
          />
          <Colour {...props} label="To" value={mend.to} onColour={(to) => onChange({ ...mend, to }, "to")} />
          <Tolerance {...props} mend={mend} />
        </>
      )
    case "knock-out":
      return (
        <>
          <Colour
            {...props}
            label="Colour"
            value={mend.colour}
            onColour={(colour) => onChange({ ...mend, colour }, "colour")}
          />
          <Tolerance {...props} mend={mend} />
        </>
      )
    case "crop":
      return <CropSettings {...props} mend={mend} />
    case "turn":
      return (
        <ChoiceGroup
          label="Turn"
          value={String(mend.degrees)}
          choices={[
            { value: "270", label: "To the left" },
            { value: "180", label: "Upside down" },
            { value: "90", label: "To the right" },
          ]}
          onChange={(value) =>
            onChange({ ...mend, degrees: value === "270" ? 270 : value === "180" ? 180 : 90 }, null)
          }
        />
      )
    case "enlarge":
      return (
        <ChoiceGroup
          label="For"
          value={mend.method}
          choices={[
            { value: "edges", label: "Drawings" },
            { value: "lanczos", label: "Photographs" },
          ]}
          onChange={(method) => onChange({ ...mend, method }, null)}
        />
      )
    case "trace":
      return (
        <NumberRow
          {...props}
          {...mendBounds.colours}
          label="Colours"
          value={mend.colours}
          onChange={(colours) => onChange({ ...mend, colours: Math.round(colours) }, "colours")}
        />
      )
  }
}

function BackgroundSettings(props: SettingsProps<"remove-background">) {
  const { mend, onChange } = props
  const { colour, ...rest } = mend
  return (
    <>
      <ChoiceGroup
        label="Where"
        value={mend.from}
        choices={[
          { value: "edges", label: "From the edges" },
          { value: "everywhere", label: "Everywhere" },
        ]}
        onChange={(from) => onChange({ ...mend, from }, null)}
      />
      <CheckRow
        label="The colour of the picture's border"
        hint="Found by itself, on each image anew."
        checked={colour === undefined}
        onCheckedChange={(isFound) => onChange(isFound ? rest : { ...rest, colour: "#ffffff" }, null)}
      />
      {colour !== undefined && (
        <Colour
          {...props}
          label="Colour"
          value={colour}
          onColour={(next) => onChange({ ...mend, colour: next }, "colour")}
        />
      )}
      <Tolerance {...props} mend={mend} />
    </>
  )
}

function HalftoneSettings(props: SettingsProps<"halftone">) {
  const { mend, onChange } = props
  return (
    <>
      <ChoiceGroup
        label="Shape"
        value={mend.shape}
        choices={[
          { value: "dot", label: "Dots" },
          { value: "line", label: "Lines" },
          { value: "diffusion", label: "Grain" },
        ]}
        onChange={(shape) => onChange({ ...mend, shape }, null)}
      />
      <NumberRow
        {...props}
        {...mendBounds.linesPerInch}
        label="Lines an inch"
        value={mend.linesPerInch}
        onChange={(linesPerInch) => onChange({ ...mend, linesPerInch }, "linesPerInch")}
      />
      {mend.shape !== "diffusion" && (
        <NumberRow
          {...props}
          {...mendBounds.angle}
          label="Angle"
          unit="°"
          value={mend.angle}
          onChange={(angle) => onChange({ ...mend, angle }, "angle")}
        />
      )}
    </>
  )
}

type Long = Extract<Mend, { mm: number }>

/** Edits a length of the printed piece, in mm for everybody, as the limits are. */
function LengthRow(props: Omit<SettingsProps, "mend"> & { mend: Long; label: string }) {
  const { mend, onChange } = props
  const bounds = mend.kind === "outline" ? mendBounds.outlineMm : mendBounds.fineMm
  return (
    <NumberRow
      {...props}
      {...bounds}
      digits={2}
      unit="mm"
      value={mend.mm}
      onChange={(mm) => onChange({ ...mend, mm }, "mm")}
    />
  )
}

type Tolerant = Extract<Mend, { tolerance: number }>

function Tolerance(props: Omit<SettingsProps, "mend"> & { mend: Tolerant }) {
  const { mend, onChange } = props
  return (
    <NumberRow
      {...props}
      {...mendBounds.tolerance}
      label="Tolerance"
      value={mend.tolerance}
      onChange={(tolerance) => onChange({ ...mend, tolerance }, "tolerance")}
    />
  )
}

type ColourProps = Pick<SettingsProps, "onSettle" | "picking" | "onPick"> & {
  label: "Colour" | "From" | "To"
  value: string
  onColour: (colour: string) => void
}

/** Edits a colour, which can be picked from the picture. */
function Colour({ label, value, onColour, onSettle, picking, onPick }: ColourProps) {
  const setting = label.toLowerCase()
  const isPicking = picking === setting
  return (
    <ColourRow label={label} value={value} onChange={onColour} onSettle={onSettle}>
      <Button
        variant={isPicking ? "secondary" : "ghost"}
        size="sm"
        icon={<Pipette />}
        aria-label={`Pick ${setting} from the picture`}
        aria-pressed={isPicking}
        className="-mr-2.5"
        onClick={() => onPick(isPicking ? null : setting)}
        onKeyDown={({ key }) => key === "Escape" && onPick(null)}
      >
        Pick
      </Button>
    </ColourRow>
  )
}

const sides = [
  { side: "x", label: "Left" },
  { side: "y", label: "Top" },
  { side: "width", label: "Width" },
  { side: "height", label: "Height" },
] as const

/** Edits the part that is kept in per cent of the picture, beside the box on it. */
function CropSettings({ mend, onChange, onSettle }: SettingsProps<"crop">) {
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2">
        {sides.map(({ side, label }) => {
          const most =
            side === "x" || side === "width"
              ? 1000 - mend[side === "x" ? "width" : "x"]
              : 1000 - mend[side === "y" ? "height" : "y"]
          const isLength = side === "width" || side === "height"
          return (
            <div key={side} className="flex items-center gap-2 text-sm">
              <span className="flex-1">{label}</span>
              <ExactNumber
                label={label}
                unit="%"
                min={isLength ? 1 : 0}
                max={most / 10}
                value={mend[side] / 10}
                onChange={(percent) => onChange({ ...mend, [side]: percent * 10 }, side)}
                onSettle={onSettle}
                className="w-20 flex-none"
              />
            </div>
          )
        })}
      </div>
      <Button
        size="sm"
        className="justify-self-start"
        onClick={() => onChange({ ...mend, x: 0, y: 0, width: 1000, height: 1000 }, null)}
      >
        Whole picture
      </Button>
    </>
  )
}
