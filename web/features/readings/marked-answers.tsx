import { Fragment } from "react"
import { type BuyerAnswer, shownQuestion } from "../../../contract/orders/personalisation.ts"
import { classNames } from "../../lib/class-names.ts"
import { markAnswer } from "./mark-answer.ts"

type AnswerMark = { field: string; answer: number; start: number; end: number }

type MarkedAnswersProps = {
  answers: readonly BuyerAnswer[]
  marks: readonly AnswerMark[]
  /** The labels of the fields, by their names. */
  labels: ReadonlyMap<string, string>
  className?: string
}

/** Shows the buyer's own words, with the values of fields marked and named; files are left out. */
export function MarkedAnswers({ answers, marks, labels, className }: MarkedAnswersProps) {
  const parts = answers.flatMap((answer, place) =>
    answer.isFile ? [] : [{ answer, own: marks.filter((mark) => mark.answer === place) }],
  )
  return (
    <span className={classNames("block text-sm whitespace-pre-line [overflow-wrap:anywhere]", className)}>
      {parts.map(({ answer, own }, place) => (
        <span key={place} className="block">
          {shownQuestion(answer) !== "" && <span className="text-ink-3">{shownQuestion(answer)}: </span>}
          {markAnswer(answer.answer, own).map(({ text, field }, part) =>
            field === null ? (
              <Fragment key={part}>{text}</Fragment>
            ) : (
              <Mark key={part} text={text} label={labels.get(field) ?? field} />
            ),
          )}
        </span>
      ))}
    </span>
  )
}

/** Shows the field's name after its words, so that the meaning does not depend on colour. */
function Mark({ text, label }: { text: string; label: string }) {
  return (
    <mark className="rounded-xs bg-accent-soft box-decoration-clone px-1 py-px font-[550] text-accent-ink">
      {text}
      <span className="ml-1 text-2xs font-[500] whitespace-nowrap">
        <span className="sr-only">, read as </span>
        {label}
      </span>
    </mark>
  )
}
