/** The bounds of the raster engine, each with its reason. Names distinguish pixels from bytes. */

const MIB = 1 << 20

/** The MiB of one file, as its refusals name it; the upload's limit is the same (contract/limit.ts). */
export const ARTWORK_MAX_MIB = 95
export const ARTWORK_MAX_BYTES = ARTWORK_MAX_MIB * MIB

/**
 * The most pixels of an artwork: about a 33 × 33 in picture at 300 DPI. Decoding streams, so this
 * bounds time (some 3 s), not memory.
 */
export const ARTWORK_MAX_PIXELS = 100_000_000

/**
 * The longest side of an artwork. Keeps one row of 16-bit RGBA (8 bytes a pixel), filtered, current
 * and above, below 2.5 MB.
 */
export const ARTWORK_MAX_SIDE_PX = 100_000

/**
 * The first bytes of a file that probeArtwork needs. Before a JPEG's frame header Photoshop writes a
 * CMYK profile (some 550 KB), its own notes and a thumbnail (up to 200 KB) and EXIF (64 KiB). Most
 * files need far less.
 */
export const PROBE_BYTES = MIB

/** The memory of a whole job (one stamp or one sheet), without the runtime: half of an isolate's 128 MB. */
export const JOB_MEMORY_BYTES = 60 * MIB

/** The longest chunk that is read, IDAT aside (iCCP, PLTE, tRNS). Larger ones are skipped. */
export const PNG_CHUNK_MAX_BYTES = 2 * MIB

/**
 * The chunks of one PNG, some 5 µs each whatever their size. Encoders write IDAT in pieces of 8 KiB or
 * more, so 95 MB are 12,000. A file of nothing but empty chunks would have eight million.
 */
export const PNG_MAX_CHUNKS = 50_000

/**
 * The largest ICC profile, once inflated; larger ones are ignored: matrix profiles take a few KiB,
 * CMYK tables up to 2 MiB.
 */
export const PROFILE_MAX_BYTES = 4 * MIB

/** The rows of a stamp that are compressed together. A strip of a 6600 px wide stamp is 845 KB inflated. */
export const STAMP_STRIP_ROWS = 32

/** The largest picture that is held whole, 24 MB: 2048 pixels wide, and half as high again. */
export const DRAWN_MAX_PIXELS = 6_000_000

/** The widest sheet: 60 in at 600 DPI. */
export const SHEET_MAX_WIDTH_PX = 36_000

/** The longest sheet: 240 in at 600 DPI. */
export const SHEET_MAX_LENGTH_PX = 144_000

/** The most copies on one sheet, as in the layout. */
export const SHEET_MAX_PLACEMENTS = 5_000

/**
 * The bytes of a sheet's pixels that are composed and compressed at once: 32 rows of 6600 px are 845
 * KB. Filtered band, tokens (2 bytes each) and output (1.5) take 4.5 times this. The canvas before
 * it takes 33 + 32 rows, 1.7 MB at 6600 px and 9.4 MB at the widest.
 */
export const BAND_BYTES = MIB
export const BAND_MAX_ROWS = 32

/**
 * The bytes of pixels that the host's zlib compresses at once: some 15 ms. It forgets them before the
 * next, so less would cost size.
 */
export const DENSE_BYTES = 224 * 1024

/**
 * The part of a turned stamp that is held at once, before the turn. A larger stamp takes more
 * passes over the artwork.
 */
export const TURN_SLICE_BYTES = 16 * MIB

/**
 * The bytes of rows kept for the vertical filter: 48 × source width at equal scales, 4.8 MB for the
 * widest artwork.
 */
export const RESAMPLE_WINDOW_BYTES = 24 * MIB

/**
 * The compressed strips held while a sheet is composed: those in use, read ahead and, as far as they
 * fit, those of the copies to come. A third of a job's memory, so that reads are few: stamps of half an
 * inch are read whole, photographs half a megabyte at a time.
 */
export const STAMP_STORE_BYTES = 20 * MIB

/** The rows of film to look ahead, so that stamps are being read before their first row is due. */
export const STAMP_AHEAD_ROWS = 128

/**
 * The first read of a stamp, at its end: footer and index, and all of a stamp that is small, such as a name's letters: those
 * of nine with an outline, 800 px wide, take 18 KB.
 */
export const STAMP_TAIL_BYTES = 24 * 1024

/**
 * What a chain of mends holds: a border of 10 mm at 600 DPI around 33 in of artwork takes 40 MB, a turn of 100 megapixels
 * without their background 48. The rest of a job's memory is its decoder's and its encoder's.
 */
export const MEND_MAX_BYTES = 48 * MIB

/**
 * The pixels by which a shared stamp may leave a piece at each side: those of ink that spreads when it is enlarged.
 * Less than a strip, so that no strip of it lies outside.
 */
export const LAID_SPARE_PX = STAMP_STRIP_ROWS - 1

/** The longest side of a preview. Keeps its pixels (4 MiB) and its picture well inside the budget. */
export const PREVIEW_MAX_PX = 1024

/** The width at which an SVG is drawn for its preview. Trim boxes of SVG artwork count in these pixels. */
export const SVG_INSPECT_WIDTH_PX = 1024
