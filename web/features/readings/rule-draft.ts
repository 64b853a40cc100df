import type { ReadRule } from "../../../contract/artwork/artwork-rule.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { type BuyerAnswer, saidOf, shownQuestion } from "../../../contract/orders/personalisation.ts"
import { readByRule } from "../../../contract/reading/read-by-rule.ts"
import type { ReadField } from "../../../contract/reading/read-field.ts"

/** What a rule reads from one order item, and from which of its answers. */
export type Sample = { item: OrderItem; said: BuyerAnswer[]; read: ReturnType<typeof readByRule> }

/** What a rule that may not be saved yet reads from order items. */
export function readSamples(
  items: readonly OrderItem[],
  fields: readonly ReadField[],
  rule: ReadRule,
): Sample[] {
  return items.map((item) => {
    const said = saidOf(item)
    return { item, said, read: readByRule(said, fields, rule, item.quantity) }
  })
}

/** Questions that buyers answered with words, and those that the rule knows besides. */
export function questionsOf(samples: readonly Pick<Sample, "said">[], rule: ReadRule): string[] {
  const asked = samples.flatMap(({ said }) => said.filter(isQuestion).map(({ question }) => question))
  const known = Object.values(rule.fields).flatMap(({ question }) => question ?? [])
  return [...new Set([...asked, ...known, ...rule.ignores])]
}

/** Questions that go into no field: they are a doubt unless they are not for print. */
export function questionsLeft(samples: readonly Sample[], rule: ReadRule): string[] {
  const chosen = new Set(Object.values(rule.fields).map(({ question }) => question))
  const read = new Set(
    samples.flatMap(({ said, read: { marks } }) => marks.map(({ answer }) => said[answer]?.question)),
  )
  return questionsOf(samples, rule).filter((question) => !chosen.has(question) && !read.has(question))
}

/** The rule with one field read otherwise: by its name where nothing is said. */
export function withSource(
  rule: ReadRule,
  field: string,
  source: { question?: string; pattern?: string },
): ReadRule {
  const { [field]: _, ...others } = rule.fields
  const said = Object.fromEntries(Object.entries(source).filter(([, words]) => words !== undefined))
  const fields = Object.keys(said).length === 0 ? others : { ...others, [field]: said }
  return { ...rule, fields, ignores: rule.ignores.filter((question) => question !== source.question) }
}

/** The rule with a question that is for print, or not. */
export function withIgnored(rule: ReadRule, question: string, isIgnored: boolean): ReadRule {
  const others = rule.ignores.filter((one) => one !== question)
  return { ...rule, ignores: isIgnored ? [...others, question] : others }
}

function isQuestion(answer: BuyerAnswer): boolean {
  return !answer.isFile && shownQuestion(answer) !== ""
}
