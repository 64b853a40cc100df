import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { expect, test } from "vitest"
import { openTextHost } from "../../../cli/text-host.ts"
import { libraryFontFile } from "../../../harness/font-files.ts"
import { growingSubstitutions } from "../../../harness/fuzz/font-bombs.ts"
import { plain as empty } from "../../../harness/fuzz/font-case.ts"
import { readTables, viewOf, writeTables } from "../../../sheet/font/font-tables.ts"
import { drawLayer } from "../../../sheet/text/draw-layers.ts"
import { openTextEngine } from "../../../sheet/text/open-font.ts"
import { edgesOf, pathText } from "../../../sheet/text/path.ts"
import { lineInk, shapeLine } from "../../../sheet/text/shape-line.ts"
import type { TextLayer } from "../../../sheet/text/text-layer.ts"
import { visualRuns } from "../../../sheet/text/text-runs.ts"
import { breakings } from "../../../sheet/text/wrap-lines.ts"

const { resolve } = createRequire(import.meta.url)
const host = await openTextHost()
const inter = new Uint8Array(readFileSync(resolve("@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf")))
const font = openTextEngine(host).openFont(inter)
const canvas = { width: 2000, height: 1000 }

const plain: TextLayer = { ...empty, text: "Zoe", box: { x: 100, y: 200, width: 600, height: 300 } }
const box = { left: 200, right: 1400, top: 200, bottom: 500 }

function draw(change: Partial<TextLayer>) {
  return drawLayer({ ...plain, ...change }, font, canvas)
}

/** Checks that a layer's ink stays in its box and that the layer reports no problem. */
function expectInside(change: Partial<TextLayer>) {
  const { ink, problems } = draw(change)
  expect(problems, JSON.stringify(change)).toEqual([])
  expect(ink?.left).toBeGreaterThanOrEqual(box.left - 1e-6)
  expect(ink?.right).toBeLessThanOrEqual(box.right + 1e-6)
  expect(ink?.top).toBeGreaterThanOrEqual(box.top - 1e-6)
  expect(ink?.bottom).toBeLessThanOrEqual(box.bottom + 1e-6)
  return ink ?? { left: 0, right: 0, top: 0, bottom: 0 }
}

test("letters are kerned, accents are composed, and an outline's box is that of its curves", () => {
  const shaped = shapeLine(font, "AVA", 0)
  const alone = shapeLine(font, "A", 0).advance * 2 + shapeLine(font, "V", 0).advance
  expect(shaped.advance).toBeLessThan(alone - 0.05)
  const [composed] = shapeLine(font, "é", 0).glyphs
  const [marked, mark] = shapeLine(font, "e\u0301", 0).glyphs
  expect(marked.glyph === composed.glyph || mark.advance === 0).toBe(true)
  // An O reaches beyond the capitals' height, by curves whose control points reach further.
  const ink = lineInk(font, shapeLine(font, "O", 0))
  expect(-(ink?.top ?? 0)).toBeGreaterThan(font.capHeight)
  expect(-(ink?.top ?? 0)).toBeLessThan(font.capHeight + 0.02)
  expect(edgesOf([0, 0, 0, 3, 0, 2, 4, 2, 4, 0])).toEqual({ left: 0, top: 0, right: 4, bottom: 1.5 })
  expect(pathText([0, 1, -2, 2, 3.1432, 4, 5, 6, 4], 2)).toBe("M1-2Q3.14 4 5 6Z")
})

test("text of two directions is ordered as it is read", () => {
  const order = (line: string) => visualRuns(line).map(({ text, isRightToLeft }) => [text, isRightToLeft])
  expect(order("Zoe 7")).toEqual([["Zoe 7", false]])
  expect(order("Zoe דנה 7")).toEqual([
    ["Zoe ", false],
    ["7", false],
    ["דנה ", true],
  ])
  expect(order("דנה Zoe")).toEqual([
    ["Zoe", false],
    ["דנה ", true],
  ])
  expect(order("Zoeдана")).toEqual([
    ["Zoe", false],
    ["дана", false],
  ])
})

