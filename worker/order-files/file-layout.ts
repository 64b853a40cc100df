import { MAX_QUESTION_LENGTH } from "../../contract/limit.ts"
import type { ImportField } from "../../contract/orders/order-import.ts"
import type { BuyerAnswer } from "../../contract/orders/personalisation.ts"
import type { BuyerRequest } from "./buyer-request.ts"
import type { DayOrder } from "./dates.ts"

/** The columns of a layout besides the fields that a mapping can name. */
export type Column =
  | ImportField
  /** The marketplace's own id of the order, if people call it by another number. */
  | "orderId"
  /** The source's own number of the item; without it, items are told apart by their fields. */
  | "itemId"
  | "listingId"
  /** The price of the whole row, not of one piece. */
  | "rowPrice"
  /** The parts of a row's price that its order's total has too. */
  | "taxes"
  | "total"
  | "returned"
  | "cancelled"
  | "shipped"
  | "paid"

/** A row by our columns and by the file's own; an absent column is an empty text. */
export type FileRow = {
  /** The row's number, as a spreadsheet counts it. */
  row: number
  get(column: Column): string
  /** Returns the cell of the column with this name in the file. */
  named(header: string): string
  /** The row's filled cells. */
  filled: readonly string[]
}

/**
 * The state of an order's item. `left`: the item is held, or not to be printed for another reason;
 * `unknown`: the file's word for the state is not one we know.
 */
export type RowState = "open" | "shipped" | "cancelled" | "unpaid" | "left" | "unknown"

/** The values in an order's rows that apply to all its items, wherever they stand. */
export type OrderRows = {
  /** The row that is no item of its own. */
  head: FileRow | null
  /** The time of payment, in the first row that has one: an order is paid as a whole. */
  paid: string
}

/** The layout of one program's files. Headers are written as `headerKey` makes them. */
export type FileLayout = {
  /** The program's name as people know it; the integration of its orders is called so. */
  source: string
  /** The marketplace whose connected shops have these very orders. */
  market?: "Etsy" | "Shopify"
  /** The groups of columns: the layout is this one if the header has all of one group. */
  signs: readonly (readonly string[])[]
  /** The file's columns by which each of ours is read: the first that is there and filled. */
  columns: Partial<Record<Column, readonly string[]>>
  /** Columns that make up an address, in the order they are written. */
  address?: readonly string[]
  dayOrder: DayOrder
  /** True if a row without an order's number belongs to the order before. */
  isCarried?: boolean
  /** Returns true for a row that belongs to no order: an explanation or a footer. */
  isOther?(row: FileRow, place: number): boolean
  /** Returns true for a row that is no item of its own, such as a summary; its buyer and total count. */
  isHead?(row: FileRow): boolean
  /** Returns the items of a row that holds several, each instead of the row's own. */
  itemsOf?(row: FileRow): RowItem[]
  /** Returns the buyer's choices, such as colour and size, and texts that were typed in the same place. */
  request?(row: FileRow): BuyerRequest
  /** Returns the buyer's answers; `order` as for the state. */
  answers?(row: FileRow, order: OrderRows | undefined): BuyerAnswer[]
  /** Returns the row's state; `order` is given if some rows of the file are no items. */
  state?(row: FileRow, order: OrderRows | undefined): RowState
  /** The reason why a file of this layout cannot be imported. */
  refusal?: string
  /** The data that the source leaves out of its file. */
  missing?: string
  /** Returns more warnings about the rows that were read. */
  warn?(rows: readonly FileRow[]): string[]
}

export type RowItem = {
  title: string
  sku: string
  quantity: number
  request: BuyerRequest
  /** The price of one piece. */
  priceCents: number
}

/** Returns a column's name without case, and with one space for whatever parts its words. */
export function headerKey(name: string): string {
  return name
    .slice(0, MAX_QUESTION_LENGTH)
    .normalize("NFKC")
    .replace(/^\uFEFF/, "")
    .replace(/[\s_\-–—]+/g, " ")
    .trim()
    .toLowerCase()
}

/** Reads `key: value` lines as questions and answers; a line without a key is one more answer. */
export function answersOf(text: string, question = ""): BuyerAnswer[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const match = /^([^:\n]{1,60}):\s*(.+)$/.exec(line)
      return match
        ? { question: match[1].trim(), answer: match[2], isFile: false }
        : { question, answer: line, isFile: false }
    })
}

/** Returns one answer, however many lines it has; none for an empty text. */
export function oneAnswer(question: string, answer: string): BuyerAnswer[] {
  return answer.trim() === "" ? [] : [{ question, answer: answer.trim(), isFile: false }]
}

/** Returns the state by a source's words, each matched from its beginning; empty text is open. */
export function stateBy(words: Partial<Record<RowState, RegExp>>, text: string): RowState {
  if (text === "") return "open"
  for (const [state, pattern] of Object.entries(words)) if (pattern.test(text)) return state as RowState
  return "unknown"
}
