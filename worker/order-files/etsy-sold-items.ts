import type { BuyerAnswer } from "../../contract/personalisation.ts"
import { type FileLayout, type FileRow, namedChoices } from "./file-layout.ts"

const PERSONAL = /(?:^|,)\s*(personali[sz]ation):\s*/i

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
  choices: (row) => namedChoices(partsOf(row).choices),
  answers: (row) => partsOf(row).answers,
  state: (row) => (row.get("shipped") === "" ? "open" : "shipped"),
  missing: "Etsy's file has no day to ship by, and does not say which orders were cancelled.",
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

/** The buyer's text is the last part, and may hold commas and colons itself. */
function partsOf(row: FileRow): { choices: string; answers: BuyerAnswer[] } {
  const text = row.named("variations")
  const found = PERSONAL.exec(text)
  if (!found) return { choices: text, answers: [] }
  const answer = text.slice(found.index + found[0].length).trim()
  return {
    choices: text.slice(0, found.index),
    answers: answer === "" ? [] : [{ question: found[1], answer, isFile: false }],
  }
}
