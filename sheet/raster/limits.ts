/** Every bound of the raster engine, each with its reason. Lengths are pixels or bytes as the name says. */

const MIB = 1 << 20

/** Uploads above this are refused: Workers take request bodies of at most 100 MB on the common plans. */
export const ARTWORK_MAX_BYTES = 100_000_000

/** About a 33 × 33 in picture at 300 DPI. Decoding streams, so this bounds time (some 3 s), not memory. */
export const ARTWORK_MAX_PIXELS = 100_000_000

/**
 * One side of an artwork: keeps one row of 16-bit RGBA (8 bytes a pixel), filtered, current and
 * above, below 2.5 MB.
 */
export const ARTWORK_MAX_SIDE_PX = 100_000

/**
 * What probeArtwork wants to see. Photoshop puts into a JPEG, before its frame header, a CMYK
 * profile (some 550 KB), its own notes and a thumbnail (up to 200 KB) and EXIF (64 KiB); most files
 * need far less.
 */
export const PROBE_BYTES = MIB

/**
 * A whole job (one stamp or one sheet) stays below this, the runtime itself apart: half of an
 * isolate's 128 MB.
 */
export const JOB_MEMORY_BYTES = 60 * MIB

/** Longest chunk but IDAT that is looked into (iCCP, PLTE, tRNS); larger ones are skipped unread. */
export const PNG_CHUNK_MAX_BYTES = 2 * MIB

/**
 * Chunks of one PNG, some 5 µs each whatever their size. Encoders write IDAT in pieces of 8 KiB or
 * more: 100 MB are 12,000; a file of nothing but empty chunks would have eight million.
 */
export const PNG_MAX_CHUNKS = 50_000

/**
 * An ICC profile that inflates to more is ignored: matrix profiles take a few KiB, CMYK tables up
 * to 2 MiB.
 */
export const PROFILE_MAX_BYTES = 4 * MIB

/** Rows of a stamp compressed together: a strip of a 6600 px wide stamp is 845 KB inflated. */
export const STAMP_STRIP_ROWS = 32

/** Widest sheet: 60 in at 600 DPI. */
export const SHEET_MAX_WIDTH_PX = 36_000

/** Longest sheet: 240 in at 600 DPI. */
export const SHEET_MAX_LENGTH_PX = 144_000

/** Copies on one sheet, as in the layout. */
export const SHEET_MAX_PLACEMENTS = 5_000

/**
 * Pixels of a sheet composed and compressed at once, in bytes: 32 rows of 6600 px are 845 KB.
 * Filtered band, tokens (2 bytes each) and output (1.5) take 4.5 times this; the canvas ahead of it
 * 33 + 32 rows, 1.7 MB at 6600 px and 9.4 MB at the widest.
 */
export const BAND_BYTES = MIB
export const BAND_MAX_ROWS = 32

/**
 * Part of a turned stamp held at once, before the turn; a larger stamp takes more passes over the
 * artwork.
 */
export const TURN_SLICE_BYTES = 16 * MIB

/**
 * Rows kept for the vertical filter, in bytes: 48 × source width at equal scales, 4.8 MB for the
 * widest artwork.
 */
export const RESAMPLE_WINDOW_BYTES = 24 * MIB

/** Compressed strips fetched by one read, over all stamps that one band meets. */
export const STAMP_READ_BYTES = 4 * MIB
export const STAMP_READ_MAX_STRIPS = 8

/**
 * Compressed strips held while a sheet is composed: those in use and, as far as they fit, those of
 * the copies to come. At 6600 px two rows of photographs in use take 5 MB.
 */
export const STAMP_STORE_BYTES = 12 * MIB

/** Rows of film looked ahead, so that stamps are being read before their first row is due. */
export const STAMP_AHEAD_ROWS = 128

/** First read of a stamp, from its end: footer and the index of 32,000 rows. */
export const STAMP_TAIL_BYTES = 4 * 1024

/** A preview's longest side, at most: keeps its pixels (4 MiB) and its picture well inside the budget. */
export const PREVIEW_MAX_PX = 1024

/** Width an SVG is drawn at for its preview and trim box; trim boxes of SVG artwork count in these pixels. */
export const SVG_INSPECT_WIDTH_PX = 1024
