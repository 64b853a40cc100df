import { expect, test } from "vitest"
import { hasText } from "../../../contract/reading/has-text.ts"
import { readTable } from "../../../contract/table/read-table.ts"
import {
  type Cells,
  csvOf,
  syntheticAmazonReport,
  syntheticEbayReport,
  syntheticShopifyOrders,
} from "../../../harness/synthetic-order-files.ts"
import { mappedLayout } from "../../../worker/order-files/mapped-file.ts"
import { openOrderFile } from "../../../worker/order-files/open-order-file.ts"
import { readOrderFile } from "../../../worker/order-files/read-order-file.ts"
import type { MarketItem } from "../../../worker/services/marketplaces/market-order.ts"

const pause = async () => undefined

async function itemsOf(text: string, mapping = {}): Promise<MarketItem[]> {
  const file = openOrderFile(await readTable(new TextEncoder().encode(text), pause))
  if (!file) throw new Error("no header")
  const layout = file.layout ?? mappedLayout(mapping)
  const { orders, errors } = await readOrderFile(file, layout, { timeZone: "UTC", nowMs: 0, pause })
  expect(errors).toEqual([])
  return orders.flatMap(({ items }) => items)
}

/** Returns `size | variation | question=answer | …`. */
function shortly({ size, variation, answers }: MarketItem): string {
  return [size, variation, ...answers.map(({ question, answer }) => `${question}=${answer}`)].join(" | ")
}

async function etsy(variations: string): Promise<MarketItem> {
  const header = ["Order ID", "Transaction ID", "Item Name", "Quantity", "Variations", "SKU"]
  return (await itemsOf(csvOf([header, [301, 41, "Tee", 1, variations, "TEE-10"]])))[0]
}

async function woocommerce(meta: string): Promise<MarketItem> {
  const header = ["Order Number", "Order Status", "SKU", "Item Name", "Item Quantity", "Item Meta"]
  return (await itemsOf(csvOf([header, [90, "processing", "TEE", "Tee", 1, meta]])))[0]
}

async function mapped(variation: string): Promise<MarketItem> {
  const rows = [
    ["Order", "SKU", "Variation"],
    ["R-1", "TEE", variation],
  ]
  const mapping = { orderNumber: "Order", sku: "SKU", variation: "Variation" }
  return (await itemsOf(csvOf(rows), mapping))[0]
}

async function ebay(details: string, more: Cells = {}): Promise<MarketItem> {
  const row = { "Order Number": "1", "Item Number": 1, "Item Title": "Tee", Quantity: 1, "Paid On Date": "x" }
  return (await itemsOf(syntheticEbayReport([{ ...row, "Variation Details": details, ...more }])))[0]
}

test("Etsy's file has the buyer's text in every language, and to its end", async () => {
  for (const [name, words] of [
    ["Personalization", "Ashley, age: 7, size: 3"],
    ["Personalisierung", "Jonas"],
    ["Personnalisation", "Léa"],
    ["Personalizzazione", "Giulia"],
    ["Personalización", "José"],
    ["Personalisatie", "Sanne"],
    ["Personalizacja", "Łukasz"],
    ["Personalização", "João"],
  ]) {
    const item = await etsy(`Size:10,${name}:${words}`)
    expect(shortly(item)).toBe(`10 |  | ${name}=${words}`)
    expect(item.personalisation).toBe(words)
  }
  expect(shortly(await etsy("Personalisierung: Jonas"))).toBe(" |  | Personalisierung=Jonas")
  // A question of the seller's own, and another behind it.
  expect(shortly(await etsy("Colour: Black,Size:10,Name:Zoë, M.,Number:7"))).toBe(
    "10 | Colour: Black | Name=Zoë, M. | Number=7",
  )
  expect(shortly(await etsy("Size:10,Text:Roses, size: small"))).toBe("10 |  | Text=Roses | size=small")
  expect(shortly(await etsy("Size:10,Personalization:Not requested on this item."))).toBe("10 | ")
  expect(shortly(await etsy("Primary color:Navy,Größe:XL,Style: A, B"))).toBe(
    "XL | Primary color: Navy, Style: A, B",
  )
})

