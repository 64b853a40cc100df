/** The inputs that people and vendors send, each with the app's code that reads it. */

import { fieldNamed } from "../../contract/artwork/artwork-field.ts"
import { deliveryAddressInputSchema } from "../../contract/delivery/delivery.ts"
import { makeId } from "../../contract/id.ts"
import { layoutDocumentSchema } from "../../contract/prints/layout.ts"
import { readByRule } from "../../contract/reading/read-by-rule.ts"
import { ruleProblem } from "../../contract/reading/rule-problem.ts"
import { readTable } from "../../contract/table/read-table.ts"
import { checkLayout } from "../../sheet/layout/check/check-layout.ts"
import type { PieceType } from "../../sheet/layout/layout.ts"
import { drawLayer } from "../../sheet/text/draw-layers.ts"
import type { OpenFont } from "../../sheet/text/open-font.ts"
import { readRosterFile } from "../../web/features/prints/roster-file.ts"
import { rosterRows } from "../../web/features/prints/roster-rows.ts"
import { readRoster, readRosterRows } from "../../web/features/prints/roster-text.ts"
import { suggestSize } from "../../worker/flows/artwork/suggest-size.ts"
import { newOrders } from "../../worker/flows/orders/new-order.ts"
import { mappedLayout, suggestedMapping } from "../../worker/order-files/mapped-file.ts"
import { openOrderFile } from "../../worker/order-files/open-order-file.ts"
import { readOrderFile } from "../../worker/order-files/read-order-file.ts"
import { addressProblem } from "../../worker/services/delivery/outside-address.ts"
import { readReceipt } from "../../worker/services/etsy/etsy-receipt.ts"
import type { MarketOrder } from "../../worker/services/marketplaces/market-order.ts"
import { readOrder } from "../../worker/services/shopify/shopify-order.ts"
import { plain } from "./font-case.ts"
import { knot, sizeUpTo } from "./knots.ts"
import { madeOrderFile } from "./made-order-file.ts"
import { nastyValue, pick } from "./nasty.ts"

type Random = () => number
/** A kind of input; `refusals` are the errors that say what is wrong with it. */
export type MadeInput = { bytes: Uint8Array; read: () => unknown; refusals: readonly string[] }

const WORDS = ["a", "A", " ", "\n", "é", "1", "#", ":", ",", "-", "name", "number ", "Name: ", ".", "🦋", "'"]
const encoded = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value))

/** The items of a page that one rule reads. */
const PAGE_ITEMS = 10
const fields = [
  { ...fieldNamed("name"), required: false },
  { ...fieldNamed("number"), kind: "number" as const, required: false },
]

function pattern(random: Random): MadeInput {
  const source = knot(
    [
      "a",
      "\\w",
      "[a-z]",
      "[^,]",
      ".",
      "(?:",
      "){9}",
      "){100}",
      ")*",
      ")+",
      ")?",
      "|",
      "^",
      "\\b",
      "{9}",
      "*",
      "?",
    ],
    160,
    random,
  )
  const open = source.split("(").length - source.split(")").length
  const whole = `${open < 0 ? "(?:".repeat(Math.min(20, -open)) : ""}${source}${open > 0 ? "){9}".repeat(open) : ""}(a)`
  const answer = knot(WORDS, 6_000, random)
  const rule = { fields: { name: { pattern: whole }, number: { pattern: whole } }, ignores: [] }
  return {
    bytes: encoded([whole, answer]),
    refusals: [],
    read() {
      ruleProblem(fields, rule)
      for (let item = 0; item < PAGE_ITEMS; item++)
        readByRule([{ question: "Personalization", answer, isFile: false }], fields, rule, 1)
    },
  }
}

function orderFile(random: Random): MadeInput {
  const bytes = madeOrderFile(random)
  const pause = async () => undefined
  return {
    bytes,
    refusals: ["TableError"],
    async read() {
      const file = openOrderFile(await readTable(bytes, pause))
      if (!file) return
      const layout = file.layout ?? mappedLayout(suggestedMapping(file.columns))
      const { orders } = await readOrderFile(file, layout, {
        timeZone: "America/Los_Angeles",
        nowMs: 0,
        pause,
      })
      await takeIn(orders)
    },
  }
}

