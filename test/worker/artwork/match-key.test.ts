import { expect, test } from "vitest"
import { cpuMs } from "../../../harness/cpu-time.ts"
import { matchKeysOf, sizeKeyOf } from "../../../worker/data/artwork/match-key.ts"
import { suggestSize } from "../../../worker/flows/artwork/suggest-size.ts"

const item = { sku: "", size: "", variation: "", title: "Moth", listingId: "7" as string | null }

test("a size's text is compared without case, spaces, dashes and the measure beside its name", () => {
  for (const text of [
    "Adult chest",
    "adult-chest",
    "ADULT CHEST 10 in",
    'Adult Chest (10")',
    "10″ Adult chest",
  ])
    expect(sizeKeyOf(text), text).toBe("adultchest")
  expect(sizeKeyOf("10 in")).toBe("10in")
  expect(sizeKeyOf("Inside label")).toBe("insidelabel")
})

test("inches are read where they are said, and nothing is guessed", () => {
  const expected: Record<string, number | null> = {
    "10 in": 10,
    "10 inches": 10,
    '7.5"': 7.5,
    "3,5 in": 3.5,
    "Adult chest (10in)": 10,
    "10": 10,
    "10 x 12 in": null,
    "2 pack, 10 in": null,
    "Size 10": null,
    "12 inserts": null,
    "0 in": null,
    "": null,
  }
  for (const [size, inches] of Object.entries(expected))
    expect(matchKeysOf({ ...item, size }, "in").sizeIn, size).toBe(inches)
})

test("a SKU's last part may be a size; a bare number says so only of itself", () => {
  const keys = (sku: string) => {
    const { skuKey, skuBaseKey, skuSuffixKey, skuSuffixIn, isSkuSuffixBare } = matchKeysOf(
      { ...item, sku },
      "in",
    )
    return [skuKey, skuBaseKey, skuSuffixKey, skuSuffixIn, isSkuSuffixBare]
  }
  expect(keys("Luna-Moth-10IN")).toEqual(["lunamoth10in", "lunamoth", "10in", 10, false])
  expect(keys("LUNA MOTH_10")).toEqual(["lunamoth10", "lunamoth", "10", 10, true])
  expect(keys("EASTSIDE-07")).toEqual(["eastside07", "eastside", "07", null, false])
  expect(keys("MOTH")).toEqual(["moth", "", "", null, false])
  expect(keys("")).toEqual(["", "", "", null, false])
})

test("choices are kept by SKU, or by listing and variation, and sizes by their variation too", () => {
  const of = (more: Partial<typeof item>) => matchKeysOf({ ...item, ...more }, "in")
  expect(of({ sku: "WF-1", size: "S" }).imageChoiceKey).toBe(of({ sku: "wf 1", size: "L" }).imageChoiceKey)
  expect(of({ sku: "WF-1", size: "S" }).sizeChoiceKey).not.toBe(of({ sku: "WF-1", size: "L" }).sizeChoiceKey)
  expect(of({ size: "S" }).imageChoiceKey).not.toBe(of({ size: "L" }).imageChoiceKey)
  expect(of({ variation: "Colour: Red" }).imageChoiceKey).not.toBe(
    of({ variation: "Colour: Blue" }).imageChoiceKey,
  )
  expect(of({ listingId: "7" }).imageChoiceKey).not.toBe(of({ listingId: "8" }).imageChoiceKey)
  expect(of({ listingId: null }).imageChoiceKey).toBe(of({ listingId: null, title: " moth" }).imageChoiceKey)
})

test("long texts of digits, blanks and dashes are keyed in a moment", () => {
  const texts = ["7", "7.", "7 ", " ", "- ", "( ", "7x", "7'", "7i"].map((part) =>
    `1${part.repeat(1_024)}`.slice(0, 1_024),
  )
  const startMs = cpuMs()
  for (const text of texts)
    for (let times = 0; times < 200; times++) {
      matchKeysOf({ ...item, sku: text, size: text, variation: text }, "in")
      suggestSize({ size: `${text}z`, sku: text }, [])
    }
  expect(cpuMs() - startMs).toBeLessThan(1_000)
})
