import type { ByteSource } from "../raster/artwork.ts"
import { openBytes } from "../raster/byte-reader.ts"
import { FLATTEN_MM, LAYER_OF_MARKS, layerOf } from "./cut-dxf.ts"
import type { CutFileKind } from "./cut-file.ts"
import { type CutLine, type CutRing, type CutSheet, isStraight, placedRings, ringPoints } from "./cut-line.ts"
import type { RegistrationMark } from "./registration-marks.ts"

/** The tolerance: numbers are written to micrometres and to hundred-thousandths of an inch. */
const TOLERANCE_MM = 0.0012

const READ_BYTES = 64 * 1024

/**
 * Reads a file of a cut line back to its last byte and compares it with the line: every ring, closed
 * and in its place and order, under the ink's name, and every mark. Throws an Error that names the
 * first difference. Holds one ring's text in memory.
 */
export async function checkCutFile(
  kind: CutFileKind,
  open: ByteSource,
  line: CutLine,
  sheet: CutSheet,
  name: string,
  marks: readonly RegistrationMark[] = [],
): Promise<{ sizeBytes: number }> {
  const follow = readers[kind]({ rings: placedRings(line), sheet, name, marks })
  const reader = await openBytes(open)
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })
  const end = kind === "svg" ? ">" : "\n"
  let sizeBytes = 0
  let rest = ""
  try {
    for (;;) {
      const bytes = await reader.some(READ_BYTES)
      rest += bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true })
      const pieces = rest.split(end)
      rest = pieces.pop() ?? ""
      for (const piece of pieces) follow.take(piece)
      if (bytes === null) break
      sizeBytes += bytes.length
    }
  } finally {
    await reader.close()
  }
  if (rest.trim() !== "") throw new Error(`the file of the cut line ends with "${rest.slice(0, 40)}"`)
  follow.end()
  return { sizeBytes }
}

type Expected = {
  rings: Iterator<CutRing>
  sheet: CutSheet
  name: string
  marks: readonly RegistrationMark[]
}

/** A reader of a file's pieces in order, and of its end. Throws if one differs from the expected. */
type Follower = { take(piece: string): void; end(): void }

const readers: Record<CutFileKind, (expected: Expected) => Follower> = { svg: followSvg, dxf: followDxf }

/** Follows an SVG whose pieces end before each `>`: a tag, after the text in front of it. */
function followSvg({ rings, sheet, name, marks }: Expected): Follower {
  const mm = 25.4 / sheet.dpi
  let isWhole = false
  let isNamed = false
  let markCount = 0

  function take(piece: string): void {
    const at = piece.indexOf("<")
    if (at < 0) throw new Error(`the SVG has "${piece.slice(0, 40)}" outside of tags`)
    const tag = piece.slice(at + 1)
    const [element] = tag.split(/\s/, 1)
    if (element === "svg") {
      const box = numbersIn(attribute(tag, "viewBox"))
      expectNear("the SVG's size", box, [0, 0, sheet.widthPx * mm, sheet.lengthPx * mm])
      const sides = ["width", "height"].map((side) => attribute(tag, side))
      if (sides.join() !== `${box[2]}mm,${box[3]}mm`) throw new Error(`the SVG is ${sides.join(" × ")}`)
    } else if (element === "/title") {
      isNamed = plain(piece.slice(0, at)) === name
    } else if (element === "path") {
      const ring = rings.next()
      if (ring.done) throw new Error("the SVG has more cut lines than the sheet")
      checkPath(attribute(tag, "d"), ring.value, mm)
    } else if (element === "rect") {
      const sides = ["x", "y", "width", "height"].map((side) => Number(attribute(tag, side)))
      const mark = marks[markCount++]
      if (!mark) throw new Error("the SVG has more marks than the sheet")
      expectNear("a mark of the SVG", sides, [mark.x, mark.y, mark.width, mark.height])
    } else if (element === "/svg") isWhole = true
  }

  return {
    take,
    end() {
      if (!isWhole) throw new Error("the SVG is cut off")
      if (!isNamed) throw new Error(`the SVG has no line named ${name}`)
      if (!rings.next().done) throw new Error("the SVG lacks cut lines")
      if (markCount !== marks.length) throw new Error("the SVG lacks marks")
    },
  }
}

