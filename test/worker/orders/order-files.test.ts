import { strFromU8, strToU8, unzipSync, zipSync } from "fflate"
import { expect, test } from "vitest"
import { readWording } from "../../../contract/reading/read-wording.ts"
import { readTable } from "../../../contract/table/read-table.ts"
import type { Pause } from "../../../contract/table/table.ts"
import { longTest } from "../../../harness/long-test.ts"
import {
  type Cells,
  csvOf,
  syntheticAmazonReport,
  syntheticEbayReport,
  syntheticShopifyOrders,
  syntheticTiktokOrders,
  syntheticWoocommerceAnalytics,
  syntheticWoocommerceItems,
} from "../../../harness/synthetic-order-files.ts"
import { syntheticXlsx } from "../../../harness/synthetic-xlsx.ts"
import { countOf, moneyOf } from "../../../worker/order-files/cell-values.ts"
import { type DayOrder, dayOrderOf, momentOf, readDate } from "../../../worker/order-files/dates.ts"
import { mappedLayout, suggestedMapping } from "../../../worker/order-files/mapped-file.ts"
import { openOrderFile } from "../../../worker/order-files/open-order-file.ts"
import { type ReadFile, readOrderFile } from "../../../worker/order-files/read-order-file.ts"
import { fieldSets } from "../../contract/reading/field-sets.ts"

const nowMs = Date.parse("2026-11-23T12:00:00Z")

const pause = async () => undefined

async function read(
  text: string | Uint8Array,
  given: { timeZone?: string } = {},
): Promise<ReadFile & { source: string }> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
  const file = openOrderFile(await readTable(bytes, pause))
  if (!file) throw new Error("no header")
  const layout = file.layout ?? mappedLayout(suggestedMapping(file.columns))
  return {
    ...(await readOrderFile(file, layout, { timeZone: given.timeZone ?? "UTC", nowMs, pause })),
    source: layout.source,
  }
}

/** Returns each order's number with its items, in a short form. */
function shortly({ orders }: ReadFile): unknown {
  return orders.map((order) => [
    order.vendorOrderId,
    order.isCancelled ? "cancelled" : order.isOpen ? "open" : "left",
    ...order.items.map(({ quantity, sku, size, variation, answers }) =>
      [
        quantity,
        sku,
        size,
        variation,
        ...answers.map(({ question, answer }) => `${question}=${answer}`),
      ].join("|"),
    ),
  ])
}

test("columns are guessed by their names in five languages, each once", () => {
  const fields = [
    ...["orderNumber", "orderDate", "shipBy", "buyerName", "itemTitle", "sku", "size", "quantity"],
    ...["price", "personalisation", "status"],
  ] as const
  const headers = [
    "Order #;Order date;Ship by;Customer;Product;SKU;Size;Qty;Unit price;Personalization;Status",
    "Bestell-Nr.;Bestelldatum;Versand bis;Kunde;Artikelbezeichnung;Artikel-Nr.;Größe;Stückzahl;Einzelpreis (EUR);Wunschtext;Bestellstatus",
    "N° de commande;Date de commande;À expédier avant;Nom du client;Désignation;Référence produit;Taille;Qté;Prix unitaire;Texte personnalisé;Statut",
    "Nº de pedido;Fecha del pedido;Enviar antes de;Cliente;Artículo;Código;Tamaño;Cantidad;Precio;Texto;Estado del pedido",
    "Numero d’ordine;Data ordine;Spedire entro il;Nome e cognome;Descrizione;Codice articolo;Misura;Quantità;Prezzo;Incisione;Stato",
  ]
  for (const header of headers) {
    const columns = header.split(";")
    const mapping = suggestedMapping(columns)
    expect(fields.map((field) => mapping[field] ?? `${field} of ${header}`)).toEqual(columns)
  }
})

