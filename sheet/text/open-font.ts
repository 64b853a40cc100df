import { type KernPairs, kernPairs } from "./kern-table.ts"
import { type Path, QUADRATIC } from "./path.ts"
import { type OpenShaper, openCalls, RECORD_FLOATS, type TextHost } from "./shaper-calls.ts"

/**
 * The units of work, of about one processor instruction, for all text of one piece: half a second. A
 * line of Latin takes a hundredth of a million.
 */
const MAX_WORK = 1_500_000_000

/**
 * Returns the most glyphs of a run: scripts split some characters, into up to five, and a face may
 * split a word that is one character. Their processing here is not metered.
 */
const maxGlyphs = (text: string) => 64 + 8 * text.length

/** A letter as it is placed, in em: `x` grows to the right and `y` downwards. */
export type Glyph = {
  glyph: number
  /** The glyph's place in the run's text; letters of one cluster belong together. */
  cluster: number
  x: number
  y: number
  advance: number
}

type Run = {
  text: string
  isRightToLeft: boolean
  /** True to join letters that the face joins (fi, ff). */
  hasLigatures: boolean
}

export type OpenFont = {
  /** Shapes a run as HarfBuzz does: from left to right, whatever its direction. */
  shape(run: Run): Glyph[]
  /** Returns the outline of a glyph in em, about its origin on the baseline. */
  outline(glyph: number): Path
  hasLetter(codePoint: number): boolean
  /** The height of capital letters, in em. */
  capHeight: number
  /** The face's reach above and below its baseline, in em. */
  ascent: number
  descent: number
}

export type TextEngine = {
  /** Opens a TrueType or OpenType font, once for the same bytes. */
  openFont(bytes: Uint8Array): OpenFont
  /** Gives all work anew, for the texts of another piece. */
  renewWork(): void
}

const LEFT_TO_RIGHT = 4
const RIGHT_TO_LEFT = 5
const READ_ONLY = 1
const FEATURE_BYTES = 16
const GLYPH_NUMBERS = 5

/**
 * Starts an engine, which shapes text with HarfBuzz. Fonts stay open as long as the engine. A font
 * that makes it trap throws a WebAssembly.RuntimeError; the engine is unusable then.
 */
export function openTextEngine(host: TextHost): TextEngine {
  const shaper = openCalls(host, MAX_WORK)
  const opened = new Map<Uint8Array, OpenFont>()
  return {
    openFont(bytes) {
      const font = opened.get(bytes) ?? openFont(shaper, bytes)
      opened.set(bytes, font)
      return font
    },
    renewWork() {
      shaper.calls.work.value = BigInt(MAX_WORK)
    },
  }
}

function openFont(shaper: OpenShaper, bytes: Uint8Array): OpenFont {
  const { calls } = shaper
  const copy = calls.malloc(bytes.length)
  if (copy === 0) throw new WebAssembly.RuntimeError("a font is too large for the shaper")
  new Uint8Array(calls.memory.buffer, copy, bytes.length).set(bytes)
  const blob = calls.hb_blob_create(copy, bytes.length, READ_ONLY, 0, 0)
  const face = calls.hb_face_create(blob, 0)
  const font = calls.hb_font_create(face)
  const unitsPerEm = calls.hb_face_get_upem(face)
  const result = calls.malloc(4)
  const outlines = new Map<number, Path>()
  const kern = kernPairs(bytes)
  const metric = (tag: string) => {
    calls.hb_ot_metrics_get_position_with_fallback(font, tagOf(tag), result)
    return new Int32Array(calls.memory.buffer, result, 1)[0] / unitsPerEm
  }
  return {
    capHeight: metric("cpht"),
    ascent: metric("hasc"),
    descent: -metric("hdsc"),
    hasLetter: (codePoint) => calls.hb_font_get_nominal_glyph(font, codePoint, result) !== 0,
    shape: (run) => shapeRun(calls, font, { unitsPerEm, kern }, run),
    outline(glyph) {
      const known = outlines.get(glyph)
      if (known) return known
      const outline = drawGlyph(shaper, font, glyph, 1 / unitsPerEm)
      outlines.set(glyph, outline)
      return outline
    },
  }
}

