import { expect, test } from "vitest"
import { inertText, quotedCell } from "../../worker/files/csv.ts"

test("text that a spreadsheet would run stands behind an apostrophe, whatever hides in front of it", () => {
  for (const start of [
    "=",
    "+",
    "-",
    "@",
    "\t=",
    " =",
    "\u00a0=",
    "\u200b=",
    "\ufeff@",
    "\r\n-",
    "＝",
    "\u202e+",
    "\0=",
  ])
    expect(inertText(`${start}1`), JSON.stringify(start)).toBe(`'${start}1`)
  for (const text of ["", "Luna moth", "a=b", "3-pack", "'quoted", "Ü"]) expect(inertText(text)).toBe(text)
  expect(quotedCell('12" moth')).toBe('"12"" moth"')
})
