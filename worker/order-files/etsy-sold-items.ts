import { isRequested } from "../services/etsy/etsy-answers.ts"
import { namedParts } from "./buyer-request.ts"
import type { FileLayout } from "./file-layout.ts"

/** Etsy's file of sold order items. Its numbers are those that a connected shop's orders have. */
export const etsySoldItems: FileLayout = {
  source: "Etsy",
  market: "Etsy",
  signs: [["order id", "transaction id", "item name"]],
  columns: {
    orderNumber: ["order id"],
    itemId: ["transaction id"],
    listingId: ["listing id"],
    orderDate: ["sale date"],
    buyerName: ["ship name", "buyer"],
    country: ["ship country"],
    itemTitle: ["item name"],
    sku: ["sku"],
    quantity: ["quantity"],
    price: ["price"],
    currency: ["currency"],
    shipped: ["date shipped"],
  },
  address: ["ship address1", "ship address2", "ship city", "ship state", "ship zipcode", "ship country"],
  dayOrder: "month-first",
  // Etsy writes a buyer's choices before the typed text.
  request(row) {
    const { choices, answers } = namedParts(row.named("variations"), { areWordsLast: true })
    return { choices, answers: answers.filter(({ answer }) => isRequested(answer)) }
  },
  state: (row) => (row.get("shipped") === "" ? "open" : "shipped"),
  missing: "Etsy's file has no ship-by dates, and does not say which orders were cancelled.",
}

/** Etsy's file of orders, which names no items that could be printed. */
export const etsySoldOrders: FileLayout = {
  source: "Etsy",
  signs: [["order id", "number of items", "order value"]],
  columns: {},
  dayOrder: "month-first",
  refusal:
    "This is Etsy's file of orders, which does not say what was sold. At Etsy, download “Order Items” instead of “Orders”.",
}
