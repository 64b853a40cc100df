import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { ManifestRow } from "../../contract/manifest.ts"
import type { Database } from "./database.ts"
import type { PrintRow } from "./print-rows.ts"

type Row = Omit<ManifestRow, "sheet" | "position" | "xIn" | "yIn"> & {
  sheetIndex: number | null
  x: number | null
  y: number | null
  dpi: number | null
}

/** A print's copies in their order on the sheets, from top and left; without sheets, its items. */
export async function listManifest(db: Database, row: PrintRow): Promise<ManifestRow[]> {
  const hasSheets =
    row.status === "Processing" ||
    row.status === "Completed" ||
    (row.status === "Deleted" && row.printedAt !== null)
  const rows = await db.all<Row>(row.attemptId && hasSheets ? placed(row.attemptId) : listed(row.id))
  let sheet = 0
  let position = 0
  return rows.map(({ sheetIndex, x, y, dpi, ...item }) => {
    const inches = (px: number | null) =>
      px === null || dpi === null ? null : Math.round((px / dpi) * 100) / 100
    position = sheetIndex !== null && sheetIndex + 1 === sheet ? position + 1 : 1
    sheet = sheetIndex === null ? 0 : sheetIndex + 1
    const place = sheetIndex === null ? { sheet: null, position: null } : { sheet, position }
    return { ...place, xIn: inches(x), yIn: inches(y), ...item }
  })
}

const itemColumns = sql`
  coalesce("order".vendor_order_id, '') AS orderNumber,
  coalesce("order".buyer_name, '') AS buyer,
  coalesce(order_item.title, '') AS item,
  coalesce(order_item.sku, '') AS sku,
  coalesce(size.name || ' ' || printf('%g', size.value_in) || ' in', '') AS size,
  coalesce(order_item.personalisation, '') AS personalisation,
  coalesce(image.name, '') AS image`

const itemParts = sql`
  LEFT JOIN image ON image.id = print_item.image_id
  LEFT JOIN size ON size.id = print_item.size_id
  LEFT JOIN order_item ON order_item.id = print_item.order_item_id
  LEFT JOIN "order" ON "order".id = order_item.order_id`

function placed(attemptId: Id): SQL {
  return sql`
    SELECT sheet.sheet_index AS sheetIndex, place.value ->> 'x' AS x, place.value ->> 'y' AS y, attempt.dpi AS dpi, ${itemColumns}
    FROM attempt
    JOIN sheet ON sheet.attempt_id = attempt.id
    LEFT JOIN sheet_part ON sheet_part.attempt_id = sheet.attempt_id AND sheet_part.sheet_index = sheet.sheet_index
    JOIN json_each(coalesce(sheet_part.placements, sheet.placements)) AS place
    LEFT JOIN print_item ON print_item.id = place.value ->> 'itemId'
    ${itemParts}
    WHERE attempt.id = ${attemptId}
    ORDER BY sheetIndex, y, x`
}

function listed(printId: Id): SQL {
  return sql`
    SELECT NULL AS sheetIndex, NULL AS x, NULL AS y, NULL AS dpi, ${itemColumns}
    FROM print_item ${itemParts}
    WHERE print_item.print_id = ${printId} ORDER BY print_item.position`
}
