import { MAX_IMPORT_ROWS, MAX_ORDER_ITEMS } from "../../contract/limit.ts"
import type { ImportError, ImportedRow } from "../../contract/orders/order-import.ts"
import { wordingOf } from "../../contract/orders/personalisation.ts"
import type { Pause } from "../../contract/table/table.ts"
import { TableError } from "../../contract/table/table-error.ts"
import {
  MAX_ORDER_TEXT,
  MAX_ORDERED,
  MAX_TITLE,
  type MarketItem,
  type MarketOrder,
  plainText,
  sizeAmong,
  unsaidOrder,
} from "../services/marketplaces/market-order.ts"
import type { BuyerRequest } from "./buyer-request.ts"
import { cellLine, countOf, isRounded, moneyOf } from "./cell-values.ts"
import { type DayOrder, dayOrderOf, momentOf, readDate } from "./dates.ts"
import type { Column, FileLayout, FileRow, OrderRows, RowItem, RowState } from "./file-layout.ts"
import { fileWarnings, type Oddities, oddities } from "./file-warnings.ts"
import { type OrderFile, rowProblem, rowsOf } from "./open-order-file.ts"
import { wordsIn } from "./words-columns.ts"

const MAX_QUESTION = 255
const MAX_ITEM_KEY = 200
/** The currency if neither a column nor a price names one. */
const USUAL_CURRENCY = "USD"
/** The cost of reading a row besides its letters, in letters. */
const ROW_COST = 500
const ROWS_OF_SLICE = 1_000

export type ReadFile = {
  orders: MarketOrder[]
  /** The marketplace's ids of orders that have them in the file, by order number. */
  ids: Map<string, string>
  /** Each item's rows, by order number and item: the item's place in the file. */
  items: ReadItem[]
  /** The number of rows with an item, those with errors too. */
  rows: number
  errors: ImportError[]
  warnings: string[]
}
export type ReadItem = {
  orderNumber: string
  vendorItemId: string
  isRepeated: boolean
  shown: ImportedRow
}

type Line = { row: number; state: RowState; item: MarketItem; isRepeated: boolean }
type Draft = {
  number: string
  rows: FileRow[]
  lines: Line[]
  keys: Set<string>
  /** The number of items of each kind so far. */
  counts: Map<string, number>
}
type Reading = {
  layout: FileLayout
  dayOrder: DayOrder
  timeZone: string
  nowMs: number
  errors: ImportError[]
  odd: Oddities
  /** The moments by the texts of their cells, which repeat; null for a text that is no moment. */
  moments: Map<string, number | null>
  /** The values of orders' rows by order number; for files with rows that are no items of their own. */
  orderRows: ReadonlyMap<string, OrderRows>
  /** Returns the texts of buyers in columns that the layout does not name. */
  words(row: FileRow): BuyerRequest
}

/** The refusal of one row of a file, in words for its sender. */
class RowError extends Error {}

/**
 * Reads the orders of a file. Rows that cannot be read are left out, each with its reason. A date
 * without a zone is one of `timeZone`; an order without a date counts as placed now. Throws a
 * TableError for more items than a file may have.
 */