test("Amazon's report: what is left to ship, Custom's texts from their tree, each item once", async () => {
  const tree = {
    customizationData: {
      type: "PageContainerCustomization",
      children: [
        {
          type: "FlatContainerCustomization",
          children: [
            { type: "TextCustomization", label: "Name", inputValue: "ZOË" },
            { type: "TextCustomization", label: "Second line", inputValue: "" },
            { type: "FontCustomization", label: "Font", fontSelection: { family: "Lobster" } },
            {
              type: "ColorCustomization",
              name: "Colour",
              colorSelection: { name: "Gold", value: "#d4af37" },
            },
          ],
        },
        { type: "OptionCustomization", label: "Back", optionSelection: { label: "Number 7" } },
      ],
    },
    customizationInfo: {
      "version3.0": { surfaces: [{ areas: [{ customizationType: "ImagePrinting", label: "Name" }] }] },
    },
  }
  const flat = {
    customizationInfo: {
      "version3.0": { surfaces: [{ areas: [{ label: "Name", text: "BEN", colorName: "Red" }] }] },
    },
  }
  const item = (id: number, more: Cells): Cells => ({
    "order-id": `111-000000${Math.ceil(id / 2)}-0`,
    "order-item-id": `5000${id}`,
    sku: `TEE-${id}`,
    "product-name": `Tee ${id}`,
    "quantity-purchased": 3,
    "quantity-to-ship": 3,
    ...more,
  })
  const file = await read(
    syntheticAmazonReport(
      [
        item(1, { "quantity-to-ship": 2, "customization-data": JSON.stringify(tree) }),
        // A promotion's row has no item.
        { "order-id": "111-0000001-0" },
        item(2, {
          "customization-data": JSON.stringify(flat),
          "customized-url": "https://zme.example/1.zip",
        }),
        item(3, { "quantity-to-ship": 0 }),
        item(4, { "customized-url": "https://zme.example/2.zip" }),
        item(5, { "is-buyer-requested-cancellation": "true" }),
        item(7, { "customization-data": "{broken" }),
        item(7, {}),
      ],
      ["customization-data"],
    ),
  )
  expect(file).toMatchObject({ source: "Amazon", rows: 7, errors: [] })
  expect(shortly(file)).toEqual([
    [
      "111-0000001-0",
      "open",
      "2|TEE-1|||Name=ZOË|Font=Lobster|Colour=Gold|Back=Number 7",
      "3|TEE-2|||Name=BEN|Name colour=Red",
    ],
    ["111-0000002-0", "open", "3|TEE-4|||Amazon Custom=Not in the report: https://zme.example/2.zip"],
    ["111-0000003-0", "cancelled", "3|TEE-5||"],
    ["111-0000004-0", "open", "3|TEE-7||"],
  ])
  expect(file.items.map(({ isRepeated }) => isRepeated)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    true,
  ])
  expect(file.warnings.join(" ")).toMatch(
    /1 item was made with Amazon Custom.+1 item already shipped.+1 item cancelled/,
  )
})

test("Shopify's file: an order's columns stand in its first row, and what it lacks is said", async () => {
  const line = (name: string, more: Cells): Cells => ({
    Name: name,
    "Lineitem quantity": 1,
    "Lineitem name": "Team tee - Black / XL",
    "Lineitem price": "24.50",
    "Lineitem sku": "TEAM-TEE",
    "Lineitem fulfillment status": "pending",
    ...more,
  })
  const file = await read(
    syntheticShopifyOrders([
      line("#1001", {
        "Financial Status": "paid",
        Currency: "EUR",
        Total: "79.00",
        "Created at": "2026-09-22 09:12:44 -0700",
        "Shipping Name": "Zoë Ünal",
        "Shipping Address1": "1 Harbour\nStreet",
        "Note Attributes": "Name: ZOË\nNumber: 7",
      }),
      line("#1001", { "Lineitem name": "Sticker", "Lineitem quantity": 2 }),
      line("", { "Lineitem name": "Team tee - 10 in / Navy" }),
      line("#1002", { "Financial Status": "refunded" }),
      line("#1003", { "Financial Status": "partially_refunded", "Lineitem fulfillment status": "fulfilled" }),
      line("#1003", {}),
      line("#1004", { "Financial Status": "pending" }),
    ]),
  )
  expect(shortly(file)).toEqual([
    ["#1001", "open", "1|TEAM-TEE|XL|Black|Name=ZOË|Number=7", "2|TEAM-TEE||", "1|TEAM-TEE|10 in|Navy"],
    ["#1002", "cancelled", "1|TEAM-TEE|XL|Black"],
    ["#1003", "open", "1|TEAM-TEE|XL|Black"],
    ["#1004", "left", "1|TEAM-TEE|XL|Black"],
  ])
  expect(file.orders[0]).toMatchObject({
    buyerName: "Zoë Ünal",
    buyerAddress: "1 Harbour Street",
    totalCents: 7900,
    currency: "EUR",
    orderedAtMs: Date.parse("2026-09-22T16:12:44Z"),
  })
  expect(file.warnings[0]).toContain("Shopify's file has no column for what buyers typed")
})

