import { expect, test } from "vitest"
import { makeId } from "../../contract/id.ts"
import { readLength } from "../../contract/length.ts"
import { sizeChoices } from "../../web/features/sizes/size-choices.ts"
import { offeredSizes, usualInput, usualSizes } from "../../web/features/sizes/usual-sizes.ts"

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
