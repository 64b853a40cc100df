import { PenLine } from "lucide-react"
import { classNames } from "../../lib/class-names.ts"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"
import { valuesWords } from "../values/values-words.ts"
import { textProblem } from "./print-gaps.ts"

type RowTextProps = {
  row: Pick<PreviewItem, "image" | "values" | "piece">
  /** The subject in the button's name. */
  name: string
  /** Missing if nothing may change any more. */
  onEdit?: () => void
}

/** Shows the text in a row's fields, and what is wrong or missing; a click opens it. */
export function RowText({ row, name, onEdit }: RowTextProps) {
  const { image, values = {}, piece } = row
  const words = valuesWords(image?.fields ?? [], values)
  const problem = textProblem(row)
  const state = problem ?? (piece?.state === "waiting" ? "Being drawn" : null)
  const answers = (
    <>
      {words !== "" && <span className="min-w-0 truncate text-ink-2">{words}</span>}
      {state !== null && (
        <span
          className={classNames("flex-none", problem === null ? "text-ink-3" : "font-[550] text-bad-ink")}
        >
          {state}
        </span>
      )}
    </>
  )
  if (onEdit === undefined) return <span className="flex min-w-0 gap-2 text-xs">{answers}</span>
  return (
    <button
      type="button"
      data-mend="values refused"
      aria-label={[`Edit text of ${name}`, state].filter(Boolean).join(". ")}
      title={[words, state].filter(Boolean).join(". ") || "Edit text"}
      onClick={onEdit}
      className="touch flex max-w-full min-w-0 items-center gap-2 text-left text-xs hover:underline"
    >
      <PenLine aria-hidden="true" className="size-3 flex-none text-ink-3" />
      {answers}
    </button>
  )
}
