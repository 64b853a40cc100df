import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import { pieceSize, printedBox } from "../../sheet/preflight/piece-size.ts"
import { printLayoutInput } from "../../sheet/preflight/print-inks.ts"
import { effectiveDpi, pieceWarnings, widestAt } from "../../sheet/preflight/warnings.ts"

const art = { widthPx: 2000, heightPx: 1000, trim: { x: 100, y: 50, width: 1330, height: 665 } }
const cat = { ...art, name: "Cosmic Cat", isVector: false, softShare: 0.02 }

test("a size is the printed width of the trimmed artwork and the height follows it", () => {
  expect(pieceSize({ image: art, widthIn: 10, template: { dpi: 300, trim: true } })).toEqual({
    widthPx: 3000,
    heightPx: 1500,
  })
  const tall = { widthPx: 100, heightPx: 900, trim: { x: 0, y: 0, width: 30, height: 899 } }
  expect(pieceSize({ image: tall, widthIn: 3.5, template: { dpi: 300, trim: true } })).toEqual({
    widthPx: 1050,
    heightPx: Math.round((1050 * 899) / 30),
  })
})

test("without trimming, or without a trim box, the whole picture counts", () => {
  const template = { dpi: 100, trim: false }
  expect(pieceSize({ image: art, widthIn: 4, template })).toEqual({ widthPx: 400, heightPx: 200 })
  expect(printedBox({ ...art, trim: null }, true)).toEqual({ x: 0, y: 0, width: 2000, height: 1000 })
  expect(printedBox({ ...art, trim: { x: 0, y: 0, width: 0, height: 0 } }, true).width).toBe(2000)
})

test("a piece is never less than a pixel, and artwork without pixels is refused", () => {
  const line = { widthPx: 100_000, heightPx: 1, trim: null }
  expect(pieceSize({ image: line, widthIn: 0.1, template: { dpi: 72, trim: true } })).toEqual({
    widthPx: 7,
    heightPx: 1,
  })
  const none = { widthPx: 0, heightPx: 0, trim: null }
  expect(() => pieceSize({ image: none, widthIn: 1, template: { dpi: 300, trim: true } })).toThrow(
    /no pixels/,
  )
  expect(() => pieceSize({ image: art, widthIn: 0, template: { dpi: 300, trim: true } })).toThrow(/above 0/)
})

test("low resolution warns below 200 DPI, strongly below 150, and never for vectors", () => {
  const kindsAt = (widthIn: number) =>
    pieceWarnings({ image: cat, widthIn, trim: true }).map((warning) => warning.kind)
  expect(kindsAt(6.6)).toEqual([])
  expect(kindsAt(6.65)).toEqual([])
  expect(kindsAt(6.7)).toEqual(["low-dpi"])
  expect(kindsAt(8.8)).toEqual(["low-dpi"])
  expect(kindsAt(8.9)).toEqual(["very-low-dpi"])
  expect(pieceWarnings({ image: { ...cat, isVector: true }, widthIn: 60, trim: true })).toEqual([])
  expect(pieceWarnings({ image: cat, widthIn: 7.5, trim: true })[0].message).toBe(
    "Cosmic Cat prints at 177 DPI at 7.5 in. It may look soft.",
  )
})

test("the width advised is one that no longer warns", () => {
  for (const width of [1, 37, 450, 1330, 2999, 4500]) {
    const image = { ...art, trim: { x: 0, y: 0, width, height: 10 } }
    const advised = widestAt(image, 200, true)
    if (advised > 0) expect(effectiveDpi(image, advised, true)).toBeGreaterThanOrEqual(200)
    expect(effectiveDpi(image, advised + 0.1, true)).toBeLessThan(200)
  }
})

test("half-transparent ink and what ingest found are said with the artwork's name", () => {
  const glow = { ...cat, softShare: 0.43, notes: ["Colours were read as sRGB."] }
  expect(pieceWarnings({ image: glow, widthIn: 9, trim: true }).map((warning) => warning.kind)).toEqual([
    "very-low-dpi",
    "soft-edges",
    "artwork",
  ])
  expect(pieceWarnings({ image: { ...cat, softShare: 0.1 }, widthIn: 5, trim: true })).toEqual([])
})

test("a print asks the packer in whole pixels, one piece type for each item", () => {
  const template = { ...defaultSheetTemplate, gapIn: 0.125, nesting: "boxes" as const }
  expect(
    printLayoutInput(
      [
        { image: art, widthIn: 10, quantity: 4 },
        { image: art, widthIn: 3.5, quantity: 1 },
      ],
      template,
    ),
  ).toEqual({
    label: { stripPx: 0, reservePx: 0 },
    inks: [null, null],
    pieces: [
      { widthPx: 3000, heightPx: 1500, count: 4 },
      { widthPx: 1050, heightPx: 525, count: 1 },
    ],
    bounds: { widthPx: 6600, maxLengthPx: 30_000, edgePx: 75, gapPx: 38, rotate: true },
  })
})
