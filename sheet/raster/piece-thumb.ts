import { finish } from "../in-steps.ts"
import type { Picture } from "./artwork.ts"
import { drawPiece, openSheetPicture } from "./sheet-picture.ts"

/** The longest side of a thumb: a piece of 4 in in the picture of a sheet of 100. */
export const THUMB_PX = 48

const WHOLE = { left: 0, top: 0, width: 1, height: 1 }
const HEADER_BYTES = 4

/**
 * Returns a picture as a thumb, for pictures of sheets in which it is no larger: width and height (u16 each,
 * little-endian), then straight RGBA8.
 */
export function makeThumb(picture: Picture): Uint8Array {
  const { widthPx, heightPx } = picture
  const thumb = openSheetPicture({ widthPx, lengthPx: heightPx }, { widthPx: THUMB_PX, heightPx: THUMB_PX })
  const upright = { x: 0, y: 0, widthPx, heightPx, rotated: false, mirror: false }
  finish(drawPiece(thumb, upright, picture, WHOLE))
  const bytes = new Uint8Array(HEADER_BYTES + thumb.rgba.length)
  new DataView(bytes.buffer).setUint32(0, thumb.widthPx | (thumb.heightPx << 16), true)
  bytes.set(thumb.rgba, HEADER_BYTES)
  return bytes
}

/** Reads the result of makeThumb. */
export function readThumb(bytes: Uint8Array): Picture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [widthPx, heightPx] = [view.getUint16(0, true), view.getUint16(2, true)]
  const rgba = bytes.subarray(HEADER_BYTES)
  if (rgba.length !== widthPx * heightPx * 4)
    throw new RangeError(`a thumb of ${widthPx} × ${heightPx} px has ${bytes.length} bytes`)
  return { widthPx, heightPx, rgba }
}
