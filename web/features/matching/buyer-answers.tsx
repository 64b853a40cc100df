import { Paperclip } from "lucide-react"
import {
  type BuyerAnswer,
  type Personalised,
  shownAnswersOf,
  shownQuestion,
} from "../../../contract/orders/personalisation.ts"
import { classNames } from "../../lib/class-names.ts"
import { truncate } from "../../lib/format.ts"

/** Returns `Name: Mia, Font: Script`, or `“Mia”` if there is no question. Files are in `AnswerFiles`. */
export function answersText(item: Personalised): string {
  return shownAnswersOf(item)
    .filter(({ isFile }) => !isFile)
    .map((text) => {
      const question = shownQuestion(text)
      return question === "" ? `“${text.answer}”` : `${question}: ${text.answer}`
    })
    .join(", ")
}

/** Shows every answer with its question, and the files. Very long ones are cut; all of it on hover. */
export function BuyerAnswers({ item, className }: { item: Personalised; className?: string }) {
  const texts = shownAnswersOf(item).filter(({ isFile }) => !isFile)
  return (
    <>
      {texts.length > 0 && (
        <span
          title={answersText(item)}
          className={classNames("line-clamp-6 text-xs text-ink-2 [overflow-wrap:anywhere]", className)}
        >
          {texts.map((text, place) => (
            <SaidText key={place} text={text} isLast={place === texts.length - 1} />
          ))}
        </span>
      )}
      <AnswerFiles item={item} className="mt-0.5" />
    </>
  )
}

function SaidText({ text, isLast }: { text: BuyerAnswer; isLast: boolean }) {
  const question = shownQuestion(text)
  return (
    <>
      {question !== "" && <span className="text-ink-3">{question}: </span>}
      {question === "" ? `“${text.answer}”` : text.answer}
      {!isLast && ", "}
    </>
  )
}

/** Links to the files that a buyer uploaded, where the shop keeps them. */
export function AnswerFiles({ item, className }: { item: Personalised; className?: string }) {
  const files = shownAnswersOf(item).filter(({ isFile }) => isFile)
  if (files.length === 0) return null
  return (
    <span className={classNames("flex flex-wrap gap-x-3 gap-y-1 text-xs", className)}>
      {files.map((file, place) => (
        <AnswerFile key={file.answer} file={file} place={files.length > 1 ? place + 1 : null} />
      ))}
    </span>
  )
}

/** Links to a file away from the app; the shop learns neither the page nor the person. */
export function AnswerFile({ file, place }: { file: BuyerAnswer; place: number | null }) {
  const name = [truncate(shownQuestion(file) || "Upload", 45), place].filter(Boolean).join(" ")
  return (
    <a
      href={file.answer}
      target="_blank"
      rel="noopener noreferrer"
      className="touch inline-flex max-w-full min-w-0 items-center gap-1 text-accent-ink hover:underline"
    >
      <Paperclip aria-hidden="true" className="size-3.5 flex-none" />
      <span className="truncate">{name}</span>
      <span className="sr-only">: the buyer's file, in a new tab</span>
    </a>
  )
}
