import { FileUp } from "lucide-react"
import { useState } from "react"
import type { Image } from "../../../contract/image.ts"
import { MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import type { Size } from "../../../contract/size.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { TextArea } from "../../components/ui/text-area.tsx"
import { useFilePicker } from "../../components/ui/use-file-picker.tsx"
import { formatCount } from "../../lib/format.ts"
import { type RosterTable, readRoster } from "./roster-text.ts"

type RosterEntryProps = {
  image: Pick<Image, "fields">
  sizes: readonly Size[]
  onTable: (table: RosterTable) => void
}

/** A roster is a few pages of text; what is larger is another file. */
const MAX_FILE_BYTES = 1_000_000

/** Where a roster is pasted, typed or read from a file. */
export function RosterEntry({ image, sizes, onTable }: RosterEntryProps) {
  const [text, setText] = useState("")
  const [problem, setProblem] = useState<string | null>(null)
  const picker = useFilePicker({
    accept: ".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values",
    label: "Roster file",
    onFiles: ([file]) => void readFile(file),
  })

  function read(pasted: string) {
    const table = readRoster(pasted, image.fields, sizes)
    const { length } = table.rows
    if (length > MAX_PRINT_ITEMS)
      setProblem(`A roster has at most ${MAX_PRINT_ITEMS} rows, this one has ${formatCount(length)}.`)
    else if (length === 0) setProblem("There are no names in it.")
    else onTable(table)
  }

  async function readFile(file: File) {
    if (file.size > MAX_FILE_BYTES) return setProblem(`${file.name} is too large for a roster.`)
    const pasted = decoded(new Uint8Array(await file.arrayBuffer()))
    if (pasted === null)
      setProblem(`${file.name} is no text. Save it as CSV, or copy its cells and paste them.`)
    else read(pasted)
  }

  return (
    <>
      <Field
        label="Names"
        hint="One piece a line, from a spreadsheet or typed. Heads such as Name, Number, Size and Qty are understood."
      >
        <TextArea
          rows={10}
          value={text}
          data-autofocus
          placeholder={placeholderOf(image.fields)}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData("text")
            if (text !== "" || !/[\n\t]/.test(pasted.trim())) return
            event.preventDefault()
            read(pasted)
          }}
        />
      </Field>
      {problem !== null && (
        <Notice tone="bad" className="mt-3">
          {problem}
        </Notice>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button variant="ghost" icon={<FileUp />} onClick={picker.open}>
          Import file
        </Button>
        {picker.input}
        <span className="text-sm text-ink-3">CSV, TSV or plain text</span>
        <Button className="ml-auto" disabled={text.trim() === ""} onClick={() => read(text)}>
          Show rows
        </Button>
      </div>
    </>
  )
}

function placeholderOf(fields: Image["fields"]): string {
  return `${fields.map(({ label }) => label).join("\t")}\n${fields.map(({ sample }) => sample).join("\t")}\n…`
}

/** A file's text in the encodings that spreadsheets write; null for what is no text. */
function decoded(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8: what older spreadsheets write.
    return new TextDecoder("windows-1252").decode(bytes)
  }
}