test("eBay's report: blank lines, a summary row and a footer are no items, a broken row is one error", async () => {
  const sold = {
    "Paid On Date": "Sep-18-26",
    "Sale Date": "Sep-18-26",
    "Ship By Date": "Sep-23-26",
    Quantity: 1,
  }
  const text = syntheticEbayReport([
    {
      "Order Number": "01-1",
      "Ship To Name": "Ann",
      Quantity: 3,
      "Total Price": "AU $3,030.00",
      "Paid On Date": "Sep-18-26",
    },
    {
      ...sold,
      "Order Number": "01-1",
      "Item Number": "334455",
      "Item Title": 'Tee 10", soft',
      "Custom Label": "TEE",
      Quantity: 2,
      "Sold For": "AU $15.00",
      "Transaction ID": "77",
      "Variation Details": "[Colour:Black,Size:L]",
      "Buyer Note": "Please write: ZOË",
    },
    { ...sold, "Order Number": "01-1", "Item Number": "334456", "Item Title": "Mug", "Custom Label": "MUG" },
    { ...sold, "Order Number": "01-2", "Item Number": "334457", "Item Title": "Cap", "Paid On Date": "" },
  ])
  const file = await read(text.replace("4,record(s)", "01-3,short row\r\n4,record(s)"))
  expect(shortly(file)).toEqual([
    ["01-1", "open", "2|TEE|L|Colour: Black|Buyer note=Please write: ZOË", "1|MUG||"],
    ["01-2", "left", "1|||"],
  ])
  expect(file.orders[0]).toMatchObject({
    buyerName: "Ann",
    totalCents: 303_000,
    shipByMs: Date.parse("2026-09-23T12:00:00Z"),
    items: [{ vendorItemId: "334455-77", priceCents: 1500, currency: "AUD" }, {}],
  })
  expect(file.errors).toEqual([
    { row: 8, message: expect.stringMatching(/^This row has 2 cells, and the header 27\./) },
  ])
})

test("TikTok Shop's file: the row that explains the columns is skipped, returns count, unknown words are told", async () => {
  const line = (id: number, more: Cells): Cells => ({
    "Order ID": `57646075230342510${id}`,
    "Order Status": "To ship",
    "SKU ID": "17293",
    "Seller SKU": "TEE",
    "Product Name": "Tee",
    Variation: "Black, L",
    Quantity: 3,
    "Created Time": "11/20/2026 02:15:00 PM\t",
    ...more,
  })
  const text = syntheticTiktokOrders([
    line(1, { "Sku Quantity of return": 1, "Buyer Message": "ZOË 7" }),
    line(2, { "Order Status": "On hold" }),
    line(3, { "Order Status": "Pondering" }),
    line(4, { "Cancelled Time": "11/21/2026 01:00:00 AM" }),
    line(5, { "Order ID": "5.76E+17" }),
  ])
  const file = await read(text, { timeZone: "America/Los_Angeles" })
  expect(shortly(file)).toEqual([
    ["576460752303425101", "open", "2|TEE|L|Black|Buyer message=ZOË 7"],
    ["576460752303425102", "left", "3|TEE|L|Black"],
    ["576460752303425103", "open", "3|TEE|L|Black"],
    ["576460752303425104", "cancelled", "3|TEE|L|Black"],
  ])
  expect(file.orders[0].orderedAtMs).toBe(Date.parse("2026-11-20T22:15:00Z"))
  expect(file.errors).toEqual([
    { row: 7, message: expect.stringMatching(/rounded the order number to 5\.76E\+17/) },
  ])
  expect(file.warnings.join(" ")).toContain("The status “Pondering” is not known")
})

