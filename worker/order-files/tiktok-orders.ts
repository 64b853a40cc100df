import { unnamedChoices } from "./buyer-request.ts"
import { type FileLayout, oneAnswer, stateBy } from "./file-layout.ts"

/** TikTok Shop's orders: one row for each SKU of an order, below a row that explains the columns. */
export const tiktokOrders: FileLayout = {
  source: "TikTok Shop",
  signs: [["order id", "sku id", "seller sku"]],
  columns: {
    orderNumber: ["order id"],
    itemId: ["sku id"],
    orderDate: ["created time"],
    buyerName: ["recipient", "buyer username"],
    phone: ["phone #"],
    country: ["country"],
    itemTitle: ["product name"],
    sku: ["seller sku"],
    quantity: ["quantity"],
    returned: ["sku quantity of return"],
    rowPrice: ["sku subtotal after discount"],
    total: ["order amount"],
    status: ["order substatus", "order status"],
    cancelled: ["cancelled time"],
    shipped: ["shipped time"],
  },
  address: [
    "detail address",
    "house name or number",
    "additional address information",
    "city",
    "state",
    "zipcode",
    "country",
  ],
  dayOrder: "month-first",
  isOther: (row, place) => place === 0 && !/\d/.test(row.get("orderNumber")),
  request: (row) => unnamedChoices(row.named("variation").split(/\s*,\s*/)),
  answers: (row) => oneAnswer("Buyer message", row.named("buyer message")),
  state(row) {
    if (row.get("cancelled") !== "") return "cancelled"
    if (row.get("shipped") !== "") return "shipped"
    return stateBy(
      {
        cancelled: /cancel/i,
        open: /^(to ship|awaiting (shipment|collection))/i,
        unpaid: /^unpaid/i,
        left: /^on hold/i,
        shipped: /^(shipped|in transit|delivered|completed)/i,
      },
      row.get("status"),
    )
  },
  missing: "TikTok Shop's file has no ship-by dates.",
}
