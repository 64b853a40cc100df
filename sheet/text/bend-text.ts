import type { OpenFont } from "./open-font.ts"
import { LINE, MOVE, type Path } from "./path.ts"
import type { Setting } from "./setting.ts"
import { linePath, type ShapedLine } from "./shape-line.ts"

/** The most of a full turn that a text round a circle takes: the last letter keeps off the first. */
const MOST_OF_CIRCLE = 0.96

/**
 * Bends a line with an advance to an arc, in em, or round the circle of its room, in the artwork's
 * units. Each letter keeps its shape and is turned about the middle of its foot, accents with their
 * letter.
 *
 *      arc > 0: ⌒ letters stand on the arc's outside     arc < 0: ⌣ they stand on its inside
 */
export function bentText(
  font: OpenFont,
  line: ShapedLine,
  { arc, circle, room, sizeWanted }: Setting,
  mayShrink: boolean,
): BentText {
  const isBowl = arc < 0
  if (!circle) {
    const radius = line.advance / ((Math.abs(arc) * Math.PI) / 180)
    const bow = { radius, size: 1, isBowl, x: 0, y: 0 }
    return { path: bend(font, line, bow), baseline: footOf(bow, line.advance), size: 1, isTooLarge: false }
  }
  const outer = Math.min(room.width, room.height) / 2
  // Letters reach from the baseline outwards by the face's height, or by its depth in a bowl.
  const reach = Math.max(0, isBowl ? font.descent : font.ascent)
  const turn = 2 * Math.PI * MOST_OF_CIRCLE
  // The baseline's circle is the room that letters leave: turn · (outer − reach·size) = advance·size.
  const fills = (turn * outer) / (line.advance + turn * reach)
  const size = mayShrink ? Math.min(sizeWanted ?? fills, fills) : (sizeWanted ?? fills)
  const radius = Math.max(outer - reach * size, outer / 100)
  const [x, y] = [room.x + room.width / 2, room.y + room.height / 2]
  const bow = { radius, size, isBowl, x, y: isBowl ? y + radius : y - radius }
  const isTooLarge = size > fills * 1.000001
  return { path: bend(font, line, bow), baseline: footOf(bow, line.advance), size, isTooLarge }
}

type BentText = {
  path: Path
  /** The line on which the letters stand, shown while it is being bent. */
  baseline: Path
  size: number
  isTooLarge: boolean
}

/** The pieces of a baseline: its corners show at none of an arc's sizes. */
const FOOT_STEPS = 48

/** Returns the bow's own line below a text of this advance. */
function footOf({ radius, size, isBowl, x, y }: Bow, advance: number): Path {
  const way = isBowl ? -1 : 1
  const path: number[] = []
  for (let step = 0; step <= FOOT_STEPS; step++) {
    const angle = ((step / FOOT_STEPS - 0.5) * advance * size * way) / radius
    path.push(
      step === 0 ? MOVE : LINE,
      x + way * radius * Math.sin(angle),
      y + way * radius * (1 - Math.cos(angle)),
    )
  }
  return path
}

/** A bow; the middle of the line's foot lies at (x, y). */
type Bow = { radius: number; size: number; isBowl: boolean; x: number; y: number }

function bend(font: OpenFont, line: ShapedLine, { radius, size, isBowl, x, y }: Bow): Path {
  const middles = clusterMiddles(line)
  const way = isBowl ? -1 : 1
  return linePath(font, line, (glyph) => {
    const middle = middles.get(glyph.cluster) ?? glyph.x
    const angle = ((middle - line.advance / 2) * size * way) / radius
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const footX = x + way * radius * sin
    const footY = y + way * radius * (1 - cos)
    // From the middle of its letter's foot to the glyph's beginning.
    const [dx, dy] = [(glyph.x - middle) * size, glyph.y * size]
    return [
      size * cos,
      size * sin,
      -size * sin,
      size * cos,
      footX + dx * cos - dy * sin,
      footY + dx * sin + dy * cos,
    ]
  })
}

/** Returns the middle of each cluster's advance. */
function clusterMiddles({ glyphs }: ShapedLine): Map<number, number> {
  const spans = new Map<number, { from: number; to: number }>()
  for (const { cluster, x, advance } of glyphs) {
    const span = spans.get(cluster)
    if (!span) spans.set(cluster, { from: x, to: x + advance })
    else if (advance > 0) {
      span.from = Math.min(span.from, x)
      span.to = Math.max(span.to, x + advance)
    }
  }
  return new Map([...spans].map(([cluster, { from, to }]) => [cluster, (from + to) / 2]))
}