test("WooCommerce's files: rows of items, items in a cell, and names alone with what that lacks", async () => {
  const items = await read(
    syntheticWoocommerceItems([
      {
        "Order Number": 90,
        "Order Status": "Processing",
        "Order Date": "2026-11-20 09:00",
        SKU: "TEE",
        "Item Name": "Tee",
        "Quantity (- Refund)": 2,
        "Item Cost": "19,90",
      },
      {
        "Order Number": 91,
        "Order Status": "Completed",
        SKU: "TEE",
        "Item Name": "Tee",
        "Quantity (- Refund)": 1,
      },
    ]),
  )
  expect(shortly(items)).toEqual([
    ["90", "open", "2|TEE||"],
    ["91", "left", "1|TEE||"],
  ])
  expect(items.orders[0].items[0].priceCents).toBe(1990)
  const suite = await read(
    csvOf([
      ["order_id", "order_number", "status", "line_items"],
      [
        1,
        "W-1",
        "processing",
        "name:Tee|sku:TEE|quantity:2|total:30.00|meta:Size=L; name:Mug|sku:MUG|quantity:1|total:9.00|meta:",
      ],
    ]),
  )
  expect(shortly(suite)).toEqual([["W-1", "open", "2|TEE|L|", "1|MUG||"]])
  const names = await read(
    syntheticWoocommerceAnalytics([
      {
        Date: "2026-11-20 09:00:00",
        "Order #": 92,
        Status: "processing",
        "Product(s)": "2× Luna Moth, Night, 1× Mug",
      },
      { "Order #": 93, Status: "processing", "Product(s)": "" },
    ]),
  )
  expect(names.orders[0].items.map(({ title, quantity }) => [title, quantity])).toEqual([
    ["Luna Moth, Night", 2],
    ["Mug", 1],
  ])
  expect(names.errors).toEqual([{ row: 3, message: "This row names no item" }])
  expect(names.warnings[0]).toContain("has no SKU")
})

test("Etsy's file of items: the buyer's text may hold commas and colons itself", async () => {
  const header = [
    "Sale Date",
    "Item Name",
    "Quantity",
    "Price",
    "Currency",
    "Transaction ID",
    "Listing ID",
    "Date Shipped",
    "Order ID",
    "Variations",
    "SKU",
  ]
  const file = await read(
    csvOf([
      header,
      [
        "09/18/26",
        "Tee",
        1,
        "12.00",
        "USD",
        41,
        7,
        "",
        301,
        "Style: Matte,Size: 10 in,Personalization:Ashley, age: 7",
        "TEE",
      ],
    ]),
  )
  expect(shortly(file)).toEqual([["301", "open", "1|TEE|10 in|Style: Matte|Personalization=Ashley, age: 7"]])
})

test("a workbook reads as its CSV does: dates, long numbers, gaps and letters of XML", async () => {
  const header = ["Order Number", "Item SKU", "Qty", "Ship by", "Note"]
  const file = await read(
    syntheticXlsx([
      header,
      ["A-1", "TEE", 2, { serial: 46_349 }, "R&D <b>\n=1+1"],
      [],
      ["", "TEE", 1],
      [576460752303425000, "TEE", 1, { serial: 46_349.5 }],
      ["A-2", "", 1],
      ["A-3", "MUG"],
    ]),
  )
  expect(shortly(file)).toEqual([["A-1", "open", "2|TEE|||Note=R&D <b>\n=1+1"]])
  expect(file.orders[0].shipByMs).toBe(Date.parse("2026-11-23T12:00:00Z"))
  expect(file.errors.map(({ row, message }) => [row, message.slice(0, 34)])).toEqual([
    [4, "This row has no order number"],
    [5, "A spreadsheet program has rounded "],
    [6, "This row has neither a SKU nor the"],
    [7, "The quantity is empty"],
  ])
  const cut = syntheticXlsx([header, ["A-1", "TEE", 2]]).subarray(0, 300)
  await expect(readTable(cut, pause)).rejects.toThrow(/not a workbook that can be read/)
})

