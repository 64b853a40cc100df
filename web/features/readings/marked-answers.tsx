import { Fragment } from "react"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { type BuyerAnswer, shownAnswersOf, shownQuestion } from "../../../contract/orders/personalisation.ts"
import { classNames } from "../../lib/class-names.ts"
import { markAnswer } from "./mark-answer.ts"
import { fieldsOf } from "./reading-rules.ts"

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

/** Shows what the buyer of an item wrote, with what was read from it. */
export function ItemAnswers({ item, className }: { item: OrderItem; className: string }) {
  const labels = new Map(fieldsOf(item).map(({ name, label }) => [name, label]))
  return (
    <MarkedAnswers answers={shownAnswersOf(item)} marks={item.marks} labels={labels} className={className} />
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
