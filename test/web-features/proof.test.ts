import { expect, test } from "vitest"
import { garmentOf, isOnShirt, orderedWords } from "../../web/features/proof/garment-words.ts"

test("the garment has the colour that the order names, if it can be drawn", () => {
  const colourOf = (variation: string, size = "") => garmentOf({ variation, size })
  expect(colourOf("Colour: Sand")).toBe("sand")
  expect(colourOf("Print: Red, Shirt color: Navy Blue")).toBe("navy")
  expect(colourOf("Black / L")).toBe("black")
  expect(colourOf("", "White, XL")).toBe("white")
  expect(colourOf("Colour: Dark Heather")).toBe("heather")
  // A near colour would be another shirt.
  expect(colourOf("Colour: Royal Blue")).toBe(null)
  expect(colourOf("")).toBe(null)
  expect(orderedWords({ variation: "Colour: Sand; Style: Unisex", size: "adult M" })).toBe(
    "Sand, Unisex, adult M",
  )
  expect([isOnShirt({ title: "Varsity tee" }), isOnShirt({ title: "Tote bag, canvas" })]).toEqual([
    true,
    false,
  ])
})
