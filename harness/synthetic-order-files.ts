/** Files of orders as shops' programs write them, made up from the descriptions of their columns. */

/** Writes cells as CSV lines; only cells that need quotes have them. */
export function csvOf(
  rows: readonly (readonly (string | number)[])[],
  separator = ",",
  end = "\r\n",
): string {
  const needs = new RegExp(`["\\r\\n${separator}]`)
  const cell = (value: string | number) => {
    const text = String(value)
    return needs.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((row) => row.map(cell).join(separator) + end).join("")
}

/** Returns a row by its columns' names; cells that are not named are empty. */
function rowOf(header: readonly string[], cells: Record<string, string | number>): (string | number)[] {
  const strangers = Object.keys(cells).filter((name) => !header.includes(name))
  if (strangers.length > 0) throw new Error(`no column ${strangers.join(", ")}`)
  return header.map((name) => cells[name] ?? "")
}

export type Cells = Record<string, string | number>

const amazonHeader =
  "order-id order-item-id purchase-date payments-date reporting-date promise-date days-past-promise buyer-email buyer-name payment-method-details buyer-phone-number sku number-of-items product-name quantity-purchased quantity-shipped quantity-to-ship ship-service-level ship-service-name recipient-name ship-address-1 ship-address-2 ship-address-3 ship-city ship-state ship-postal-code ship-country address-type is-buyer-requested-cancellation customized-url customized-page".split(
    " ",
  )

export function syntheticAmazonReport(rows: readonly Cells[], more: readonly string[] = []): string {
  const header = [...amazonHeader, ...more]
  return csvOf([header, ...rows.map((row) => rowOf(header, row))], "\t")
}

const shopifyHeader =
  "Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Refunded Amount,Vendor,Id,Tags,Phone".split(
    ",",
  )

export function syntheticShopifyOrders(rows: readonly Cells[]): string {
  return `\uFEFF${csvOf([shopifyHeader, ...rows.map((row) => rowOf(shopifyHeader, row))], ",", "\n")}`
}

const ebayHeader =
  "Sales Record Number,Order Number,Buyer Username,Buyer Name,Buyer Email,Buyer Note,Ship To Name,Ship To Phone,Ship To Address 1,Ship To Address 2,Ship To City,Ship To State,Ship To Zip,Ship To Country,Item Number,Item Title,Custom Label,Quantity,Sold For,Total Price,Payment Method,Sale Date,Paid On Date,Ship By Date,Shipped On Date,Transaction ID,Variation Details".split(
    ",",
  )

/** Writes a file with the blank first line, the padding row and the footer of eBay's files. */
export function syntheticEbayReport(rows: readonly Cells[]): string {
  const padding = ebayHeader.map(() => "")
  const body = csvOf([ebayHeader, padding, ...rows.map((row) => rowOf(ebayHeader, row))])
  return `\r\n${body}${rows.length},record(s) downloaded\r\nSeller ID : made_up_seller\r\n`
}

const tiktokHeader =
  "Order ID,Order Status,Order Substatus,Cancelation/Return Type,Normal or Pre-order,SKU ID,Seller SKU,Product Name,Variation,Quantity,Sku Quantity of return,SKU Unit Original Price,SKU Subtotal After Discount,Order Amount,Created Time,Paid Time,RTS Time,Shipped Time,Cancelled Time,Buyer Message,Buyer Username,Recipient,Phone #,Country,State,City,Zipcode,Detail Address".split(
    ",",
  )

/** Writes a file with the second row, which explains the columns. */
export function syntheticTiktokOrders(rows: readonly Cells[]): string {
  const explained = tiktokHeader.map((name) =>
    name === "Order ID" ? "Platform unique order ID." : `About ${name}.`,
  )
  return csvOf([tiktokHeader, explained, ...rows.map((row) => rowOf(tiktokHeader, row))])
}

const woocommerceAnalyticsHeader =
  "Date,Order #,N. Revenue (formatted),Status,Customer,Customer type,Product(s),Items sold,Coupon(s),Net Sales".split(
    ",",
  )

export function syntheticWoocommerceAnalytics(rows: readonly Cells[]): string {
  return csvOf([woocommerceAnalyticsHeader, ...rows.map((row) => rowOf(woocommerceAnalyticsHeader, row))])
}

const woocommerceItemsHeader =
  "Order Number,Order Status,Order Date,Customer Note,First Name (Shipping),Address 1&2 (Shipping),City (Shipping),Postcode (Shipping),Country Code (Shipping),Email (Billing),Order Total Amount,SKU,Item #,Item Name,Quantity (- Refund),Item Cost".split(
    ",",
  )

export function syntheticWoocommerceItems(rows: readonly Cells[]): string {
  return csvOf([woocommerceItemsHeader, ...rows.map((row) => rowOf(woocommerceItemsHeader, row))])
}

/** Writes an Amazon report of that many rows, every fourth a second item of the order before. */
export function syntheticBulk(rows: number, sku: (row: number) => string): string {
  return syntheticAmazonReport(
    Array.from({ length: rows }, (_, row) => {
      const order = row - (row % 4 === 3 ? 1 : 0)
      return {
        "order-id": `113-${String(order).padStart(7, "0")}-0000001`,
        "order-item-id": String(50_000_000_000_000 + row),
        "purchase-date": "2026-11-20T09:12:44-08:00",
        "promise-date": "2026-11-27T23:59:59-08:00",
        "buyer-email": `buyer${order}@marketplace.example`,
        "buyer-name": `Buyer ${order}`,
        sku: sku(row),
        "product-name": `Team tee with the name of your choice, number ${row % 60}`,
        "quantity-purchased": 1 + (row % 3),
        "quantity-to-ship": 1 + (row % 3),
        "recipient-name": `Recipient Ünal ${order}`,
        "ship-address-1": `${order} Harbour Street`,
        "ship-city": "Portland",
        "ship-state": "OR",
        "ship-postal-code": "97201",
        "ship-country": "US",
      }
    }),
  )
}

/** The first row of each program's file, and of an unknown one. */
export const orderFileHeaders: readonly (readonly string[])[] = [
  [...amazonHeader, "customization-data"],
  shopifyHeader,
  ebayHeader,
  tiktokHeader,
  woocommerceAnalyticsHeader,
  woocommerceItemsHeader,
  ["order_number", "status", "order_date", "line_items"],
  ["Order ID", "Transaction ID", "Item Name", "Quantity", "Price", "Sale Date", "Variations", "SKU"],
  [
    "Order",
    "SKU",
    "Item",
    "Qty",
    "Price",
    "Date",
    "Ship by",
    "Address",
    "Variation",
    "Size",
    "Personalization",
  ],
]
