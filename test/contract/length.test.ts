import { expect, test } from "vitest"
import { inkText } from "../../contract/artwork/ink-text.ts"
import { sizeInputSchema } from "../../contract/artwork/size.ts"
import {
  asTyped,
  boundText,
  fieldNumber,
  inchesFrom,
  isSameLength,
  lengthNumber,
  lengthText,
  perSquareInch,
  perSquareUnit,
  readLength,
  setPageUnit,
  sidesText,
  sizeLabel,
  templateName,
} from "../../contract/length.ts"

test("a length is shown as it was typed, in inches and in centimetres", () => {
  for (let hundredths = 1; hundredths <= 61_000; hundredths += 7) {
    const typed = String(hundredths / 100)
    for (const unit of ["in", "cm"] as const) {
      expect(lengthNumber(inchesFrom(Number(typed), unit), unit)).toBe(typed)
      expect(fieldNumber(inchesFrom(Number(typed), unit), unit)).toBe(typed)
    }
  }
  expect(fieldNumber(inchesFrom(0.125, "in"), "in")).toBe("0.125")
  expect(fieldNumber(inchesFrom(0.318, "cm"), "cm")).toBe("0.318")
  const price = 0.0123
  expect(perSquareUnit(perSquareInch(price, "cm"), "cm")).toBe(price)
})

test("millimetres that an earlier version kept in hundredths of an inch are shown as they were typed", () => {
  const kept = (cm: number) => Math.round((cm / 2.54) * 100) / 100
  expect([lengthText(kept(9), "cm"), sizeLabel({ name: "Cap", value: kept(9) }, "cm")]).toEqual([
    "8.99 cm",
    "Cap 9 cm",
  ])
  for (let mm = 3; mm <= 6096; mm++) {
    const [cm, inches] = [mm / 10, kept(mm / 10)]
    if (Math.round(inches * 100) % 25 === 0) continue
    expect(fieldNumber(inches, "cm"), `${cm}`).toBe(String(cm))
    expect(lengthText(asTyped(inches, "in"), "in"), `${cm}`).toBe(`${inches} in`)
    expect(isSameLength(inches, inchesFrom(cm, "cm")), `${cm}`).toBe(true)
    expect(isSameLength(inches, inchesFrom(cm + 0.1, "cm")), `${cm}`).toBe(false)
  }
  for (const inches of [0.25, 0.75, 3.5, 7.5, 0.125, 36.151]) expect(asTyped(inches, "cm")).toBe(inches)
})

test("a template that is named after its roll is named in the account's unit", () => {
  expect(templateName({ name: "22 in roll", widthIn: 22 }, "cm")).toBe("55.88 cm roll")
  expect(templateName({ name: "60 cm roll", widthIn: 23.62 }, "cm")).toBe("60 cm roll")
  expect(templateName({ name: "22 in roll", widthIn: 24 }, "cm")).toBe("22 in roll")
})

test("a number alone is in the account's unit, and a typed unit counts in either", () => {
  expect(readLength("19", "cm")?.inches).toBe(readLength("19 cm", "in")?.inches)
  expect(readLength("7.5", "in")?.inches).toBe(readLength("7,5 in", "cm")?.inches)
  expect(lengthText(36.149, "in")).toBe("36.15 in")
  expect(sidesText(22, 36.15, "cm")).toBe("55.88 × 91.82 cm")
  expect(sizeLabel({ name: "Youth chest", value: 7.5 }, "in")).toBe("Youth chest 7.5 in")
  expect(sizeLabel({ name: "30 cm", value: inchesFrom(30, "cm") }, "cm")).toBe("30 cm")
})

test("a rule names a bound that it takes, in the unit of the page", () => {
  const refusal = (value: number) =>
    sizeInputSchema.safeParse({ name: "Cap", value }).error?.issues[0].message
  expect(refusal(0.05)).toBe("Width must be at least 0.1 in")
  setPageUnit("cm")
  try {
    expect(refusal(0.05)).toBe("Width must be at least 0.26 cm")
    expect(refusal(inchesFrom(0.26, "cm"))).toBeUndefined()
    expect(refusal(Number.NaN)).toBe("Width is required and must be a number of centimetres")
    expect(boundText(-0.25, "least", "cm")).toBe("−0.63 cm")
  } finally {
    setPageUnit("in")
  }
})

test("a finding's lengths from a centimetre on are in the account's unit, finer ones in mm", () => {
  const box = "There is a white box around the art, 76 mm × 8.5 mm. It prints with it."
  expect(inkText(box, "in")).toBe("There is a white box around the art, 3 × 0.3 in. It prints with it.")
  expect(inkText(box, "cm")).toBe("There is a white box around the art, 7.6 × 0.9 cm. It prints with it.")
  const thin = "Strokes are as thin as 0.12 mm in 3 places. They may not stick."
  expect(inkText(thin, "in")).toBe(thin)
})
