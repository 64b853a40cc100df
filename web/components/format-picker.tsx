import type { SheetFormatName } from "../../contract/delivery/sheet-format.ts"
import { formatWords, offeredFormats, withFormat } from "./format-words.ts"
import { CheckRow } from "./ui/checkbox.tsx"
import { Notice } from "./ui/notice.tsx"

type FormatPickerProps = {
  chosen: readonly SheetFormatName[]
  onChange: (chosen: SheetFormatName[]) => void
  isDisabled?: boolean
  label?: string
}

/** Lets people choose one or more formats for each sheet, and warns where none is chosen. */
export function FormatPicker({ chosen, onChange, isDisabled, label = "File formats" }: FormatPickerProps) {
  return (
    <fieldset disabled={isDisabled} className="mt-3 disabled:opacity-60">
      <legend className="mb-1.5 text-sm font-[550]">{label}</legend>
      <div className="grid gap-1.5 md:grid-cols-3">
        {offeredFormats.map((format) => {
          const isChosen = chosen.includes(format)
          const { name, use } = formatWords[format]
          return (
            <CheckRow
              key={format}
              label={name}
              hint={use}
              checked={isChosen}
              onCheckedChange={(isIn) => onChange(withFormat(chosen, format, isIn))}
              className="min-h-11 cursor-pointer rounded-md border border-line px-2.5 font-[550] has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft/50"
            />
          )
        })}
      </div>
      {chosen.length === 0 && (
        <Notice tone="bad" className="mt-2">
          Choose at least one format.
        </Notice>
      )}
    </fieldset>
  )
}