export async function readOrderFile(
  file: OrderFile,
  layout: FileLayout,
  { timeZone, nowMs, pause }: { timeZone: string; nowMs: number; pause: Pause },
): Promise<ReadFile> {
  await pause(ROW_COST * file.body.length)
  const rows = rowsOf(file, layout)
  const dayOrder = await findDayOrder(rows, pause)
  const reading: Reading = {
    layout,
    dayOrder: dayOrder ?? layout.dayOrder,
    timeZone,
    nowMs,
    errors: [],
    odd: oddities(layout.source === "" && dayOrder === null),
    moments: new Map(),
    orderRows: orderRowsOf(rows, layout),
    words: wordsIn(file.columns, layout),
  }
  const drafts = new Map<string, Draft>()
  let count = 0
  let items = 0
  let last = ""
  for (const [place, row] of rows.entries()) {
    const { cells } = file.body[place]
    await pause(ROW_COST + cells.reduce((sum, cell) => sum + cell.length, 0))
    if (layout.isOther?.(row, place)) continue
    const isHead = layout.isHead?.(row) ?? false
    if (!isHead) count += 1
    try {
      const problem = rowProblem(file, place)
      if (problem !== null) throw new RowError(problem)
      const number = orderNumberOf(row, layout.isCarried ? last : "")
      last = number
      const draft = drafts.get(number) ?? newDraft(number)
      if (!isHead) {
        const lines = linesOf(row, draft, reading)
        items += lines.length
        if (items > MAX_IMPORT_ROWS)
          throw new TableError(
            `A file holds at most ${MAX_IMPORT_ROWS} items. Split it and import each part.`,
          )
        for (const line of lines) draft.lines.push(line)
      }
      draft.rows.push(row)
      drafts.set(number, draft)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      reading.errors.push({ row: row.row, message: error.message })
    }
  }
  const read = [...drafts.values()].filter(({ lines }) => lines.length > 0)
  const orders: MarketOrder[] = []
  const ids = new Map<string, string>()
  const shown: ReadItem[] = []
  for (const draft of read) {
    await pause(ROW_COST * draft.rows.length)
    const order = orderOf(draft, reading)
    orders.push(order)
    for (const line of draft.lines) shown.push(shownLine(draft, line, order))
    const id = cellLine(firstFilled(draft.rows, (row) => row.get("orderId")))
    if (id !== "" && !isRounded(id)) ids.set(draft.number, id)
  }
  return {
    orders,
    ids,
    items: shown,
    rows: count,
    errors: reading.errors,
    warnings: [...file.warnings, ...fileWarnings(layout, rows, reading.odd)],
  }
}

function newDraft(number: string): Draft {
  return { number, rows: [], lines: [], keys: new Set(), counts: new Map() }
}

function orderRowsOf(rows: readonly FileRow[], layout: FileLayout): Map<string, OrderRows> {
  const orders = new Map<string, OrderRows>()
  if (layout.isHead === undefined) return orders
  for (const row of rows) {
    const number = numberIn(row)
    const { head, paid } = orders.get(number) ?? { head: null, paid: "" }
    orders.set(number, { head: layout.isHead(row) ? row : head, paid: paid || row.get("paid") })
  }
  return orders
}

function numberIn(row: FileRow): string {
  return cellLine(row.get("orderNumber")).slice(0, MAX_ITEM_KEY)
}

function orderNumberOf(row: FileRow, carried: string): string {
  const number = numberIn(row) || carried
  if (number === "") throw new RowError("This row has no order number")
  if (isRounded(number))
    throw new RowError(
      `A spreadsheet program has rounded the order number to ${number}. Import the original download.`,
    )
  return number
}

function linesOf(row: FileRow, draft: Draft, reading: Reading): Line[] {
  const { layout, odd } = reading
  const several = layout.itemsOf?.(row)
  if (several?.length === 0) throw new RowError("This row names no item")
  const order = reading.orderRows.get(draft.number)
  const state = layout.state?.(row, order) ?? "open"
  if (state === "unknown") odd.words.add(row.get("status"))
  const { choices, answers: words } = reading.words(row)
  const answers = [...words, ...(layout.answers?.(row, order) ?? [])].map(cleanAnswer)
  if (several && several.length > MAX_ORDER_ITEMS)
    throw new RowError(`This row names ${several.length} items; an order holds at most ${MAX_ORDER_ITEMS}`)
  return (several ?? [rowItem(row, reading)]).map((entry) => {
    const isNone = entry.quantity === 0 && (state === "open" || state === "unknown")
    const itemState = isNone ? "left" : state
    if (itemState !== "open" && itemState !== "unknown") odd.left[itemState] += 1
    const item = marketItem(row, entry, { choices, answers }, draft)
    const isRepeated = draft.keys.has(item.vendorItemId)
    draft.keys.add(item.vendorItemId)
    return { row: row.row, state: itemState, item, isRepeated }
  })
}

