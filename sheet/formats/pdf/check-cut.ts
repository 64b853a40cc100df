import { type CutRing, isStraight } from "../../contour/cut-line.ts"
import type { FormatJob } from "../sheet-format.ts"
import { type DrawnPage, openPage } from "./drawn-page.ts"
import { dictionaryOf, type PdfReader } from "./pdf-reader.ts"
import type { PdfValue } from "./pdf-syntax.ts"

/** The distance of a line from its place beside its piece. */
const TOLERANCE_PX = 0.01

/** Half of the last digit: lines are written to a thousandth of a point. */
const ROUNDING_PT = 0.00051

type Dictionary = Map<string, PdfValue>

/**
 * Reads the cut line of a page back: an ink of its own under the requested name, which overprints,
 * every design's lines whole and placed with its pieces, and every joined line. Throws if one is
 * missing, or if there is one that nobody requested.
 */
export async function checkCut(
  reader: PdfReader,
  resources: Dictionary,
  drawn: DrawnPage,
  { cut, lengthPx, dpi }: FormatJob,
): Promise<void> {
  const forms = drawn.pictures.filter(({ name }) => name.startsWith("C"))
  if (cut === undefined) {
    if (forms.length > 0 || drawn.lines > 0) throw new Error("the sheet has a cut line that nobody asked for")
    return
  }
  await checkInk(reader, resources, cut.name)
  const { designs, joined } = cut.line
  if (drawn.lines !== joined.length)
    throw new Error(`the sheet has ${drawn.lines} of ${joined.length} joined cut lines`)
  const objects = dictionaryOf(resources.get("XObject"))
  const scale = dpi / 72
  for (const [i, { rings, places }] of designs.entries()) {
    const name = `C${i}`
    const reference = objects.get(name)
    if (reference?.kind !== "reference") throw new Error(`the sheet has no cut line ${name}`)
    const follower = openPage(followRings(rings, designs[i].heightPx, dpi))
    await reader.textInPieces(await reader.object(reference.number), follower.add)
    const { lines } = follower.end()
    if (lines !== rings.length) throw new Error(`cut line ${name} has ${lines} of ${rings.length} rings`)
    const drawn = forms.filter((form) => form.name === name)
    if (drawn.length !== places.length)
      throw new Error(`cut line ${name} is drawn ${drawn.length} times for ${places.length} pieces`)
    for (const [p, { placement, turn }] of places.entries()) {
      const [a, b, c, d, e, f] = drawn[p].matrix
      const [width, height] = [placement.widthPx, placement.heightPx]
      // The place of the box's lower left corner when the box is turned.
      const [x, up] = { 0: [0, 0], 90: [0, height], 180: [width, height], 270: [width, 0] }[turn]
      const isTurned = Math.round((Math.atan2(-b, a) * 180) / Math.PI + 360) % 360 === turn
      const isPlaced =
        Math.abs(e * scale - placement.x - x) <= TOLERANCE_PX &&
        Math.abs(f * scale - (lengthPx - placement.y - height + up)) <= TOLERANCE_PX
      if (!isTurned || !isPlaced || Math.abs(a * d - b * c - 1) > 1e-6)
        throw new Error(`cut line ${name} does not lie with its piece at ${placement.x}, ${placement.y}`)
    }
  }
  const expected = designs.reduce((sum, { places }) => sum + places.length, 0)
  if (forms.length !== expected)
    throw new Error(`the sheet draws ${forms.length} cut lines for ${expected} pieces`)
}

/**
 * Takes lines in their order, and throws if one differs from its ring, upwards from `footPx`. The
 * caller counts lines beyond the rings.
 */
export function followRings(
  rings: readonly CutRing[],
  footPx: number,
  dpi: number,
): (points: readonly number[]) => void {
  const scale = 72 / dpi
  let next = 0
  return (points) => {
    const ring = rings[next++]
    if (ring === undefined) return
    const expected = [ring[0], ring[1]]
    for (let i = 2; i < ring.length; i += 6)
      expected.push(...ring.subarray(isStraight(ring, i) ? i + 4 : i, i + 6))
    const isSame =
      points.length === expected.length &&
      expected.every((at, i) => {
        const value = (i % 2 === 0 ? at : footPx - at) * scale
        return Math.abs(points[i] - value) <= ROUNDING_PT
      })
    if (!isSame) throw new Error(`a cut line of the sheet does not lie where it belongs`)
  }
}

async function checkInk(reader: PdfReader, resources: Dictionary, name: string): Promise<void> {
  const space = await reader.resolve(dictionaryOf(resources.get("ColorSpace")).get("CutInk"))
  // The reader takes each byte of a name for a letter.
  const letters = [...new TextEncoder().encode(name)].map((byte) => String.fromCharCode(byte)).join("")
  const [kind, ink] = space?.kind === "list" ? space.items : []
  if (kind?.kind !== "name" || kind.name !== "Separation" || ink?.kind !== "name" || ink.name !== letters)
    throw new Error(`the sheet has no ink named ${name}`)
  const state = dictionaryOf(await reader.resolve(dictionaryOf(resources.get("ExtGState")).get("Cut")))
  for (const key of ["OP", "op"]) {
    const value = state.get(key)
    if (value?.kind !== "word" || value.word !== "true")
      throw new Error("the cut line knocks out what it lies on")
  }
}
