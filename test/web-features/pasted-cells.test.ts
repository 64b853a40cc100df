import { expect, test } from "vitest"
import { makeId } from "../../contract/id.ts"
import { guessPasted, type PastedLine, readPasted } from "../../web/features/prints/pasted-cells.ts"

const size = (name: string, value: number, i: number) => ({
  _id: makeId(i),
  name,
  value,
  createdAt: "",
  updatedAt: "",
})
const sizes = [size("Adult chest", 10, 1), size("Left chest", 3.5, 2), size("Youth", 7, 3)]

const shown = ({ size: result, quantity, problem }: PastedLine) => [
  result && (result.kind === "known" ? result.size.name : result.widthIn),
  quantity,
  problem,
]
const read = (text: string) => readPasted(text, guessPasted(text), sizes).map(shown)

test("a column of sizes is read by label, name and inches; an empty line says nothing", () => {
  const text =
    'Adult chest 10 in\r\nleft  CHEST\r\n\r\n3.5"\r\n7 in\r\n8,25 inches\r\nSleeve 2.5 in\r\nbanana\r\n'
  expect(guessPasted(text)).toBe("sizes")
  expect(read(text)).toEqual([
    ["Adult chest", null, null],
    ["Left chest", null, null],
    [null, null, null],
    ["Left chest", null, null],
    ["Youth", null, null],
    [8.25, null, null],
    [2.5, null, null],
    [null, null, "“banana” is not a size"],
  ])
  expect(readPasted("10\n7", "sizes", sizes).map(shown)).toEqual([
    ["Adult chest", null, null],
    ["Youth", null, null],
  ])
  expect(read("900 in")).toEqual([[null, null, "“900 in” is not a size"]])
})

test("whole numbers alone are quantities, within the limits of a print", () => {
  expect(guessPasted("3\n12\n")).toBe("quantities")
  expect(read("Qty\n3\n12")).toEqual([
    [null, 3, null],
    [null, 12, null],
  ])
  expect(readPasted("0\n2.5\n6000", "quantities", sizes).map(({ problem }) => problem)).toEqual([
    "“0” is not a quantity",
    "“2.5” is not a quantity",
    "“6000” is not a quantity",
  ])
})

test("two columns are read in either order, with tabs, semicolons or a last comma", () => {
  const both = [
    ["Adult chest", 2, null],
    ["Left chest", 5, null],
  ]
  expect(read("Adult chest 10 in\t2\nLeft chest\t5")).toEqual(both)
  expect(read("Quantity;Size\n2;10 in\n5;3,5 in")).toEqual(both)
  expect(read("Adult chest, 2\nLeft chest, 5")).toEqual(both)
  // Sizes stand first where both columns are whole numbers.
  expect(read("10\t2\n7\t5")).toEqual([
    ["Adult chest", 2, null],
    ["Youth", 5, null],
  ])
  expect(
    readPasted("Size\tQty\n10 in\t2\n7 in\tmany", "both", sizes).map(({ line, problem }) => [line, problem]),
  ).toEqual([
    [2, null],
    [3, "“many” is not a quantity"],
  ])
  expect(read("")).toEqual([])
})
