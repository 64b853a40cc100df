import { bigEndian } from "./file-bytes.ts"

/** Zlib streams (RFC 1950) that are put together from parts. */

/** The header for a 32 KiB window, no dictionary. */
export const ZLIB_HEADER = Uint8Array.of(0x78, 0x01)

/** An empty last block, for streams whose blocks ended on a byte without being the last. */
const LAST_BLOCK = Uint8Array.of(0x03, 0x00)

/** Returns the end behind blocks that are not the last: the empty last one and the Adler-32 of all. */
export function zlibEnd(adler: number): Uint8Array {
  return Uint8Array.of(...LAST_BLOCK, ...bigEndian(adler))
}

/** The length of `zlibEnd`. */
export const ZLIB_END_BYTES = LAST_BLOCK.length + 4

const MODULUS = 65_521

/** Returns the Adler-32 of two pieces, one behind the other, from theirs and the length of the second. */
export function joinedAdler(first: number, second: number, secondBytes: number): number {
  const low = ((first & 0xffff) + (second & 0xffff) + MODULUS - 1) % MODULUS
  const high = ((first >>> 16) + (second >>> 16) + secondBytes * ((first & 0xffff) - 1)) % MODULUS
  return ((((high + MODULUS) % MODULUS) << 16) | low) >>> 0
}