/** Does what follows the reading of orders: ids, keys for matching, and sizes that they may mean. */
async function takeIn(sold: readonly MarketOrder[]): Promise<void> {
  const orders = await newOrders(sold, {
    photos: new Map(),
    lengthUnit: "in",
    nowMs: 0,
    pause: async () => undefined,
  })
  for (const item of orders.flatMap(({ items }) => items)) suggestSize(item, [])
}

function roster(random: Random): MadeInput {
  const bytes =
    random() < 0.5 ? madeOrderFile(random) : encoded(knot([...WORDS, "\t", ";", '"'], 1_000_000, random))
  return {
    bytes,
    refusals: ["TableError"],
    async read() {
      const file = await readRosterFile(bytes)
      const table = "rows" in file ? readRosterRows(file.rows, fields, []) : readRoster(file.text, fields, [])
      rosterRows(table, { fields, sizes: [], usualSize: null })
    },
  }
}

function textLayer(random: Random, font: OpenFont): MadeInput {
  const layer = {
    ...plain,
    text: knot([...WORDS, "fi", "AV", "م", "ש", "\u0301"], 200, random),
    fit: pick(["shrink", "wrap", "squeeze", "none"] as const, random),
    size: pick([undefined, 1, 1_000], random),
    letterSpacing: pick([-500, 0, 1_000], random),
    lineHeight: pick([0.5, 1.2, 3], random),
    arc: pick([0, 1, -359, 359], random),
    circle: random() < 0.2,
    outlines: Array.from({ length: Math.floor(random() * 4) }, () => ({ color: "#ff0000", width: 200 })),
  }
  const canvas = { width: pick([1, 400, 100_000], random), height: pick([1, 300, 100_000], random) }
  // The engine's errors for text that is too much work.
  const refusals = ["RuntimeError", "Error"]
  return { bytes: encoded([layer, canvas]), refusals, read: () => drawLayer(layer, font, canvas) }
}

function layoutDocument(random: Random): MadeInput {
  const count = sizeUpTo(5_000, random)
  const kinds = 1 + sizeUpTo(30, random)
  const side = () => 1 + sizeUpTo(6_000, random)
  const pieces: PieceType[] = Array.from({ length: kinds }, () => ({
    widthPx: side(),
    heightPx: side(),
    count,
  }))
  const ids = pieces.map((_, at) => makeId(at))
  const sheets = 1 + sizeUpTo(499, random)
  const spread = sizeUpTo(30_000, random)
  const place = () => Math.floor(random() * spread)
  const turns = [0, 90, 180, 270] as const
  const document = {
    sheetTemplateId: makeId(1),
    sheets: Array.from({ length: sheets }, () => ({ lengthPx: side(), placements: [] as object[] })),
  }
  const copies = Array.from({ length: count }, () => {
    const piece = Math.floor(random() * kinds)
    const turn = pick(turns, random)
    const at = { piece, copy: 1 + Math.floor(random() * count), x: place(), y: place() }
    const sheet = Math.floor(random() * sheets)
    document.sheets[sheet]?.placements.push({ itemId: ids[piece], copy: at.copy, x: at.x, y: at.y, turn })
    const { widthPx = 1, heightPx = 1 } = pieces[piece] ?? {}
    const rotated = turn % 180 === 90
    const [width, height] = rotated ? [heightPx, widthPx] : [widthPx, heightPx]
    return {
      sheet,
      placement: {
        ...at,
        widthPx: width,
        heightPx: height,
        rotated,
        ...(turn >= 180 && { halfTurned: true as const }),
      },
    }
  })
  const layout = {
    sheets: document.sheets.map(({ lengthPx }, index) => ({
      widthPx: 6_600,
      lengthPx,
      placements: copies.filter(({ sheet }) => sheet === index).map(({ placement }) => placement),
    })),
  }
  const bounds = { widthPx: 6_600, maxLengthPx: 30_000, edgePx: 75, gapPx: 75, rotate: true }
  return {
    bytes: encoded(document),
    refusals: ["RangeError"],
    read() {
      layoutDocumentSchema.safeParse(document)
      checkLayout({ pieces, bounds }, layout)
    },
  }
}

