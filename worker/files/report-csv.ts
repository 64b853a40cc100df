import { inUnit, type LengthUnit } from "../../contract/length.ts"
import { reasonWords } from "../../contract/prints/remake-words.ts"
import type { Report, ReportPart, ReportRow, ReportTable } from "../../contract/reports/report.ts"
import { type Cell, csvLine } from "./csv.ts"

type Columns<Row> = readonly (readonly [title: string, cell: (row: Row) => Cell])[]

const money: Columns<Pick<ReportRow, "cost">> = [
  ["Film cost", ({ cost }) => cost?.film ?? null],
  ["Ink cost", ({ cost }) => cost?.ink ?? null],
  ["Credit cost", ({ cost }) => cost?.credits ?? null],
  ["Cost", ({ cost }) => cost?.total ?? null],
  ["Saved by nesting", ({ cost }) => cost?.savedByNesting ?? null],
  ["Currency", ({ cost }) => cost?.currency ?? null],
]

const rowColumns = (unit: LengthUnit): Columns<ReportRow> => [
  ["Date", (row) => row.date],
  ["Prints", (row) => row.prints],
  ["Copies", (row) => row.copies],
  ["Orders", (row) => row.orders],
  [`Film (${unit})`, (row) => rounded(inUnit(row.filmIn, unit))],
  [`Film as boxes (${unit})`, (row) => rounded(inUnit(row.boxesFilmIn, unit))],
  ["Film used", (row) => rounded(row.inkShare)],
  ["Credits", (row) => row.credits],
  ["Remakes", (row) => row.remakes],
  ["Copies remade", (row) => row.remadeCopies],
  ...money,
]

const remakeColumns = (unit: LengthUnit): Columns<Report["remakes"][number]> => [
  ["Reason", ({ reason }) => reasonWords[reason]],
  ["Prints", (row) => row.prints],
  ["Copies", (row) => row.copies],
  [`Film (${unit})`, (row) => rounded(inUnit(row.filmIn, unit))],
  ...money,
]

function partColumns(noun: string, currency: string | null, unit: LengthUnit): Columns<ReportPart> {
  return [
    [noun, ({ name }) => name],
    ["Prints", (row) => row.prints],
    ["Copies", (row) => row.copies],
    ["Orders", (row) => row.orders],
    ["Copies remade", (row) => row.remadeCopies],
    [`Film (${unit})`, (row) => rounded(inUnit(row.filmIn, unit))],
    ["Cost", (row) => row.cost],
    ["Currency", () => currency],
  ]
}

/** Returns one list of a report for spreadsheets: RFC 4180 in UTF-8, with the byte order mark they expect. */
export function reportCsv(report: Report, table: ReportTable, unit: LengthUnit): string {
  switch (table) {
    case "rows":
      return csvOf(rowColumns(unit), report.rows)
    case "designs":
      return csvOf(partColumns("Design", report.currency, unit), report.designs)
    case "sizes":
      return csvOf(partColumns("Size", report.currency, unit), report.sizes)
    case "shops":
      return csvOf(partColumns("Store", report.currency, unit), report.shops)
    case "remakes":
      return csvOf(remakeColumns(unit), report.remakes)
  }
}

function csvOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
  return `\uFEFF${lines.map(csvLine).join("")}`
}

/** Rounds to enough digits for any table, without a tail of digits from adding up. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
