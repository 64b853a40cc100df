/**
 * The values in the fields of an order item's artwork, and whether they are sure. They are read again
 * whenever an item is: a changed answer, field or rule counts at once, and no stored reading can be
 * older than its sources.
 */
import { createHash } from "node:crypto"
import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { ReadRule } from "../../../contract/artwork/artwork-rule.ts"
import { canonicalValues, valueProblems, valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { UNCONFIRMED_RULE } from "../../../contract/orders/item-reading.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { type BuyerAnswer, shownAnswersOf } from "../../../contract/orders/personalisation.ts"
import { hasText } from "../../../contract/reading/has-text.ts"
import { readByRule } from "../../../contract/reading/read-by-rule.ts"
import { fieldsAndLayersOf, type ImageRow } from "../artwork/image-rows.ts"
import type { artworkRule } from "../artwork/tables.ts"
import { answersOf } from "./order-item-answers.ts"
import type { orderItem } from "./tables.ts"

type RuleRow = typeof artworkRule.$inferSelect
type ItemRow = typeof orderItem.$inferSelect
export type ItemReading = Pick<
  OrderItem,
  "rule" | "reading" | "values" | "isConfirmed" | "hasNoPlace" | "marks" | "doubts"
>
/** The columns of an order item with its buyer's texts. */
type TextRow = Pick<ItemRow, "answers" | "personalisation" | "ownPersonalisation">

/** A person's confirmation, as it is stored: it holds for these answers and fields alone. */
type OwnValues = { values: ArtworkValues; answers: string; fields: string }

/** The fields of artwork without any, as the column has them. */
export const NO_FIELDS = "[]"
const noRule: ReadRule = { fields: {}, ignores: [] }
const OTHER_FIELDS = "The artwork’s fields have changed since this was confirmed."
const OTHER_ANSWERS = "The buyer’s words have changed since this was confirmed."

/** Reads an item with the artwork that it is printed with, if it has any. */
export function readItem(
  item: TextRow & Pick<ItemRow, "quantity" | "ownValues">,
  image: Pick<ImageRow, "fields" | "layers"> | null,
  ruleRow: RuleRow | null,
): ItemReading {
  const { fields } = image ? fieldsAndLayersOf(image) : { fields: [] }
  const fieldsKey = fieldsKeyOf(fields)
  const rule = ruleRow && {
    isConfirmed: ruleRow.confirmedFor === fieldsKey,
    printsWithoutText: ruleRow.printsWithoutText,
  }
  const texts = textsOfRow(item)
  if (fields.length === 0) {
    const isConfirmed = image !== null && isConfirmedWithout(item)
    const hasNoPlace = lacksPlace(item, image, ruleRow)
    return { rule, reading: "none", values: {}, isConfirmed, hasNoPlace, marks: [], doubts: [] }
  }
  const hasNoPlace = false
  const read = readByRule(texts, fields, ruleRow ? readRuleOf(ruleRow) : noRule, item.quantity)
  const values = canonicalValues(read.values)
  const own = ownOf(item)
  const isSameText = own?.answers === answersKeyOf(texts)
  if (own && isSameText && own.fields === fieldsKey) {
    const marks = read.marks.filter(({ field }) => values[field] === own.values[field])
    return { rule, reading: "certain", values: own.values, isConfirmed: true, hasNoPlace, marks, doubts: [] }
  }
  const seen = own !== null || ruleRow?.confirmedFor != null
  const unseen = own && !isSameText ? OTHER_ANSWERS : seen ? OTHER_FIELDS : UNCONFIRMED_RULE
  const problems = read.doubts.length > 0 ? [] : valueProblems(fields, values)
  const doubts = [
    ...(own === null && rule?.isConfirmed ? [] : [unseen]),
    ...read.doubts,
    ...problems.map(({ message }) => `${message}.`),
  ]
  const reading = doubts.length > 0 ? "doubtful" : read.reading
  return { rule, reading, values, isConfirmed: false, hasNoPlace, marks: read.marks, doubts }
}

/**
 * Returns true if an item would be printed without a text that its buyer wrote: its artwork has no
 * field, and nobody has allowed, for this item or by its rule, to print it so.
 */
export function lacksPlace(
  item: TextRow & Pick<ItemRow, "ownValues">,
  image: Pick<ImageRow, "fields"> | null,
  rule: Pick<RuleRow, "ignores" | "printsWithoutText"> | null,
): boolean {
  if (image === null || image.fields !== NO_FIELDS || rule?.printsWithoutText) return false
  const ignores: string[] = rule ? JSON.parse(rule.ignores) : []
  return hasText(textsOfRow(item), { ignores }) && !isConfirmedWithout(item)
}

/** Returns true if a person has seen the buyer's texts, and that the artwork has no field for them. */
function isConfirmedWithout(item: TextRow & Pick<ItemRow, "ownValues">): boolean {
  const own = ownOf(item)
  return own?.fields === fieldsKeyOf([]) && own.answers === answersKeyOf(textsOfRow(item))
}

function ownOf({ ownValues }: Pick<ItemRow, "ownValues">): OwnValues | null {
  return ownValues === null ? null : JSON.parse(ownValues)
}

/** Returns the values for the artwork's fields: read for certain, or confirmed; null if they are neither. */
export function sureValues({ reading, values }: ItemReading): ArtworkValues | null {
  return reading === "doubtful" ? null : values
}

/** Returns the JSON that is stored when a person confirms values for an item as it is now. */
export function ownValuesJson(item: TextRow, fields: readonly ArtworkField[], values: ArtworkValues): string {
  const own: OwnValues = {
    values: JSON.parse(valuesJson(values)),
    answers: answersKeyOf(textsOfRow(item)),
    fields: fieldsKeyOf(fields),
  }
  return JSON.stringify(own)
}

/** Returns a key of all properties of fields on which the reading of answers depends. */
export function fieldsKeyOf(fields: readonly ArtworkField[]): string {
  return digestOf(
    fields.map(({ name, label, kind, choices, maxLength, required }) => [
      name,
      label,
      kind,
      choices ?? [],
      maxLength,
      required,
    ]),
  )
}

export function readRuleOf({ fields, ignores }: Pick<RuleRow, "fields" | "ignores">): ReadRule {
  return { fields: JSON.parse(fields), ignores: JSON.parse(ignores) }
}

function textsOfRow(item: TextRow): BuyerAnswer[] {
  const wording = item.ownPersonalisation ?? item.personalisation
  return shownAnswersOf({ personalisation: answersOf(item), wording })
}

/** Returns a key of the texts: a file's address may be another each time that the shop is asked. */
function answersKeyOf(answers: readonly BuyerAnswer[]): string {
  return digestOf(answers.filter(({ isFile }) => !isFile).map(({ question, answer }) => [question, answer]))
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32)
}
