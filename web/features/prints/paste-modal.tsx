import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { Size } from "../../../contract/artwork/size.ts"
import { pageUnit } from "../../../contract/length.ts"
import { Field } from "../../components/ui/field.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { Select } from "../../components/ui/select.tsx"
import { TextArea } from "../../components/ui/text-area.tsx"
import { plural } from "../../lib/format.ts"
import { formatLength, formatSize } from "../../lib/length.ts"
import { madeSizes } from "../sizes/size-calls.ts"
import { guessPasted, type PastedKind, type PastedLine, readPasted } from "./pasted-cells.ts"
import type { DraftItem } from "./print-draft.ts"

/** The new values of rows, by their keys. */
export type RowValues = ReadonlyMap<string, { size?: Size; quantity?: number }>

type PasteModalProps = {
  /** The rows that the lines are for, in their order. */
  items: readonly DraftItem[]
  sizes: readonly Size[]
  /** The text that was already pasted into a row. */
  text: string
  onApply: (values: RowValues) => void
  onClose: () => void
}

const kinds = [
  { value: "sizes", label: "Sizes" },
  { value: "quantities", label: "Quantities" },
  { value: "both", label: "Sizes and quantities" },
] satisfies { value: PastedKind; label: string }[]

/** Pastes a column of a spreadsheet into the rows of a print, after a preview. */
export function PasteModal({ items, sizes, text: pasted, onApply, onClose }: PasteModalProps) {
  const [text, setText] = useState(pasted)
  const [chosenKind, setKind] = useState<PastedKind | null>(null)
  const kind = chosenKind ?? guessPasted(text)
  const lines = readPasted(text, kind, sizes)
  const used = lines.slice(0, items.length)
  const good = used.filter(({ problem, size, quantity }) => problem === null && (size ?? quantity) !== null)
  const apply = useMutation({
    mutationFn: async () => valuesOf(used, items, await madeSizes(used)),
    onSuccess: (values) => {
      onApply(values)
      onClose()
    },
  })
  return (
    <ConfirmModal
      onClose={onClose}
      size="md"
      title="Paste from a spreadsheet"
      description={`One line per row, from the top (${plural(items.length, "row")}). An empty line leaves its row unchanged.`}
      verb={`Fill ${plural(good.length, "row")}`}
      isDisabled={good.length === 0}
      isWorking={apply.isPending}
      isChanged={text !== pasted && !apply.isPending}
      onConfirm={() => apply.mutate()}
    >
      <Field label="Column">
        <TextArea
          rows={6}
          value={text}
          placeholder={pageUnit() === "in" ? "Adult chest 10 in\n3.5 in\n…" : "Adult chest 25 cm\n9 cm\n…"}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Field label="Contents" className="mt-4">
        <Select value={kind} onValueChange={setKind} options={kinds} className="w-full md:w-64" />
      </Field>
      {lines.length > 0 && (
        <ul aria-label="Preview" className="mt-4 max-h-56 overflow-y-auto text-sm" tabIndex={-1}>
          {used.map((line, i) => (
            <li key={line.line} className="flex gap-3 border-line-soft border-t py-1.5 first:border-t-0">
              <span className="min-w-0 flex-1 truncate text-ink-2">
                {items[i].image?.name ?? "Missing image"}
              </span>
              <span className={line.problem === null ? "flex-none" : "flex-none text-bad-ink"}>
                {line.problem === null ? wordsOf(line) : `Line ${line.line}: ${line.problem}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {lines.length > items.length && (
        <p className="mt-2 text-sm text-warn-ink">
          {plural(lines.length - items.length, "line")} more than there are rows.
        </p>
      )}
    </ConfirmModal>
  )
}

function wordsOf({ size, quantity }: PastedLine): string {
  const sizeWords =
    size && (size.kind === "known" ? formatSize(size.size) : `${formatLength(size.widthIn)}, new size`)
  return [sizeWords, quantity && `× ${quantity}`].filter(Boolean).join(" ") || "Unchanged"
}

function valuesOf(
  lines: readonly PastedLine[],
  items: readonly DraftItem[],
  made: ReadonlyMap<number, Size>,
): RowValues {
  return new Map(
    lines.flatMap(({ size, quantity, problem }, i) => {
      if (problem !== null) return []
      const known = size?.kind === "new" ? made.get(size.widthIn) : size?.size
      return [[items[i].key, { ...(known ? { size: known } : {}), ...(quantity ? { quantity } : {}) }]]
    }),
  )
}
