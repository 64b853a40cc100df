import type { ImportError, ImportedRow } from "../../contract/order-import.ts"
import { type BuyerAnswer, wordingOf } from "../../contract/personalisation.ts"
import {
  MAX_ORDER_TEXT,
  MAX_ORDERED,
  MAX_TITLE,
  type MarketItem,
  type MarketOrder,
  plainText,
  sizeAmong,
} from "../services/market-order.ts"
import { cellLine, countOf, isRounded, moneyOf } from "./cell-values.ts"
import { type DayOrder, dayOrderOf, momentOf, readDate } from "./dates.ts"
import type { Column, FileLayout, FileRow, RowItem, RowState } from "./file-layout.ts"
import { fileWarnings, type Oddities, oddities } from "./file-warnings.ts"
import { type OrderFile, raggedness, rowsOf } from "./open-order-file.ts"

const MAX_QUESTION = 255
const MAX_ITEM_KEY = 200
/** Where neither a column nor a price names one. */
const USUAL_CURRENCY = "USD"

export type ReadFile = {
  orders: MarketOrder[]
  /** Each item's rows, by order number and item: where it stands in the file. */
  items: ReadItem[]
  /** Rows with an item, those with errors too. */
  rows: number
  errors: ImportError[]
  warnings: string[]
}
export type ReadItem = { orderNumber: string; vendorItemId: string; isRepeated: boolean; shown: ImportedRow }

type Line = { row: number; state: RowState; item: MarketItem; isRepeated: boolean }
type Draft = { number: string; rows: FileRow[]; lines: Line[]; counts: Map<string, number> }
type Reading = {
  layout: FileLayout
  dayOrder: DayOrder
  timeZone: string
  nowMs: number
  errors: ImportError[]
  odd: Oddities
}

/** Refuses one row of a file, in words for its sender. */
class RowError extends Error {}

/**
 * Reads the orders of a file. Rows that cannot be read are left out, each with its reason. A date
 * without a zone is one of `timeZone`; an order without a date counts as placed now.
 */
export function readOrderFile(
  file: OrderFile,
  layout: FileLayout,
  { timeZone, nowMs }: { timeZone: string; nowMs: number },
): ReadFile {
  const rows = rowsOf(file, layout)
  const found = dayOrderOf(datesOf(rows))
  const reading: Reading = {
    layout,
    dayOrder: found ?? layout.dayOrder,
    timeZone,
    nowMs,
    errors: [],
    odd: oddities(layout.source === "" && found === null),
  }
  const drafts = new Map<string, Draft>()
  let count = 0
  let last = ""
  rows.forEach((row, place) => {
    if (layout.isOther?.(row, place)) return
    const isHead = layout.isHead?.(row) ?? false
    if (!isHead) count += 1
    try {
      const ragged = raggedness(file, file.body[place].cells)
      if (ragged) throw new RowError(ragged)
      const number = orderNumberOf(row, layout.isCarried ? last : "")
      last = number
      const draft: Draft = drafts.get(number) ?? { number, rows: [], lines: [], counts: new Map() }
      if (!isHead) draft.lines.push(...linesOf(row, draft, reading))
      draft.rows.push(row)
      drafts.set(number, draft)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      reading.errors.push({ row: row.row, message: error.message })
    }
  })
  const read = [...drafts.values()].filter(({ lines }) => lines.length > 0)
  const orders = read.map((draft) => orderOf(draft, reading))
  return {
    orders,
    items: read.flatMap((draft, at) => draft.lines.map((line) => shownLine(draft, line, orders[at]))),
    rows: count,
    errors: reading.errors,
    warnings: fileWarnings(layout, rows, reading.odd),
  }
}

function orderNumberOf(row: FileRow, carried: string): string {
  const number = cellLine(row.get("orderNumber")) || carried
  if (number === "") throw new RowError("This row has no order number")
  if (isRounded(number))
    throw new RowError(
      `A spreadsheet program has rounded the order number to ${number}. Import the file as it was downloaded.`,
    )
  return number.slice(0, MAX_ITEM_KEY)
}

