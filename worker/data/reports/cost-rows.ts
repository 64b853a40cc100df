import { sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { CostShare } from "../../../contract/prints/cost.ts"
import type { SheetShare } from "../../../contract/prints/print-cost.ts"
import type { Database } from "../database.ts"

/** Lists the shares of an attempt's own sheets, item by item. */
export async function listSheetShares(db: Database, attemptId: Id): Promise<SheetShare[]> {
  type Row = { sheet: number; lengthPx: number; itemId: Id; copies: number; areaPx2: number }
  const rows = await db.all<Row>(sql`
    SELECT sheet.sheet_index AS sheet, sheet.length_px AS lengthPx, place.value ->> 'itemId' AS itemId,
      count(*) AS copies, sum((place.value ->> 'widthPx') * (place.value ->> 'heightPx')) AS areaPx2
    FROM sheet
    LEFT JOIN sheet_part ON sheet_part.attempt_id = sheet.attempt_id AND sheet_part.sheet_index = sheet.sheet_index
    JOIN json_each(coalesce(sheet_part.placements, sheet.placements)) AS place
    WHERE sheet.attempt_id = ${attemptId} AND sheet.writing_id IS NULL
    GROUP BY sheet.sheet_index, itemId`)
  return [...Map.groupBy(rows, ({ sheet }) => sheet).values()].map((items) => ({
    lengthPx: items[0].lengthPx,
    items: items.map(({ itemId, copies, areaPx2 }) => ({ itemId, copies, areaPx2 })),
  }))
}

/**
 * Returns the known costs of printing each of these orders: the shares of their items in completed
 * prints. Prints in another currency than the newest are left out.
 */
export async function listOrderCosts(db: Database, orderIds: readonly Id[]): Promise<Map<Id, CostShare>> {
  const rows = await db.all<{ orderId: Id; cents: number; currency: string }>(sql`
    SELECT order_item.order_id AS orderId, print_item.cost_cents AS cents,
      (SELECT attempt.cost ->> 'currency' FROM attempt
        WHERE attempt.print_id = print.id AND attempt.cost IS NOT NULL ORDER BY attempt.number DESC LIMIT 1) AS currency
    FROM order_item
    JOIN print_item ON print_item.order_item_id = order_item.id AND print_item.cost_cents IS NOT NULL
    JOIN print ON print.id = print_item.print_id AND print.trashed_at IS NULL
    WHERE order_item.order_id IN (SELECT value FROM json_each(${JSON.stringify(orderIds)}))
    ORDER BY print_item.printed_at DESC`)
  return new Map(
    [...Map.groupBy(rows, ({ orderId }) => orderId)].map(([orderId, [newest, ...others]]) => {
      const { currency } = newest
      const alike = others.filter((row) => row.currency === currency)
      const cents = alike.reduce((sum, row) => sum + row.cents, newest.cents)
      return [orderId, { amount: cents / 100, currency }]
    }),
  )
}
