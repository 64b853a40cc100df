import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendPrinted, type PrintedSize } from "../../../sheet/mend/mend-printed.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import type { Picture, RowSource } from "../../../sheet/raster/artwork.ts"
import { alphaOf, box, coverageOf, disc, draw, either, type Shape } from "./made-shapes.ts"

const host = await openNodeHost()
const IN_MM = 25.4

/** A motif of 20 × 12 mm with margins around it: a box, and discs half as solid. Points count in mm. */
const solid: Shape = box(14, 10, 20, 12)
const soft: Shape = either(disc(9, 10, 3), disc(19, 10, 3))

/** Draws the motif at a resolution, within a picture of 30 × 20 mm. */
function motif(dpi: number, hasSoft: boolean): Picture {
  const pxPerMm = dpi / IN_MM
  const inPx =
    (shape: Shape): Shape =>
    (x, y) =>
      shape((x + 0.5) / pxPerMm, (y + 0.5) / pxPerMm) * pxPerMm
  const ink = coverageOf(inPx(solid))
  return draw(Math.round(30 * pxPerMm), Math.round(20 * pxPerMm), (x, y) =>
    hasSoft && inPx(soft)(x, y) < 0 ? 128 : ink(x, y),
  )
}

const printed = async (picture: Picture, mends: Mend[], widthPx: number, dpi = 300) =>
  rowsPicture(await mendPrinted(pictureRows(picture), mends, { widthPx, dpi }, host))

/** Returns the box of a picture's ink that is half and more. */
function inkOf(picture: Picture) {
  let [left, top, right, bottom] = [picture.widthPx, picture.heightPx, 0, 0]
  for (let y = 0; y < picture.heightPx; y++)
    for (let x = 0; x < picture.widthPx; x++) {
      if (alphaOf(picture, x, y) < 128) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = y + 1
    }
  return { left, top, right, bottom }
}

test("a piece is exactly as wide as asked for, with a border and without, from artwork of any resolution", async () => {
  for (const dpi of [150, 300, 600])
    for (const widthPx of [236, 400]) {
      const plain = await printed(motif(dpi, false), [{ kind: "harden", threshold: 128 }], widthPx)
      expect(plain.widthPx).toBe(widthPx)
      expect(Math.abs(plain.heightPx - widthPx * 0.6)).toBeLessThanOrEqual(3)
      // Half a pixel of the artwork's, which its smoothed edge loses, is as much of the print's.
      const ink = inkOf(plain)
      for (const margin of [ink.left, ink.top, widthPx - ink.right, plain.heightPx - ink.bottom])
        expect(margin, `${dpi} DPI, ${widthPx} px`).toBeLessThanOrEqual(
          Math.ceil(widthPx / ((20 / IN_MM) * dpi)),
        )

      const mm = 2
      const borders: Mend[] = [
        { kind: "outline", mm, colour: "#ffffff" },
        { kind: "outline", mm: 0.5, colour: "#203040" },
      ]
      const bordered = await printed(motif(dpi, false), borders, widthPx)
      expect(bordered.widthPx).toBe(widthPx)
      const { left, top, right, bottom } = inkOf(bordered)
      for (const margin of [left, top, widthPx - right, bordered.heightPx - bottom])
        expect(margin, `${dpi} DPI, ${widthPx} px`).toBeLessThanOrEqual(1)
      // The outer border's width is that of the print, whatever the artwork's resolution.
      const row = Math.floor(bordered.heightPx / 2)
      let outer = 0
      for (let x = 0; bordered.rgba[(row * widthPx + x) * 4] !== 255; x++) {
        const red = bordered.rgba[(row * widthPx + x) * 4]
        outer += (alphaOf(bordered, x, row) / 255) * ((255 - red) / (255 - 0x20))
      }
      expect(Math.abs(outer - (0.5 / IN_MM) * 300)).toBeLessThan(0.3)
    }
})

test("halftone is solid dots on the print's own pixels, and other mends come before it where they stand before", async () => {
  const halftone: Mend = { kind: "halftone", shape: "dot", linesPerInch: 45, angle: 22.5 }
  for (const dpi of [150, 600]) {
    const piece = await printed(motif(dpi, true), [halftone], 300)
    expect(piece.rgba.every((value, i) => i % 4 !== 3 || value === 0 || value === 255)).toBe(true)
    const choked = await printed(motif(dpi, true), [{ kind: "choke", mm: 0.5 }, halftone], 300)
    expect(choked.widthPx).toBe(300)
    expect(choked.rgba.every((value, i) => i % 4 !== 3 || value === 0 || value === 255)).toBe(true)
    const { left, right } = inkOf(choked)
    expect(left).toBeLessThanOrEqual(2)
    expect(300 - right).toBeLessThanOrEqual(2)
  }
})

