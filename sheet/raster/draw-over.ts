import { ArtworkError, type Picture, type RowSource } from "./artwork.ts"
import type { RasterHost } from "./host.ts"
import { DRAWN_MAX_PIXELS } from "./limits.ts"
import { restingPause } from "./pause.ts"
import { openKernel } from "./raster-kernel.ts"
import { openResampler } from "./resample.ts"

/**
 * Returns the height of artwork at a width of so many pixels. Throws an ArtworkError if the picture
 * would be larger than may be held whole.
 */
function drawnHeight(artwork: { widthPx: number; heightPx: number }, widthPx: number): number {
  const heightPx = Math.max(1, Math.round((artwork.heightPx * widthPx) / artwork.widthPx))
  if (widthPx * heightPx > DRAWN_MAX_PIXELS) {
    throw new ArtworkError(
      "too-large",
      `This picture would be ${widthPx} × ${heightPx} pixels. Ask for a smaller one.`,
    )
  }
  return heightPx
}

/** Draws artwork at a width, whole, in memory. */
export async function drawWhole(artwork: RowSource, widthPx: number, host: RasterHost): Promise<Picture> {
  const heightPx = drawnHeight(artwork, widthPx)
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  const rowBytes = widthPx * 4
  if (artwork.widthPx === widthPx && artwork.heightPx === heightPx) {
    await artwork.decode((row, y) => rgba.set(row, y * rowBytes), restingPause(host))
    return { widthPx, heightPx, rgba }
  }
  const kernel = openKernel(host, "measure")
  try {
    const plan = {
      sourceWidthPx: artwork.widthPx,
      sourceHeightPx: artwork.heightPx,
      targetWidthPx: widthPx,
      targetHeightPx: heightPx,
      firstColumn: 0,
      columns: widthPx,
    }
    const resampler = openResampler(kernel, plan, (row, y) => {
      rgba.set(kernel.view(row, rowBytes), y * rowBytes)
    })
    await artwork.decode((row) => resampler.push(row), restingPause(host))
    return { widthPx, heightPx, rgba }
  } finally {
    kernel.close()
  }
}

/** Lays a drawing over a picture, in place: all over it, or with its top left corner at `at`. */
export async function drawOver(
  picture: Picture,
  drawing: RowSource,
  host: RasterHost,
  at: { x: number; y: number } = { x: 0, y: 0 },
): Promise<void> {
  const { widthPx, heightPx, rgba } = picture
  if (at.x + drawing.widthPx > widthPx || at.y + drawing.heightPx > heightPx) {
    throw new Error(`${drawing.widthPx} × ${drawing.heightPx} px do not lie over ${widthPx} × ${heightPx}`)
  }
  await drawing.decode((row, y) => {
    const from = ((at.y + y) * widthPx + at.x) * 4
    layOver(rgba.subarray(from, from + row.length), row)
  }, restingPause(host))
}

/** Lays one row over another by source over, for straight alpha: both are RGBA8. */
export function layOver(below: Uint8Array, above: Uint8Array): void {
  for (let at = 0; at < above.length; at += 4) {
    const alpha = above[at + 3]
    if (alpha === 0) continue
    if (alpha === 255 || below[at + 3] === 0) {
      for (let i = at; i < at + 4; i++) below[i] = above[i]
      continue
    }
    const shows = (below[at + 3] * (255 - alpha)) / 255
    const whole = alpha + shows
    for (let i = at; i < at + 3; i++) below[i] = Math.round((above[i] * alpha + below[i] * shows) / whole)
    below[at + 3] = Math.round(whole)
  }
}