test("WooCommerce's fields are the buyer's text, unless their name is that of a choice", async () => {
  expect(shortly(await woocommerce("Size=10, Your text=Zoë Müller No. 7"))).toBe(
    "10 |  | Your text=Zoë Müller No. 7",
  )
  expect(shortly(await woocommerce("Name=Zoë, Number=7, Size=L"))).toBe("L |  | Name=Zoë | Number=7")
  expect(shortly(await woocommerce("Your text=Ashley, age: 7; here, Color=Red"))).toBe(
    " | Color: Red | Your text=Ashley, age: 7; here",
  )
  expect(shortly(await woocommerce("Zoë Müller"))).toBe(" |  | =Zoë Müller")
  expect(shortly(await woocommerce("Wunschname: Zoë | Farbe: Rot | Größe: M"))).toBe(
    "M | Farbe: Rot | Wunschname=Zoë",
  )
  expect(shortly(await woocommerce("Black, XL"))).toBe("XL | Black")
  // WordPress's own fields are no buyer's text.
  const hidden = await woocommerce("_reduced_stock=1, Size=10")
  expect(hidden).toMatchObject({ size: "10", variation: "", personalisation: "" })
  expect(hidden.answers).toEqual([{ question: "_reduced_stock", answer: "1", isFile: false, isHidden: true }])

  const cell = "name:Tee|sku:TEE|quantity:2|total:30.00|meta:Size=L, Your text=A|B; C=D; name:Mug|sku:MUG"
  const suite = await itemsOf(
    csvOf([
      ["order_number", "status", "line_items"],
      ["W-1", "processing", cell],
    ]),
  )
  expect(suite.map(shortly)).toEqual(["L |  | Your text=A|B | C=D", " | "])
  expect(suite.map(({ priceCents }) => priceCents)).toEqual([1_500, 0])
})

test("in eBay's and in mapped files an unknown name is a text, too", async () => {
  expect(shortly(await ebay("[Colour:Black,Size:L]"))).toBe("L | Colour: Black")
  expect(shortly(await ebay("[Size:L,Personalisation:Zoë]"))).toBe("L |  | Personalisation=Zoë")
  const orders = { "Order Number": "1", "Paid On Date": "x" }
  const item = { ...orders, "Item Number": 1, "Item Title": "Tee", Quantity: 1 }
  const noted = await itemsOf(syntheticEbayReport([{ ...orders, "Buyer Note": "ZOË 7" }, item]))
  expect(noted.map(shortly)).toEqual([" |  | Buyer note=ZOË 7"])

  expect(shortly(await mapped("Size: 10, Your text: Zoë"))).toBe("10 |  | Your text=Zoë")
  // The seller has said that this column has choices.
  expect(shortly(await mapped("Midnight"))).toBe("Midnight | ")
})

test("Amazon Custom's texts that the file lacks or cuts off are texts that have no place", async () => {
  const row = {
    "order-id": "1",
    "order-item-id": "2",
    sku: "TEE",
    "quantity-to-ship": 1,
    "quantity-purchased": 1,
  }
  const custom = async (more: Cells) =>
    (await itemsOf(syntheticAmazonReport([{ ...row, ...more }], ["customization-data"])))[0]
  const linked = await custom({ "customized-url": "https://zme.example/2.zip" })
  expect(shortly(linked)).toBe(" |  | Amazon Custom=Not in the report: https://zme.example/2.zip")
  const cut = await custom({ "customization-data": '{"customizationData":{"type":' })
  expect(shortly(cut)).toBe(' |  | Amazon Custom=Cannot be read: {"customizationData":{"type":')
  expect(shortly(await custom({ "customization-data": "Zoë 7" }))).toBe(" |  | Amazon Custom=Zoë 7")
  const unknown = { type: "PoemCustomization", label: "Poem", inputValue: "Roses" }
  const written = await custom({ "customization-data": JSON.stringify({ customizationData: unknown }) })
  expect(shortly(written)).toBe(" |  | Poem=Roses")
  for (const { answers } of [linked, cut, written]) expect(hasText(answers, { ignores: [] })).toBe(true)
  expect((await custom({})).answers).toEqual([])
})

test("a column that says that buyers wrote it is read in every layout", async () => {
  const header = ["Order ID", "Transaction ID", "Item Name", "Quantity", "Variations", "SKU", "Engraving"]
  const [etsyItem] = await itemsOf(csvOf([header, [301, 41, "Tee", 1, "Size:10", "TEE", "Zoë"]]))
  expect(shortly(etsyItem)).toBe("10 |  | Engraving=Zoë")
  const properties = syntheticShopifyOrders([
    { Name: "#1", "Lineitem quantity": 1, "Lineitem name": "Tee - L", "Lineitem sku": "TEE" },
  ])
  const [first, second] = properties.trimEnd().split("\n")
  const [shopifyItem] = await itemsOf(
    `${first},Lineitem properties\n${second},"Name: ZOË\nColour: Red\n_gift: 1"\n`,
  )
  expect(shortly(shopifyItem)).toBe("L | Colour: Red | Name=ZOË | _gift=1")
  expect(shopifyItem.personalisation).toBe("ZOË")
})