type FaceFacts = { unitsPerEm: number; kern: KernPairs | null }

function shapeRun(
  calls: OpenShaper["calls"],
  font: number,
  { unitsPerEm, kern }: FaceFacts,
  run: Run,
): Glyph[] {
  const { text, isRightToLeft, hasLigatures } = run
  const buffer = calls.hb_buffer_create()
  const letters = calls.malloc(text.length * 2)
  const features = calls.malloc(2 * FEATURE_BYTES)
  const count = calls.malloc(4)
  try {
    const units = new Uint16Array(calls.memory.buffer, letters, text.length)
    for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i)
    calls.hb_buffer_add_utf16(buffer, letters, text.length, 0, text.length)
    calls.hb_buffer_set_direction(buffer, isRightToLeft ? RIGHT_TO_LEFT : LEFT_TO_RIGHT)
    calls.hb_buffer_guess_segment_properties(buffer)
    const off = [tagOf("liga"), 0, 0, 0xffffffff, tagOf("clig"), 0, 0, 0xffffffff]
    new Uint32Array(calls.memory.buffer, features, 8).set(off)
    calls.hb_shape(font, buffer, features, hasLigatures ? 0 : 2)
    const infos = calls.hb_buffer_get_glyph_infos(buffer, count)
    const length = new Uint32Array(calls.memory.buffer, count, 1)[0]
    if (length > maxGlyphs(text))
      throw new WebAssembly.RuntimeError("a font makes too many letters of a text")
    const positions = calls.hb_buffer_get_glyph_positions(buffer, count)
    const info = new Uint32Array(calls.memory.buffer, infos, length * GLYPH_NUMBERS)
    const position = new Int32Array(calls.memory.buffer, positions, length * GLYPH_NUMBERS)
    let pen = 0
    return Array.from({ length }, (_, i) => {
      const at = i * GLYPH_NUMBERS
      const next = at + GLYPH_NUMBERS
      const pulled = kern && i + 1 < length ? kern(...pairOf(info[at], info[next], isRightToLeft)) : 0
      const glyph = {
        glyph: info[at],
        cluster: info[at + 2],
        x: (pen + position[at + 2]) / unitsPerEm,
        y: -position[at + 3] / unitsPerEm,
        advance: (position[at] + pulled) / unitsPerEm,
      }
      pen += position[at] + pulled
      return glyph
    })
  } finally {
    calls.free(letters)
    calls.free(features)
    calls.free(count)
    calls.hb_buffer_destroy(buffer)
  }
}

/** Returns a table's pair, which is in reading order. */
function pairOf(left: number, right: number, isRightToLeft: boolean): [number, number] {
  return isRightToLeft ? [right, left] : [left, right]
}

function drawGlyph(shaper: OpenShaper, font: number, glyph: number, scale: number): Path {
  const { calls, pens, page, penMemory } = shaper
  const head = new Uint32Array(penMemory.buffer, page, 2)
  head[0] = 0
  if (calls.hb_font_draw_glyph_or_fail(font, glyph, pens, page) === 0) return []
  const strokes = head[0]
  const records = new Float32Array(penMemory.buffer, page + 8, strokes * RECORD_FLOATS)
  const path: number[] = []
  for (let i = 0; i < strokes; i++) {
    const at = i * RECORD_FLOATS
    const kind = records[at]
    path.push(kind)
    const points = kind < QUADRATIC ? 1 : kind > 3 ? 0 : kind
    for (let point = 0; point < points; point++)
      path.push(records[at + 1 + 2 * point] * scale, -records[at + 2 + 2 * point] * scale)
  }
  return path
}

function tagOf(tag: string): number {
  return [...tag].reduce((number, letter) => ((number << 8) | letter.charCodeAt(0)) >>> 0, 0)
}
