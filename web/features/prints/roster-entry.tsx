import { FileUp } from "lucide-react"
import { useState } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Size } from "../../../contract/artwork/size.ts"
import { TableError } from "../../../contract/table/table-error.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { TextArea } from "../../components/ui/text-area.tsx"
import { useFilePicker } from "../../components/ui/use-file-picker.tsx"
import { toastError } from "../../lib/toast.tsx"
import { type RosterTable, readRoster, readRosterRows } from "./roster-text.ts"

type RosterEntryProps = {
  image: Pick<Image, "fields">
  sizes: readonly Size[]
  text: string
  onText: (text: string) => void
  onTable: (table: RosterTable) => void
}

/** The largest roster, a few pages of text; a larger file is something else. */
const MAX_FILE_BYTES = 1_000_000

/** Takes a roster that is pasted, typed or read from a file. */
export function RosterEntry({ image, sizes, text, onText, onTable }: RosterEntryProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const picker = useFilePicker({
    accept: ".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values",
    label: "Roster file",
    onFiles: ([file]) => void readFile(file),
  })

  function take(read: () => RosterTable) {
    try {
      const table = read()
      if (table.rows.length === 0) setProblem("It contains no names.")
      else onTable(table)
    } catch (error) {
      if (!(error instanceof TableError)) throw error
      setProblem(error.message)
    }
  }

  async function readFile(file: File) {
    if (file.size > MAX_FILE_BYTES) return setProblem(`${file.name} is too large for a roster.`)
    try {
      // Few rosters are files: their reader is loaded with the first one.
      const { readRosterFile } = await import("./roster-file.ts")
      const read = await readRosterFile(new Uint8Array(await file.arrayBuffer()))
      if ("rows" in read) take(() => readRosterRows(read.rows, image.fields, sizes))
      else {
        take(() => readRoster(read.text, image.fields, sizes))
        if (read.warning !== null) toastError(read.warning)
      }
    } catch (error) {
      if (!(error instanceof TableError)) throw error
      setProblem(error.message)
    }
  }

  return (
    <>
      <Field
        label="Names"
        hint="One piece per line, pasted from a spreadsheet or typed. Headings such as Name, Number, Size and Qty are recognised."
      >
        <TextArea
          rows={10}
          value={text}
          data-autofocus
          placeholder={placeholderOf(image.fields)}
          onChange={(event) => onText(event.target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData("text")
            if (text !== "" || !/[\n\t]/.test(pasted.trim())) return
            event.preventDefault()
            take(() => readRoster(pasted, image.fields, sizes))
          }}
        />
      </Field>
      <Notice tone="bad" className="mt-3">
        {problem}
      </Notice>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button variant="ghost" icon={<FileUp />} onClick={picker.open}>
          Import file
        </Button>
        {picker.input}
        <span className="text-sm text-ink-3">XLSX, CSV, TSV or plain text</span>
        <Button
          className="ml-auto"
          disabled={text.trim() === ""}
          onClick={() => take(() => readRoster(text, image.fields, sizes))}
        >
          Show rows
        </Button>
      </div>
    </>
  )
}

function placeholderOf(fields: Image["fields"]): string {
  return `${fields.map(({ label }) => label).join("\t")}\n${fields.map(({ sample }) => sample).join("\t")}\n…`
}
