import { inflateSync } from "node:zlib"
import { joined } from "../../sheet/raster/file-bytes.ts"

/** The most pixels; our pictures of sheets are a quarter of this. */
const MOST_PIXELS = 2_000_000
const BYTES = 4
/** The room for their rows, as the runtime grows its buffer: it stops at once if the limit is exact. */
const MOST_BYTES = 2 * MOST_PIXELS * BYTES

/** Pixels of RGB, three bytes each. */
export type RgbPicture = { rgb: Uint8Array; widthPx: number; heightPx: number }

/**
 * Returns a small picture of ours (PNG of RGBA8, not interlaced) on a ground of one grey. Returns null
 * for any other file. For Workers without the kernels that decode artwork.
 */
export function rgbOnGrey(png: Uint8Array, grey: number): RgbPicture | null {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const data: Uint8Array[] = []
  let [widthPx, heightPx] = [0, 0]
  for (let at = 8; at + 12 <= png.length; ) {
    const length = view.getUint32(at)
    const body = png.subarray(at + 8, at + 8 + length)
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8))
    if (type === "IHDR") {
      widthPx = view.getUint32(at + 8)
      heightPx = view.getUint32(at + 12)
      const [depth, colour, , , interlace] = body.subarray(8)
      if (depth !== 8 || colour !== 6 || interlace !== 0 || widthPx * heightPx > MOST_PIXELS) return null
    } else if (type === "IDAT") data.push(body)
    at += 12 + length
  }
  if (widthPx === 0) return null
  const rows = inflateSync(joined(data), { maxOutputLength: MOST_BYTES })
  if (rows.length !== heightPx * (1 + widthPx * BYTES)) return null
  const rgb = new Uint8Array(widthPx * heightPx * 3)
  let above = new Uint8Array(widthPx * BYTES)
  for (let y = 0; y < heightPx; y++) {
    const from = y * (1 + widthPx * BYTES)
    const row = rows.subarray(from + 1, from + 1 + widthPx * BYTES)
    unfilter(rows[from], row, above)
    above = row
    for (let x = 0; x < widthPx; x++) {
      const alpha = row[x * BYTES + 3]
      for (let channel = 0; channel < 3; channel++)
        rgb[(y * widthPx + x) * 3 + channel] = Math.round(
          (row[x * BYTES + channel] * alpha + grey * (255 - alpha)) / 255,
        )
    }
  }
  return { rgb, widthPx, heightPx }
}

function unfilter(filter: number, row: Uint8Array, above: Uint8Array): void {
  if (filter === 0) return
  for (let i = 0; i < row.length; i++) {
    const left = i < BYTES ? 0 : row[i - BYTES]
    const corner = i < BYTES ? 0 : above[i - BYTES]
    const guess = [0, left, above[i], (left + above[i]) >> 1, paeth(left, above[i], corner)][filter] ?? 0
    row[i] += guess
  }
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}
