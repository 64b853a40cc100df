/** Bounds of SVG artwork, each with its reason. Those of all artwork are in ../limits.ts. */

const MIB = 1 << 20

/** Text of one file, pictures embedded in it included. */
export const SVG_MAX_BYTES = 4 * MIB

/** Text of one file without embedded pictures. The renderer takes some 15 times as much while it draws: 30 MB. */
export const SVG_DRAWING_MAX_BYTES = 2 * MIB

/**
 * Pixels of one strip: 4 MB, as much again on its way out of the renderer, and up to four times as much for the layer in which
 * the renderer draws a see-through, clipped or masked group.
 */
export const SVG_STRIP_PIXELS = MIB

/** Art that must be drawn whole (filters): 2000 × 2000 pixels. */
export const SVG_WHOLE_PIXELS = 4_000_000

/**
 * Results of one filter's primitives, all of which the renderer keeps until the last is done: 32 MB, beside 32 MB for the
 * picture and 16 MB for what the filter goes over where the art takes SVG_WHOLE_PIXELS.
 */
export const SVG_FILTER_PIXELS = 8_000_000

/** Pixels read by all filters of a drawing, windows of morphology and the like included: some 1.6 s. */
export const SVG_FILTER_TAPS = 800_000_000

/** One tile of a pattern, drawn at once for each strip that needs it: 16 MB. */
export const SVG_TILE_PIXELS = 4_000_000

/** Elements after every reference has been followed: each use, mask and pattern draws its target again. */
export const SVG_MAX_WORK = 200_000

/** What one primitive of a filter counts as: it goes over millions of pixels where an element touches thousands. */
export const SVG_FILTER_WORK = 500

/** Levels of elements, references followed; as deep as the tools sellers use ever go; each level may be a layer. */
export const SVG_MAX_DEPTH = 64

/** Decoded size of all embedded pictures together: 16 MB, decoded again for each strip. */
export const SVG_EMBEDDED_PIXELS = 4_000_000
