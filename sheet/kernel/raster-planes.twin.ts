/** Readable twins of _raster-planes.as.ts: same bytes from plain loops. */

import { unfilterRows } from "./raster-pixels.twin.ts"

/** Returns the red, green and blue of straight RGBA8 pixels. */
export function takeColours(rgba: Uint8Array): Uint8Array {
  return rgba.filter((_, i) => i % 4 < 3)
}

export function takeAlphas(rgba: Uint8Array): Uint8Array {
  return rgba.filter((_, i) => i % 4 === 3)
}

/** Makes pixels from filtered rows of colours and plain alphas; `above` is the row above the first. */
export function joinPlanes(colours: Uint8Array, alphas: Uint8Array, above: Uint8Array): Uint8Array {
  const plain = unfilterRows(colours, takeColours(above))
  return Uint8Array.from({ length: alphas.length * 4 }, (_, i) =>
    i % 4 === 3 ? alphas[i >> 2] : plain[(i >> 2) * 3 + (i % 4)],
  )
}

/** Makes pixels of five bytes: red, green, blue, alpha, white. */
export function addWhite(rgba: Uint8Array, white: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: white.length * 5 }, (_, i) =>
    i % 5 === 4 ? white[Math.floor(i / 5)] : rgba[Math.floor(i / 5) * 4 + (i % 5)],
  )
}

/** Returns the least alpha within `radius` pixels around each; outside the picture there is none. */
export function choke(alphas: Uint8Array, width: number, radius: number): Uint8Array {
  const height = alphas.length / width
  const white = new Uint8Array(alphas.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let least = 255
      for (let dy = -radius; dy <= radius; dy++) {
        for (let dx = -radius; dx <= radius; dx++) {
          if (dx * dx + dy * dy > radius * radius) continue
          const isInside = y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width
          least = Math.min(least, isInside ? alphas[(y + dy) * width + x + dx] : 0)
        }
      }
      white[y * width + x] = least
    }
  }
  return white
}

/** Applies TIFF's predictor 2: each sample less the one a pixel before it in its row. */
export function differRows(rows: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  return rows.map((byte, i) => (i % rowBytes < pixelBytes ? byte : byte - rows[i - pixelBytes]))
}
