/** The inputs that people and vendors send, each with the app's code that reads it. */

import { fieldNamed } from "../../contract/artwork/artwork-field.ts"
import { deliveryAddressInputSchema } from "../../contract/delivery/delivery.ts"
import { makeId } from "../../contract/id.ts"
import { layoutDocumentSchema } from "../../contract/prints/layout.ts"
import { hasText } from "../../contract/reading/has-text.ts"
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
import { ordersIn } from "../../worker/services/shopify/shopify-bulk.ts"
import { readOrder } from "../../worker/services/shopify/shopify-order.ts"
import { bytesSource } from "../bytes.ts"
import { plain, TOO_MUCH_WORK } from "./font-case.ts"
import { knot, sizeUpTo } from "./knots.ts"
import { madeOrderFile } from "./made-order-file.ts"
import { nastyValue, pick } from "./nasty.ts"

type Random = () => number
/** An input; `isRefusal` knows the errors that say what is wrong with it. */
export type MadeInput = { bytes: Uint8Array; read: () => unknown; isRefusal: (error: Error) => boolean }

const never = () => false
const named =
  (name: string) =>
  ({ name: own }: Error) =>
    own === name

const WORDS = ["a", "A", " ", "\n", "é", "1", "#", ":", ",", "-", "name", "number ", "Name: ", ".", "🦋", "'"]
const encoded = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value))

/** The items of a page that one rule reads. */
const PAGE_ITEMS = 10
/** The letters of a page's texts together, and its most items. */
const PAGE_LETTERS = 1_000_000
const MAX_PAGE_ITEMS = 1_000
const fields = [
  { ...fieldNamed("name"), required: false },
  { ...fieldNamed("number"), kind: "number" as const, required: false },
]
const moreFields = [
  ...fields,
  { ...fieldNamed("date"), kind: "date" as const, required: false },
  { ...fieldNamed("colour"), kind: "choice" as const, choices: ["Red", "Navy blue"], required: false },
  { ...fieldNamed("initials"), required: false },
]
/** The words and signs that mean something in a buyer's text. */
const BUYERS_WORDS = [
  ...WORDS,
  ...["Name: Zoë", "No. 7", "please", "thank you", "for", "in", "red", "colour: ", "initials", "z.m."],
  ...[
    "(",
    ")",
    '"',
    "“",
    "”",
    "/",
    "|",
    "=",
    "+",
    ";",
    "\t",
    "\r\n",
    "2",
    "x",
    "3rd of May",
    "1/2/26",
    "the",
  ],
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
    isRefusal: never,
    read() {
      ruleProblem(fields, rule)
      for (let item = 0; item < PAGE_ITEMS; item++)
        readByRule([{ question: "Personalization", answer, isFile: false }], fields, rule, 1)
    },
  }
}

/** Makes a page of items whose buyers wrote the same. */
function buyersText(random: Random): MadeInput {
  const answers = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    question: random() < 0.5 ? "Personalization" : knot(BUYERS_WORDS, 300, random),
    answer: knot(BUYERS_WORDS, 4_000, random),
    isFile: false,
    isFree: random() < 0.3,
  }))
  const letters = answers.reduce((sum, { question, answer }) => sum + question.length + answer.length, 0)
  const items = Math.min(MAX_PAGE_ITEMS, Math.ceil(PAGE_LETTERS / (1 + letters)))
  const rule = { fields: {}, ignores: random() < 0.2 ? ["Gift wrap"] : [] }
  const own = random() < 0.5 ? fields : moreFields
  const quantity = 1 + sizeUpTo(20, random)
  return {
    bytes: encoded(answers),
    isRefusal: never,
    read() {
      for (let item = 0; item < items; item++) {
        readByRule(answers, own, rule, quantity)
        hasText(answers, rule)
      }
    },
  }
}

function orderFile(random: Random): MadeInput {
  const bytes = madeOrderFile(random)
  const pause = async () => undefined
  return {
    bytes,
    isRefusal: named("TableError"),
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
    isRefusal: named("TableError"),
    async read() {
      const file = await readRosterFile(bytes)
      const table = "rows" in file ? readRosterRows(file.rows, fields, []) : readRoster(file.text, fields, [])
      rosterRows(table, { fields, sizes: [], usualSize: null })
    },
  }
}

/** Makes a text for an engine of its own, whose work is counted over all that it draws. */
function textLayer(random: Random, openFont: () => OpenFont): MadeInput {
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
  return {
    bytes: encoded([layer, canvas]),
    isRefusal: ({ message }) => TOO_MUCH_WORK.test(message),
    read: () => drawLayer(layer, openFont(), canvas),
  }
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
    isRefusal: named("RangeError"),
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
  const text = () => `${random() < 0.7 ? "https://a" : ""}${knot(tokens, 100_000, random)}`
  const word = () => (random() < 0.7 ? "word" : knot(tokens, 100_000, random))
  const url = text()
  const input = {
    ...{ kind: pick(["WebDAV", "S3", "Form"], random), name: word(), url, isAutomatic: true },
    ...{ user: word(), password: word(), bucket: word(), region: word(), prefix: word() },
    ...{ accessKeyId: word(), secretAccessKey: word(), fileField: word() },
    fields: random() < 0.5 ? [{ name: word(), value: text() }] : nastyValue(random),
  }
  return {
    bytes: encoded(input),
    isRefusal: never,
    read() {
      addressProblem(url, "https://app.sheetsmith.example")
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
    isRefusal: named("ZodError"),
    read: () => takeIn([isEtsy ? readReceipt(receipt) : readOrder(order, "https://cdn.shopify.example")]),
  }
}

/** Makes a file of orders, a line for each object, which comes in pieces of any length. */
function bulkFile(random: Random): MadeInput {
  const most = sizeUpTo(1_000_000, random)
  const tokens = [...WORDS, "{", "}", "[", '"', "\\", '{"id":1}', '"__parentId":"1",', "null"]
  const line = (parent: string | null) => {
    const id = `gid://shopify/${parent === null ? "Order" : pick(["LineItem", "FulfillmentOrder"], random)}/${Math.floor(random() * 9)}`
    const title = knot(WORDS, sizeUpTo(most, random), random)
    return { id, text: JSON.stringify({ id, title, ...(parent !== null && { __parentId: parent }) }) }
  }
  let [text, parent] = ["", ""]
  while (text.length < most) {
    const isChild = parent !== "" && random() < 0.8
    const next = line(isChild ? parent : null)
    if (!isChild) parent = next.id
    const times = isChild ? 1 + sizeUpTo(Math.ceil(most / next.text.length), random) : 1
    text += `${next.text}\n`.repeat(times)
    if (random() < 0.1) text += knot(tokens, most, random)
  }
  const bytes = encoded(text)
  const piece = pick([64, 1_000, 16_384, bytes.length], random)
  const from = random() < 0.7 ? 0 : Math.floor(random() * bytes.length)
  return {
    bytes,
    isRefusal: named("MarketError"),
    async read() {
      const body = await bytesSource(bytes.subarray(from), piece)()
      await ordersIn(new Response(body, { status: 206 }), from, bytes.length)
    },
  }
}

export const madeInputs = {
  pattern,
  "buyer's text": buyersText,
  "order file": orderFile,
  roster,
  "text layer": textLayer,
  "layout document": layoutDocument,
  address,
  "vendor's reply": vendorReply,
  "bulk file": bulkFile,
} satisfies Record<string, (random: Random, openFont: () => OpenFont) => MadeInput>
