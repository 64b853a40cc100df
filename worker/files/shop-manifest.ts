import { lengthNumber } from "../../contract/length.ts"
import type { ManifestRow } from "../../contract/prints/manifest.ts"
import { csvLine } from "./csv.ts"

/** The columns, for anyone who has a print's files: nothing about buyers, nor their requests. */
const columns: [title: string, cell: (row: ManifestRow) => string | number | null][] = [
  ["Sheet", (row) => row.sheet],
  ["Position", (row) => row.position],
  ["X (in)", ({ xIn }) => inchesOf(xIn)],
  ["Y (in)", ({ yIn }) => inchesOf(yIn)],
  ["Order", (row) => row.orderNumber],
  ["Item", itemName],
  ["SKU", (row) => row.sku],
  ["Size", (row) => row.size],
  ["Code", (row) => row.code],
  ["Leave out", (row) => (row.isCancelled ? "cancelled" : "")],
]

function inchesOf(lengthIn: number | null): number | null {
  return lengthIn === null ? null : Number(lengthNumber(lengthIn, "in"))
}

/** Returns an item's name: its title as it was sold, else its artwork's name. */
export function itemName({ item, image }: Pick<ManifestRow, "item" | "image">): string {
  return item || image
}

/**
 * Returns a manifest for the shop that prints: where each copy lies, and for which order. RFC 4180 in
 * UTF-8, with the byte order mark that spreadsheets look for.
 */
export function shopManifestCsv(rows: readonly ManifestRow[]): string {
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
  return `\uFEFF${lines.map(csvLine).join("")}`
}
