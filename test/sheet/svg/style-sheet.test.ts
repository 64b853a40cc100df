import { expect, test } from "vitest"
import { cleanCss, sheetReferences } from "../../../sheet/raster/svg/style-sheet.ts"

test("rules give their references to single classes, or to all", () => {
  const css = `@media print { .a, b.c { fill: url(#g); } .a{stroke:url(#h)} } text { fill:url( "#t" ) } .z { fill: url(#never`
  expect(sheetReferences(css)).toEqual({
    byClass: new Map([
      ["a", ["g", "h"]],
      ["c", ["g"]],
    ]),
    toAll: ["t"],
  })
  expect(
    cleanCss("@import url(https://x.example/a.css); @font-face{src:url(data:x)} .a{fill:url(#g)}"),
  ).toMatchObject({ isTrimmed: true })
  expect(() => cleanCss(".a{fill:url(https://x.example/a.svg#g)}")).toThrow(/outside/)
})

test.each(["a", "@font-face ", "url(#", "/*", "@import ", "{", "}", ".a{", "a{b}", ".x{fill:url(#g)}", " "])(
  "four mebibytes of %j are read in one pass",
  (unit) => {
    const css = unit.repeat(Math.floor((4 << 20) / unit.length))
    const sheet = sheetReferences(cleanCss(css).css)
    expect(sheet.toAll).toEqual([])
    expect(sheet.byClass.size).toBeLessThanOrEqual(1)
  },
)
