import { bentText } from "./bend-text.ts"
import type { OpenFont } from "./open-font.ts"
import { type Edges, edgesOf, moved, type Path, united } from "./path.ts"
import type { Setting } from "./setting.ts"
import { lineInk, linePath, type ShapedLine, shapeLine } from "./shape-line.ts"
import { breakings } from "./wrap-lines.ts"

/** The share of their width down to which letters are made narrower. */
const NARROWEST = 0.6
/** The share of the requested size, or of the box, down to which letters are made smaller. */
const SMALLEST = 0.1
/** The growth of the letters for which a text is broken once more: a twentieth. */
const WORTH_A_LINE = 1.05
/** The tolerance of rounding, which alone makes no text too large for its box. */
const SLACK = 1e-6

export type FittedText = {
  /** The letters' outlines in the artwork's units, at their drawn size. */
  path: Path
  ink: Edges | null
  /** The line on which bent letters stand; none below straight ones. */
  baseline: Path
  isTooLarge: boolean
  missing: string[]
}

/** Sets a text in its room as its layer asks. The outlines' box decides whether it fits, here alone. */
export function fitText(font: OpenFont, setting: Setting): FittedText {
  if (setting.text === "") return { path: [], ink: null, baseline: [], isTooLarge: false, missing: [] }
  if (setting.circle || setting.arc !== 0) return fitBent(font, setting)
  return fitStraight(font, setting)
}

/** Lines in em, the first baseline at y = 0: their ink, and the height that sets their size. */
type Block = { lines: ShapedLine[]; inks: (Edges | null)[]; ink: Edges; body: Edges }

function fitStraight(font: OpenFont, setting: Setting): FittedText {
  const { text, fit, room, sizeWanted } = setting
  const block = fit === "wrap" ? wrappedBlock(font, setting) : blockOf(font, setting, text.split("\n"))
  const missing = [...new Set(block.lines.flatMap((line) => line.missing))]
  const width = block.body.right - block.body.left
  const height = block.body.bottom - block.body.top
  if (!(width > 0)) return { path: [], ink: null, baseline: [], isTooLarge: false, missing }
  const fillsHeight = room.height / height
  const fills = Math.min(fillsHeight, room.width / width)
  const isFixed = fit === "squeeze" || fit === "none"
  const size = isFixed ? (sizeWanted ?? fillsHeight) : Math.min(sizeWanted ?? fills, fills)
  const narrowing = Math.min(1, room.width / (width * size))
  const squeeze = fit === "squeeze" ? Math.max(NARROWEST, narrowing) : 1
  const isTooLarge =
    size * height > room.height * (1 + SLACK) ||
    size * squeeze * width > room.width * (1 + SLACK) ||
    size < SMALLEST * (sizeWanted ?? room.height) * (1 - SLACK)
  return { ...placeBlock(font, block, setting, size, squeeze), baseline: [], isTooLarge, missing }
}

/** Breaks a text into the fewest lines at the requested size, or into those that allow the largest size. */
function wrappedBlock(font: OpenFont, setting: Setting): Block {
  const { text, room, sizeWanted, lineHeight, letterSpacing } = setting
  const widths = new Map<string, number>()
  const widthOf = (line: string) => {
    const known = widths.get(line)
    if (known !== undefined) return known
    const { advance } = shapeLine(font, line, letterSpacing / 1000)
    widths.set(line, advance)
    return advance
  }
  let best: { lines: string[]; size: number } | null = null
  for (const { lines, width } of breakings(text, widthOf)) {
    const height = font.capHeight + (lines.length - 1) * lineHeight
    const size = Math.min(room.width / width, room.height / height)
    if (best === null || size > best.size * WORTH_A_LINE) best = { lines, size }
    if (sizeWanted !== null && size >= sizeWanted) break
  }
  return blockOf(font, setting, best?.lines ?? [text])
}

