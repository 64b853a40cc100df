import { dayOfMoment } from "../../contract/day.ts"
import type { Manifest, ManifestRow } from "../../contract/manifest.ts"
import { type BuyerAnswer, shownQuestion } from "../../contract/personalisation.ts"
import { inertText, quotedCell } from "./csv.ts"

type Column = [title: string, cell: (row: ManifestRow, timeZone: string) => string | number | null]

const columns: Column[] = [
  ["Sheet", (row) => row.sheet],
  ["Position", (row) => row.position],
  ["X (in)", (row) => row.xIn],
  ["Y (in)", (row) => row.yIn],
  ["Order", (row) => row.orderNumber],
  ["Buyer", (row) => row.buyer],
  ["Item", (row) => row.item],
  ["SKU", (row) => row.sku],
  ["Size", (row) => row.size],
  ["Personalisation", (row) => row.wording],
  ["Answers", (row) => row.personalisation.map(answerLine).join("\n")],
  ["Text", (row) => row.texts.map(({ label, text }) => `${label}: ${text}`).join("\n")],
  ["Image", (row) => row.image],
  ["Ship by", (row, timeZone) => dayOfMoment(row.shipBy, timeZone) ?? ""],
  ["Code", (row) => row.code],
  ["Done", (row) => (row.isDone ? "yes" : "no")],
]

/** A manifest for spreadsheets: RFC 4180 in UTF-8, with the byte order mark that they look for. */
export function manifestCsv({ rows, timeZone }: Pick<Manifest, "rows" | "timeZone">): string {
  const lines = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, cell]) => cell(row, timeZone))),
  ]
  return `\uFEFF${lines.map((line) => `${line.map(csvCell).join(",")}\r\n`).join("")}`
}

/** A file's address stands in full: a spreadsheet makes a link of it. */
function answerLine(answer: BuyerAnswer): string {
  const question = shownQuestion(answer)
  return question === "" ? answer.answer : `${question}: ${answer.answer}`
}

function csvCell(value: string | number | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value)
  return quotedCell(inertText(value))
}
