/** The check whether a print's pieces have a place for their buyers' texts, for plain statements. */
import { type SQL, sql } from "drizzle-orm"
import { lacksPlace, NO_FIELDS } from "./item-reading.ts"
import { readAnswers } from "./order-item-answers.ts"

/**
 * The columns for `hasNoPlaceIn`, of rows that join order_item, image and `ruleOfItem` to print_item.
 * Printed artwork counts as it was then, whatever became of it.
 */
export const placeColumns: SQL = sql.raw(`
  order_item.personalisation AS "buyerWording", order_item.own_personalisation AS "ownWording",
  order_item.answers AS "answers", order_item.own_values AS "ownValues",
  CASE WHEN print_item.had_no_fields IS NOT NULL
      AND (SELECT status FROM print WHERE print.id = print_item.print_id) IN ('Processing', 'Completed')
    THEN print_item.had_no_fields ELSE image.fields = '${NO_FIELDS}' END AS "hasNoFields",
  artwork_rule.ignores AS "ruleIgnores", artwork_rule.prints_without_text AS "printsWithoutText"`)

/** The join of an order item's rule. */
export const ruleOfItem: SQL = sql.raw(
  "LEFT JOIN artwork_rule ON artwork_rule.user_id = order_item.user_id AND artwork_rule.rule_key = order_item.rule_key",
)

export type PlaceRow = {
  buyerWording: string | null
  ownWording: string | null
  answers: string | null
  ownValues: string | null
  hasNoFields: number | null
  ruleIgnores: string | null
  printsWithoutText: number | null
}

/** Returns for a piece what `lacksPlace` returns for an order item, with the image of the print. */
export function hasNoPlaceIn(row: PlaceRow): boolean {
  const { buyerWording, ownWording, answers, ownValues, hasNoFields, ruleIgnores, printsWithoutText } = row
  if (buyerWording === null || hasNoFields !== 1) return false
  return lacksPlace(
    {
      answers: readAnswers(answers),
      personalisation: buyerWording,
      ownPersonalisation: ownWording,
      ownValues,
    },
    { fields: NO_FIELDS },
    ruleIgnores === null ? null : { ignores: ruleIgnores, printsWithoutText: printsWithoutText === 1 },
  )
}
