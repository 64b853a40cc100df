import { type CutLine, type CutSheet, placedRings, ringPoints } from "./cut-line.ts"
import type { RegistrationMark } from "./registration-marks.ts"

/** The largest distance of lines from the curves they replace, in millimetres: plotters step 0.025. */
export const FLATTEN_MM = 0.01

/** The characters that R12 forbids in a layer's name, and its longest name. */
const LAYER = /[^A-Za-z0-9_$-]/g
const LAYER_LETTERS = 31

export const LAYER_OF_MARKS = "REGISTRATION"

/** Returns the layer's name for an ink of this name. */
export function layerOf(name: string): string {
  return name.replace(LAYER, "_").slice(0, LAYER_LETTERS)
}

/** AutoCAD's colour 6, magenta, by which cut lines are recognised; 7 is black on white paper. */
const CUT_COLOUR = 6
const MARK_COLOUR = 7

/**
 * Writes a cut line as DXF R12 in inches, from the sheet's lower left corner: closed polylines on a
 * layer of the ink's name. Plotters' programs read R12; it has neither curves nor units, which later
 * versions take from $INSUNITS (1: inches).
 */
export function* writeCutDxf(
  line: CutLine,
  sheet: CutSheet,
  name: string,
  marks: readonly RegistrationMark[] = [],
): Generator<string> {
  const { widthPx, lengthPx, dpi } = sheet
  const layer = layerOf(name)
  const layers = [
    { layer, colour: CUT_COLOUR },
    ...(marks.length > 0 ? [{ layer: LAYER_OF_MARKS, colour: MARK_COLOUR }] : []),
  ]
  yield groups(
    [0, "SECTION"],
    [2, "HEADER"],
    [9, "$ACADVER"],
    [1, "AC1009"],
    [9, "$INSUNITS"],
    [70, 1],
    [9, "$EXTMIN"],
    [10, 0],
    [20, 0],
    [9, "$EXTMAX"],
    [10, widthPx / dpi],
    [20, lengthPx / dpi],
    [0, "ENDSEC"],
    [0, "SECTION"],
    [2, "TABLES"],
    [0, "TABLE"],
    [2, "LAYER"],
    [70, layers.length],
  )
  for (const { layer, colour } of layers)
    yield groups([0, "LAYER"], [2, layer], [70, 0], [62, colour], [6, "CONTINUOUS"])
  yield groups([0, "ENDTAB"], [0, "ENDSEC"], [0, "SECTION"], [2, "ENTITIES"])
  const tolerancePx = (FLATTEN_MM * dpi) / 25.4
  for (const ring of placedRings(line)) {
    const points = ringPoints(ring, tolerancePx)
    for (let i = 0; i < points.length; i += 2) {
      points[i] /= dpi
      points[i + 1] = (lengthPx - points[i + 1]) / dpi
    }
    yield polyline(points, layer)
  }
  for (const { x, y, width, height } of marks) {
    const [left, right, bottom, top] = [x, x + width, -y - height, -y].map(
      (mm, i) => mm / 25.4 + (i < 2 ? 0 : lengthPx / dpi),
    )
    yield polyline([left, bottom, right, bottom, right, top, left, top], LAYER_OF_MARKS)
  }
  yield groups([0, "ENDSEC"], [0, "EOF"])
}

function polyline(points: readonly number[], layer: string): string {
  let text = groups([0, "POLYLINE"], [8, layer], [66, 1], [70, 1], [10, 0], [20, 0], [30, 0])
  for (let i = 0; i < points.length; i += 2)
    text += groups([0, "VERTEX"], [8, layer], [10, points[i]], [20, points[i + 1]], [30, 0])
  return text + groups([0, "SEQEND"], [8, layer])
}

/** Returns groups: a code and a value, each on a line; values with a point go to a hundred-thousandth. */
function groups(...pairs: [number, string | number][]): string {
  const isReal = (code: number) => code >= 10 && code < 60
  return pairs
    .map(
      ([code, value]) => `${code}\n${typeof value === "number" && isReal(code) ? value.toFixed(5) : value}\n`,
    )
    .join("")
}