test("text fills its box in every way to fit, and never leaves it", () => {
  for (const text of ["Zoe", "Peggy", "W", "Vandermeulen-Ruiz of the north", "ann\nbob\ncy"])
    for (const fit of ["shrink", "wrap"] as const)
      for (const arc of [0, 120, -90, 179])
        for (const outlines of [
          [],
          [
            { color: "#ffffff", width: 8 },
            { color: "#ff0000", width: 9 },
          ],
        ]) {
          const ink = expectInside({ text, fit, arc, outlines, shadow: { color: "#888888", x: 6, y: -5 } })
          const touches = [
            ink.left - box.left,
            box.right - ink.right,
            ink.top - box.top,
            box.bottom - ink.bottom,
          ].filter((gap) => Math.abs(gap) < 1)
          // A short word that ends on the baseline is as high as a capital, which its ink is not.
          expect(touches.length, `${text} ${fit} ${arc}`).toBeGreaterThan(0)
        }
})

test("a size is kept where it fits and gives way where it does not", () => {
  const small = expectInside({ text: "H", size: 100 })
  expect(small.bottom - small.top).toBeCloseTo(100 * font.capHeight, 0)
  const long = "A name of a good many letters, and more of them"
  expectInside({ text: long, size: 200 })
  expect(draw({ text: long, size: 200, fit: "none" }).problems).toEqual([{ kind: "does-not-fit" }])
  // Squeezed as far as it goes, and not a hair further.
  const { ink } = draw({ text: "Vandermeulen", size: 200, fit: "none" })
  const share = 1200 / ((ink?.right ?? 0) - (ink?.left ?? 0))
  expect(share).toBeLessThan(1)
  expect(draw({ text: "Vandermeulen", size: 200, fit: "squeeze" }).problems).toEqual([])
  expect(draw({ text: "Vandermeulen and son", size: 280, fit: "squeeze" }).problems).toEqual([
    { kind: "does-not-fit" },
  ])
  // Wrapped into the fewest lines that keep the size.
  const wrapped = expectInside({ text: "one two", size: 110, fit: "wrap" })
  expect(wrapped.bottom - wrapped.top).toBeLessThan(110)
  const two = expectInside({ text: "oneoneoneone twotwotwo", size: 110, fit: "wrap" })
  expect(two.bottom - two.top).toBeGreaterThan(110)
})

test("alignment, spacing, capitals, line ends and empty texts", () => {
  const left = expectInside({ size: 100, align: "left" })
  const right = expectInside({ size: 100, align: "right" })
  expect(left.left).toBeCloseTo(box.left, 6)
  expect(right.right).toBeCloseTo(box.right, 6)
  const wide = expectInside({ size: 100, align: "left", letterSpacing: 200 })
  expect(wide.right - left.right).toBeCloseTo(2 * 20, 6)
  expect(draw({ text: "zoe", caps: true })).toEqual(draw({ text: "ZOE" }))
  expect(draw({ text: "a\r\nb" })).toEqual(draw({ text: "a\nb" }))
  expect(draw({ text: "Zo\u200Be\u202E" })).toEqual(draw({ text: "Zoe" }))
  expect(draw({ text: " \n " })).toMatchObject({ shapes: [], svg: "", ink: null, problems: [] })
  // A descender moves no baseline while there is room.
  const foot = (text: string) => expectInside({ text, size: 100 })
  expect(foot("Any").top).toBeCloseTo(foot("Ann").top, 6)
})

test("letters that the font lacks and emoji are named, as a reader counts them", () => {
  expect(draw({ text: "Zoe 愛 🎉 👩‍👩‍👧 愛 ꙮ" }).problems).toEqual([
    { kind: "emoji", letters: ["🎉", "👩‍👩‍👧"] },
    { kind: "missing-letter", letters: ["愛", "ꙮ"] },
  ])
  expect(draw({ text: "Żółć ñandú Ðå €5 #7 1½" }).problems).toEqual([])
})

test("a circle's text lies between its box and the baseline's circle", () => {
  for (const arc of [0, -1]) {
    const ink = expectInside({ text: "round and round it goes", circle: true, arc })
    expect(ink.bottom - ink.top).toBeGreaterThan(250)
    expect(ink.right - ink.left).toBeLessThanOrEqual(300)
  }
})

