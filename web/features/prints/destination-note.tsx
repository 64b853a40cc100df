import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import { destinationWords } from "../../../contract/delivery/destination-words.ts"
import { pageUnit } from "../../../contract/length.ts"
import { classNames } from "../../lib/class-names.ts"

type DestinationNoteProps = {
  /** The template as prints are laid out on it. */
  template: Pick<SheetTemplate, "destination" | "maxLengthIn" | "mirror">
  /** The number of sheets that the print takes, if known. */
  sheets?: number
  className?: string
}

/** Describes the effect of a template's destination in the server's words; nothing without one. */
export function DestinationNote({ template, sheets = 1, className }: DestinationNoteProps) {
  const { destination, maxLengthIn, mirror } = template
  if (destination === null) return null
  return (
    <p className={classNames("text-sm wrap-anywhere text-ink-2", className)}>
      {destinationWords(destination, { maxLengthIn, mirror, sheets }, pageUnit())}
    </p>
  )
}

/** Shows the same in the place of the choice of formats, which the destination sets. */
export function WrittenFor({ template, sheets }: DestinationNoteProps) {
  return (
    <section aria-label="File formats" className="mt-3">
      <h3 className="text-sm font-[550]">File formats</h3>
      <DestinationNote template={template} sheets={sheets} className="mt-1" />
      <p className="mt-1 text-xs text-ink-3">Set by the destination of the sheet template.</p>
    </section>
  )
}
