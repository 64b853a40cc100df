import { expect, test } from "vitest"
import { SURE } from "../../../contract/artwork/suggestion.ts"
import type { Id } from "../../../contract/id.ts"
import { finish } from "../../../sheet/in-steps.ts"
import { designWords } from "../../../worker/flows/artwork/artwork-words.ts"
import { type EarlierChoice, rankArtwork } from "../../../worker/flows/artwork/rank-artwork.ts"
import { suggestSize } from "../../../worker/flows/artwork/suggest-size.ts"

const library = [
  "wild-and-free.png",
  "good-vibes.png",
  "good-times.png",
  "goodvibesretro.png",
  "vibes.png",
  "cosmic-cat.svg",
  "luna-moth.png",
  "luna-moth-2.png",
  "luna-cat.png",
  "leopard-mama.png",
  "mama.png",
  "Mama Bear (2).png",
  "salty-wave.png",
  "eastside-07.png",
  "eastside-08.png",
  "wildflower bouquet.png",
  "GoodDog_final v3.png",
  "dog-mom-white.png",
  "dog-mom-black.png",
].map((name) => ({ id: name as Id, name }))

function ranked(sku: string, title = "", earlier: EarlierChoice[] = []) {
  return finish(rankArtwork(library, [{ sku, title }], earlier, 5))[0]
}

test("the design that SKU or title mean comes first, and is sure only where nothing else can be meant", () => {
  const expected: [sku: string, title: string, first: string, isSure: boolean][] = [
    ["GOOD-VIBES-3.5IN", "Good Vibes Only Retro Tee, wild and free gift", "good-vibes.png", true],
    ["VIBES-10IN", "Vibes", "vibes.png", true],
    ["luna moth 10in", "Luna moth tee", "luna-moth.png", true],
    ["LUNA_MOTH_2_10IN", "Luna moth tee", "luna-moth-2.png", true],
    ["EASTSIDE-7", "Eastside league jersey", "eastside-07.png", true],
    ["MAMA-BEAR-2XL", "Mama bear shirt", "Mama Bear (2).png", true],
    ["GoodDog", "", "GoodDog_final v3.png", true],
    // Spelt otherwise, or run together.
    ["LEPOARD-MAMA-10IN", "", "leopard-mama.png", true],
    ["SALTYWAVES-8IN", "Salty waves", "salty-wave.png", true],
    // A number may be a size, or the third of a series.
    ["LUNA-MOTH-3", "Luna moth", "luna-moth.png", false],
    ["GOODVIBES-10", "", "good-vibes.png", false],
    // A title speaks to buyers.
    ["", "Wild and Free boho tee", "wild-and-free.png", false],
    ["WF-2026", "Wildflower Watercolour Bouquet Shirt, botanical gift", "wildflower bouquet.png", false],
    // A part of the SKU that no image has: its own image may be missing.
    ["LEOPARD-MAMA-ZEBRA", "Leopard mama", "leopard-mama.png", false],
  ]
  for (const [sku, title, first, isSure] of expected) {
    const [best] = ranked(sku, title)
    expect([best?.id, best?.certainty >= SURE], `${sku} | ${title}: ${best?.certainty}`).toEqual([
      first,
      isSure,
    ])
  }
})

test("of two designs that fit alike neither is sure, and nothing is made up", () => {
  const colours = ranked("DOG-MOM-7IN", "Dog mom shirt")
  expect(colours.slice(0, 2).map(({ id }) => id)).toEqual(["dog-mom-white.png", "dog-mom-black.png"])
  expect(colours[0].certainty).toBeLessThan(SURE)
  expect(ranked("EASTSIDE-09", "Eastside league").every(({ certainty }) => certainty < 0.5)).toBe(true)
  expect(ranked("ZEBRA-11IN", "Zebra stripes")).toEqual([])
  expect(ranked("", "")).toEqual([])
  expect(finish(rankArtwork([], [{ sku: "LUNA-MOTH", title: "" }], [], 5))).toEqual([[]])
})