test("every encoding and separator of a spreadsheet program gives the same rows", async () => {
  const rows = [
    ["Bestellung", "SKU", "Menge"],
    ["Zoë, 1", "TEE;S", "2"],
    ["", "", ""],
    ["'-7", "TEE", "1"],
  ]
  for (const separator of [",", ";", "\t"]) {
    for (const end of ["\r\n", "\n"]) {
      const text = csvOf(rows, separator, end)
      const utf16 = new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (letter) => letter.charCodeAt(0)).buffer)
      const files = [
        new TextEncoder().encode(text),
        new TextEncoder().encode(`\uFEFF${text}`),
        new TextEncoder().encode(`sep=${separator}\n${text}`),
        utf16,
        utf16.subarray(2),
        Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
      ]
      for (const [at, bytes] of files.entries())
        expect(
          (await readTable(bytes, pause)).rows.slice(0, 4),
          `${JSON.stringify([separator, end])} ${at}`,
        ).toEqual(rows)
    }
  }
})

test("an order's paid day may stand in the summary row alone, or in one item's, before or behind the others", async () => {
  const head = { "Order Number": "01-1", "Ship To Name": "Ann", "Paid On Date": "Sep-18-26" }
  const item = (number: number) => ({
    "Order Number": "01-1",
    "Item Number": `33445${number}`,
    "Item Title": "Tee",
    "Custom Label": `TEE-${number}`,
    Quantity: 1,
  })
  for (const rows of [
    [head, item(1), item(2)],
    [item(1), item(2), head],
  ]) {
    const file = await read(syntheticEbayReport(rows))
    expect(shortly(file)).toEqual([["01-1", "open", "1|TEE-1||", "1|TEE-2||"]])
    expect(file.warnings.join(" ")).not.toContain("not paid yet")
  }
  const unpaid = await read(syntheticEbayReport([{ ...head, "Paid On Date": "" }, item(1), item(2)]))
  expect(shortly(unpaid)).toEqual([["01-1", "left", "1|TEE-1||", "1|TEE-2||"]])
  const shipped = await read(syntheticEbayReport([{ ...head, "Shipped On Date": "Sep-20-26" }, item(1)]))
  expect(shortly(shipped)).toEqual([["01-1", "left", "1|TEE-1||"]])
  // Without a summary row an item's says it. An order is paid as a whole, but its items ship one by one.
  const paid = { "Paid On Date": "Sep-18-26" }
  for (const rows of [
    [{ ...item(1), ...paid, "Shipped On Date": "Sep-19-26" }, item(2), item(3)],
    [item(2), { ...item(3), ...paid }],
  ]) {
    const file = await read(syntheticEbayReport(rows))
    expect(shortly(file)).toEqual([["01-1", "open", "1|TEE-2||", "1|TEE-3||"]])
    expect(file.warnings.join(" ")).not.toContain("not paid yet")
  }
})

test("a column mapped as personalisation is the buyer's free text, whatever it is called", async () => {
  for (const column of ["Wunschtext", "Custom text", "Personalization", "Note"]) {
    const file = openOrderFile(
      await readTable(
        new TextEncoder().encode(
          csvOf([
            ["Order", "SKU", column],
            ["R-1", "TEE", "Name: Zoë, Number: 7"],
          ]),
        ),
        pause,
      ),
    )
    if (!file) throw new Error("no header")
    const layout = mappedLayout({ orderNumber: "Order", sku: "SKU", personalisation: column })
    const { orders } = await readOrderFile(file, layout, { timeZone: "UTC", nowMs, pause })
    const [{ answers }] = orders[0].items
    expect(answers).toMatchObject([{ question: column, answer: "Name: Zoë, Number: 7" }])
    expect(readWording(answers, fieldSets.jersey), column).toMatchObject({
      reading: "certain",
      values: { name: "Zoë", number: "7" },
    })
  }
})

