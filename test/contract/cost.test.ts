import { expect, test } from "vitest"
import { changedPrices, costInUnits, filmPriceSchema, type Prices } from "../../contract/prints/cost.ts"
import { costOf, itemShares, type SheetShare, shareOut } from "../../contract/prints/print-cost.ts"
import { randomFrom } from "../../harness/seeded-random.ts"

const film = (price: Omit<Prices["filmPrice"], "currency">): Prices => ({
  filmPrice: { currency: "USD", ...price },
})
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0)

test("film costs the same however it is bought", () => {
  const used = { filmIn: 100, boxesFilmIn: 120, inkSqIn: 0, credits: 5 }
  const inches = costOf(film({ amount: 0.5, per: "inch" }), used)
  expect(inches).toEqual({
    ...{ film: 50_00, ink: 0, credits: 0, total: 50_00, savedByNesting: 10_00, currency: "USD" },
  })
  expect(costOf(film({ amount: 6, per: "foot" }), used)).toEqual(inches)
  expect(costOf(film({ amount: 0.5 / 0.0254, per: "metre" }), used)).toEqual(inches)
  expect(costOf(film({ amount: 1_970, per: "roll", rollLengthIn: 3_940 }), used)).toEqual(inches)
})

test("each part is rounded once, and the total is their sum", () => {
  const prices: Prices = {
    ...film({ amount: 0.3335, per: "inch" }),
    inkPricePerSquareInch: 0.0111,
    powderPricePerSquareInch: 0.0022,
    creditPrice: 0.125,
  }
  const cost = costOf(prices, { filmIn: 10, boxesFilmIn: 9, inkSqIn: 33.3, credits: 3 })
  // 3.335, 0.44289 and 0.375; boxes that take less film save nothing.
  expect(cost).toEqual({ film: 334, ink: 44, credits: 38, total: 416, savedByNesting: 0, currency: "USD" })
  expect(costInUnits(cost)).toMatchObject({ film: 3.34, ink: 0.44, credits: 0.38, total: 4.16 })
  // 1.005 × 100 lies below 100.5 in floating point.
  const hair = costOf(film({ amount: 1.005, per: "inch" }), {
    ...{ filmIn: 1, boxesFilmIn: 1, inkSqIn: 0, credits: 0 },
  })
  expect(hair.total).toBe(101)
})

test("shares of items add up to the total to the cent, whatever the print", () => {
  const random = randomFrom(118)
  const upTo = (most: number) => Math.floor(random() * most)
  for (let round = 0; round < 500; round++) {
    const ids = Array.from({ length: 1 + upTo(60) }, (_, i) => `item-${i}`)
    const sheets: SheetShare[] = Array.from({ length: 1 + upTo(4) }, (_, sheet) => ({
      lengthPx: 1 + upTo(30_000),
      items: ids
        .filter((_, i) => i === sheet || random() < 0.6)
        .map((itemId) => ({ itemId, copies: 1 + upTo(9), areaPx2: 1 + upTo(9_000_000) })),
    })).filter(({ items }) => items.length > 0)
    const prices: Prices = {
      ...film({ amount: random() * 40, per: "foot" }),
      inkPricePerSquareInch: random() * 0.05,
      creditPrice: random(),
    }
    const cost = costOf(prices, {
      ...{
        filmIn: random() * 200,
        boxesFilmIn: random() * 250,
        inkSqIn: random() * 2_000,
        credits: upTo(300),
      },
    })
    expect(cost.total).toBe(cost.film + cost.ink + cost.credits)
    const shares = itemShares(cost, sheets)
    expect(sum(shares.values())).toBe(cost.total)
    expect([...shares.values()].filter((share) => !Number.isInteger(share) || share < 0)).toEqual([])
  }
})

test("a piece pays for its area and for its part of the gaps on its own sheet", () => {
  const cost = { film: 1_000, ink: 0, credits: 0, total: 1_000, savedByNesting: 0, currency: "USD" }
  const sheets = [
    {
      lengthPx: 300,
      items: [
        { itemId: "large", copies: 1, areaPx2: 75 },
        { itemId: "small", copies: 5, areaPx2: 25 },
      ],
    },
    // The whole of a sheet that is a third as long, however little lies on it.
    { lengthPx: 100, items: [{ itemId: "small", copies: 1, areaPx2: 5 }] },
  ]
  expect(Object.fromEntries(itemShares(cost, sheets))).toEqual({ large: 563, small: 437 })
  // Credits are spent by the copy.
  const credits = { ...cost, film: 0, credits: 70, total: 70 }
  expect(Object.fromEntries(itemShares(credits, sheets))).toEqual({ large: 10, small: 60 })
})

test("cents that are left go to the largest remainders, among equals to the first", () => {
  expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(shareOut(10, [26, 50, 24])).toEqual([3, 5, 2])
  expect(shareOut(5, [0, 0])).toEqual([3, 2])
  expect(shareOut(0, [3, 4])).toEqual([0, 0])
})

test("a template's prices change one by one, and go with its film price", () => {
  const { filmPrice } = film({ amount: 4, per: "foot" })
  const prices = { filmPrice, creditPrice: 0.1 }
  expect(changedPrices(null, {})).toBe(null)
  expect(changedPrices(null, { filmPrice, creditPrice: 0.1, inkPricePerSquareInch: null })).toEqual(prices)
  expect(changedPrices(prices, { creditPrice: 0.2 })).toEqual({ filmPrice, creditPrice: 0.2 })
  expect(changedPrices(prices, { creditPrice: null })).toEqual({ filmPrice })
  expect(changedPrices(prices, { filmPrice: null })).toBe(null)
  expect(changedPrices(null, { inkPricePerSquareInch: 0.01 })).toBe("film-missing")
  expect(changedPrices(prices, { filmPrice: null, creditPrice: 0.2 })).toBe("film-missing")
})

test("a film price says what is wrong with it", () => {
  const wordsOf = (price: unknown) => filmPriceSchema.safeParse(price).error?.issues[0]?.message
  expect(wordsOf({ amount: 4, per: "foot", currency: "usd" })).toBeUndefined()
  expect(wordsOf({ amount: -1, per: "foot", currency: "USD" })).toBe("Film price must not be negative")
  expect(wordsOf({ amount: 1, per: "roll", currency: "USD" })).toBe("Say how long the roll is")
  expect(wordsOf({ amount: 1, per: "inch", currency: "dollars" })).toBe(
    "Currency must be three letters, such as USD",
  )
})
