import { readFileSync } from "node:fs"
import jsQR from "jsqr"
import sharp from "sharp"
import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { bytesSource, bytesStamp, collect } from "../../../harness/bytes.ts"
import { labelFace } from "../../../scripts/make-label-face.ts"
import { pngFormat } from "../../../sheet/formats/png-format.ts"
import { layOut } from "../../../sheet/layout/lay-out.ts"
import type { Placement } from "../../../sheet/layout/layout.ts"
import { createRandom } from "../../../sheet/layout/random.ts"
import { labelBox, labelStrip, withoutReserve } from "../../../sheet/preflight/label-strip.ts"
import { pieceSize } from "../../../sheet/preflight/piece-size.ts"
import { printLayoutInput } from "../../../sheet/preflight/print-inks.ts"
import { checkSheet } from "../../../sheet/raster/check-sheet.ts"
import { CODE_DOTS, CODE_STRIP_DOTS } from "../../../sheet/raster/label/code-dots.ts"
import { codeBox, drawLabel, placedDots, type SheetLabel } from "../../../sheet/raster/label/draw-label.ts"
import { encodeCode } from "../../../sheet/raster/label/encode-code.ts"
import { labelGlyphs } from "../../../sheet/raster/label/label-face.ts"
import { labelOf } from "../../../sheet/raster/label/label-name.ts"
import { fitLabel, labelWidth } from "../../../sheet/raster/label/label-text.ts"
import { host } from "../raster/decode.ts"
import { stampOf } from "../raster/stamps.ts"

const template = { ...defaultSheetTemplate, maxLengthIn: 40, nesting: "boxes" as const, labels: true }

/** A half-open range. */
type Box = { x: number; y: number; widthPx: number; heightPx: number }

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.widthPx && b.x < a.x + a.widthPx && a.y < b.y + b.heightPx && b.y < a.y + a.heightPx
}

test("a label is the order's number and the beginning of its title, in letters that the face has", () => {
  expect(labelOf({ orderNumber: "3184906231", title: "Luna Moth Tee, Gift for Her, Moth Shirt" })).toBe(
    "#3184906231 Luna Moth Tee",
  )
  expect(labelOf({ orderNumber: null, title: "Good Vibes.PNG" })).toBe("Good Vibes")
  expect(labelOf({ orderNumber: "7", title: "Crème Brûlée – “best” café’s" })).toBe("#7 Creme Brulee")
  expect(labelOf({ orderNumber: "8", title: "ねこのシャツ 🐈" })).toBe("#8")
  expect(labelOf({ orderNumber: "9", title: `${"very ".repeat(100)}long` }).length).toBeLessThanOrEqual(43)
  expect(labelOf({ orderNumber: null, title: "" })).toBe("")
  const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))
  expect(labelGlyphs.map(([character]) => character).join("")).toContain(ascii)
})