test("a file is UTF-8, or all of it is Windows-1252 and that is said; a mixture is refused", async () => {
  const text = csvOf([
    ["Order", "SKU", "Buyer"],
    ["R-1", "TEE", "Łukasz Żak"],
    ["R-2", "TEE", "Zoë"],
  ])
  const utf8 = new TextEncoder().encode(text)
  const stray = new Uint8Array([...utf8, ...new TextEncoder().encode("R-3,TEE,Ren"), 0xe9, 0x0a])
  await expect(readTable(stray, pause)).rejects.toThrow(
    "A letter in line 4 cannot be read: the file mixes UTF-8 with another encoding. Save it as “CSV UTF-8” and import that.",
  )
  const latin = (line: string) => Uint8Array.from(line, (letter) => letter.charCodeAt(0))
  const western = await read(latin("Order,SKU,Buyer\nR-1,TEE,Zo\xeb Stra\xdf\x94 \x80\n"))
  expect(western.orders[0].buyerName).toBe("Zoë Straß” €")
  expect(western.warnings[0]).toContain(
    "is read as Windows-1252. Check that its accents are right, as in “Zoë”",
  )
  // Cyrillic of another encoding, and a byte that Windows-1252 does not have.
  for (const name of ["\xcb\xf3\xea\xe0\xf8", "Zo\x81"])
    await expect(readTable(latin(`Order,SKU,Buyer\nR-1,TEE,${name}\n`), pause)).rejects.toThrow(
      "The letters in line 2 cannot be read: the file is not UTF-8.",
    )
})

test("small files that took seconds are read at once, and what is too large is an error of its row", async () => {
  const many = (count: number, text: string) => text.repeat(count)
  const sheetOf = (xml: string) =>
    zipSync({ "xl/workbook.xml": strToU8("<workbook/>"), "xl/worksheets/sheet1.xml": strToU8(xml) })
  const header =
    '<row r="1"><c t="inlineStr"><is><t>Order</t></is></c><c t="inlineStr"><is><t>SKU</t></is></c></row>'
  const workbooks = [
    many(150_000, "<row "),
    many(150_000, "<row>"),
    many(150_000, "<row><c "),
    `<row>${many(150_000, "<c>")}</row>`,
    `<row>${many(50_000, '<c t="inlineStr"><t>')}</row>`,
    many(150_000, "<a:a:a:a:"),
    `<row r="2"><c t="inlineStr">${many(30_000, "<rPh>")}</c></row>`,
  ]
  for (const xml of workbooks) {
    const bytes = sheetOf(`<sheetData>${header}${xml}`)
    expect(await cpuMs(() => readTable(bytes, pause).catch(() => null)), xml.slice(0, 20)).toBeLessThan(1_000)
  }
  const styles = zipSync({
    "xl/workbook.xml": strToU8(many(90_000, "<sheet ")),
    "xl/_rels/workbook.xml.rels": strToU8(many(60_000, "<Relationship ")),
    "xl/styles.xml": strToU8(many(100_000, "<numFmt ") + many(20_000, '<numFmt formatCode="[[[[[[[" ')),
    "xl/worksheets/sheet1.xml": strToU8(header),
  })
  expect(await cpuMs(() => readTable(styles, pause).catch(() => null))).toBeLessThan(1_000)

  const columns = "Order,SKU,Qty,Price,Date,Variation,Note\n"
  const cells = [
    many(30_000, " ,"),
    many(30_000, "1"),
    many(30_000, "T"),
    many(30_000, ", 1"),
    many(32_000, " "),
  ]
  for (const cell of cells) {
    const row = many(7, `"${cell}x",`).slice(0, -1)
    expect(
      await cpuMs(() => read(columns + many(10, `${row}\n`)).catch(() => null)),
      cell.slice(0, 4),
    ).toBeLessThan(1_000)
  }
  for (const name of ["(", "y "]) {
    const names = many(20, `,${many(30_000, name)}`)
    let file: ReadFile | null = null
    const ms = await cpuMs(async () => (file = await read(`Order,SKU${names}\nR-1,TEE${many(20, ",")}\n`)))
    expect(ms, name).toBeLessThan(1_000)
    expect(file).toMatchObject({ orders: [{ vendorOrderId: "R-1" }] })
  }
  const long = await read(`${columns}R-1,TEE,1,1,,,${many(60_000, "a ")}\nR-2,TEE,1,1,,,b\n`)
  expect(long.errors).toEqual([{ row: 2, message: "A cell of this row has more than 32767 letters" }])
  expect(long.orders.map(({ vendorOrderId }) => vendorOrderId)).toEqual(["R-2"])
  const wide = await read(
    sheetOf(
      `${header}<row r="2">${many(1_100_000, "x")}</row><row r="3"><c><v>7</v></c><c t="str"><v>TEE</v></c></row>`,
    ),
  )
  expect(wide.errors).toEqual([
    { row: 2, message: "This row is too large to be read: it has more than 1 MB" },
  ])
  expect(wide.orders.map(({ vendorOrderId }) => vendorOrderId)).toEqual(["7"])

  let file: ReadFile | null = null
  const rows = many(19_000, "R-1,TEE,1,1,,,x\n")
  expect(await cpuMs(async () => (file = await read(columns + rows)))).toBeLessThan(2_000)
  expect(file).toMatchObject({ rows: 19_000 })
  const suite = csvOf([
    ["order_number", "line_items"],
    ["W-1", many(600, "sku:A;")],
  ])
  expect((await read(suite)).errors).toEqual([
    { row: 2, message: "This row names 600 items; an order holds at most 500" },
  ])
})