function blockOf(font: OpenFont, { letterSpacing, lineHeight }: Setting, texts: string[]): Block {
  const lines = texts.map((line) => shapeLine(font, line, letterSpacing / 1000))
  const inks = lines.map((line) => lineInk(font, line))
  const below = (edges: Edges | null, by: number) =>
    edges && { ...edges, top: edges.top + by, bottom: edges.bottom + by }
  const drawn = inks.reduce<Edges | null>((all, ink, i) => {
    // Lines are aligned later: for the width of all only the width of each counts.
    const flush = ink && { ...ink, left: 0, right: ink.right - ink.left }
    return united(all, below(flush, i * lineHeight))
  }, null)
  const ink = drawn ?? { left: 0, right: 0, top: 0, bottom: 0 }
  // "ann" counts as high as "Ann", so that both come out in one size.
  const body = {
    ...ink,
    top: Math.min(ink.top, -font.capHeight),
    bottom: Math.max(ink.bottom, (lines.length - 1) * lineHeight),
  }
  return { lines, inks, ink, body }
}

/**
 * Places capitals and baselines in the middle of the room, so that a descender moves no baseline;
 * ink that would leave the room moves all.
 */
function placeBlock(
  font: OpenFont,
  { lines, inks, ink }: Block,
  { align, room, lineHeight }: Setting,
  size: number,
  squeeze: number,
): { path: Path; ink: Edges | null } {
  const middle = room.y + room.height / 2
  const centred = middle - (size * ((lines.length - 1) * lineHeight - font.capHeight)) / 2
  const highest = room.y - size * ink.top
  const lowest = room.y + room.height - size * ink.bottom
  const baseline = highest > lowest ? (highest + lowest) / 2 : Math.min(Math.max(centred, highest), lowest)
  const path = lines.flatMap((line, i) => {
    const own = inks[i]
    if (!own) return []
    const width = (own.right - own.left) * size * squeeze
    const left = room.x + { left: 0, center: 0.5, right: 1 }[align] * (room.width - width)
    const x = left - own.left * size * squeeze
    const y = baseline + i * lineHeight * size
    return linePath(font, line, (glyph) => [
      size * squeeze,
      0,
      0,
      size,
      x + glyph.x * size * squeeze,
      y + glyph.y * size,
    ])
  })
  return { path, ink: edgesOf(path) }
}

/** Fits a bent text, which is one line. Its letters keep their shape: only its size gives way. */
function fitBent(font: OpenFont, setting: Setting): FittedText {
  const { text, fit, room, sizeWanted, letterSpacing } = setting
  const line = shapeLine(font, text.replaceAll("\n", " "), letterSpacing / 1000)
  const { missing } = line
  // Letters without any width cannot follow one another along an arc.
  if (!(line.advance > 0))
    return { path: [], ink: null, baseline: [], isTooLarge: line.glyphs.length > 0, missing }
  const mayShrink = fit !== "none"
  const bent = bentText(font, line, setting, mayShrink)
  const ink = edgesOf(bent.path)
  if (!ink) return { path: [], ink: null, baseline: [], isTooLarge: false, missing }
  if (setting.circle) {
    const isTooLarge = bent.isTooLarge || bent.size < SMALLEST * (sizeWanted ?? bent.size)
    return { path: bent.path, ink, baseline: bent.baseline, isTooLarge, missing }
  }
  // An arc of one angle keeps its form at every size.
  const [width, height] = [ink.right - ink.left, ink.bottom - ink.top]
  const fills = Math.min(room.width / width, room.height / height)
  const size = mayShrink ? Math.min(sizeWanted ?? fills, fills) : (sizeWanted ?? fills)
  const left = room.x + { left: 0, center: 0.5, right: 1 }[setting.align] * (room.width - width * size)
  const top = room.y + (room.height - height * size) / 2
  const place = [size, 0, 0, size, left - ink.left * size, top - ink.top * size] as const
  const path = moved(bent.path, place)
  const isTooLarge =
    size * width > room.width * (1 + SLACK) ||
    size * height > room.height * (1 + SLACK) ||
    size < SMALLEST * (sizeWanted ?? size)
  return { path, ink: edgesOf(path), baseline: moved(bent.baseline, place), isTooLarge, missing }
}
