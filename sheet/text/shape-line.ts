import type { Glyph, OpenFont } from "./open-font.ts"
import { type Edges, edgesOf, moved, type Path, united } from "./path.ts"
import { isJoined, visualRuns } from "./text-runs.ts"

/** A line of letters in em, its baseline at y = 0 and its beginning at x = 0. */
export type ShapedLine = {
  glyphs: Glyph[]
  advance: number
  /** The letters as a reader counts them that the font lacks. */
  missing: string[]
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" })

/**
 * Shapes one line. `spacing` (em) is put between letters, and separates letters that a face joins (fi);
 * scripts whose letters hang together get none.
 */
export function shapeLine(font: OpenFont, line: string, spacing: number): ShapedLine {
  const glyphs: Glyph[] = []
  const missing = new Set<string>()
  const letters = Array.from(segmenter.segment(line))
  let pen = 0
  for (const { text, from, isRightToLeft } of visualRuns(line)) {
    const between = isJoined(text) ? 0 : spacing
    const shaped = font.shape({ text, isRightToLeft, hasLigatures: between === 0 })
    for (const [i, glyph] of shaped.entries()) {
      const cluster = from + glyph.cluster
      const letter = letters.findLast(({ index }) => index <= cluster)?.segment ?? ""
      if (glyph.glyph === 0 && letter.trim() !== "") missing.add(letter)
      glyphs.push({ ...glyph, cluster, x: pen + glyph.x })
      // Space goes behind the last glyph of a letter, so that accents stay where they belong.
      if (shaped[i + 1]?.cluster !== glyph.cluster) pen += between
    }
    pen += shaped.reduce((sum, { advance }) => sum + advance, 0)
  }
  const after = glyphs.length > 0 && !isJoined(line) ? spacing : 0
  return { glyphs, advance: pen - after, missing: [...missing] }
}

/** Returns the outline of a line; `place` moves and turns each letter. */
export function linePath(
  font: OpenFont,
  line: ShapedLine,
  place: (glyph: Glyph) => readonly [number, number, number, number, number, number],
): Path {
  const outlines = outlinesOf(font, line)
  return line.glyphs.flatMap((glyph, i) => moved(outlines[i], place(glyph)))
}

/** Returns the box of a line's ink, in em; null if nothing is visible. */
export function lineInk(font: OpenFont, line: ShapedLine): Edges | null {
  const outlines = outlinesOf(font, line)
  return line.glyphs.reduce<Edges | null>((ink, { x, y }, i) => {
    const own = edgesOf(outlines[i])
    const here = own && {
      left: own.left + x,
      right: own.right + x,
      top: own.top + y,
      bottom: own.bottom + y,
    }
    return united(ink, here)
  }, null)
}

/** The most numbers of a line: a longer SVG is never drawn. Honest lines have some thousands. */
const MAX_LINE_NUMBERS = 2_000_000

/** Returns the glyphs' outlines. Throws a WebAssembly.RuntimeError if the face has too many strokes. */
function outlinesOf(font: OpenFont, { glyphs }: ShapedLine): Path[] {
  let numbers = 0
  return glyphs.map(({ glyph }) => {
    const outline = font.outline(glyph)
    numbers += outline.length
    if (numbers > MAX_LINE_NUMBERS) throw new WebAssembly.RuntimeError("a line of text has too many strokes")
    return outline
  })
}
