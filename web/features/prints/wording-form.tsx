import { useMutation } from "@tanstack/react-query"
import { Fragment, useState } from "react"
import { MAX_WORDING_LENGTH } from "../../../contract/limit.ts"
import {
  type BuyerAnswer,
  type Personalised,
  shownQuestion,
} from "../../../contract/orders/personalisation.ts"
import { Button } from "../../components/ui/button.tsx"
import { controlClasses, Field, useFieldProps } from "../../components/ui/field.tsx"
import { classNames } from "../../lib/class-names.ts"
import { AnswerFile } from "../matching/buyer-answers.tsx"
import { wordOrderItem } from "./print-calls.ts"

type WordingFormProps = { orderItem: Personalised & { _id: string }; onClose: () => void }

/** Corrects the text that is printed of an order item. */
export function WordingForm({ orderItem, onClose }: WordingFormProps) {
  const [text, setText] = useState(orderItem.wording)
  const save = useMutation({
    mutationFn: () => wordOrderItem(orderItem._id, text),
    onSuccess: onClose,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text === orderItem.wording) onClose()
        else if (!save.isPending) save.mutate()
      }}
    >
      <Asked answers={orderItem.personalisation} />
      <Field
        label="Personalisation"
        hint="The text to print. The buyer's own words in the store do not change."
      >
        <WordingText value={text} onText={setText} />
      </Field>
      <div className="mt-3 flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" isLoading={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** Shows the buyer's answers, to compare the text with. */
function Asked({ answers }: { answers: readonly BuyerAnswer[] }) {
  const asked = answers.filter((answer) => shownQuestion(answer) !== "" || answer.isFile)
  if (asked.length === 0) return null
  return (
    <dl
      aria-label="The buyer's answers"
      className="mb-3 grid max-h-48 grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-3 gap-y-1 overflow-y-auto text-sm"
    >
      {asked.map((answer, place) => (
        <Fragment key={place}>
          <dt className="text-ink-2 [overflow-wrap:anywhere]">{shownQuestion(answer)}</dt>
          <dd className="whitespace-pre-line [overflow-wrap:anywhere]">
            {answer.isFile ? <AnswerFile file={answer} place={null} /> : answer.answer}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

function WordingText({ value, onText }: { value: string; onText: (text: string) => void }) {
  const field = useFieldProps()
  return (
    <textarea
      {...field}
      rows={3}
      maxLength={MAX_WORDING_LENGTH}
      value={value}
      onChange={(event) => onText(event.target.value)}
      className={classNames(controlClasses, "block resize-y px-[0.6875rem] py-2")}
    />
  )
}