function rowItem(row: FileRow, { layout, odd }: Reading): RowItem & { currency: string } {
  const title = row.get("itemTitle")
  const sku = row.get("sku")
  if (title === "" && sku === "") throw new RowError("This row has neither a SKU nor the name of an item")
  const ordered = quantityOf(row, layout)
  const returned = countOf(row.get("returned")) ?? 0
  const unit = readMoney(row, "price", odd)
  const whole = readMoney(row, "rowPrice", odd)
  const priceCents = unit.cents !== 0 || ordered === 0 ? unit.cents : Math.round(whole.cents / ordered)
  return {
    title,
    sku,
    quantity: Math.max(0, ordered - returned),
    request: layout.request?.(row) ?? { choices: [], answers: [] },
    priceCents,
    currency: unit.currency || whole.currency,
  }
}

function quantityOf(row: FileRow, layout: FileLayout): number {
  const cell = row.get("quantity")
  if (layout.columns.quantity === undefined) return 1
  if (cell === "") throw new RowError("The quantity is empty")
  const quantity = countOf(cell)
  if (quantity === null)
    throw new RowError(`The quantity “${cellLine(cell).slice(0, 40)}” is not a whole number`)
  if (quantity > MAX_ORDERED) throw new RowError(`The quantity ${quantity} is above ${MAX_ORDERED}`)
  return quantity
}

function readMoney(row: FileRow, column: Column, odd: Oddities): { cents: number; currency: string } {
  const money = moneyOf(row.get(column))
  if (money === null) odd.prices.push(row.row)
  return money ?? { cents: 0, currency: "" }
}

function marketItem(
  row: FileRow,
  entry: RowItem & { currency?: string },
  /** The row's data about each of its items. */
  more: BuyerRequest,
  draft: Draft,
): MarketItem {
  const line = (text: string, most: number) => plainText(cellLine(text), most)
  const { size, variation } = sizeAmong([...entry.request.choices, ...more.choices])
  const answers = [...entry.request.answers.map(cleanAnswer), ...more.answers]
  const item = {
    listingId: row.get("listingId") || null,
    photoId: null,
    photoUrl: null,
    title: line(entry.title, MAX_TITLE),
    sku: line(entry.sku, MAX_ORDER_TEXT),
    size: line(size, MAX_ORDER_TEXT),
    variation: line(variation, MAX_ORDER_TEXT),
    personalisation: wordingOf(answers.filter(({ isHidden }) => !isHidden)),
    answers,
    quantity: Math.max(1, entry.quantity),
    isCancelled: false,
    priceCents: Math.max(0, entry.priceCents),
    currency: (row.get("currency") || entry.currency || USUAL_CURRENCY).toUpperCase().slice(0, 8),
    isShipped: false,
  }
  return { ...item, toShip: item.quantity, vendorItemId: itemKeyOf(row, item, draft) }
}

/** Returns the source's own number, else the item's fields and which of those it is in its order. */
function itemKeyOf(
  row: FileRow,
  item: Pick<MarketItem, "listingId" | "sku" | "title" | "variation" | "size">,
  draft: Draft,
): string {
  const id = cellLine(row.get("itemId"))
  if (id !== "" && !isRounded(id)) return item.listingId === null ? id : `${item.listingId}-${id}`
  const kind = [item.sku || item.title, item.variation, item.size].join("|").slice(0, MAX_ITEM_KEY)
  const nth = (draft.counts.get(kind) ?? 0) + 1
  draft.counts.set(kind, nth)
  return `${kind}#${nth}`
}