test("the reader lets others run within a long cell and a long row", async () => {
  const texts = {
    "quotes in quotes": `"${'"'.repeat(1_000_001)}`,
    "quotes among letters": `"${'a"b'.repeat(400_000)}"`,
    "a row of long cells": `${'"x",'.repeat(20)}${`${"y".repeat(20_000)},`.repeat(60)}`,
  }
  const result: Record<string, number> = {}
  for (const [name, text] of Object.entries(texts)) {
    let most = 0
    let all = 0
    await readTable(strToU8(text), async (letters) => {
      most = Math.max(most, letters)
      all += letters
    })
    if (most > 150_000 || all < text.length) result[name] = most
  }
  expect(result).toEqual({})
})

longTest("a small workbook that unpacks to much is read within two seconds, and rests often", async () => {
  const many = (count: number, text: string) => text.repeat(count)
  const workbook = (sheet: string, texts = "") =>
    zipSync({
      "xl/workbook.xml": strToU8("<workbook/>"),
      "xl/sharedStrings.xml": strToU8(texts),
      "xl/worksheets/sheet1.xml": strToU8(`<sheetData>${sheet}`),
    })
  const files = {
    "one column": workbook(many(60, `<row>${many(80_000, '<c r="A1"/>')}</row>`)),
    "one column with values": workbook(many(60, `<row>${many(48_000, '<c r="A1"><v/></c>')}</row>`)),
    "texts of readings": workbook("", many(95, `<si>${many(50_000, "<rPh>")}</si>`)),
    "a cell of readings": workbook(many(63, `<row><c t="inlineStr">${many(200_000, "<rPh>")}</c></row>`)),
    "a cell of ended readings": workbook(
      many(63, `<row><c t="inlineStr">${many(80_000, "<rPh></rPh>")}</c></row>`),
    ),
    "texts of nothing": workbook("", many(4_000_000, "<si/>")),
    "one row": workbook(many(4_000_000, '<row r="1"/>')),
    "a comma a cell": strToU8(many(9_000_000, ",")),
    "quotes in quotes": strToU8(`Order,SKU\n"${many(9_000_000, '"')}`),
  }
  const result: Record<string, number[]> = {}
  for (const [name, bytes] of Object.entries(files)) {
    let longest = 0
    let began = process.cpuUsage()
    const sinceRest = () => {
      const { user, system } = process.cpuUsage(began)
      longest = Math.max(longest, (user + system) / 1000)
      began = process.cpuUsage()
    }
    let done = 0
    const rests: Pause = async (read) => {
      done += read
      if (done < 200_000) return
      done = 0
      sinceRest()
    }
    const ms = await cpuMs(() => readTable(bytes, rests).catch(() => null))
    sinceRest()
    const leastMs = await cpuMs(async () => lookAtEachLetter(bytes))
    // Compiling and collecting are counted, too; a few rests may be late by them.
    if (ms > Math.max(2_000, 12 * leastMs) || longest > 300)
      result[name] = [ms, leastMs, longest].map(Math.round)
  }
  expect(result).toEqual({})
})