test("a rim that is choked off does not count for the width, whatever the art's ends and the mends beside it", async () => {
  const choke: Mend = { kind: "choke", mm: 0.4 }
  const chokedPx = (0.4 / IN_MM) * 300
  const outline: Mend = { kind: "outline", mm: 1, colour: "#ffffff" }
  const turn: Mend = { kind: "turn", degrees: 90 }
  const box300 = draw(400, 300, (x, y) => (x >= 50 && x < 350 && y >= 60 && y < 240 ? 255 : 0))
  const speck = draw(400, 300, (x, y) =>
    (x >= 50 && x < 250 && y >= 60 && y < 240) || (x >= 380 && x < 384 && y >= 149 && y < 153) ? 255 : 0,
  )
  const bar = draw(400, 300, (x, y) => {
    const isBar = x >= 250 && x < 350 && y >= 138 && y < 164
    return isBar || (x >= 50 && x < 250 && y >= 60 && y < 240) ? 255 : 0
  })
  const drop: Mend = { kind: "drop-specks", mm: 1 }
  const halftone: Mend = { kind: "halftone", shape: "dot", linesPerInch: 45, angle: 22.5 }
  for (const [name, picture, mends] of [
    ["a box", box300, [choke]],
    ["a box that is hardened", box300, [{ kind: "harden", threshold: 128 }, choke]],
    ["a border beneath", box300, [outline, choke]],
    ["a border around", box300, [choke, outline]],
    ["a turned box", box300, [turn, choke]],
    ["dots before", box300, [halftone, choke]],
    ["a bar that stays", bar, [choke]],
    ["a speck that is dropped after dots", speck, [halftone, drop]],
    ["a speck that is dropped, and a border", speck, [choke, drop, outline]],
  ] as [string, Picture, Mend[]][])
    for (const widthPx of [200, 300]) {
      const piece = await printed(picture, mends, widthPx)
      expect(piece.widthPx).toBe(widthPx)
      const { left, right, top, bottom } = inkOf(piece)
      for (const margin of [left, top, widthPx - right, piece.heightPx - bottom])
        expect(
          margin,
          `${name}, ${widthPx} px: ${JSON.stringify(inkOf(piece))} of ${piece.heightPx}`,
        ).toBeLessThanOrEqual(4)
    }
  // The rim is as wide as asked for: a box's sides keep their proportion before it is taken off.
  const { top, bottom } = inkOf(await printed(box300, [choke], 300))
  expect(Math.abs(bottom - top - ((300 + 2 * chokedPx) * 0.6 - 2 * chokedPx))).toBeLessThanOrEqual(2)
  // The body beside a bar is as large as the box.
  const kept = inkOf(await printed(bar, [choke], 300))
  expect(Math.abs(kept.bottom - kept.top - ((300 + 2 * chokedPx) * 0.6 - 2 * chokedPx))).toBeLessThanOrEqual(
    2,
  )
  // What is thickened afterwards grows back, and is not cut off.
  const thickened = await printed(bar, [choke, { kind: "thicken", mm: 2 }], 300)
  expect(thickened.widthPx).toBe(300)
})

test("thin art that a choke takes off, rim and all, is refused in words", async () => {
  const line = draw(400, 60, (x, y) => (x >= 10 && x < 390 && y >= 20 && y < 40 ? 255 : 0))
  for (const mm of [1, 2])
    await expect(printed(line, [{ kind: "choke", mm }], 300)).rejects.toThrow("These mends leave no ink")
})

test("a speck that is dropped once it was choked does not count for the width", async () => {
  const speckPx = (1.5 / IN_MM) * 300
  const picture = draw(700, 300, (x, y) => {
    const isSpeck = Math.hypot(x - 600, y - 150) < speckPx / 2
    return isSpeck || (x >= 50 && x < 350 && y >= 60 && y < 240) ? 255 : 0
  })
  const choke: Mend = { kind: "choke", mm: 0.4 }
  const piece = await printed(picture, [choke, { kind: "drop-specks", mm: 1 }], 560)
  expect(inkOf(piece).right).toBeGreaterThanOrEqual(557)
})