test("a label is cut with an ellipsis where its piece ends", () => {
  const text = "#3184906231 Luna Moth Tee"
  expect(fitLabel(text, labelWidth(text))).toBe(text)
  const cut = fitLabel(text, 8)
  expect(cut).toMatch(/^#31849.*…$/)
  expect(labelWidth(cut)).toBeLessThanOrEqual(8)
  expect(fitLabel(text, 0.5)).toBe("")
  expect(
    drawLabel({ text, widthPx: 10, heightPx: 60, rotated: false, mirror: false }, encodeCode).alpha,
  ).toHaveLength(0)
})

test("the letters are those of the font that is shipped, drawn as the SVG renderer draws them", async () => {
  const written = readFileSync(new URL("../../../sheet/raster/label/label-face.ts", import.meta.url), "utf8")
  expect(await labelFace()).toBe(written)
  const heightPx = 70
  const em = heightPx / 1.4
  for (const text of ["H", "g", "&", "8", "@", "#", "Q", "…"]) {
    const ink = drawLabel({ text, widthPx: 200, heightPx, rotated: false, mirror: false }, encodeCode)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${ink.widthPx}" height="${heightPx}"><text y="${em * 0.927}" font-size="${em}">${text.replace("&", "&amp;")}</text></svg>`
    const drawn = host.svg?.render(svg, ink.widthPx, 1e9).rgba ?? new Uint8Array()
    let difference = 0
    let inked = 0
    for (let i = 0; i < ink.alpha.length; i++) {
      difference += Math.abs(ink.alpha[i] - drawn[i * 4 + 3])
      inked += drawn[i * 4 + 3]
    }
    expect([text, inked > 255 * 20, difference / inked < 0.06]).toEqual([text, true, true])
  }
})

test("a turned label is the upright one turned clockwise, a mirrored one its mirror image", async () => {
  const text = "Copy 12"
  const raw = (ink: { widthPx: number; heightPx: number; alpha: Uint8Array }) =>
    sharp(ink.alpha, { raw: { width: ink.widthPx, height: ink.heightPx, channels: 1 } })
  const upright = drawLabel({ text, widthPx: 400, heightPx: 60, rotated: false, mirror: false }, encodeCode)
  expect([upright.x, upright.y, upright.heightPx]).toEqual([0, 0, 60])
  const turned = drawLabel({ text, widthPx: 60, heightPx: 400, rotated: true, mirror: false }, encodeCode)
  const byTurn = await raw(upright).rotate(90).toColourspace("b-w").raw().toBuffer()
  expect([turned.x, turned.y, turned.widthPx, turned.heightPx]).toEqual([0, 0, 60, upright.widthPx])
  expect(byTurn.equals(turned.alpha)).toBe(true)
  const mirrored = drawLabel({ text, widthPx: 400, heightPx: 60, rotated: false, mirror: true }, encodeCode)
  expect(mirrored.x).toBe(400 - upright.widthPx)
  const byMirror = await raw(upright).flop().toColourspace("b-w").raw().toBuffer()
  expect(byMirror.equals(mirrored.alpha)).toBe(true)
})

test("where the gap has no room for codes and letters that can be read, room is packed with the piece", () => {
  const capitalIn = (strip: { stripPx: number }, dpi: number) => ((strip.stripPx / 1.4) * 0.727) / dpi
  for (const dpi of [72, 150, 300, 600]) {
    for (const gapIn of [0, 0.05, 0.15, 0.25, 1]) {
      for (const edgeIn of [0, 0.25]) {
        const coded = labelStrip({ ...template, dpi, gapIn, edgeIn })
        expect(coded.stripPx % CODE_STRIP_DOTS).toBe(0)
        expect(coded.stripPx / CODE_STRIP_DOTS / dpi).toBeGreaterThanOrEqual(0.01)
        expect(coded.reservePx).toBe(Math.max(0, coded.stripPx - Math.round(Math.min(gapIn, edgeIn) * dpi)))
        const strip = labelStrip({ ...template, labels: false, packing: "by-order", dpi, gapIn, edgeIn })
        expect(capitalIn(strip, dpi)).toBeGreaterThanOrEqual(0.0799)
        expect(capitalIn(strip, dpi)).toBeLessThan(0.112)
        expect(strip.stripPx - strip.reservePx).toBeLessThanOrEqual(Math.round(Math.min(gapIn, edgeIn) * dpi))
        expect(labelStrip({ ...template, labels: false, dpi, gapIn, edgeIn })).toEqual({
          stripPx: 0,
          reservePx: 0,
        })
      }
    }
  }
  // The default gap has room for letters; a code takes 0.08 in more at each foot.
  expect(labelStrip({ ...template, labels: false, packing: "by-order" })).toEqual({
    stripPx: 60,
    reservePx: 0,
  })
  expect(labelStrip(template)).toEqual({ stripPx: 99, reservePx: 24 })
})

const CODE = "HTTPS://SHEETSMITH.EXAMPLE/C/9F3A21B07C-12-"

/** Returns the text that a phone reads in a part of a sheet on white film; null without a code. */
function readCode(rgba: Uint8Array, widthPx: number, box: Box): string | null {
  const margin = 4
  const [width, height] = [box.widthPx + 2 * margin, box.heightPx + 2 * margin]
  const seen = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = ((box.y - margin + y) * widthPx + box.x - margin + x) * 4
      if (rgba[at + 3] === undefined) continue
      const light = [0, 1, 2].map((channel) => 255 - ((255 - rgba[at + channel]) * rgba[at + 3]) / 255)
      seen.set(light, (y * width + x) * 4)
    }
  }
  return jsQR(seen, width, height)?.data ?? null
}

