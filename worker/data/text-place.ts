/** Whether the pieces of a print have a place for what their buyers wrote, for plain statements. */
import { type SQL, sql } from "drizzle-orm"
import { lacksPlace } from "./item-reading.ts"
import { readAnswers } from "./order-item-answers.ts"

/** What `hasNoPlaceIn` needs, of rows that join order_item, image and `ruleOfItem` to print_item. */
export const placeColumns: SQL = sql.raw(`
  order_item.personalisation AS "buyerWording", order_item.own_personalisation AS "ownWording",
  order_item.answers AS "answers", order_item.own_values AS "ownValues", image.fields AS "imageFields",
  artwork_rule.ignores AS "ruleIgnores", artwork_rule.prints_without_text AS "printsWithoutText"`)

/** Joins the rule of an order item. */
export const ruleOfItem: SQL = sql.raw(
  "LEFT JOIN artwork_rule ON artwork_rule.user_id = order_item.user_id AND artwork_rule.rule_key = order_item.rule_key",
)

export type PlaceRow = {
  /** Null without an order item. */
  buyerWording: string | null
  ownWording: string | null
  answers: string | null
  ownValues: string | null
  /** Null without an image. */
  imageFields: string | null
  /** Null without a rule. */
  ruleIgnores: string | null
  printsWithoutText: number | null
}

/** Says of a piece what `lacksPlace` says of an order item, with the image of the print. */
export function hasNoPlaceIn(row: PlaceRow): boolean {
  const { buyerWording, ownWording, answers, ownValues, imageFields, ruleIgnores, printsWithoutText } = row
  if (buyerWording === null) return false
  return lacksPlace(
    {
      answers: readAnswers(answers),
      personalisation: buyerWording,
      ownPersonalisation: ownWording,
      ownValues,
    },
    imageFields === null ? null : { fields: imageFields },
    ruleIgnores === null ? null : { ignores: ruleIgnores, printsWithoutText: printsWithoutText === 1 },
  )
}
