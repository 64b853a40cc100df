import { type CutLine, type CutRing, type CutSheet, isStraight, placedRings } from "./cut-line.ts"
import type { RegistrationMark } from "./registration-marks.ts"

/** The width of lines, in millimetres: a quarter of a point, which cutters take for a cut. */
const STROKE_MM = 0.088

/**
 * Writes a cut line as SVG in millimetres, of the sheet's size: one path for each line, in a group
 * with the ink's name. Lines are written out in their places, since cutting programs differ in their
 * treatment of `use`.
 */
export function* writeCutSvg(
  line: CutLine,
  sheet: CutSheet,
  name: string,
  marks: readonly RegistrationMark[] = [],
): Generator<string> {
  const mm = 25.4 / sheet.dpi
  const size = [sheet.widthPx, sheet.lengthPx].map((side) => short(side * mm))
  const quoted = escaped(name)
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}mm" height="${size[1]}mm" viewBox="0 0 ${size.join(" ")}">\n`
  yield `<g id="${escaped(idOf(name))}" class="${escaped(idOf(name))}" fill="none" stroke="#ff00ff" stroke-width="${STROKE_MM}" stroke-linecap="round" stroke-linejoin="round"><title>${quoted}</title>\n`
  for (const ring of placedRings(line)) yield `<path d="${pathOf(ring, mm)}"/>\n`
  yield "</g>\n"
  if (marks.length > 0) {
    yield `<g id="Registration" fill="#000000">\n`
    for (const { x, y, width, height } of marks)
      yield `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"/>\n`
    yield "</g>\n"
  }
  yield "</svg>\n"
}

function pathOf(ring: CutRing, mm: number): string {
  const at = (i: number) => `${short(ring[i] * mm)} ${short(ring[i + 1] * mm)}`
  let path = `M${at(0)}`
  for (let i = 2; i < ring.length; i += 6)
    path += isStraight(ring, i) ? `L${at(i + 4)}` : `C${at(i)} ${at(i + 2)} ${at(i + 4)}`
  return `${path}Z`
}

/** Returns a length to the micrometre. */
function short(mm: number): string {
  const text = mm.toFixed(3).replace(/\.?0+$/, "")
  return text === "-0" ? "0" : text
}

/** Returns a name as an id and class, which hold no spaces. */
function idOf(name: string): string {
  return name.replace(/\s+/g, "_")
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => entities[letter])
}
