import { unnamedChoices } from "./buyer-request.ts"
import { answersOf, type FileLayout, oneAnswer } from "./file-layout.ts"

/**
 * The file of Shopify's Orders page: one row for each item. The order's own values stand in its first
 * row alone.
 */
export const shopifyOrders: FileLayout = {
  source: "Shopify",
  market: "Shopify",
  signs: [["name", "lineitem name", "lineitem quantity"]],
  columns: {
    orderNumber: ["name"],
    orderId: ["id"],
    orderDate: ["created at"],
    buyerName: ["shipping name", "billing name"],
    buyerEmail: ["email"],
    phone: ["shipping phone", "billing phone", "phone"],
    country: ["shipping country", "billing country"],
    itemTitle: ["lineitem name"],
    sku: ["lineitem sku"],
    quantity: ["lineitem quantity"],
    price: ["lineitem price"],
    currency: ["currency"],
    total: ["total"],
    status: ["financial status"],
    cancelled: ["cancelled at"],
    shipped: ["lineitem fulfillment status"],
  },
  address: [
    "shipping address1",
    "shipping address2",
    "shipping company",
    "shipping city",
    "shipping province",
    "shipping zip",
    "shipping country",
  ],
  dayOrder: "month-first",
  isCarried: true,
  isHead: (row) => row.get("itemTitle") === "" && row.get("sku") === "",
  request: (row) => unnamedChoices(variantOf(row.get("itemTitle")).split(" / ")),
  answers: (row) => [...answersOf(row.named("note attributes")), ...oneAnswer("Notes", row.named("notes"))],
  state(row) {
    if (row.get("cancelled") !== "") return "cancelled"
    const status = row.get("status")
    if (/^(refunded|voided|expired)/i.test(status)) return "cancelled"
    if (/^(fulfilled|restocked)/i.test(row.get("shipped"))) return "shipped"
    if (/^pending/i.test(status)) return "unpaid"
    return "open"
  },
  missing:
    "Shopify's file has no column for what buyers typed for an item, so names and numbers are missing. Enter the texts on the Orders page, or import a file from an app that exports line item properties.",
}

/** Returns the variant in `Team tee - Black / L`: the text after the last dash. */
function variantOf(name: string): string {
  const at = name.lastIndexOf(" - ")
  return at < 0 ? "" : name.slice(at + 3)
}