test("a code is read again, whatever it says, and one too long to fit is left out", () => {
  const random = createRandom(31)
  for (let time = 0; time < 200; time++) {
    const digits = Array.from({ length: 10 }, () => Math.floor(random() * 16).toString(16))
    const origin = ["HTTPS://A.CO", "HTTP://LOCALHOST:8787", `HTTPS://${"LONG".repeat(11)}.EXAMPLE`][time % 3]
    const code = `${origin}/C/${digits.join("").toUpperCase()}-${time + 1}-${1 + ((time * 37) % 5_000)}`
    const dots = encodeCode(code)
    if (code.length > 77) {
      expect(dots).toBeNull()
      continue
    }
    const label = { text: "", code, widthPx: 111, heightPx: 99, rotated: false, mirror: false }
    const { alpha, widthPx, heightPx } = drawLabel(label, encodeCode)
    const rgba = Uint8Array.from({ length: alpha.length * 4 }, (_, at) => (at % 4 === 3 ? alpha[at >> 2] : 0))
    expect(readCode(rgba, widthPx, { x: 0, y: 0, widthPx, heightPx })).toBe(code)
  }
  expect(encodeCode("A".repeat(77))).not.toBeNull()
  expect(encodeCode("A".repeat(78))).toBeNull()
})

test("the copy's number stands in front of its text, beside the code or, on a narrow piece, without it", () => {
  const label = { text: "#31 Moth", heightPx: 99, rotated: false, mirror: false }
  const line = (text: string, widthPx: number) =>
    drawLabel({ ...label, text, widthPx, heightPx: 60 }, encodeCode)
  const narrow = drawLabel({ ...label, code: "HTTPS://A.CO/C/9F3A21B07C-1-1", widthPx: 110 }, encodeCode)
  const numbered = line("1-1 #31 Moth", 110)
  expect(narrow.widthPx).toBe(numbered.widthPx)
  const rows = narrow.alpha.slice(19 * narrow.widthPx, 79 * narrow.widthPx)
  expect(Buffer.compare(rows, numbered.alpha)).toBe(0)
  const number = drawLabel({ ...label, code: `${CODE}3`, widthPx: 110 }, encodeCode)
  expect(number.widthPx).toBe(line("12-3", 110).widthPx)
  expect(drawLabel({ ...label, code: `${CODE}3`, widthPx: 84 }, encodeCode).alpha).toHaveLength(0)
  const wide = drawLabel({ ...label, code: `${CODE}3`, widthPx: 600 }, encodeCode)
  expect(wide.widthPx).toBe(111 + line("12-3 #31 Moth", 489).widthPx)
  // A number cut short would name another copy: where it does not fit beside the code, none stands there.
  expect(drawLabel({ ...label, code: `${CODE}3`, widthPx: 150 }, encodeCode).widthPx).toBe(111)
})

test("the page draws a code where and as the engine does, in every turn", () => {
  for (const [rotated, mirror] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ]) {
    const sides = rotated ? { widthPx: 99, heightPx: 700 } : { widthPx: 700, heightPx: 99 }
    const label = { text: "#31 Moth", code: `${CODE}3`, rotated, mirror, ...sides }
    const whole = drawLabel(label, encodeCode)
    const drawn = drawLabel(label, (text) => new Uint8Array(encodeCode(text)?.length ?? 0))
    const box = codeBox(label)
    const dots = placedDots(encodeCode(label.code) ?? new Uint8Array(), label)
    if (box === null) throw new Error("there is room for the code")
    const dotPx = box.sizePx / CODE_DOTS
    for (let y = 0; y < box.sizePx; y++) {
      for (let x = 0; x < box.sizePx; x++) {
        const at = (box.y - whole.y + y) * whole.widthPx + box.x - whole.x + x
        drawn.alpha[at] = 255 * dots[Math.floor(y / dotPx) * CODE_DOTS + Math.floor(x / dotPx)]
      }
    }
    expect(Buffer.compare(whole.alpha, drawn.alpha)).toBe(0)
  }
})

