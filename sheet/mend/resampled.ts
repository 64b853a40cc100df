import type { RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { openKernel } from "../raster/raster-kernel.ts"
import { openResampler } from "../raster/resample.ts"
import { heldBy, holding } from "./held-bytes.ts"

/** The rows of Lanczos3 at equal scales, and the bytes of a pixel in its window. */
const LANCZOS_ROWS = 8
const WINDOW_PIXEL_BYTES = 8

/** Returns a picture of another size, resampled as stamps are. */
export function resampled(source: RowSource, widthPx: number, heightPx: number, host: RasterHost): RowSource {
  if (source.widthPx === widthPx && source.heightPx === heightPx) return source
  const rows: RowSource = {
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
  const windowRows = LANCZOS_ROWS * Math.max(1, source.heightPx / heightPx)
  const bytes = windowRows * widthPx * WINDOW_PIXEL_BYTES + 4 * (source.widthPx + widthPx)
  return holding(rows, heldBy(source) + Math.ceil(bytes))
}
