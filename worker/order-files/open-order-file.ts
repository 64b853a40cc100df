import { MAX_CELL_LENGTH, MAX_QUESTION_LENGTH } from "../../contract/limit.ts"
import type { Table } from "../../contract/table/table.ts"
import { amazonReport } from "./amazon-report.ts"
import { cellLine, cellText } from "./cell-values.ts"
import { ebayOrders } from "./ebay-orders.ts"
import { etsySoldItems, etsySoldOrders } from "./etsy-sold-items.ts"
import { type FileLayout, type FileRow, headerKey } from "./file-layout.ts"
import { shopifyOrders } from "./shopify-orders.ts"
import { tiktokOrders } from "./tiktok-orders.ts"
import { woocommerceAnalytics, woocommerceItems, woocommerceSuite } from "./woocommerce-orders.ts"

/** The layouts that are recognised; the first whose columns are there. */
const layouts: readonly FileLayout[] = [
  tiktokOrders,
  amazonReport,
  shopifyOrders,
  ebayOrders,
  etsySoldItems,
  etsySoldOrders,
  woocommerceSuite,
  woocommerceItems,
  woocommerceAnalytics,
]

/** The blank lines and padding above a header; eBay has one. */
const MAX_LINES_ABOVE = 10

/** A table whose header was found. */
export type OrderFile = {
  /** The names of the columns as the file has them, without those of unnamed ones. */
  columns: string[]
  /** The file's layout; null for an unknown layout, which has to be mapped. */
  layout: FileLayout | null
  /** The header's cells by their keys, and the rows below it, with the number of each. */
  headers: readonly string[]
  body: readonly { row: number; cells: readonly string[] }[]
  isRagged: boolean
  refused: Table["refused"]
  warnings: readonly string[]
}

/** Finds the header and the layout; null if the table has no two cells beside each other. */
export function openOrderFile(table: Table): OrderFile | null {
  const { rows, isRagged, refused, warnings } = table
  const top = rows.slice(0, MAX_LINES_ABOVE).map((cells) => cells.map(headerKey))
  const known = top.findIndex((names) => layoutOf(names) !== null)
  const at = known >= 0 ? known : top.findIndex((names) => names.filter((name) => name !== "").length > 1)
  if (at < 0) return null
  const body = rows
    .map((cells, place) => ({ row: place + 1, cells }))
    .slice(at + 1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
  const names = rows[at].map((cell) => cellLine(cell.slice(0, MAX_QUESTION_LENGTH)))
  const columns = [...new Set(names)].filter((name) => name !== "")
  return { columns, layout: layoutOf(top[at]), headers: top[at], body, isRagged, refused, warnings }
}

/** The letters of a sample: a glance tells what a column holds. */
const SAMPLE_LETTERS = 60
/** The rows that samples are taken from; a column that is empty there has none. */
const SAMPLE_ROWS = 50

/** Returns the first filled cell of each of the file's columns, shortened; "" without one. */
export function samplesOf({ columns, headers, body }: OrderFile): string[] {
  const rows = body.slice(0, SAMPLE_ROWS)
  return columns.map((name) => {
    const place = headers.indexOf(headerKey(name))
    const texts = rows.map(({ cells }) => cellLine(cells[place] ?? ""))
    const first = texts.find((text) => text !== "") ?? ""
    // A sign may take two letters.
    return [...first.slice(0, 2 * SAMPLE_LETTERS)].slice(0, SAMPLE_LETTERS).join("")
  })
}

function layoutOf(names: readonly string[]): FileLayout | null {
  return (
    layouts.find(({ signs }) => signs.some((group) => group.every((name) => names.includes(name)))) ?? null
  )
}

/** Returns the file's rows as the layout names their columns. */
export function rowsOf(file: OrderFile, layout: FileLayout): FileRow[] {
  const places = new Map<string, number>()
  file.headers.forEach((name, place) => {
    // Two columns may have one name: the first counts.
    if (name !== "" && !places.has(name)) places.set(name, place)
  })
  return file.body.map(({ row, cells }) => {
    const named = (header: string) => {
      const place = places.get(header)
      return place === undefined ? "" : cellText(cells[place] ?? "")
    }
    return {
      row,
      named,
      get(column) {
        for (const header of layout.columns[column] ?? []) {
          const text = named(header)
          if (text !== "") return text
        }
        return ""
      },
      get filled() {
        return cells.filter((cell) => cell.trim() !== "")
      },
    }
  })
}

/** Returns why the body's row cannot be read, for its sender; null if it can. */
export function rowProblem(file: OrderFile, place: number): string | null {
  const { row, cells } = file.body[place]
  const refused = file.refused.get(row)
  if (refused !== undefined) return refused
  const longest = cells.reduce((most, cell) => Math.max(most, cell.length), 0)
  if (longest > MAX_CELL_LENGTH) return `A cell of this row has more than ${MAX_CELL_LENGTH} letters`
  const wanted = file.headers.length
  const extra = cells.slice(wanted).some((cell) => cell.trim() !== "")
  if (!extra && (file.isRagged || cells.length >= wanted)) return null
  return `This row has ${cells.length} cells, and the header ${wanted}. A quotation mark or a separator in one of its texts may be out of place.`
}
