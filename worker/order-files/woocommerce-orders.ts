import { type BuyerRequest, namedParts, unnamedChoices } from "./buyer-request.ts"
import { moneyOf } from "./cell-values.ts"
import { type FileLayout, type FileRow, oneAnswer, type RowItem, stateBy } from "./file-layout.ts"

const state = (row: FileRow) =>
  stateBy(
    {
      open: /^(wc-)?processing/i,
      shipped: /^(wc-)?(completed|shipped)/i,
      cancelled: /^(wc-)?(cancel|refunded|failed|trash)/i,
      unpaid: /^(wc-)?(pending|on[- ]hold|checkout-draft)/i,
    },
    row.get("status"),
  )

const orderColumns = {
  orderDate: ["order date", "date"],
  buyerEmail: ["billing email", "customer email", "email (billing)"],
  phone: ["billing phone", "phone (billing)"],
  country: ["shipping country", "billing country", "country code (shipping)", "country code (billing)"],
  total: ["order total", "order total amount", "total"],
  currency: ["order currency", "currency"],
  status: ["order status", "status"],
}
const address = [
  "shipping address 1",
  "shipping address 2",
  "shipping city",
  "shipping state",
  "shipping postcode",
  "shipping country",
  "address 1&2 (shipping)",
  "city (shipping)",
  "state code (shipping)",
  "postcode (shipping)",
  "country code (shipping)",
]

/** Files of export plug-ins with one row for each item. */
export const woocommerceItems: FileLayout = {
  source: "WooCommerce",
  signs: [
    ["order number", "item name", "sku"],
    ["order number", "item name", "item sku"],
    ["order number", "line item name"],
    ["order id", "item name", "item sku"],
  ],
  columns: {
    ...orderColumns,
    orderNumber: ["order number", "order id"],
    itemId: ["item id", "order item id", "line item id"],
    buyerName: ["shipping name", "billing name", "shipping full name", "customer name"],
    itemTitle: ["item name", "line item name"],
    sku: ["sku", "item sku", "line item sku"],
    quantity: ["quantity ( refund)", "item quantity", "line item quantity", "quantity"],
    price: ["item cost", "item price", "line item price"],
    rowPrice: ["item total", "line item total"],
  },
  address,
  dayOrder: "month-first",
  request: requestOf,
  answers: (row) => oneAnswer("Customer note", row.named("customer note")),
  state,
}

/** The order export of WooCommerce's own suite: one row for each order, its items in one cell. */
export const woocommerceSuite: FileLayout = {
  source: "WooCommerce",
  signs: [["order number", "line items"]],
  columns: {
    ...orderColumns,
    orderNumber: ["order number", "order id"],
    buyerName: ["shipping name", "billing name"],
  },
  address,
  dayOrder: "month-first",
  itemsOf: (row) => suiteItems(row.named("line items")),
  answers: (row) => oneAnswer("Customer note", row.named("customer note")),
  state,
}

/** The Analytics page's download: one row for each order, with the products' names alone. */
export const woocommerceAnalytics: FileLayout = {
  source: "WooCommerce",
  signs: [["order #", "product(s)"]],
  columns: {
    ...orderColumns,
    orderNumber: ["order #"],
    buyerName: ["customer"],
    total: ["net sales", "n. revenue"],
  },
  dayOrder: "month-first",
  itemsOf: (row) => productsOf(row.named("product(s)")),
  state,
  missing:
    "WooCommerce's own export has no SKU, no address and nothing that the buyer typed, only product names. Choose the artwork on the Orders page, or export one row per item with its SKU.",
}

/** Reads `2× Luna Moth, 1× Cosmic Cat`: commas belong to a name unless a count follows. */
function productsOf(cell: string): RowItem[] {
  return cell
    .split(/,\s*(?=\d+\s*[×x]\s)/)
    .map((part) => /^(\d+)\s*[×x]\s+(.+)$/.exec(part.trim()))
    .flatMap((match) =>
      match
        ? [
            {
              title: match[2].trim(),
              sku: "",
              quantity: Number(match[1]),
              request: unnamedChoices([]),
              priceCents: 0,
            },
          ]
        : [],
    )
}

/** The columns of an item in its cell; any other part belongs to the text before. */
const ITEM_COLUMN =
  /^\s*(id|name|product_id|sku|quantity|price|subtotal|subtotal_tax|total|total_tax|refunded|refunded_qty|meta)\s*:/i
const FIRST_COLUMN = /^\s*(?:id|name|product_id|sku)\s*:/i

/** Reads `name:Luna Moth|sku:LM-1|quantity:2|meta:Size=L; …`: marks stand in a buyer's text, too. */
function suiteItems(cell: string): RowItem[] {
  return joined(cell, ";", FIRST_COLUMN)
    .map((part) => Object.fromEntries(joined(part, "|", ITEM_COLUMN).map(pairOf)))
    .filter((item) => item.name || item.sku)
    .map((item) => {
      const quantity = Number(item.quantity) || 1
      return {
        title: item.name ?? "",
        sku: item.sku ?? "",
        quantity,
        request: namedParts(item.meta ?? ""),
        priceCents: Math.round((moneyOf(item.total ?? "")?.cents ?? 0) / quantity),
      }
    })
}

/** Returns the text's parts between marks; a part without a known beginning belongs to the part before. */
function joined(text: string, mark: string, begins: RegExp): string[] {
  const starts: number[] = []
  let at = 0
  for (const part of text.split(mark)) {
    if (starts.length === 0 || begins.test(part)) starts.push(at)
    at += part.length + 1
  }
  return starts.map((start, place) => text.slice(start, (starts[place + 1] ?? text.length + 1) - 1))
}

function pairOf(part: string): [string, string] {
  const at = part.indexOf(":")
  return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]
}

/** Returns the choices and typed texts in the meta; a variation without names holds choices alone. */
function requestOf(row: FileRow): BuyerRequest {
  const meta = row.named("item meta") || row.named("line item meta")
  if (meta !== "") return namedParts(meta)
  const variation = row.named("product variation")
  return /[:=]/.test(variation) ? namedParts(variation) : unnamedChoices(variation.split(/[,;|]/))
}
