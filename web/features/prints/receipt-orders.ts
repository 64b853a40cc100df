import { groupsOf, type Manifest, type ManifestRow } from "../../../contract/prints/manifest.ts"
import type { PrintItem } from "../../../contract/prints/print.ts"

/** An item with its copies on the film. */
export type ReceiptItem = { item: PrintItem; rows: readonly [ManifestRow, ...ManifestRow[]] }
/** The items of an order. `orderNumber` is "" for pieces chosen by hand. */
export type ReceiptOrder = Pick<ManifestRow, "orderNumber" | "buyer" | "shipBy"> & {
  rows: readonly ManifestRow[]
  items: ReceiptItem[]
}

/** Returns a print's items by order, orders and items in the manifest's sequence. */
export function receiptOrders(
  printItems: readonly PrintItem[],
  { rows, timeZone }: Pick<Manifest, "rows" | "timeZone">,
): ReceiptOrder[] {
  const items = new Map(printItems.map((item) => [item._id as string, item]))
  return groupsOf(rows, timeZone).map(({ orderNumber, buyer, shipBy, rows: own }) => ({
    ...{ orderNumber, buyer, shipBy, rows: own },
    items: [...Map.groupBy(own, ({ itemId }) => itemId)].flatMap(([itemId, [first, ...more]]) => {
      const item = items.get(itemId)
      return item && first ? [{ item, rows: [first, ...more] as const }] : []
    }),
  }))
}

/** Returns the codes of an item's copies: `12-1`, or `12-1 to 12-3`. */
export function codeWords(rows: ReceiptItem["rows"]): string {
  const codes = [...rows].sort((a, b) => a.copy - b.copy).map(({ code }) => code)
  return codes.length === 1 ? codes[0] : `${codes[0]} to ${codes.at(-1)}`
}
