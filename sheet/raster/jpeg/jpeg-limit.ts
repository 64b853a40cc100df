/** The bounds of the JPEG decoder, each with its reason. Those of all artwork are in ../limits.ts. */

const MIB = 1 << 20

/**
 * The compressed bytes held at once. Progressive and turned pictures need all of theirs in memory (60
 * MiB a job): 48 megapixels at ordinary quality take 10–20 MB. Upright baseline files of any size
 * are streamed.
 */
export const JPEG_HELD_BYTES = 32 * MIB

/**
 * The bytes of strip pixels and scan cursors that turning a picture may take beside the largest held
 * file. A smaller file leaves them the rest of its share.
 */
export const JPEG_TURN_BYTES = 20 * MIB

/**
 * The scan cursors kept to turn a picture, under 1 µs each. A 100-megapixel picture in 14 scans keeps
 * 180,000, one four times as high as wide twice as many.
 */
export const JPEG_MAX_CURSORS = 400_000

/** The compressed bytes in memory while a baseline file streams through. */
export const JPEG_WINDOW_BYTES = 256 * 1024

/**
 * The most compressed bytes of one MCU: 10 blocks × 64 coefficients × 32 bits, every byte of 255
 * stuffed = 5,120, and a restart marker with some fill before it.
 */
export const JPEG_MCU_BYTES = 8 * 1024

/** The most scans. Cursors cost 256 bytes a scan; the longest scripts of encoders have about 200. */
export const JPEG_MAX_SCANS = 1000

/**
 * The blocks visited over all scans, about 10 ns each: half a second, whatever the file. A picture
 * turned in strips visits its blocks twice. A 100-megapixel picture in 14 scans has 25 million. A
 * scan of a few bytes over a large frame (a "scan bomb") adds a million at no cost to the sender.
 */
export const JPEG_MAX_BLOCK_VISITS = 56_000_000

/** The most Huffman tables, 1.4 KB each. Encoders write four, or two for each scan. */
export const JPEG_MAX_TABLES = 2 * JPEG_MAX_SCANS

/**
 * The most marker segments before a picture's data. EXIF, ICC and editors' notes take some dozens,
 * each 64 KiB at most.
 */
export const JPEG_MAX_SEGMENTS = 8 * JPEG_MAX_SCANS