test("brackets within brackets of Amazon Custom end, and the file is read", async () => {
  const deep = `{"customizationData":${'{"children":['.repeat(1_000)}${"]}".repeat(1_000)}}`
  const file = await read(
    syntheticAmazonReport(
      [
        {
          "order-id": "111-1",
          "order-item-id": "5",
          sku: "TEE",
          "quantity-purchased": 1,
          "quantity-to-ship": 1,
          "customization-data": deep,
        },
      ],
      ["customization-data"],
    ),
  )
  expect(shortly(file)).toEqual([["111-1", "open", "1|TEE||"]])
})

/** Unpacks a workbook, or takes a text, and looks at each letter once, the least that a reader does on any machine. */
function lookAtEachLetter(bytes: Uint8Array): number {
  const isPacked = bytes[0] === 0x50 && bytes[1] === 0x4b
  let sum = 0
  for (const part of isPacked ? Object.values(unzipSync(bytes)) : [bytes]) {
    const text = strFromU8(part)
    for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0
  }
  return sum
}

/** Returns processor time, which other work on the machine does not lengthen. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test("numbers, money and dates are read as programs write them, and nothing else is", () => {
  const counts: Record<string, number | null> = {
    "2": 2,
    "2.0": 2,
    "1,200": 1200,
    "2x": null,
    "1.5": null,
    "-1": null,
    "": null,
  }
  for (const [cell, count] of Object.entries(counts)) expect(countOf(cell), cell).toBe(count)
  const money: Record<string, [number, string] | null> = {
    "$24.99": [2499, "USD"],
    "1,024.50": [102_450, ""],
    "USD 5": [500, "USD"],
    "(3.00)": [-300, ""],
    "AU $3,000.00": [300_000, "AUD"],
    "EUR 90,00": [9000, "EUR"],
    "116,99 €": [11_699, "EUR"],
    "1.234,5": [123_450, ""],
    "1,200": [120_000, ""],
    "24.989999999999998": [2499, ""],
    "": [0, ""],
    free: null,
    "see note 3": null,
  }
  for (const [cell, [cents, currency] = [null, null]] of Object.entries(money).map(
    ([cell, value]) => [cell, value ?? undefined] as const,
  ))
    expect(moneyOf(cell), cell).toEqual(cents === null ? null : { cents, currency })

  const day = (cell: string, order: DayOrder = "month-first", zone = "UTC") => {
    const date = readDate(cell, order)
    return date ? new Date(momentOf(date, zone)).toISOString() : date
  }
  for (const cell of [
    "2026-09-18",
    "09/18/26",
    "Sep 18, 2026",
    "Sep-18-26",
    "18-Sep-26",
    "18-sept.-26",
    "18.9.2026",
  ])
    expect(day(cell, cell.startsWith("18.") ? "day-first" : "month-first"), cell).toBe(
      "2026-09-18T12:00:00.000Z",
    )
  expect(day("10-Dez-25")).toBe("2025-12-10T12:00:00.000Z")
  expect(day("05-oct.-26")).toBe("2026-10-05T12:00:00.000Z")
  expect(day("3 août 2026")).toBe("2026-08-03T12:00:00.000Z")
  expect(day("2026-09-18T02:15:00-07:00")).toBe("2026-09-18T09:15:00.000Z")
  expect(day("09/18/2026 12:05:00 AM")).toBe("2026-09-18T00:05:00.000Z")
  for (const cell of ["soon", "02/30/2026", "13/13/2026", "2026-09-18 25:00"])
    expect(day(cell), cell).toBeNull()
  expect(day("")).toBeUndefined()
  // A day holds its noon and a time its hour, on either side of a change of clocks.
  expect(day("2026-11-01", "month-first", "America/New_York")).toBe("2026-11-01T17:00:00.000Z")
  expect(day("2026-03-29 01:30", "month-first", "Europe/Paris")).toBe("2026-03-29T00:30:00.000Z")
  expect(day("2026-03-29 03:30", "month-first", "Europe/Paris")).toBe("2026-03-29T01:30:00.000Z")
  expect(dayOrderOf(["01/02/2026", "14/02/2026"])).toBe("day-first")
  expect(dayOrderOf(["01/02/2026", "01/14/2026"])).toBe("month-first")
  expect(dayOrderOf(["01/02/2026"])).toBeNull()
})
