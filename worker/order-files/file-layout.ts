import type { ImportField } from "../../contract/orders/order-import.ts"
import type { BuyerAnswer } from "../../contract/orders/personalisation.ts"
import type { DayOrder } from "./dates.ts"
import type { Told } from "./told-parts.ts"

/** What a layout has beside the fields that a mapping can name. */
export type Column =
  | ImportField
  /** The marketplace's own id of the order, where people call it by another number. */
  | "orderId"
  /** The source's own number of the item; without it items are told apart by what they are. */
  | "itemId"
  | "listingId"
  /** The price of the whole row, not of one piece. */
  | "rowPrice"
  /** Parts of a row's price that its order's total has too. */
  | "taxes"
  | "total"
  | "returned"
  | "cancelled"
  | "shipped"
  | "paid"

/** A row by our columns and by the file's own; an absent column is an empty text. */
export type FileRow = {
  /** As a spreadsheet counts it. */
  row: number
  get(column: Column): string
  /** By the file's own name of the column. */
  named(header: string): string
  /** The row's filled cells. */
  filled: readonly string[]
}

/**
 * Where an order's item stands. `left`: it is held, or not to be printed for another reason;
 * `unknown`: the file's word for it is not one we know.
 */
export type RowState = "open" | "shipped" | "cancelled" | "unpaid" | "left" | "unknown"

/** What the rows of an order say of all its items, wherever they stand. */
export type OrderRows = {
  /** The row that is no item of its own. */
  head: FileRow | null
  /** When the order was paid, in the first row that says so: it is paid as a whole. */
  paid: string
}

/** The layout of one program's files. Headers are written as `headerKey` makes them. */
export type FileLayout = {
  /** As people know it; the integration of its orders is called so. */
  source: string
  /** The marketplace whose connected shops have these very orders. */
  market?: "Etsy" | "Shopify"
  /** It is this layout if the header has all of one of these groups. */
  signs: readonly (readonly string[])[]
  /** By which of the file's columns each of ours is read: the first that is there and filled. */
  columns: Partial<Record<Column, readonly string[]>>
  /** Columns that make up an address, in the order they are written. */
  address?: readonly string[]
  dayOrder: DayOrder
  /** A row without an order's number belongs to the order before. */
  isCarried?: boolean
  /** A row that is none of an order: an explanation or a footer. */
  isOther?(row: FileRow, place: number): boolean
  /** A row of an order that is no item of its own, such as a summary; its buyer and total count. */
  isHead?(row: FileRow): boolean
  /** The items of a row that holds several, each instead of the row's own. */
  itemsOf?(row: FileRow): RowItem[]
  /** What the buyer chose, such as colour and size, and what was typed in the same place. */
  told?(row: FileRow): Told
  /** `order`: as for the state. */
  answers?(row: FileRow, order: OrderRows | undefined): BuyerAnswer[]
  /** `order`: what other rows of the row's order say; given where some rows are no items. */
  state?(row: FileRow, order: OrderRows | undefined): RowState
  /** Why a file of this layout cannot be imported. */
  refusal?: string
  /** What the source leaves out of its file. */
  missing?: string
  /** More to say of the rows that were read. */
  warn?(rows: readonly FileRow[]): string[]
}

export type RowItem = {
  title: string
  sku: string
  quantity: number
  told: Told
  /** Of one piece. */
  priceCents: number
}

/** A column's name without case, and with one space for whatever parts its words. */
export function headerKey(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/^\uFEFF/, "")
    .replace(/[\s_\-–—]+/g, " ")
    .trim()
    .toLowerCase()
}

/** `key: value` lines as questions and answers; a line without a key is one more answer. */
export function answersOf(text: string, question = ""): BuyerAnswer[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const found = /^([^:\n]{1,60}):\s*(.+)$/.exec(line)
      return found
        ? { question: found[1].trim(), answer: found[2], isFile: false }
        : { question, answer: line, isFile: false }
    })
}

/** One answer, however many lines it has; none for an empty text. */
export function oneAnswer(question: string, answer: string): BuyerAnswer[] {
  return answer.trim() === "" ? [] : [{ question, answer: answer.trim(), isFile: false }]
}

/** The state by a source's words, each matched from its beginning; empty text is open. */
export function stateBy(words: Partial<Record<RowState, RegExp>>, text: string): RowState {
  if (text === "") return "open"
  for (const [state, pattern] of Object.entries(words)) if (pattern.test(text)) return state as RowState
  return "unknown"
}
