import { expect, test } from "vitest"
import { makeId } from "../../contract/id.ts"
import { inchesFrom, lengthText, readLength, setPageUnit } from "../../contract/length.ts"
import { autopilotSentence } from "../../web/features/autopilots/autopilot-sentence.ts"
import { previewWords } from "../../web/features/integrations/autopilot-words.ts"
import { filmWords } from "../../web/features/reports/report-figures.tsx"
import { placeWords } from "../../web/features/sheet-desk/piece-words.ts"
import { templateLabel } from "../../web/features/sizes/sheet-template.ts"
import { sizeChoices } from "../../web/features/sizes/size-choices.ts"
import { offeredSizes, usualInput, usualSizes } from "../../web/features/sizes/usual-sizes.ts"
import { nudgesIn, steppedLength } from "../../web/lib/length.ts"

const size = (name: string, value: number, i: number) => ({
  _id: makeId(i),
  name,
  value,
  createdAt: "",
  updatedAt: "",
})
const own = [
  size("Banner", 17.5, 1),
  size("Adult chest", 10, 2),
  size("Youth", 7.5, 3),
  size("Left chest", 3.5, 4),
]
const words = (text: string, sizes = own) =>
  sizeChoices(sizes, text, "in")
    .slice(0, -1)
    .map((choice) => choice.words)

test("a width is read in inches, centimetres and millimetres, with a name before it or without", () => {
  for (const [text, name, inches, saysUnit] of [
    ["7.5", "", 7.5, false],
    [" 7,5 in ", "", 7.5, true],
    ['12"', "", 12, true],
    ["19 cm", "", 7.4803, true],
    ["19cm", "", 7.4803, true],
    ["190 MM", "", 7.4803, true],
    ["Big hoodie 12.25 inches", "Big hoodie", 12.25, true],
  ])
    expect(readLength(String(text), "in"), String(text)).toEqual({ name, inches, saysUnit })
  expect(readLength("19", "cm")).toEqual({ name: "", inches: 7.4803, saysUnit: false })
  for (const text of ["", "wide", "-3", "7.5 ft", "1e3", "7.", "A4x"])
    expect(readLength(text, "in"), text).toBeNull()
})

test("a list of sizes finds by name or width, offers a typed width once, and ends in the form", () => {
  expect(words("")).toEqual(["Banner 17.5 in", "Adult chest 10 in", "Youth 7.5 in", "Left chest 3.5 in"])
  expect(words("CHEST")).toEqual(["Adult chest 10 in", "Left chest 3.5 in"])
  // The size of that very width comes first, and is not made again.
  expect(words("7.5")).toEqual(["Youth 7.5 in", "Banner 17.5 in"])
  expect(words("25.4 cm")).toEqual(["Adult chest 10 in"])
  expect(words("8")).toEqual(["Use 8 in"])
  expect(words("19 cm")).toEqual(["Use 7.48 in"])
  expect(words("Hoodie 7.5")).toEqual(["Add Hoodie 7.5 in"])
  expect(words("youth  7.5 in")).toEqual(["Youth 7.5 in"])
  for (const text of ["0.05", "241", "banana"]) expect(words(text), text).toEqual([])

  const foot = (text: string) => sizeChoices(own, text, "in").at(-1)
  expect(foot("")).toEqual({ kind: "form", words: "New size…", begin: { name: "" } })
  expect(foot("Hoodie")).toMatchObject({ begin: { name: "Hoodie" } })
  expect(foot("Hoodie 30 cm")).toMatchObject({ begin: { name: "Hoodie", widthIn: 11.811 } })
  expect(sizeChoices(own, "8", "in")[0]).toMatchObject({ input: { name: "Custom", value: 8 } })
})

test("usual widths are offered to a seller with few sizes, without those there are, in either unit", () => {
  expect(offeredSizes([])).toEqual(usualSizes)
  expect(offeredSizes([{ name: "youth" }, { name: "Cap" }]).map(({ name }) => name)).not.toContain("Youth")
  expect(offeredSizes(own)).toEqual([])
  expect(words("", [])).toContain("Adult 10 in")
  expect(words("adu", [])).toEqual(["Adult 10 in"])
  const [adult] = sizeChoices([], "adult", "cm")
  expect(adult).toEqual({ kind: "usual", words: "Adult 25 cm", input: { name: "Adult", value: 9.8425 } })
  for (const usual of usualSizes)
    expect(Math.abs(usualInput(usual, "cm").value - usualInput(usual, "in").value)).toBeLessThan(0.3)
})

test("a page in centimetres says and steps nothing in inches", () => {
  const words = () => [
    placeWords({ x: 300, y: 150 }, 300),
    filmWords(10),
    autopilotSentence(
      { days: [], times: [], timeZone: "UTC", action: "draft", minLengthIn: inchesFrom(100, "cm") },
      true,
    ),
    previewWords({ orders: 9, items: 12, copies: 21, credits: 0, lengthIn: 54.2, skippedCount: 0 }),
    templateLabel({ name: "22 in roll", widthIn: 22, gapIn: 0.25, dpi: 300 }),
    lengthText(steppedLength(inchesFrom(19, "cm"), 1), "cm"),
    ...Object.values(nudgesIn()).map((inches) => lengthText(inches, "cm")),
  ]
  setPageUnit("cm")
  try {
    expect(words()).toEqual([
      "2.54, 1.27 cm",
      "25.4 cm",
      "As soon as there are 100 cm of film: leaves a draft print of what is late.",
      "9 orders, 137.67 cm of film",
      "55.88 cm roll, gap 0.64 cm, 300 DPI",
      "19.5 cm",
      "0.02 cm",
      "0.5 cm",
    ])
    expect(steppedLength(0.1, -4)).toBe(0)
  } finally {
    setPageUnit("in")
  }
  expect([steppedLength(3.5, 1), steppedLength(3.5, -4)]).toEqual([3.75, 2.5])
})