test("bent letters stand on their baseline, and straight ones tell none", () => {
  expect(draw({}).baseline).toBe("")
  for (const bend of [{ arc: 60 }, { arc: -60 }, { circle: true }, { circle: true, arc: -1 }]) {
    const { baseline, shapes, ink } = draw({ text: "HHHHHHHHHHHH", ...bend })
    const feet = pointsOf(baseline)
    // No letter of flat feet is far from it, and each of its points has a letter near it.
    const corners = pointsOf(shapes[0].path)
    const height = (ink?.bottom ?? 0) - (ink?.top ?? 0)
    for (const foot of feet)
      expect(Math.min(...corners.map((corner) => apart(foot, corner)))).toBeLessThan(height / 4)
    const nearest = corners.map((corner) => Math.min(...feet.map((foot) => apart(foot, corner))))
    expect(Math.min(...nearest)).toBeLessThan(height / 40)
  }
})

function pointsOf(path: string): [number, number][] {
  const numbers = [...path.matchAll(/-?[\d.]+/g)].map(Number)
  return numbers.flatMap((x, i) => (i % 2 === 0 ? [[x, numbers[i + 1]] as [number, number]] : []))
}

function apart([x, y]: [number, number], [otherX, otherY]: [number, number]): number {
  return Math.hypot(x - otherX, y - otherY)
}

test("words are broken where the longest line is shortest", () => {
  const ways = breakings("aa bb cc dddd", (line) => line.length)
  expect(ways.map(({ lines }) => lines)).toEqual([
    ["aa bb cc dddd"],
    ["aa bb", "cc dddd"],
    ["aa", "bb cc", "dddd"],
    ["aa", "bb", "cc", "dddd"],
  ])
  expect(breakings("one\ntwo three", (line) => line.length).map(({ lines }) => lines)).toEqual([
    ["one", "two three"],
    ["one", "two", "three"],
  ])
})

test("a damaged font draws nothing, and nothing of it reaches the next engine", () => {
  for (let at = 0; at < inter.length; at += 40_009) {
    const damaged = inter.slice()
    damaged.fill(0xff, at, at + 64)
    try {
      drawLayer({ ...plain, text: "Zoe fi 7" }, openTextEngine(host).openFont(damaged), canvas)
    } catch (error) {
      expect(error).toBeInstanceOf(WebAssembly.RuntimeError)
    }
  }
  const torn = openTextEngine(host).openFont(inter.slice(0, 1000))
  expect(drawLayer(plain, torn, canvas).problems).toEqual([
    { kind: "missing-letter", letters: ["Z", "o", "e"] },
  ])
  expect(drawLayer(plain, openTextEngine(host).openFont(inter), canvas)).toEqual(draw({}))
})

test("letters without any width do not fit on an arc, and lie somewhere on a line", () => {
  const tables = new Map(readTables(inter))
  tables.set("hmtx", new Uint8Array(tables.get("hmtx")?.length ?? 0))
  const flat = openTextEngine(host).openFont(writeTables(tables))
  for (const bend of [{ arc: 120 }, { arc: -120 }, { circle: true }]) {
    const drawn = drawLayer({ ...plain, ...bend }, flat, canvas)
    expect(drawn).toMatchObject({ shapes: [], svg: "", ink: null, problems: [{ kind: "does-not-fit" }] })
  }
  expect(drawLayer(plain, flat, canvas).svg).toMatch(/^<path d="M[\d.]/)
})

test("a font that makes ever more letters, or letters of too many strokes, is drawn with no further", () => {
  const tables = new Map(readTables(libraryFontFile("graduate-400")))
  const glyphs = viewOf(tables.get("maxp") ?? new Uint8Array(6)).getUint16(4)
  const grown = (lookups: number) => {
    tables.set("GSUB", growingSubstitutions(glyphs, lookups))
    return shapeLine(openTextEngine(host).openFont(writeTables(tables)), "Zoe", 0).glyphs.length
  }
  expect(grown(3)).toBe(3 * 8)
  expect(() => grown(12)).toThrow(/too many letters/)
  const long = { ...font, outline: () => new Array<number>(300_000).fill(1) }
  expect(() => drawLayer({ ...plain, text: "Zoe & Zoe" }, long, canvas)).toThrow(/too many strokes/)
})
