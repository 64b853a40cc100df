// `node scripts/make-label-face.ts` writes sheet/raster/label/label-face.ts: Inter's letters as
// outlines. So labels look the same in Worker, browser and command line without a renderer.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { openNodeHost } from "../cli/node-host.ts"
import { root } from "../local/bundle.ts"

/** The characters that labels may have: printable ASCII, and the ellipsis. */
const CHARACTERS = [...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)), "…"]

/** The units of an em; so outlines are rounded to a fifth of a pixel at the largest size. */
const EM = 500

/** The distance by which a straight piece may miss its curve, in those units. */
const TOLERANCE = 0.6

/** A bound above the work of any letter. */
const RENDERER_WORK = 1_000_000_000

type Point = readonly [number, number]

/** Returns the source of label-face.ts. */
export async function labelFace(): Promise<string> {
  const { svg } = await openNodeHost()
  if (svg === undefined) throw new Error("this host draws no SVG")
  const pathOf = (text: string, anchor: "start" | "end") => {
    const escaped = [...text].map((character) => `&#${character.charCodeAt(0)};`).join("")
    const { text: drawing } = svg.simplify(
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text xml:space="preserve" text-anchor="${anchor}" font-size="${EM}">${escaped}</text></svg>`,
      RENDERER_WORK,
    )
    return contoursOf(/ d="([^"]*)"/.exec(drawing)?.[1] ?? "")
  }
  // The difference of both places is the text's own width.
  const widthOf = (text: string) => leftOf(pathOf(text, "start")) - leftOf(pathOf(text, "end"))
  const stem = widthOf("||")
  const glyphs = CHARACTERS.map((character) => {
    const advance = Math.round(widthOf(`|${character}|`) - stem)
    return `  [${JSON.stringify(character)}, ${advance}, "${pathOf(character, "start").map(written).join(";")}"],`
  })
  return `// Written by scripts/make-label-face.ts. Outlines from Inter 4 (© The Inter Project Authors, SIL Open Font License 1.1).

/** Units in one em; y points down from the baseline. */
export const LABEL_EM = ${EM}

/** A character, its advance, and its contours: a first point and steps from point to point. */
// biome-ignore format: data
export const labelGlyphs: readonly (readonly [string, number, string])[] = [
${glyphs.join("\n")}
]
`
}

/** Returns the contours of the renderer's path (absolute M, L, Q, C, Z); curves become straight pieces. */
function contoursOf(path: string): Point[][] {
  const words = path.split(" ")
  const contours: Point[][] = []
  let points: Point[] = []
  let at = 0
  const point = (): Point => [Number(words[at++]), Number(words[at++])]
  while (at < words.length) {
    const command = words[at++]
    if (command === "M") {
      points = [point()]
      contours.push(points)
    } else if (command === "L") points.push(point())
    else if (command === "Q" || command === "C") {
      const controls = Array.from({ length: command === "Q" ? 2 : 3 }, point)
      points.push(...straightened([points[points.length - 1], ...controls]))
    }
  }
  return contours
}

/** Returns points of a Bézier curve after its first, enough to stay within the tolerance. */
function straightened(curve: readonly Point[]): Point[] {
  const bend = Math.max(
    ...curve.slice(2).map(([x, y], i) => {
      const [before, middle] = [curve[i], curve[i + 1]]
      return Math.hypot(before[0] - 2 * middle[0] + x, before[1] - 2 * middle[1] + y)
    }),
  )
  // A chord misses a quadratic by at most a quarter of its bend, a cubic by three quarters; halving
  // divides that by 4.
  const share = curve.length === 3 ? 0.25 : 0.75
  const count = Math.max(1, Math.ceil(Math.sqrt((bend * share) / TOLERANCE)))
  return Array.from({ length: count }, (_, i) => pointAt(curve, (i + 1) / count))
}

/** Returns a point of a curve by De Casteljau's algorithm. */
function pointAt(curve: readonly Point[], t: number): Point {
  let points = [...curve]
  while (points.length > 1) {
    points = points.slice(1).map(([x, y], i) => {
      const [fromX, fromY] = points[i]
      return [fromX + (x - fromX) * t, fromY + (y - fromY) * t]
    })
  }
  return points[0]
}

function leftOf(contours: readonly Point[][]): number {
  return Math.min(...contours.flat().map(([x]) => x))
}

function written(contour: readonly Point[]): string {
  let [x, y] = [0, 0]
  const steps = contour.map((point) => {
    const [nextX, nextY] = point.map(Math.round)
    const step = [nextX - x, nextY - y]
    x = nextX
    y = nextY
    return step
  })
  return steps
    .filter(([dx, dy], i) => i === 0 || dx !== 0 || dy !== 0)
    .flat()
    .join(" ")
}

if (import.meta.main) writeFileSync(join(root, "sheet/raster/label/label-face.ts"), await labelFace())