/** Returns an order from its rows: the first filled cell of each column decides about the order. */
function orderOf(draft: Draft, reading: Reading): MarketOrder {
  const { layout, nowMs } = reading
  const open = draft.lines.filter(({ state }) => state === "open" || state === "unknown")
  const isCancelled = draft.lines.every(({ state }) => state === "cancelled")
  const cancelled = draft.lines.filter(({ state }) => state === "cancelled")
  const shown = open.length > 0 ? [...cancelled, ...open] : draft.lines
  const lines = [...new Map(shown.map((line) => [line.item.vendorItemId, line])).values()]
  const first = (column: Column) => firstFilled(draft.rows, (row) => row.get(column))
  const address = (layout.address ?? []).map((name) => firstFilled(draft.rows, (row) => row.named(name)))
  const text = (value: string) => plainText(value, MAX_ORDER_TEXT)
  const dates = (column: "orderDate" | "shipBy") =>
    draft.rows.flatMap((row) => dateOf(row, column, reading) ?? [])
  const shipDays = dates("shipBy")
  const stated = moneyOf(first("total"))
  const total = stated && stated.cents > 0 ? stated.cents : sumOf(draft, lines)
  return {
    ...unsaidOrder,
    vendorOrderId: draft.number,
    buyerName: text(cellLine(first("buyerName"))),
    buyerEmail: text(cellLine(first("buyerEmail"))),
    buyerPhone: text(cellLine(first("phone"))),
    buyerAddress: text(
      address.length > 0
        ? address.map(cellLine).filter(Boolean).join(", ")
        : first("address").split("\n").map(cellLine).filter(Boolean).join(", "),
    ),
    buyerCountry: text(cellLine(first("country"))),
    totalCents: total,
    currency: lines[0].item.currency,
    isCancelled,
    isOpen: open.length > 0,
    // Only some files say when an order was shipped: else it was by now.
    shippedAtMs: draft.lines.every(({ state }) => state === "shipped") ? nowMs : null,
    orderedAtMs: dates("orderDate")[0] ?? nowMs,
    shipByMs: shipDays.reduce<number | null>((least, day) => Math.min(least ?? day, day), null),
    updatedAtS: Math.floor(nowMs / 1000),
    items: lines.map(({ item, state }) => ({ ...item, isCancelled: state === "cancelled" })),
  }
}

function firstFilled(rows: readonly FileRow[], read: (row: FileRow) => string): string {
  for (const row of rows) {
    const text = read(row)
    if (text !== "") return text
  }
  return ""
}

function sumOf(draft: Draft, lines: readonly Line[]): number {
  const items = lines.reduce((sum, { item }) => sum + item.priceCents * item.quantity, 0)
  const taxes = draft.rows.reduce((sum, row) => sum + (moneyOf(row.get("taxes"))?.cents ?? 0), 0)
  return Math.max(0, items + taxes)
}

function dateOf(
  row: FileRow,
  column: "orderDate" | "shipBy",
  { dayOrder, timeZone, odd, moments }: Reading,
): number | null {
  const cell = row.get(column)
  if (cell === "") return null
  let moment = moments.get(cell)
  if (moment === undefined) {
    const date = readDate(cell, dayOrder)
    moment = date ? momentOf(date, timeZone) : null
    moments.set(cell, moment)
  }
  if (moment === null) odd.dates.push({ row: row.row, text: cellLine(cell) })
  return moment
}

function cleanAnswer({
  question,
  answer,
  isFile,
  ...more
}: BuyerRequest["answers"][number]): BuyerRequest["answers"][number] {
  return {
    ...more,
    question: plainText(cellLine(question), MAX_QUESTION),
    answer: plainText(answer, MAX_ORDER_TEXT),
    isFile,
  }
}

/** Looks through some rows at a time: a file's dates may all leave a doubt. */
async function findDayOrder(rows: readonly FileRow[], pause: Pause): Promise<DayOrder | null> {
  for (let from = 0; from < rows.length; from += ROWS_OF_SLICE) {
    const slice = rows.slice(from, from + ROWS_OF_SLICE)
    const order = dayOrderOf(datesOf(slice))
    if (order !== null) return order
    await pause(ROW_COST * slice.length)
  }
  return null
}

function* datesOf(rows: readonly FileRow[]): Generator<string> {
  for (const row of rows) {
    yield row.get("orderDate")
    yield row.get("shipBy")
  }
}

function shownLine(draft: Draft, { row, item, isRepeated }: Line, order: MarketOrder): ReadItem {
  const { vendorItemId, title, sku, size, variation, personalisation, quantity } = item
  return {
    orderNumber: draft.number,
    vendorItemId,
    isRepeated,
    shown: {
      row,
      orderNumber: draft.number,
      buyerName: order.buyerName,
      itemTitle: title,
      sku,
      size,
      variation,
      personalisation,
      quantity,
      shipBy: order.shipByMs === null ? null : new Date(order.shipByMs).toISOString(),
    },
  }
}
