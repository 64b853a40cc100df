import { writeTag } from "../raster/svg/svg-scene.ts"
import { type XmlToken, xmlTokens } from "../raster/svg/xml-tokens.ts"
import { colourOf, hexOf } from "./oklab.ts"

type Changed = (colour: number) => number
type OpenTag = Extract<XmlToken, { kind: "open" }>

/** The elements whose contents show where something is, not its colour. */
const SHAPES_ALONE = ["mask", "clipPath"]
const GRADIENTS = ["linearGradient", "radialGradient"]
const HEX = /^#[0-9a-f]{6}$/i
/** The halvings of the way between two stops: at least so many, so that a change in its midst is seen, and at most. */
const LEAST_HALVINGS = 4
const MOST_HALVINGS = 7
/** The codes of sRGB by which a stop between two others may be off where it is left out. */
const STRAIGHT = 1.5

/**
 * Gives the paints of a drawing, as `readOutlines` writes it, other colours. Between stops of a gradient whose colours change
 * otherwise than in a straight line there are more of them. Returns null if the drawing has pictures, whose colours are no
 * paints.
 */
export function recolourDrawing(drawing: string, changed: Changed): string | null {
  const parts: string[] = []
  let shapeDepth = 0
  let stops: Stop[] = []
  for (const token of xmlTokens(drawing)) {
    if (token.kind === "text") continue
    if (token.kind === "close") {
      if (GRADIENTS.includes(token.name)) {
        for (const stop of changedStops(stops, changed)) parts.push(writeStop(stop))
        stops = []
      }
      parts.push(writeTag(token))
      if (shapeDepth > 0) shapeDepth--
      continue
    }
    if (token.name === "image") return null
    const isShape = shapeDepth > 0 || SHAPES_ALONE.includes(token.name)
    if (isShape && !token.isEmpty) shapeDepth++
    if (isShape) parts.push(writeTag(token))
    else if (token.name === "stop") {
      const stop = stopOf(token)
      if (stop === null) return null
      stops.push(stop)
    } else {
      const painted = paintedTag(token, changed)
      if (painted === null) return null
      parts.push(painted)
    }
  }
  return parts.join("")
}

/** Writes a tag with other paints; null if one is in no form that the renderer writes. */
function paintedTag(token: OpenTag, changed: Changed): string | null {
  const attributes = new Map(token.attributes)
  for (const key of ["fill", "stroke"]) {
    const paint = attributes.get(key)
    if (paint === undefined || paint === "none" || paint.startsWith("url(")) continue
    if (!HEX.test(paint)) return null
    attributes.set(key, hexOf(changed(colourOf(paint))))
  }
  // A path that says nothing is black.
  if (token.name === "path" && !attributes.has("fill")) attributes.set("fill", hexOf(changed(0)))
  return writeTag({ ...token, attributes })
}

type Stop = { offset: number; colour: number; opacity: number }

function stopOf({ attributes, isEmpty }: OpenTag): Stop | null {
  const colour = attributes.get("stop-color") ?? "#000000"
  const [offset, opacity] = ["offset", "stop-opacity"].map((key, i) => Number(attributes.get(key) ?? i))
  if (!isEmpty || !HEX.test(colour) || !Number.isFinite(offset + opacity)) return null
  return { offset, colour: colourOf(colour), opacity }
}

function writeStop({ offset, colour, opacity }: Stop): string {
  return `<stop offset="${offset}" stop-color="${hexOf(colour)}" stop-opacity="${opacity}"/>`
}

function changedStops(stops: readonly Stop[], changed: Changed): Stop[] {
  const all = stops.flatMap((stop, i) =>
    i === 0 ? [stop] : [...between(stops[i - 1], stop, changed, 0), stop],
  )
  return all
    .filter((stop) => stops.includes(stop) || all.some(({ colour }) => changed(colour) !== colour))
    .map((stop) => ({ ...stop, colour: changed(stop.colour) }))
}

/** Returns the stops that are needed between two, whose colours mix in sRGB. */
function between(from: Stop, to: Stop, changed: Changed, halvings: number): Stop[] {
  if (from.colour === to.colour || from.offset >= to.offset || halvings === MOST_HALVINGS) return []
  const middle = {
    offset: (from.offset + to.offset) / 2,
    colour: mean(from.colour, to.colour),
    opacity: (from.opacity + to.opacity) / 2,
  }
  const straight = mean(changed(from.colour), changed(to.colour))
  const isStraight = widestGap(straight, changed(middle.colour)) <= STRAIGHT
  if (isStraight && halvings >= LEAST_HALVINGS) return []
  const before = between(from, middle, changed, halvings + 1)
  const after = between(middle, to, changed, halvings + 1)
  return isStraight && before.length + after.length === 0 ? [] : [...before, middle, ...after]
}

function mean(one: number, other: number): number {
  let colour = 0
  for (let shift = 0; shift < 24; shift += 8)
    colour |= ((((one >>> shift) & 255) + ((other >>> shift) & 255)) >> 1) << shift
  return colour
}

/** Returns the greatest difference of a channel. */
function widestGap(one: number, other: number): number {
  let gap = 0
  for (let shift = 0; shift < 24; shift += 8)
    gap = Math.max(gap, Math.abs(((one >>> shift) & 255) - ((other >>> shift) & 255)))
  return gap
}