function checkPath(path: string, ring: CutRing, mm: number): void {
  if (!path.endsWith("Z")) throw new Error("a cut line of the SVG is open")
  const commands = [...path.matchAll(/([MLC])([^MLCZ]*)/g)]
  const [start, ...curves] = commands
  if (start?.[1] !== "M" || curves.length !== (ring.length - 2) / 6)
    throw new Error(`a cut line of the SVG has ${curves.length} of ${(ring.length - 2) / 6} curves`)
  expectNear("a cut line of the SVG", numbersIn(start[2]), scaled(ring.subarray(0, 2), mm))
  for (const [i, [, command, values]] of curves.entries()) {
    const at = 2 + 6 * i
    const isLine = command === "L"
    if (isLine && !isStraight(ring, at)) throw new Error("a curve of the SVG is a straight line")
    const points = ring.subarray(isLine ? at + 4 : at, at + 6)
    expectNear("a cut line of the SVG", numbersIn(values), scaled(points, mm))
  }
}

/** Follows a DXF whose pieces are lines, two of which are a group: its code and its value. */
function followDxf({ rings, sheet, name, marks }: Expected): Follower {
  const inch = 25.4
  const layer = layerOf(name)
  let code: number | null = null
  let entity = ""
  let last = ""
  let open: { layer: string; isClosed: boolean; points: number[] } | null = null
  let markCount = 0

  function take(piece: string): void {
    const text = piece.trimEnd()
    if (code === null) {
      code = Number(text)
      if (!Number.isInteger(code)) throw new Error(`the DXF has "${text.slice(0, 40)}" where a code belongs`)
      return
    }
    group(code, text)
    code = null
  }

  function group(code: number, value: string): void {
    if (code === 0) {
      entity = value
      last = value
      if (value === "POLYLINE") open = { layer: "", isClosed: false, points: [] }
      else if (value === "SEQEND") close()
      return
    }
    if (!open) return
    if (entity === "POLYLINE" && code === 8) open.layer = value
    if (entity === "POLYLINE" && code === 70) open.isClosed = value === "1"
    if (entity === "VERTEX" && (code === 10 || code === 20)) open.points.push(Number(value) * inch)
  }

  function close(): void {
    if (!open?.isClosed) throw new Error("a line of the DXF is open")
    const { layer: own, points } = open
    open = null
    if (own === LAYER_OF_MARKS) {
      const mark = marks[markCount++]
      if (!mark) throw new Error("the DXF has more marks than the sheet")
      expectNear("a mark of the DXF", points, cornersOf(mark))
      return
    }
    if (own !== layer) throw new Error(`the DXF has a line on the layer ${own}, not on ${layer}`)
    const ring = rings.next()
    if (ring.done) throw new Error("the DXF has more cut lines than the sheet")
    const expected = ringPoints(ring.value, (FLATTEN_MM * sheet.dpi) / inch)
    const mm = inch / sheet.dpi
    expectNear(
      "a cut line of the DXF",
      points,
      expected.map((at, i) => (i % 2 === 0 ? at : sheet.lengthPx - at) * mm),
    )
  }

  /** Returns a mark's corners, counterclockwise from its lower left, upwards from the sheet's end. */
  function cornersOf({ x, y, width, height }: RegistrationMark): number[] {
    const foot = (sheet.lengthPx * inch) / sheet.dpi - y - height
    return [x, foot, x + width, foot, x + width, foot + height, x, foot + height]
  }

  return {
    take,
    end() {
      if (last !== "EOF" || code !== null) throw new Error("the DXF is cut off")
      if (!rings.next().done) throw new Error("the DXF lacks cut lines")
      if (markCount !== marks.length) throw new Error("the DXF lacks marks")
    },
  }
}

function expectNear(what: string, actual: readonly number[], expected: ArrayLike<number>): void {
  const isNear =
    actual.length === expected.length &&
    actual.every((value, i) => Math.abs(value - expected[i]) <= TOLERANCE_MM)
  if (!isNear) throw new Error(`${what} does not lie where it belongs`)
}

function scaled(values: CutRing, by: number): CutRing {
  return values.map((value) => value * by)
}

function numbersIn(text: string): number[] {
  return (text.match(/-?[\d.]+/g) ?? []).map(Number)
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ""
}

const letters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' }

function plain(text: string): string {
  return text.replace(/&(\w+);/g, (all, name) => letters[name] ?? all)
}
