import { sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { SheetShare } from "../../contract/print-cost.ts"
import type { Database } from "./database.ts"

/** What lies on an attempt's own sheets, item by item: whose film it is. */
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
