import { type Crc32, crc32Of } from "./crc32.ts"
import { ascii, joined } from "./file-bytes.ts"
import type { RasterHost } from "./host.ts"
import { LAID_SPARE_PX, SHEET_MAX_LENGTH_PX, SHEET_MAX_WIDTH_PX, STAMP_STRIP_ROWS } from "./limits.ts"

/*
 * A laid stamp: what one piece has for itself, its text, as a stamp that is laid over another one, which
 * it shares with other pieces. Hundreds of names over one artwork are stored and compressed as their letters.
 *
 *   the text's stamp    with its index and footer (stamp-file.ts)
 *   name                the shared stamp's, in UTF-8
 *   places              eight i32, little-endian: width and height of the piece; left, top, width and
 *                       height of the shared stamp in it; left and top of the text
 *   footer              "SSLAID01", the name's bytes, CRC-32 of name, places and footer so far (u32 each)
 *
 * Both are cut into strips at the same rows, so that a strip of the piece is one of each at most:
 *
 *   piece  ┌────────────┐
 *          │  ┌───────┐ │ ◄── shared stamp, strip 0      row 0 of the text ≡ row 0 of the shared
 *          │  ├───────┤ │ ◄── shared stamp, strip 1      stamp, modulo the rows of a strip. Either
 *          │ ┌┼───────┼┐│ ◄── strip 2, the text's 0      may begin above the piece or beside it;
 *          │ └┴───────┴┘│                                those pixels are left out
 *          └────────────┘
 */

const MAGIC = "SSLAID01"
const PLACES = 8
const FOOTER_BYTES = 16
const MAX_NAME_BYTES = 512

type Place = { x: number; y: number; widthPx: number; heightPx: number }

/** A piece that is laid over a shared stamp; `over` is the place of the text's own top left corner. */
export type Laid = {
  widthPx: number
  heightPx: number
  under: Place & { stamp: string }
  over: { x: number; y: number }
}

/** Returns the bytes that make a text's stamp, in front of them, a laid one. Throws if the two do not fit. */
export function laidEnd(laid: Laid, host: RasterHost): Uint8Array {
  if (!isLaid(laid)) throw new Error(`a text cannot be laid as ${JSON.stringify(laid)}`)
  const { widthPx, heightPx, under, over } = laid
  const name = new TextEncoder().encode(under.stamp)
  if (name.length > MAX_NAME_BYTES) throw new Error(`the name ${under.stamp} of a shared stamp is too long`)
  const end = joined([name, new Uint8Array(PLACES * 4), ascii(MAGIC), new Uint8Array(8)])
  const view = new DataView(end.buffer)
  const places = [widthPx, heightPx, under.x, under.y, under.widthPx, under.heightPx, over.x, over.y]
  for (const [i, place] of places.entries()) view.setInt32(name.length + i * 4, place, true)
  view.setUint32(end.length - 8, name.length, true)
  view.setUint32(end.length - 4, crcOf(end, crc32Of(host)), true)
  return end
}

/**
 * Returns how a stamp is laid, by its last bytes, and how many of them say so; null for a stamp of its own. Throws an
 * Error if they are damaged.
 */
export function readLaid(tail: Uint8Array, host: RasterHost): { laid: Laid; endBytes: number } | null {
  const at = tail.length - FOOTER_BYTES
  if (at < 0 || String.fromCharCode(...tail.subarray(at, at + MAGIC.length)) !== MAGIC) return null
  const whole = new DataView(tail.buffer, tail.byteOffset, tail.length)
  const nameBytes = whole.getUint32(tail.length - 8, true)
  const endBytes = nameBytes + PLACES * 4 + FOOTER_BYTES
  if (nameBytes > MAX_NAME_BYTES || endBytes > tail.length)
    throw new Error("a laid stamp names no shared one")
  const end = tail.subarray(tail.length - endBytes)
  if (whole.getUint32(tail.length - 4, true) !== crcOf(end, crc32Of(host)))
    throw new Error("the checksum of a laid stamp's places is wrong")
  const [widthPx, heightPx, x, y, underWidthPx, underHeightPx, overX, overY] = Array.from(
    { length: PLACES },
    (_, i) => whole.getInt32(tail.length - endBytes + nameBytes + i * 4, true),
  )
  const stamp = new TextDecoder().decode(end.subarray(0, nameBytes))
  const under = { stamp, x, y, widthPx: underWidthPx, heightPx: underHeightPx }
  const laid = { widthPx, heightPx, under, over: { x: overX, y: overY } }
  if (!isLaid(laid)) throw new Error(`a stamp is laid as ${JSON.stringify(laid)}`)
  return { laid, endBytes }
}

function crcOf(end: Uint8Array, crc32: Crc32): number {
  return crc32(end.subarray(0, end.length - 4), 0) >>> 0
}

function isLaid({ widthPx, heightPx, under, over }: Laid): boolean {
  const isSized =
    widthPx >= 1 && heightPx >= 1 && widthPx <= SHEET_MAX_WIDTH_PX && heightPx <= SHEET_MAX_LENGTH_PX
  const isNear =
    under.widthPx >= 1 &&
    under.heightPx >= 1 &&
    under.x >= -LAID_SPARE_PX &&
    under.y >= -LAID_SPARE_PX &&
    under.x + under.widthPx <= widthPx + LAID_SPARE_PX &&
    under.y + under.heightPx <= heightPx + LAID_SPARE_PX
  const isEven = over.x >= 0 && over.y > -STAMP_STRIP_ROWS && (over.y - under.y) % STAMP_STRIP_ROWS === 0
  return isSized && isNear && isEven
}
