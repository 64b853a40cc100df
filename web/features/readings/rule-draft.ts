import type { ReadRule } from "../../../contract/artwork/artwork-rule.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { type BuyerAnswer, shownAnswersOf, shownQuestion } from "../../../contract/orders/personalisation.ts"
import { readByRule } from "../../../contract/reading/read-by-rule.ts"
import type { ReadField } from "../../../contract/reading/read-field.ts"

/** The reading of one order item by a rule, with its answers. */
export type Sample = { item: OrderItem; answers: BuyerAnswer[]; read: ReturnType<typeof readByRule> }

/** Reads order items by a rule that is not saved yet. */
export function readSamples(
  items: readonly OrderItem[],
  fields: readonly ReadField[],
  rule: ReadRule,
): Sample[] {
  return items.map((item) => {
    const answers = shownAnswersOf(item)
    return { item, answers, read: readByRule(answers, fields, rule, item.quantity) }
  })
}

/** Returns questions that buyers answered with words, and others that the rule knows. */
export function questionsOf(samples: readonly Pick<Sample, "answers">[], rule: ReadRule): string[] {
  const asked = samples.flatMap(({ answers }) => answers.filter(isQuestion).map(({ question }) => question))
  const known = Object.values(rule.fields).flatMap(({ question }) => question ?? [])
  return [...new Set([...asked, ...known, ...rule.ignores])]
}

/** Returns questions that go into no field: they are a doubt unless they are not for print. */
export function questionsLeft(samples: readonly Sample[], rule: ReadRule): string[] {
  const chosen = new Set(Object.values(rule.fields).map(({ question }) => question))
  const read = new Set(
    samples.flatMap(({ answers, read: { marks } }) => marks.map(({ answer }) => answers[answer]?.question)),
  )
  return questionsOf(samples, rule).filter((question) => !chosen.has(question) && !read.has(question))
}

/** Returns the rule with another source for one field: its name if none is given. */
export function withSource(
  rule: ReadRule,
  field: string,
  source: { question?: string; pattern?: string },
): ReadRule {
  const { [field]: _, ...others } = rule.fields
  const given = Object.fromEntries(Object.entries(source).filter(([, words]) => words !== undefined))
  const fields = Object.keys(given).length === 0 ? others : { ...others, [field]: given }
  return { ...rule, fields, ignores: rule.ignores.filter((question) => question !== source.question) }
}

/** Returns the rule with a question that is for print, or not. */
export function withIgnored(rule: ReadRule, question: string, isIgnored: boolean): ReadRule {
  const others = rule.ignores.filter((one) => one !== question)
  return { ...rule, ignores: isIgnored ? [...others, question] : others }
}

function isQuestion(answer: BuyerAnswer): boolean {
  return !answer.isFile && shownQuestion(answer) !== ""
}
