import { type CutRing, isStraight } from "../../contour/cut-line.ts"
import type { Turn } from "../../raster/designs.ts"
import { ascii } from "../../raster/file-bytes.ts"
import type { CutInk } from "../sheet-format.ts"
import { type Page, POINTS_PER_INCH } from "./page-content.ts"
import { decimal, nameOf, type PdfFile } from "./pdf-file.ts"

export type CutResources = { forms: string; states: string; spaces: string }

/**
 * The cut line of a page: drawn last, over everything, so that nothing knocks it out. Each design's
 * line is a form, placed and turned like its picture; joined lines stand in the page itself.
 */
export type PageCut = {
  resources: CutResources
  draw(add: (text: string) => Iterable<Uint8Array>): Generator<Uint8Array>
  /** Yields the forms, once the page's content has ended. */
  end(deflated: (bytes: Uint8Array) => Uint8Array): Generator<Uint8Array>
}

/** The graphics state: a quarter of a point, as cutters' programs expect, with round ends and corners. */
const STATE = "/Cut gs/CutInk CS 1 SCN 0.25 w 1 J 1 j\n"

export function openCut(file: PdfFile, { name, line, marks = [] }: CutInk, page: Page): PageCut {
  const { lengthPx, dpi } = page
  const scale = POINTS_PER_INCH / dpi
  const space = file.reserve()
  const state = file.reserve()
  const forms = line.designs.map(() => file.reserve())
  // Full ink is magenta in a reader without such an ink.
  file.object(
    space,
    `[/Separation${nameOf(name)}/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 0 0]/N 1>>]`,
  )
  // Painted over the ink beneath: the other inks stay as they are.
  file.object(state, "<</Type/ExtGState/OP true/op true/OPM 1>>")
  const states = `/Cut ${state} 0 R`
  const spaces = `/CutInk ${space} 0 R`
  return {
    resources: { forms: forms.map((form, i) => `/C${i} ${form} 0 R`).join(""), states, spaces },
    *draw(add) {
      for (const { x, y, width, height } of marks) {
        const box = [x, (lengthPx * 25.4) / dpi - y - height, width, height]
        yield* add(`0 0 0 rg ${box.map((mm) => decimal((mm * POINTS_PER_INCH) / 25.4)).join(" ")} re f\n`)
      }
      yield* add(`q\n${STATE}`)
      for (const [i, { places, widthPx, heightPx }] of line.designs.entries()) {
        for (const { placement, turn } of places) {
          const foot = lengthPx - placement.y - placement.heightPx
          const matrix = turnedBy(turn, widthPx * scale, heightPx * scale)
          matrix[4] += placement.x * scale
          matrix[5] += foot * scale
          yield* add(`q ${matrix.map(decimal).join(" ")} cm/C${i} Do Q\n`)
        }
      }
      for (const ring of line.joined) yield* add(pathOf(ring, scale, lengthPx))
      yield* add("Q\n")
    },
    *end(deflated) {
      for (const [i, { rings, heightPx }] of line.designs.entries()) {
        const box = boxAround(rings, heightPx, scale)
        const entries = `/Type/XObject/Subtype/Form/BBox[${box.map(decimal).join(" ")}]/Resources<</ExtGState<<${states}>>/ColorSpace<<${spaces}>>>>/Filter/FlateDecode`
        const paths = rings.map((ring) => pathOf(ring, scale, heightPx)).join("")
        yield file.stream(forms[i], entries, deflated(ascii(`${STATE}${paths}`)))
      }
    },
  }
}

/**
 * Returns a matrix that turns a box clockwise, and moves it so that its lower left corner is the
 * origin again. Width and height are those before the turn.
 */
function turnedBy(turn: Turn, width: number, height: number): number[] {
  if (turn === 90) return [0, -1, 1, 0, 0, width]
  if (turn === 180) return [-1, 0, 0, -1, width, height]
  if (turn === 270) return [0, 1, -1, 0, height, 0]
  return [1, 0, 0, 1, 0, 0]
}

/** Returns a ring's path upwards from `footPx`, in points: thousandths are a third of a micrometre. */
function pathOf(ring: CutRing, scale: number, footPx: number): string {
  const at = (i: number) => `${short(ring[i] * scale)} ${short((footPx - ring[i + 1]) * scale)}`
  let path = `${at(0)} m`
  for (let i = 2; i < ring.length; i += 6)
    path += isStraight(ring, i) ? ` ${at(i + 4)} l` : ` ${at(i)} ${at(i + 2)} ${at(i + 4)} c`
  return `${path} s\n`
}

function short(value: number): string {
  return decimal(Math.round(value * 1000) / 1000)
}

/** The space around all control points: half a line's width and a hair more. */
const SPARE = 1

function boxAround(rings: readonly CutRing[], heightPx: number, scale: number): number[] {
  let [left, bottom, right, top] = [0, 0, 0, 0]
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [ring[i] * scale, (heightPx - ring[i + 1]) * scale]
      left = Math.min(left, x)
      right = Math.max(right, x)
      bottom = Math.min(bottom, y)
      top = Math.max(top, y)
    }
  }
  return [left - SPARE, bottom - SPARE, right + SPARE, top + SPARE]
}
