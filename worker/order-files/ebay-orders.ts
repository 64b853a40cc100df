import { namedParts } from "./buyer-request.ts"
import { type FileLayout, oneAnswer } from "./file-layout.ts"

/** eBay's "All orders" report: an order of several items has a summary row before its items. */
export const ebayOrders: FileLayout = {
  source: "eBay",
  signs: [
    ["order number", "item number", "item title"],
    ["sales record number", "item number", "item title"],
  ],
  columns: {
    orderNumber: ["order number", "sales record number"],
    itemId: ["transaction id"],
    listingId: ["item number"],
    orderDate: ["sale date"],
    shipBy: ["ship by date"],
    buyerName: ["ship to name", "buyer name"],
    buyerEmail: ["buyer email"],
    phone: ["ship to phone"],
    country: ["ship to country", "buyer country"],
    itemTitle: ["item title"],
    sku: ["custom label", "custom label (sku)"],
    quantity: ["quantity"],
    price: ["sold for"],
    total: ["total price"],
    paid: ["paid on date"],
    shipped: ["shipped on date"],
  },
  address: [
    "ship to address 1",
    "ship to address 2",
    "ship to city",
    "ship to state",
    "ship to zip",
    "ship to country",
  ],
  dayOrder: "month-first",
  isOther: ({ filled }) => filled.length <= 2 && /record\(s\) downloaded|^seller id/i.test(filled.join(" ")),
  isHead: (row) => row.get("listingId") === "" && row.get("itemTitle") === "",
  request: (row) => namedParts(row.named("variation details")),
  // Values that all items share may stand in the summary row alone, and the time of payment in an item's.
  answers: (row, order) =>
    oneAnswer("Buyer note", row.named("buyer note") || (order?.head?.named("buyer note") ?? "")),
  state(row, order) {
    const shipped = row.get("shipped") || (order?.head?.get("shipped") ?? "")
    if (shipped !== "") return "shipped"
    return row.get("paid") === "" && (order?.paid ?? "") === "" ? "unpaid" : "open"
  },
  missing:
    "eBay's report does not say which orders were cancelled, and has what the buyer typed only in the buyer's note.",
}
