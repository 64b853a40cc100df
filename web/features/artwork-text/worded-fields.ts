import { MAX_FIELD_LABEL_LENGTH, MAX_FIELD_VALUE_LENGTH } from "../../../contract/limit.ts"
import { type BuyerAnswer, shownQuestion } from "../../../contract/orders/personalisation.ts"
import { isEmptyAnswer } from "../../../contract/reading/courtesy.ts"
import type { ReadField } from "../../../contract/reading/read-field.ts"
import { readWording } from "../../../contract/reading/read-wording.ts"
import { addText, changeField, type TextDraft } from "./text-draft.ts"

/** The label and sample of a field that takes some of a buyer's words. */
export type WordedField = { kind: "text" | "number"; label: string; sample: string }

const NUMBER = /^\d{1,4}$/
/** The fields that most buyers fill without being asked a question. */
const usual: ReadField[] = [
  { name: "name", label: "Name", kind: "text", maxLength: 40, required: true },
  { name: "number", label: "Number", kind: "number", maxLength: 4, required: false },
]

/**
 * Returns the fields that a buyer's answers ask for: one for each question, else name and number as they are
 * read.
 */
export function wordedFields(answers: readonly BuyerAnswer[]): WordedField[] {
  const written = answers.filter(({ isFile, answer }) => !isFile && !isEmptyAnswer(answer))
  return written.flatMap((reply) => {
    const question = shownQuestion(reply)
    if (question !== "") return [fieldOf(question, reply.answer)]
    const { values } = readWording([reply], usual)
    const read = usual.flatMap(({ name, label }) => (values[name] ? [fieldOf(label, values[name])] : []))
    return read.length > 0 ? read : [fieldOf("Text", reply.answer)]
  })
}

function fieldOf(label: string, words: string): WordedField {
  const sample = words.replaceAll(/\s+/g, " ").trim().slice(0, MAX_FIELD_VALUE_LENGTH)
  return {
    kind: NUMBER.test(sample) ? "number" : "text",
    label: label.slice(0, MAX_FIELD_LABEL_LENGTH),
    sample,
  }
}

/** Returns the draft with a text for each of these fields; a draft with fields stays as it is. */
export function withWords(draft: TextDraft, words: readonly WordedField[]): TextDraft {
  if (draft.fields.length > 0) return draft
  return words.reduce((before, { kind, label, sample }, i) => {
    const added = addText(before, { kind }, `words-${i}`)
    const field = added.fields.at(-1)
    if (!field) return added
    const maxLength = Math.max(field.maxLength, [...sample].length)
    return changeField(added, field.name, { label, sample, maxLength }, false)
  }, draft)
}