test("mends of the frame come first, at the artwork's own pixels", async () => {
  const crop: Mend = { kind: "crop", x: 0, y: 0, width: 500, height: 1000 }
  const piece = await printed(motif(300, false), [{ kind: "choke", mm: 0.1 }, crop], 200)
  // The motif's left 11 mm of 12 mm height.
  expect([piece.widthPx, Math.abs(piece.heightPx - (200 * 12) / 11) < 3]).toEqual([200, true])
})

test("a piece is turned on the print's pixels, so that the artwork is not decoded for each slice of a turn", async () => {
  const picture = motif(600, false)
  const frames: Mend[] = [{ kind: "crop", x: 50, y: 0, width: 800, height: 900 }]
  const onPrint: Mend[] = [
    { kind: "harden", threshold: 128 },
    { kind: "outline", mm: 1, colour: "#00ff00" },
  ]
  const sizes: PrintedSize[] = [
    { dpi: 300, widthPx: 236 },
    { dpi: 300, widthPx: 236, isWhole: true },
    { dpi: 300, scale: 0.5 },
  ]
  for (const degrees of [90, 180, 270] as const)
    for (const size of sizes) {
      const moves: Mend[] = [...frames, { kind: "turn", degrees }]
      const before = await rowsPicture(await mendRows(pictureRows(picture), moves, { mmPerPx: 0.1, host }))
      const wanted = await mendPrinted(pictureRows(before), onPrint, size, host)
      let passes = 0
      const source = pictureRows(picture)
      const decode: RowSource["decode"] = (sink, pause) => {
        passes++
        return source.decode(sink, pause)
      }
      const piece = await mendPrinted({ ...source, decode }, [...moves, ...onPrint], size, host)
      expect(piece.frame).toEqual(wanted.frame)
      const [drawn, expected] = [await rowsPicture(piece), await rowsPicture(wanted)]
      expect([drawn.widthPx, drawn.heightPx]).toEqual([expected.widthPx, expected.heightPx])
      // Resampled across first or down first, an edge is a little softer in one way or the other.
      const off = drawn.rgba.filter((level, at) => Math.abs(level - expected.rgba[at]) > 8).length
      expect(off / drawn.rgba.length).toBeLessThan(0.01)
      expect(passes).toBeLessThanOrEqual(3)
    }
})

test("specks and soft edges that go do not count for the width, and the frame holds the whole picture", async () => {
  // A speck of 0.3 mm far to the left, and a shadow all around.
  const widthPx = 400
  const picture = draw(400, 240, (x, y) => {
    if (x >= 200 && x < 360 && y >= 60 && y < 180) return 255
    if (x >= 10 && x < 14 && y >= 118 && y < 122) return 255
    return x >= 180 && x < 380 && y >= 40 && y < 200 ? 60 : 0
  })
  const mends: Mend[] = [
    { kind: "harden", threshold: 128 },
    { kind: "drop-specks", mm: 1 },
  ]
  const rows = await mendPrinted(pictureRows(picture), mends, { widthPx, dpi: 300 }, host)
  const { left, top, right, bottom } = inkOf(await rowsPicture(rows))
  expect(rows.widthPx).toBe(400)
  expect(Math.abs(rows.heightPx - 300)).toBeLessThanOrEqual(2)
  for (const margin of [left, top, 400 - right, rows.heightPx - bottom]) expect(margin).toBeLessThanOrEqual(2)
  const { frame } = rows
  for (const [px, wanted] of [
    [frame.widthPx, 1000],
    [frame.heightPx, 600],
    [frame.x, 500],
    [frame.y, 150],
  ])
    expect(Math.abs(px - wanted)).toBeLessThanOrEqual(12)

  const whole = await mendPrinted(pictureRows(picture), mends, { scale: 2.5, dpi: 300 }, host)
  expect(whole.frame).toEqual({ widthPx: 1000, heightPx: 600, x: 0, y: 0 })
  expect(inkOf(await rowsPicture(whole))).toEqual({ left: 500, top: 150, right: 900, bottom: 450 })
})

test("a picture that loses its ink, and a border that leaves no room, are refused", async () => {
  const empty = draw(20, 20, () => 0)
  await expect(printed(empty, [{ kind: "choke", mm: 0.1 }], 100)).rejects.toMatchObject({ code: "empty" })
  const wide: Mend[] = [{ kind: "outline", mm: 9, colour: "#000000" }]
  await expect(printed(motif(150, false), wide, 200)).rejects.toMatchObject({ code: "too-large" })
  const harden: Mend[] = [{ kind: "harden", threshold: 128 }]
  await expect(printed(motif(150, false), harden, 15_000)).rejects.toMatchObject({ code: "too-large" })
})