function address(random: Random): MadeInput {
  const tokens = [
    "a",
    ".",
    "/",
    "%2e",
    "@",
    ":",
    "1",
    "xn--",
    "é",
    "[",
    "\\",
    "?",
    "#",
    " ",
    "-",
    "https://",
    "..",
    "{print}",
  ]
  const text = `${random() < 0.7 ? "https://" : ""}${knot(tokens, 100_000, random)}`
  const kind = pick(["webdav", "s3", "form"], random)
  const input = {
    kind,
    name: text,
    url: text,
    endpoint: text,
    folder: text,
    bucket: text,
    fields: nastyValue(random),
  }
  return {
    bytes: encoded(input),
    refusals: [],
    read() {
      addressProblem(text, "https://app.sheetsmith.example")
      deliveryAddressInputSchema.safeParse(input)
    },
  }
}

function vendorReply(random: Random): MadeInput {
  const tokens = [...WORDS, "  ", "\r\n", "&#39;", "&", "<", "\u200b", " / ", "size", "in", '"']
  const text = () => knot(tokens, sizeUpTo(200_000, random), random)
  const money = { amount: "1.00", currencyCode: "USD" }
  const bag = { shopMoney: money, presentmentMoney: money }
  const many = <T>(make: () => T): T[] => {
    const one = make()
    return Array.from({ length: sizeUpTo(2_000, random) }, () => one)
  }
  const receipt = {
    receipt_id: 1,
    name: text(),
    formatted_address: text(),
    grandtotal: { amount: 1, divisor: 100, currency_code: "USD" },
    is_paid: true,
    transactions: many(() => ({
      transaction_id: 1,
      title: text(),
      sku: text(),
      quantity: 1,
      price: { amount: 1, divisor: 100, currency_code: "USD" },
      variations: many(() => ({ property_id: 1, formatted_name: text(), formatted_value: text() })).slice(
        0,
        20,
      ),
    })).slice(0, 50),
  }
  const order = {
    head: {
      id: "gid://shopify/Order/1",
      legacyResourceId: "1",
      name: text(),
      createdAt: "2026-01-01T00:00:00Z",
      updatedAt: "2026-01-01T00:00:00Z",
      displayFinancialStatus: "PAID",
      displayFulfillmentStatus: "UNFULFILLED",
      currentTotalPriceSet: bag,
      totalRefundedSet: bag,
      shippingAddress: { name: text(), formatted: [text(), text()], countryCodeV2: "US" },
    },
    lines: many(() => ({
      id: "gid://shopify/LineItem/1",
      title: text(),
      variantTitle: text(),
      sku: text(),
      quantity: 1,
      currentQuantity: 1,
      unfulfilledQuantity: 1,
      requiresShipping: true,
      customAttributes: many(() => ({ key: text(), value: text() })).slice(0, 50),
      originalUnitPriceSet: bag,
    })).slice(0, 50),
    fulfillments: random() < 0.3 ? [nastyValue(random)] : [],
  }
  const isEtsy = random() < 0.5
  return {
    bytes: encoded(isEtsy ? receipt : order),
    refusals: ["ZodError"],
    read: () => takeIn([isEtsy ? readReceipt(receipt) : readOrder(order, "https://cdn.shopify.example")]),
  }
}

export const madeInputs = {
  pattern,
  "order file": orderFile,
  roster,
  "text layer": textLayer,
  "layout document": layoutDocument,
  address,
  "vendor's reply": vendorReply,
} satisfies Record<string, (random: Random, font: OpenFont) => MadeInput>
