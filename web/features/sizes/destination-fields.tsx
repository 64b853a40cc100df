import {
  type Destination,
  type DestinationInput,
  destinationInputSchema,
  usualDestinationIn,
  whiteProblem,
} from "../../../contract/delivery/destination.ts"
import { pageUnit } from "../../../contract/length.ts"
import { FormatPicker } from "../../components/format-picker.tsx"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Stepper } from "../../components/ui/stepper.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { formatLength, formatLengthNumber } from "../../lib/length.ts"
import { type Form, fieldErrors } from "../../lib/use-form.ts"
import { CutLineSection } from "./cut-line-section.tsx"
import { DestinationSection } from "./destination-section.tsx"
import { FileNameSection } from "./file-name-section.tsx"
import { LengthField, NumberField } from "./measures.tsx"

type Numbers = "maxLengthIn" | "dpi"
export type DestinationValues = Omit<DestinationInput, Numbers> & Record<Numbers, number | undefined>

type DestinationFieldsProps = {
  form: Form<DestinationValues>
  /** True where the one template that uses it gives it its resolution. */
  hidesDpi?: boolean
}

/** The most pixels that white ink is pulled in by, so that it never shows beside the colours. */
const MAX_CHOKE_PX = 5

/** Edits a destination's files, limits, white, cut line and file names: all but its name. */
export function DestinationFields({ form, hidesDpi = false }: DestinationFieldsProps) {
  const { values, errors } = form
  const { white } = values
  const whiteErrors = errors.white === undefined ? {} : fieldErrors(destinationInputSchema.shape.white, white)
  const number = (key: Numbers) => ({
    value: values[key],
    onChange: (value: number | undefined) => form.set(key, value),
    error: errors[key],
  })
  return (
    <>
      <DestinationSection title="Files" about="Every sheet is written in each of these formats.">
        <FormatPicker
          label="Formats"
          chosen={values.formats}
          onChange={(formats) => form.set("formats", formats)}
        />
      </DestinationSection>
      <DestinationSection
        title="Limits"
        about="A sheet that would be longer is split between pieces. No piece is ever cut."
      >
        <div className="grid grid-cols-2 gap-4">
          <LengthField
            label="Longest file"
            {...number("maxLengthIn")}
            hint={`${formatLengthNumber(4)} to ${formatLength(240)}`}
          />
          {!hidesDpi && (
            <NumberField
              label="Resolution"
              unit="DPI"
              {...number("dpi")}
              hint="Same as the sheet templates that use it"
            />
          )}
        </div>
        <CheckRow
          label="Mirror"
          hint="For films that are printed face down. A template that mirrors always does so."
          checked={values.mirror}
          onCheckedChange={(mirror) => form.set("mirror", mirror)}
          className="mt-2"
        />
      </DestinationSection>
      <DestinationSection
        title="White"
        about="A layer of white ink beneath every piece, in PDF and TIFF."
        isOn={white.isOn}
        onSwitch={(isOn) => form.set("white", { ...white, isOn })}
        isOpen={white.isOn || errors.white !== undefined}
        problem={whiteProblem(white, values.formats)}
      >
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            label="Name of the ink"
            value={white.name}
            onText={(name) => form.set("white", { ...white, name })}
            error={whiteErrors.name}
            hint="Exactly as your print software spells it"
            isRequired
          />
          <div>
            <span className="mb-1.5 block text-sm font-[550]">Pulled in by</span>
            <span className="flex items-center gap-2.5">
              <Stepper
                label="Pulled in by"
                value={white.chokePx}
                min={0}
                max={MAX_CHOKE_PX}
                onChange={(chokePx) => form.set("white", { ...white, chokePx })}
              />
              <span className="text-sm text-ink-3">{white.chokePx === 1 ? "pixel" : "pixels"}</span>
            </span>
            <p className="mt-1.5 text-xs text-ink-3">
              At most 5. Keeps white from showing beside the colours
            </p>
          </div>
        </div>
      </DestinationSection>
      <CutLineSection
        contour={values.contour}
        onChange={(contour) => form.set("contour", contour)}
        formats={values.formats}
        dpi={values.dpi}
        error={errors.contour}
      />
      <FileNameSection
        pattern={values.fileName}
        onChange={(fileName) => form.set("fileName", fileName)}
        formats={values.formats}
        error={errors.fileName}
      />
    </>
  )
}

/** Returns the settings of a destination, or of the usual one, without those of its row. */
export function settingsOf(
  destination: Destination | DestinationInput = usualDestinationIn(pageUnit()),
): DestinationInput {
  const { name, formats, maxLengthIn, dpi, mirror, white, contour, fileName } = destination
  return { name, formats, maxLengthIn, dpi, mirror, white, contour, fileName }
}
