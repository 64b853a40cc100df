import { expect, test } from "vitest"
import { type ArtworkField, fieldNamed } from "../../contract/artwork/artwork-field.ts"
import type { Size } from "../../contract/artwork/size.ts"
import { makeId } from "../../contract/id.ts"
import { TableError } from "../../contract/table/table-error.ts"
import { syntheticXlsx } from "../../harness/synthetic-xlsx.ts"
import { noRoster, readRosterText } from "../../web/features/prints/kept-roster.ts"
import { readRosterFile } from "../../web/features/prints/roster-file.ts"
import { columnName, rosterRows, withColumn } from "../../web/features/prints/roster-rows.ts"
import { readRoster, readRosterRows } from "../../web/features/prints/roster-text.ts"

const adult = { _id: makeId(1), name: "Adult chest", value: 10 } as Size
const youth = { _id: makeId(2), name: "Youth chest", value: 7.5 } as Size
const sizes = [adult, youth]
const both: ArtworkField[] = [fieldNamed("name"), { ...fieldNamed("number"), kind: "number" }]

const columnsOf = (text: string, fields = both) => readRoster(text, fields, sizes).columns.map(columnName)
const cellsOf = (text: string, fields = both) =>
  readRoster(text, fields, sizes).rows.map(({ cells }) => cells)

test("a roster's columns are known by their heads, in any order and in the words of teams", () => {
  expect(columnsOf("Name\tNumber\tSize\tQty\nZOE\t7\tAdult chest\t2")).toEqual([
    "field:name",
    "field:number",
    "size",
    "quantity",
  ])
  expect(columnsOf("#;Player;Coach\n7;ZOE;Kim")).toEqual(["field:number", "field:name", ""])
  expect(columnsOf("Last Name,Jersey #\nO'Brien,4")).toEqual(["field:name", "field:number"])
  // A label in the seller's own words comes before everybody's.
  const city = { ...fieldNamed("name"), name: "city", label: "Size" }
  expect(columnsOf("Size\tName\nBERN\tZOE", [city, fieldNamed("name")])).toEqual(["field:city", "field:name"])
})

test("without heads the cells tell: numbers before quantities, inches and names of sizes", () => {
  expect(columnsOf("ZOE\t7\t10 in\t2\nANA\t11\tYouth chest\t1")).toEqual([
    "field:name",
    "field:number",
    "size",
    "quantity",
  ])
  expect(columnsOf("7,ZOE\n11,ANA")).toEqual(["field:number", "field:name"])
  expect(columnsOf("ZOE,3\nANA,1", [fieldNamed("name")])).toEqual(["field:name", "quantity"])
})

test("plain names stand one a line, with whatever is in them", () => {
  const one = [fieldNamed("name")]
  expect(cellsOf("ZOE\r\n\r\nO’Brien, Jr.\r\nDE LA CRUZ\r\n", one)).toEqual([
    ["ZOE"],
    ["O’Brien, Jr."],
    ["DE LA CRUZ"],
  ])
  expect(cellsOf("King, Ana\nStone, Zoe", one)).toEqual([["King, Ana"], ["Stone, Zoe"]])
  expect(cellsOf("Name\nZOE", one)).toEqual([["ZOE"]])
  expect(readRoster(" \n", one, sizes)).toEqual({ columns: [], rows: [] })
})

test("quoted cells keep their commas, and lines count as in the spreadsheet", () => {
  const { rows } = readRoster('\uFEFFname,number\n"King, Ana",4\n,\n"The ""Rock""",9', both, sizes)
  expect(rows).toEqual([
    { line: 2, cells: ["King, Ana", "4"] },
    { line: 4, cells: ['The "Rock"', "9"] },
  ])
})