test("labels touch no piece, no other label and stay on the film, whatever is packed", () => {
  const random = createRandom(5)
  const from = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  let turned = 0
  for (const [gapIn, edgeIn] of [
    [0.25, 0.25],
    [0.05, 0.25],
    [0, 0],
    [0.25, 0],
  ]) {
    const items = Array.from({ length: 12 }, () => ({
      image: { widthPx: from(300, 3000), heightPx: from(300, 3000), trim: null },
      widthIn: from(8, 60) / 10,
      quantity: from(1, 5),
    }))
    const request = { ...template, gapIn, edgeIn, dpi: 100 }
    const { pieces, bounds, label } = printLayoutInput(items, request)
    const packed = layOut(pieces, bounds, "quick")
    if (packed.kind !== "laid-out") throw new Error("it does not fit")
    const layout = withoutReserve(packed.layout, label)
    // Copies print as large as without labels.
    for (const { piece, rotated, widthPx, heightPx } of layout.sheets.flatMap((sheet) => sheet.placements)) {
      const size = pieceSize({ ...items[piece], template: request })
      expect(rotated ? [heightPx, widthPx] : [widthPx, heightPx]).toEqual([size.widthPx, size.heightPx])
    }
    for (const sheet of layout.sheets) {
      const boxes = sheet.placements.map((placement) => labelBox(placement, label))
      turned += sheet.placements.filter(({ rotated }) => rotated).length
      for (const [i, box] of boxes.entries()) {
        expect(box.x >= 0 && box.y >= 0).toBe(true)
        expect(box.x + box.widthPx <= sheet.widthPx && box.y + box.heightPx <= sheet.lengthPx).toBe(true)
        expect(sheet.placements.filter((piece: Placement) => overlap(piece, box))).toEqual([])
        expect(boxes.filter((other, j) => j > i && overlap(other, box))).toEqual([])
      }
    }
  }
  expect(turned).toBeGreaterThan(10)
})

test("a sheet has its labels in the gutters and every copy as without them", async () => {
  const [width, height] = [500, 300]
  const png = await sharp({ create: { width, height, channels: 4, background: "#c04020" } })
    .png()
    .toBuffer()
  const upright = await stampOf(png, width, height, {})
  const turned = await stampOf(png, width, height, { widthPx: height, heightPx: width, rotated: true })
  const openStamp = async (name: string) => bytesStamp(name === "upright" ? upright : turned)
  const strip = { stripPx: 99, reservePx: 24 }
  const places = [
    { stamp: "upright", x: 0, y: 0, widthPx: width, heightPx: height, rotated: false },
    { stamp: "upright", x: 575, y: 0, widthPx: width, heightPx: height, rotated: false },
    { stamp: "turned", x: 115, y: 415, widthPx: height, heightPx: width, rotated: true },
    { stamp: "turned", x: 600, y: 415, widthPx: height, heightPx: width, rotated: true },
  ]
  const sheet = { widthPx: 1075, lengthPx: 950, dpi: 300 }
  const placements = places.map(({ rotated: _, ...place }) => place)
  for (const mirror of [false, true]) {
    const labels: SheetLabel[] = places.map((place, i) => ({
      ...labelBox(place, strip),
      text: `#${1000 + i} Moth`,
      code: `${CODE}${i + 1}`,
      rotated: place.rotated,
      mirror,
    }))
    const job = { ...sheet, placements, labels }
    const file = await collect(pngFormat.write(job, openStamp, host))
    await checkSheet(bytesSource(file), sheet, host)
    const pixels = await sharp(file).raw().toBuffer()
    const bare = await sharp(await collect(pngFormat.write({ ...sheet, placements }, openStamp, host)))
      .raw()
      .toBuffer()
    for (const label of labels) {
      const ink = drawLabel(label, encodeCode)
      expect(ink.alpha.filter((alpha) => alpha === 255).length).toBeGreaterThan(300)
      for (let row = 0; row < ink.heightPx; row++) {
        for (let column = 0; column < ink.widthPx; column++) {
          const at = ((label.y + ink.y + row) * sheet.widthPx + label.x + ink.x + column) * 4
          bare.set([0, 0, 0, ink.alpha[row * ink.widthPx + column]], at)
        }
      }
    }
    expect(Buffer.compare(pixels, bare)).toBe(0)
    // A phone reads each from the film; where film is mirrored, from its other side.
    const seen = mirror ? await sharp(file).flop().raw().toBuffer() : pixels
    for (const { x, code, ...box } of labels) {
      const left = mirror ? sheet.widthPx - x - box.widthPx : x
      expect(readCode(seen, sheet.widthPx, { ...box, x: left })).toBe(code)
    }
  }
  const outside = { ...labelBox(places[0], strip), x: 700, text: "x", rotated: false, mirror: false }
  await expect(
    collect(pngFormat.write({ ...sheet, placements, labels: [outside] }, openStamp, host)),
  ).rejects.toThrow(/label "x".*leaves the sheet/)
})