function linesOf(row: FileRow, draft: Draft, reading: Reading): Line[] {
  const { layout, odd } = reading
  const several = layout.itemsOf?.(row)
  if (several?.length === 0) throw new RowError("This row names no item")
  const state = layout.state?.(row) ?? "open"
  if (state === "unknown") odd.words.add(row.get("status"))
  const answers = (layout.answers?.(row) ?? []).map(cleanAnswer)
  return (several ?? [rowItem(row, reading)]).map((one) => {
    const isNone = one.quantity === 0 && (state === "open" || state === "unknown")
    const given = isNone ? "left" : state
    if (given !== "open" && given !== "unknown") odd.left[given] += 1
    const item = marketItem(row, one, answers, draft)
    const isRepeated = draft.lines.some((line) => line.item.vendorItemId === item.vendorItemId)
    return { row: row.row, state: given, item, isRepeated }
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
    choices: layout.choices?.(row) ?? [],
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
  one: RowItem & { currency?: string },
  answers: BuyerAnswer[],
  draft: Draft,
): MarketItem {
  const line = (text: string, most: number) => plainText(cellLine(text), most)
  const { size, variation } = sizeAmong(one.choices)
  const item = {
    listingId: row.get("listingId") || null,
    photoId: null,
    photoUrl: null,
    title: line(one.title, MAX_TITLE),
    sku: line(one.sku, MAX_ORDER_TEXT),
    size: line(size, MAX_ORDER_TEXT),
    variation: line(variation, MAX_ORDER_TEXT),
    personalisation: wordingOf(answers),
    answers,
    quantity: Math.max(1, one.quantity),
    isCancelled: false,
    priceCents: Math.max(0, one.priceCents),
    currency: (row.get("currency") || one.currency || USUAL_CURRENCY).toUpperCase().slice(0, 8),
    isShipped: false,
  }
  return { ...item, toShip: item.quantity, vendorItemId: itemKeyOf(row, item, draft) }
}

/** The source's own number; else what it is, and which of those in its order. */
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

/** An order of its rows: what belongs to the order is what the first filled cell says. */
function orderOf(draft: Draft, reading: Reading): MarketOrder {
  const { layout, nowMs } = reading
  const open = draft.lines.filter(({ state }) => state === "open" || state === "unknown")
  const isCancelled = draft.lines.every(({ state }) => state === "cancelled")
  const cancelled = draft.lines.filter(({ state }) => state === "cancelled")
  const told = open.length > 0 ? [...cancelled, ...open] : draft.lines
  const lines = [...new Map(told.map((line) => [line.item.vendorItemId, line])).values()]
  const first = (column: Column) => draft.rows.map((row) => row.get(column)).find((text) => text !== "") ?? ""
  const address = (layout.address ?? []).map(
    (name) => draft.rows.map((row) => row.named(name)).find((text) => text !== "") ?? "",
  )
  const text = (given: string) => plainText(given, MAX_ORDER_TEXT)
  const dates = (column: "orderDate" | "shipBy") =>
    draft.rows.flatMap((row) => dateOf(row, column, reading) ?? [])
  const shipDays = dates("shipBy")
  const said = moneyOf(first("total"))
  const total = said && said.cents > 0 ? said.cents : sumOf(draft, lines)
  return {
    vendorOrderId: draft.number,
    number: null,
    buyerName: text(cellLine(first("buyerName"))),
    buyerEmail: text(cellLine(first("buyerEmail"))),
    buyerPhone: text(cellLine(first("phone"))),
    buyerAddress: text(
      address.length > 0
        ? address.map(cellLine).filter(Boolean).join(", ")
        : first("address").replace(/\s*\n\s*/g, ", "),
    ),
    buyerCountry: text(cellLine(first("country"))),
    totalCents: total,
    currency: lines[0].item.currency,
    isCancelled,
    refundedCents: 0,
    isOpen: open.length > 0,
    // Only some files say when: then it was by now.
    shippedAtMs: draft.lines.every(({ state }) => state === "shipped") ? nowMs : null,
    orderedAtMs: dates("orderDate")[0] ?? nowMs,
    shipByMs: shipDays.length === 0 ? null : Math.min(...shipDays),
    updatedAtS: Math.floor(nowMs / 1000),
    items: lines.map(({ item, state }) => ({ ...item, isCancelled: state === "cancelled" })),
  }
}

function sumOf(draft: Draft, lines: readonly Line[]): number {
  const items = lines.reduce((sum, { item }) => sum + item.priceCents * item.quantity, 0)
  const taxes = draft.rows.reduce((sum, row) => sum + (moneyOf(row.get("taxes"))?.cents ?? 0), 0)
  return Math.max(0, items + taxes)
}

function dateOf(
  row: FileRow,
  column: "orderDate" | "shipBy",
  { dayOrder, timeZone, odd }: Reading,
): number | null {
  const date = readDate(row.get(column), dayOrder)
  if (date === null) odd.dates.push({ row: row.row, text: cellLine(row.get(column)) })
  return date ? momentOf(date, timeZone) : null
}

function cleanAnswer({ question, answer, isFile }: BuyerAnswer): BuyerAnswer {
  return {
    question: plainText(cellLine(question), MAX_QUESTION),
    answer: plainText(answer, MAX_ORDER_TEXT),
    isFile,
  }
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
