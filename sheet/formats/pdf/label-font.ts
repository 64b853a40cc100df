import { ascii, bigEndian, joined } from "../../raster/file-bytes.ts"
import { labelOutlines } from "../../raster/label/draw-label.ts"
import { LABEL_EM } from "../../raster/label/label-face.ts"

/** The glyph of each character of the label face, from 1 on; 0 is the glyph for missing characters. */
const glyphNumbers = new Map([...labelOutlines.keys()].map((character, i) => [character, i + 1]))

/** The face's name: a tag of six letters marks a subset of a font. */
export const LABEL_FONT_NAME = "SHEETS+Inter-Regular"

/** Inter's measures in a thousandth of the em, as a font descriptor wants them. */
export const labelFontMeasures = { ascent: 969, descent: -242, capHeight: 727, box: [-740, -275, 2580, 1114] }

/** Returns a text in glyph numbers of two bytes, as a hexadecimal string. */
export function glyphString(text: string): string {
  return `<${[...text].map((character) => hex(glyphNumbers.get(character) ?? 0)).join("")}>`
}

/** Returns the widths of all glyphs in thousandths of the em, for a PDF's W. */
export function glyphWidths(): string {
  const widths = [...labelOutlines.values()].map(({ advance }) => Math.round((advance * 1000) / LABEL_EM))
  return `[0[0 ${widths.join(" ")}]]`
}

/** Returns each glyph's meaning, so that a text can be searched and copied (ISO 32000-1, 9.10.3). */
export function glyphMeanings(): Uint8Array {
  const lines = [...glyphNumbers].map(
    ([character, glyph]) => `<${hex(glyph)}> <${hex(character.charCodeAt(0))}>`,
  )
  return ascii(`/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${lines.length} beginbfchar
${lines.join("\n")}
endbfchar
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`)
}

/**
 * Makes a TrueType font of the characters in use, from the outlines that the raster formats fill:
 * straight lines only, no hints. Glyphs of other characters are empty. Inter's licence (SIL Open Font
 * License 1.1) allows fonts inside documents.
 */
export function labelFont(characters: ReadonlySet<string>): Uint8Array {
  const glyphs = [...labelOutlines].map(([character, { contours }]) =>
    characters.has(character) ? glyphOf(contours) : new Uint8Array(0),
  )
  // Glyph 0, for missing characters, is empty too.
  const all = [new Uint8Array(0), ...glyphs]
  const advances = [0, ...[...labelOutlines.values()].map(({ advance }) => advance)]
  const offsets = [0]
  for (const glyph of all) offsets.push(offsets[offsets.length - 1] + glyph.length)
  const points = Math.max(...[...labelOutlines.values()].map(({ contours }) => contours.flat().length / 2))
  const most = Math.max(...[...labelOutlines.values()].map(({ contours }) => contours.length))
  return fontOf({
    glyf: joined(all),
    head: joined([
      ascii("\0\x01\0\0\0\x01\0\0\0\0\0\0\x5f\x0f\x3c\xf5"),
      words(0, LABEL_EM),
      // No dates of creation and change.
      new Uint8Array(16),
      words(-LABEL_EM, -LABEL_EM, 2 * LABEL_EM, LABEL_EM, 0, 8, 2, 1, 0),
    ]),
    hhea: joined([
      bigEndian(0x0001_0000),
      words(485, -121, 0, Math.max(...advances), 0, 0, 2 * LABEL_EM, 1, 0, 0, 0, 0, 0, 0, 0, all.length),
    ]),
    hmtx: words(...all.flatMap((glyph, i) => [advances[i], leftOf(glyph)])),
    loca: joined(offsets.map(bigEndian)),
    maxp: joined([bigEndian(0x0001_0000), words(all.length, points, most, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)]),
  })
}

function hex(value: number): string {
  return value.toString(16).padStart(4, "0").toUpperCase()
}

function words(...values: number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [(value >> 8) & 255, value & 255]))
}

function leftOf(glyph: Uint8Array): number {
  return glyph.length === 0 ? 0 : new DataView(glyph.buffer, glyph.byteOffset).getInt16(2)
}

/** Makes a simple glyph (OpenType, glyf): all points on the curve, all steps of two bytes. */
function glyphOf(contours: number[][]): Uint8Array {
  if (contours.length === 0) return new Uint8Array(0)
  const xs = contours.flatMap((points) => points.filter((_, i) => i % 2 === 0))
  const ys = contours.flatMap((points) => points.filter((_, i) => i % 2 === 1).map((y) => -y))
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  let last = -1
  const ends = contours.map((points) => {
    last += points.length / 2
    return last
  })
  const steps = (values: number[]) =>
    words(...values.map((value, i) => value - (i === 0 ? 0 : values[i - 1])))
  const glyph = joined([
    words(contours.length, ...box, ...ends, 0),
    new Uint8Array(xs.length).fill(1),
    steps(xs),
    steps(ys),
  ])
  // Glyphs begin at multiples of four.
  return joined([glyph, new Uint8Array(-glyph.length & 3)])
}

/** Joins the tables behind their table of contents (OpenType, 4.4), with their checksums. */
function fontOf(tables: Record<string, Uint8Array>): Uint8Array {
  const names = Object.keys(tables).sort()
  const power = Math.floor(Math.log2(names.length))
  const head = [
    bigEndian(0x0001_0000),
    words(names.length, 16 << power, power, 16 * (names.length - (1 << power))),
  ]
  const bodies: Uint8Array[] = []
  let offset = 12 + 16 * names.length
  for (const name of names) {
    const body = joined([tables[name], new Uint8Array(-tables[name].length & 3)])
    head.push(ascii(name), bigEndian(checksum(body)), bigEndian(offset), bigEndian(tables[name].length))
    bodies.push(body)
    offset += body.length
  }
  return joined([...head, ...bodies])
}

function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let sum = 0
  for (let i = 0; i < bytes.length; i += 4) sum = (sum + view.getUint32(i)) >>> 0
  return sum
}
