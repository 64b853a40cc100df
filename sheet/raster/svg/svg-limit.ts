import type { SvgEffort } from "./bound-renderer.ts"

/**
 * The bounds of SVG artwork, each with its reason. Those of all artwork are in ../limits.ts. Work is
 * counted in the renderer's own units (see SvgHost): 10 million take a millisecond, 4 million where
 * it jumps through memory or works on doubles.
 */

const MIB = 1 << 20

/**
 * The pixels of a strip without layers: the renderer never rests in between, and takes 4 to 22 ms for
 * so many of the demo's artwork. Four times as many took up to 50.
 */
const STRIP_PIXELS = MIB / 4

/** The text of one file, with the pictures embedded in it. */
export const SVG_MAX_BYTES = 4 * MIB

/**
 * The text of one file without embedded pictures. The renderer takes some 15 times as much while it
 * draws: 30 MB.
 */
export const SVG_DRAWING_MAX_BYTES = 2 * MIB

/**
 * The text that style sheets add, written out for each element: 20,000 elements with a hundred
 * characters.
 */
export const SVG_STYLE_MAX_BYTES = 2 * MIB

/**
 * The most selectors; a comma separates two. The largest exports have one for each of some thousand
 * elements.
 */
export const SVG_MAX_RULES = 20_000

/** The parts of one selector: `.a > .b` has two. */
export const SVG_MAX_COMPOUNDS = 32

/** The elements tested by parts of selectors, and declarations set: some 0.1 s. */
export const SVG_STYLE_STEPS = 2_000_000

/** The pixels of art that must be drawn whole (filters): 2000 × 2000. */
export const SVG_WHOLE_PIXELS = 4_000_000

/**
 * The results of one filter's primitives, all of which the renderer keeps until the last is done: 32
 * MB. If the art takes SVG_WHOLE_PIXELS, the picture takes another 32 MB, and the filter's input
 * 16 MB.
 */
export const SVG_FILTER_PIXELS = 8_000_000

/**
 * The bytes of simplified text. It is read here and, in parts, by the renderer again. 10,000 circles
 * take 3.5 MB.
 */
export const SVG_SIMPLE_MAX_BYTES = 6 * MIB

/**
 * The work of understanding the text: 0.3 s. 20,000 traced paths take 2,600 million, 10,000 circles
 * 700, the demo's artwork up to 35.
 */
const SIMPLIFY_WORK = 3_000_000_000

/**
 * The effort of drawing once at the upload, SVG_INSPECT_WIDTH_PX wide: 0.8 s in all, and 0.12 s for a
 * sixteenth of it. 5,000 paths with outlines take 6,000 million, a see-through or clipped layer
 * over the whole picture 800, the demo's heaviest artwork 1,300. A shadow under the whole picture
 * takes 5,500 to 7,500 million, a radial fill of it 420. Layered pictures up to twice as high as wide
 * are one strip: 8 MB, as much again on its way out of the renderer, and 8 MB for each layer in a layer.
 */
export const SVG_INSPECT_EFFORT: SvgEffort = {
  simplifyWork: SIMPLIFY_WORK,
  tryWork: 1_200_000_000,
  stripPixels: STRIP_PIXELS,
  layeredPixels: 2 * MIB,
  callWork: 8_000_000_000,
  totalWork: 8_000_000_000,
  filterWork: 7_000_000_000,
}

/**
 * The effort of drawing a print: 60 s in all, in up to four hundred strips at 100 megapixels, several
 * times for a turned one. Strips of the heaviest drawings that are accepted need up to 3,200 million
 * units. Art that is drawn whole needs more: a shadow under 1700 × 1700 pixels takes 13,000
 * million, 1.3 s, and nearly all of the renderer's memory. A layered strip takes 4 MB, as much
 * again on its way out of the renderer, and up to as much for each layer in which the renderer
 * draws a see-through, clipped or masked group.
 */
export const SVG_STAMP_EFFORT: SvgEffort = {
  simplifyWork: SIMPLIFY_WORK,
  tryWork: null,
  stripPixels: STRIP_PIXELS,
  layeredPixels: MIB,
  callWork: 16_000_000_000,
  totalWork: 600_000_000_000,
  filterWork: 14_000_000_000,
}

/**
 * The effort of a preview, whose caller waits some seconds: 4 s in all. A drawing within the upload's
 * 0.8 s takes at most that at four times as many pixels, which the largest preview has.
 */
export const SVG_PREVIEW_EFFORT: SvgEffort = { ...SVG_STAMP_EFFORT, totalWork: 40_000_000_000 }

/** The pixels of one tile of a pattern, drawn at once for each strip that needs it: 16 MB. */
export const SVG_TILE_PIXELS = 4_000_000

/** The elements with every reference followed: each use, mask and pattern draws its target again. */
export const SVG_MAX_WORK = 200_000

/**
 * The elements that one primitive of a filter counts as: it processes millions of pixels, an element
 * thousands.
 */
export const SVG_FILTER_WORK = 500

/**
 * The levels of elements with references followed: as deep as sellers' tools ever go. Each level may be
 * a layer.
 */
export const SVG_MAX_DEPTH = 64

/** The decoded pixels of all embedded pictures together: 16 MB, decoded again for each strip. */
export const SVG_EMBEDDED_PIXELS = 4_000_000
