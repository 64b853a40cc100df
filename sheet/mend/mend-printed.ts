import { ArtworkError, type Box, type RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { restingPause } from "../raster/pause.ts"
import { openKernel } from "../raster/raster-kernel.ts"
import { openResampler } from "../raster/resample.ts"
import { INK_ALPHA } from "../silhouette.ts"
import { croppedTo } from "./crop.ts"
import { isPrintedMend, type Mend, REFERENCE_MM_PER_PX } from "./mend.ts"
import { mendRows } from "./mend-rows.ts"
import { outlineMarginPx } from "./outline.ts"

/**
 * Returns an artwork with its mends as it prints, exactly `widthPx` pixels wide: the mends of the frame and of colours are
 * made on its own pixels; then it is cropped to its ink, resampled to the print's pixels, and the mends that count in mm or in
 * printed pixels are made on these. Borders count: with them the ink is as wide as the picture, or a pixel less on a side.
 * Decodes the artwork once to measure its ink, and once each time it is decoded. Throws an ArtworkError if there is no ink,
 * or if borders leave no room for it.
 */
export async function mendPrinted(
  artwork: RowSource,
  mends: readonly Mend[],
  { widthPx, dpi }: { widthPx: number; dpi: number },
  host: RasterHost,
): Promise<RowSource> {
  const mmPerPx = 25.4 / dpi
  const printed = mends.filter(isPrintedMend)
  const own = mends.filter((mend) => !isPrintedMend(mend))
  const mended = await mendRows(artwork, own, { mmPerPx: REFERENCE_MM_PER_PX, host })
  const ink = croppedTo(mended, await measureInk(mended, host))
  let margin = 0
  let border = 0
  for (const mend of printed) {
    if (mend.kind !== "outline") continue
    margin += outlineMarginPx(mend.mm, mmPerPx)
    border += outlineMarginPx(mend.mm, mmPerPx) - 1
  }
  const innerPx = widthPx - 2 * border
  if (innerPx < 1)
    throw new ArtworkError(
      "too-large",
      `A border of ${border} pixels on each side leaves no room in ${widthPx}.`,
    )
  const rows = await mendRows(resampled(ink, innerPx, host), printed, { mmPerPx, host })
  // Each border comes with a pixel around it that has no ink.
  const free = margin - border
  return croppedTo(rows, { x: free, y: free, width: widthPx, height: rows.heightPx - 2 * free })
}

/** Returns the box of all ink. */
async function measureInk(source: RowSource, host: RasterHost): Promise<Box> {
  let [left, top, right, bottom] = [source.widthPx, -1, 0, 0]
  await source.decode((row, y) => {
    const last = source.widthPx - 1
    let from = 0
    while (from <= last && row[from * 4 + 3] < INK_ALPHA) from++
    if (from > last) return
    let to = last
    while (row[to * 4 + 3] < INK_ALPHA) to--
    left = Math.min(left, from)
    right = Math.max(right, to + 1)
    if (top < 0) top = y
    bottom = y + 1
  }, restingPause(host))
  if (top < 0) throw new ArtworkError("empty", "These mends leave no ink. Switch one of them off.")
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Returns a picture at another width, resampled as stamps are. */
function resampled(source: RowSource, widthPx: number, host: RasterHost): RowSource {
  if (source.widthPx === widthPx) return source
  const heightPx = Math.max(1, Math.round((source.heightPx * widthPx) / source.widthPx))
  return {
    widthPx,
    heightPx,
    async decode(sink, pause) {
      const kernel = openKernel(host, "stamp")
      try {
        const plan = {
          sourceWidthPx: source.widthPx,
          sourceHeightPx: source.heightPx,
          targetWidthPx: widthPx,
          targetHeightPx: heightPx,
          firstColumn: 0,
          columns: widthPx,
        }
        const resampler = openResampler(kernel, plan, (pixels, y) =>
          sink(kernel.view(pixels, widthPx * 4), y),
        )
        await source.decode((row) => resampler.push(row), pause)
      } finally {
        kernel.close()
      }
    },
  }
}