test("a code that many SKUs share says nothing", () => {
  const skus = ["TSH-COSMIC-CAT", "TSH-LUNA-MOTH", "TSH-SALTY-WAVE", "TSH-GOOD-TIMES", "TSH-MAMA"]
  const wanted = skus.map((sku) => ({ sku, title: "" }))
  const first = finish(rankArtwork(library, wanted, [], 1)).flat()
  expect(first.map(({ id }) => id)).toEqual([
    "cosmic-cat.svg",
    "luna-moth.png",
    "salty-wave.png",
    "good-times.png",
    "mama.png",
  ])
  for (const { certainty } of first) expect(certainty).toBeGreaterThanOrEqual(SURE)
})

test("what was chosen for a SKU counts for its other sizes, unless two images were", () => {
  const moth = { sku: "BX-77-8IN", imageId: "luna-moth.png" as Id }
  expect(ranked("BX-77-10IN", "Night shirt", [moth])[0]).toEqual({ id: "luna-moth.png", certainty: 0.97 })
  const other = { sku: "bx 77", imageId: "luna-cat.png" as Id }
  expect(ranked("BX-77-10IN", "Night shirt", [moth, other])).toEqual([])
})

test("words of names leave out measures, versions and garments", () => {
  expect(designWords("Good_Vibes-FINAL v2 (1) 300dpi 4500x5400.PNG")).toEqual(["good", "vibes"])
  expect(designWords("LunaMoth-07-Youth-2XL-7.5IN")).toEqual(["luna", "moth", "7"])
  expect(designWords("Été d’or.svg")).toEqual(["ete", "dor"])
  // A name of nothing else keeps it.
  expect(designWords("shirt.png")).toEqual(["shirt"])
})

const chest = { _id: "chest" as Id, name: "Adult chest", value: 10 }
const left = { _id: "left" as Id, name: "Left chest", value: 3.5 }

test("a size is one of the seller's, or is made from what the variation says", () => {
  const sizes = [chest, left]
  const made = (name: string, value: number) => ({ kind: "new", size: { name, value } })
  const result = (size: typeof chest) => ({ kind: "existing", size })
  const expected: [size: string, sku: string, what: object | null][] = [
    ["Adult back 12 in", "", made("Adult back", 12)],
    ['Oversized (14")', "", made("Oversized", 14)],
    ["30 cm", "", made("30 cm", 11.811)],
    ["12 x 14 in", "", made("12 x 14 in", 12)],
    ["8 in", "", made("8 in", 8)],
    ["", "GOOD-VIBES-4IN", made("4 in", 4)],
    ["", "GOOD-VIBES-25CM", made("25 cm", 9.8425)],
    ["Onesie", "GOOD-VIBES-4IN", made("Onesie", 4)],
    ["", "GOOD-VIBES-3.5IN", result(left)],
    ["10 x 12 in", "", result(chest)],
    ["Adult", "", result(chest)],
    ["Adlut chest", "", result(chest)],
    // A name alone: the usual width, which is never sure.
    ["Toddler", "", { ...made("Toddler", 5), certainty: 0.5 }],
    ["Youth left sleeve", "", made("Youth left sleeve", 3.5)],
    ["XL", "", null],
    ["", "", null],
  ]
  for (const [size, sku, what] of expected) {
    const suggested = suggestSize({ size, sku }, sizes)
    if (what === null) expect(suggested, `${size} | ${sku}`).toBeNull()
    else expect(suggested, `${size} | ${sku}`).toMatchObject(what)
  }
  expect(suggestSize({ size: "Adult chest 10 in", sku: "" }, [])).toEqual({
    kind: "new",
    size: { name: "Adult chest", value: 10 },
    certainty: 0.95,
  })
  expect(suggestSize({ size: "900 in", sku: "" }, [])).toBeNull()
})
