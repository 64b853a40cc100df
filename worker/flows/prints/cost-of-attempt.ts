import type { CostCents } from "../../../contract/prints/cost.ts"
import { costOf, itemShares } from "../../../contract/prints/print-cost.ts"
import type { Database } from "../../data/database.ts"
import type { AttemptRow } from "../../data/prints/attempt-rows.ts"
import type { Film } from "../../data/prints/sheet-rows.ts"
import { listSheetShares } from "../../data/reports/cost-rows.ts"

/** The cost of an attempt, and the share of each of its print's items, in cents. */
export type AttemptCost = { cost: CostCents; shares: ReadonlyMap<string, number> }

/**
 * Returns the cost of an attempt at the prices that it began with, for the film that its sheets take.
 * Null without prices, and for one that was laid out before costs were counted.
 */
export async function costOfAttempt(
  db: Database,
  { id, prices, credits, boxesFilmIn, inkSqIn }: AttemptRow,
  { lengthIn }: Film,
): Promise<AttemptCost | null> {
  if (prices === null || boxesFilmIn === null || inkSqIn === null) return null
  const cost = costOf(prices, { filmIn: lengthIn, boxesFilmIn, inkSqIn, credits })
  return { cost, shares: itemShares(cost, await listSheetShares(db, id)) }
}
