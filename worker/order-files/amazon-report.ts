import { CUSTOM_NAME, customTexts } from "./amazon-custom.ts"
import { type FileLayout, type FileRow, oneAnswer, stateBy } from "./file-layout.ts"

const CUSTOM = ["customization data", "customized data", "customisation data", "customization json"]

/** Amazon's order, unshipped orders and all orders reports: one row for each item of an order. */
export const amazonReport: FileLayout = {
  source: "Amazon",
  signs: [
    ["order id", "order item id", "sku"],
    ["amazon order id", "sku"],
  ],
  columns: {
    orderNumber: ["order id", "amazon order id"],
    itemId: ["order item id", "amazon order item id"],
    orderDate: ["purchase date"],
    shipBy: ["promise date", "latest ship date"],
    buyerName: ["recipient name", "buyer name"],
    buyerEmail: ["buyer email"],
    phone: ["ship phone number", "buyer phone number"],
    country: ["ship country"],
    itemTitle: ["product name", "item name"],
    sku: ["sku"],
    quantity: ["quantity to ship", "quantity purchased", "quantity"],
    rowPrice: ["item price"],
    taxes: ["item tax", "shipping price", "shipping tax"],
    currency: ["currency"],
    status: ["item status", "order status"],
    cancelled: ["is buyer requested cancellation", "is buyer requested cancel"],
  },
  address: [
    "ship address 1",
    "ship address 2",
    "ship address 3",
    "ship city",
    "ship state",
    "ship postal code",
    "ship country",
  ],
  dayOrder: "month-first",
  // Promotions that do not fit make further rows without an item.
  isHead: (row) => row.get("sku") === "" && row.get("itemTitle") === "",
  state(row) {
    if (/^(true|yes|y|1)$/i.test(row.get("cancelled"))) return "cancelled"
    if (row.named("quantity to ship") === "0") return "shipped"
    return stateBy(
      {
        cancelled: /^cancel/i,
        shipped: /^(shipped|delivered|complete)/i,
        open: /^(unshipped|partially|processing)/i,
        unpaid: /^pending/i,
      },
      row.get("status"),
    )
  },
  answers: (row) => {
    const data = customOf(row)
    const link = row.named("customized url")
    return data === "" && link !== ""
      ? oneAnswer(CUSTOM_NAME, `Not in the report: ${link}`)
      : customTexts(data)
  },
  warn: (rows) => {
    const linked = rows.filter((row) => row.named("customized url") !== "" && customOf(row) === "")
    if (linked.length === 0) return []
    const items = linked.length === 1 ? "1 item was" : `${linked.length} items were`
    return [
      `${items} made with Amazon Custom. The report only links to what the buyer wrote, so those texts are missing: add a column “customization-data” with the JSON of each link's ZIP, or enter the texts on the Orders page.`,
    ]
  },
}

function customOf(row: FileRow): string {
  for (const name of CUSTOM) {
    const text = row.named(name)
    if (text !== "") return text
  }
  return ""
}
