import { dayOfMoment } from "../../contract/day.ts"
import { type LengthUnit, lengthNumber } from "../../contract/length.ts"
import { type BuyerAnswer, shownQuestion } from "../../contract/orders/personalisation.ts"
import { inkNotices } from "../../contract/prints/ink-notices.ts"
import {
  changeNotice,
  costOfRows,
  labelledCode,
  type Manifest,
  type ManifestRow,
  pieceCounts,
  textNotice,
} from "../../contract/prints/manifest.ts"
import { csvLine } from "./csv.ts"

type Listed = Pick<Manifest, "timeZone" | "lengthUnit" | "currency"> & {
  orderCosts: ReadonlyMap<string, number | null>
  counts: ReadonlyMap<string, string>
  inks: ReadonlyMap<string, string>
}
type Column = [
  title: string | ((unit: LengthUnit) => string),
  cell: (row: ManifestRow, listed: Listed) => string | number | null,
]

const columns: Column[] = [
  ["Sheet", (row) => row.sheet],
  ["Position", (row) => row.position],
  [
    (unit) => `X (${unit})`,
    ({ xIn }, { lengthUnit }) => (xIn === null ? null : Number(lengthNumber(xIn, lengthUnit))),
  ],
  [
    (unit) => `Y (${unit})`,
    ({ yIn }, { lengthUnit }) => (yIn === null ? null : Number(lengthNumber(yIn, lengthUnit))),
  ],
  ["Order", (row) => row.orderNumber],
  ["Buyer", (row) => row.buyer],
  ["Item", (row) => row.item],
  ["SKU", (row) => row.sku],
  ["Size", (row) => row.size],
  ["Personalisation", (row) => row.wording],
  ["Answers", (row) => row.personalisation.map(answerLine).join("\n")],
  ["Text", (row) => textNotice(row) || row.texts.map(({ label, text }) => `${label}: ${text}`).join("\n")],
  ["Image", (row) => row.image],
  ["Ship by", (row, { timeZone }) => dayOfMoment(row.shipBy, timeZone) ?? ""],
  ["Code", (row) => row.code],
  ["Label", (row, { counts }) => labelledCode(row, counts)],
  ["Done", (row) => (row.isDone ? "yes" : "no")],
  ["Changed", changeNotice],
  ["Approved", (row, { timeZone }) => dayOfMoment(row.approvedAt, timeZone) ?? ""],
  ["Ink", ({ itemId }, { inks }) => inks.get(itemId) ?? ""],
]

/** The columns of a print whose cost is known. The first column adds up to the print, the second repeats. */
const costColumns: Column[] = [
  ["Cost", (row) => row.cost],
  ["Order cost", (row, { orderCosts }) => orderCosts.get(row.orderNumber) ?? null],
  ["Currency", (_, { currency }) => currency],
]

/** Returns a manifest for spreadsheets: RFC 4180 in UTF-8, with the byte order mark that they look for. */
export function manifestCsv(
  manifest: Pick<Manifest, "rows" | "timeZone" | "lengthUnit" | "currency" | "findings">,
): string {
  const { rows, timeZone, lengthUnit, currency } = manifest
  const orders = Map.groupBy(rows, ({ orderNumber }) => orderNumber)
  orders.delete("")
  const orderCosts = new Map([...orders].map(([orderNumber, own]) => [orderNumber, costOfRows(own)]))
  const counts = pieceCounts(rows)
  const listed = { timeZone, lengthUnit, currency, orderCosts, counts, inks: inkNotices(manifest) }
  const shown = currency === null ? columns : [...columns, ...costColumns]
  const lines = [
    shown.map(([title]) => (typeof title === "string" ? title : title(lengthUnit))),
    ...rows.map((row) => shown.map(([, cell]) => cell(row, listed))),
  ]
  return `\uFEFF${lines.map(csvLine).join("")}`
}

/** Returns the cell of an answer. A file's address is written in full: a spreadsheet makes a link of it. */
function answerLine(answer: BuyerAnswer): string {
  const question = shownQuestion(answer)
  return question === "" ? answer.answer : `${question}: ${answer.answer}`
}