test("each row says what is wrong with it, at its cell; the rest is ready to be added", () => {
  const table = readRoster(
    "name,number,size,qty\n Zoé ,7,7.5 in,3\nANA,eleven,,\n,4,huge,0\nBEA,5,9 in,1",
    both,
    sizes,
  )
  const rows = rosterRows(table, { fields: both, sizes, usualSize: null })
  expect(rows[0]).toEqual({
    line: 2,
    values: { name: "Zoé", number: "7" },
    size: { kind: "known", size: youth },
    quantity: 3,
    problems: [],
    hasTextProblem: false,
  })
  expect(rows[1].problems).toEqual([
    { column: 1, message: "Number has to be a number" },
    { column: 2, message: "Which size?" },
  ])
  expect(rows[2].problems).toEqual([
    { column: 0, message: "Name is missing" },
    { column: 2, message: "“huge” is not a size" },
    { column: 3, message: "“0” is not a quantity" },
  ])
  expect(rows[3].size).toEqual({ kind: "new", widthIn: 9 })
  const [, ana] = rosterRows(table, { fields: both, sizes, usualSize: adult })
  expect([ana.size, ana.quantity]).toEqual([{ kind: "known", size: adult }, 1])
})

test("a column that is given a meaning takes it from the column that had it", () => {
  const { columns } = readRoster("ZOE\t7\nANA\t11", both, sizes)
  const swapped = withColumn(columns, 0, { kind: "field", name: "number" })
  expect(swapped.map(columnName)).toEqual(["field:number", ""])
  const unnamed = withColumn(withColumn(columns, 0, { kind: "none" }), 1, { kind: "none" })
  expect(unnamed.map(columnName)).toEqual(["", ""])
})

test("a workbook's first sheet is a roster, and text of two encodings is refused", async () => {
  const file = await readRosterFile(
    syntheticXlsx([["Name", "Number", "Size", "Qty"], [], ["ZOË", 7, "Adult chest", 2], ["Łukasz", 11]]),
  )
  const { columns, rows } = readRosterRows("rows" in file ? file.rows : [], both, sizes)
  expect(columns.map(columnName)).toEqual(["field:name", "field:number", "size", "quantity"])
  expect(rows).toEqual([
    { line: 3, cells: ["ZOË", "7", "Adult chest", "2"] },
    { line: 4, cells: ["Łukasz", "11", "", ""] },
  ])
  const mixed = new Uint8Array([...new TextEncoder().encode("Łukasz\nRen"), 0xe9])
  await expect(readRosterFile(mixed)).rejects.toThrow("mixes UTF-8 with another encoding")
  expect(await readRosterFile(Uint8Array.of(0x5a, 0x6f, 0xeb))).toMatchObject({
    text: "Zoë",
    warning: expect.stringContaining("Windows-1252"),
  })
})

test("a kept roster comes back as it was, and what is none is an empty one", () => {
  const kept = { ...noRoster, ...readRoster("ZOE\t7\nANA\t11", both, sizes), usualId: adult._id }
  expect(readRosterText(JSON.stringify(kept))).toEqual(kept)
  for (const text of [null, "", "{", "[]", '{"text":1}']) expect(readRosterText(text)).toEqual(noRoster)
})

test("more rows than a print has are refused in words, however many they are", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => [`ZOE ${at}`, "7"])
  const pasted = (count: number, mark: string) =>
    rows(count)
      .map((cells) => cells.join(mark))
      .join("\n")
  const words = "A roster has at most 500 rows, this one has 125,000."
  for (const mark of ["\t", ",", " "])
    expect(() => readRoster(pasted(125_000, mark), both, sizes), mark).toThrow(words)
  expect(() => readRosterRows(rows(125_000), both, sizes)).toThrow(words)
  expect(readRoster(`Name,Number,Size\n${pasted(500, ",")}`, both, sizes).rows).toHaveLength(500)
  expect(() => readRoster(pasted(501, ","), both, sizes)).toThrow(TableError)
  // Rows that are longer than the heads keep all their cells.
  const { columns, rows: read } = readRoster("Name,Number\nZOE,7,more\nANA,8", both, sizes)
  expect(columns.map(columnName)).toEqual(["field:name", "field:number", ""])
  expect(read.map(({ cells }) => cells.length)).toEqual([3, 3])
})
