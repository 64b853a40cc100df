import { type SheetFormatName, sheetFormats } from "../../../contract/delivery/sheet-format.ts"
import { fileNamePatternSchema } from "../../../contract/file-name-pattern.ts"
import { MAX_FILE_NAME_LENGTH } from "../../../contract/limit.ts"
import { TextField } from "../../components/ui/text-field.tsx"
import { DestinationSection } from "./destination-section.tsx"
import { sampleFileName } from "./sample-file-name.ts"

type FileNameSectionProps = {
  pattern: string
  onChange: (pattern: string) => void
  formats: readonly SheetFormatName[]
  error: string | undefined
}

/** The fields of a pattern, with their meaning. */
const fields = [
  ["{date}", "the date it is written (UTC)"],
  ["{print}", "the print’s name"],
  ["{sheet}", "the number of the sheet; required"],
  ["{length}", "the sheet’s length in inches"],
  ["{cm}", "its length in centimetres"],
] as const

/** Edits the names of files, with an example. */
export function FileNameSection({ pattern, onChange, formats, error }: FileNameSectionProps) {
  const judged = fileNamePatternSchema.safeParse(pattern)
  const wrong = judged.success ? error : judged.error.issues[0]?.message
  const name = judged.success ? sampleFileName(judged.data) : null
  const [format = "png"] = formats
  return (
    <DestinationSection title="File name" about="The name of downloaded and delivered files.">
      <TextField
        label="Pattern"
        value={pattern}
        onText={onChange}
        error={wrong}
        hint={name && <span className="wrap-anywhere">{`${name}.${sheetFormats[format].extension}`}</span>}
        maxLength={MAX_FILE_NAME_LENGTH}
        autoCapitalize="none"
        spellCheck={false}
        isRequired
      />
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs text-ink-2">
        {fields.map(([field, meaning]) => (
          <div key={field} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <code>{field}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </DestinationSection>
  )
}
