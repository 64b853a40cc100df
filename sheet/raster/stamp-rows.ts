import type { RowSource } from "./artwork.ts"
import type { RasterHost } from "./host.ts"
import { STAMP_STRIP_ROWS } from "./limits.ts"
import { openKernel } from "./raster-kernel.ts"
import { readStampIndex } from "./stamp-file.ts"
import type { StampReader } from "./stamp-reader.ts"
import { openStripDecoder } from "./stamp-strip-decoder.ts"

/** The compressed bytes read at once, unless one strip has more. */
const READ_BYTES = 1 << 20

/** Opens a stamp as artwork that other stamps are made of: its rows, as they were written. */
export async function openStampRows(reader: StampReader, name: string, host: RasterHost): Promise<RowSource> {
  const index = await readStampIndex(reader, host)
  const { widthPx, heightPx, offsets, alphasFrom } = index
  const strips = offsets.length - 1
  return {
    widthPx,
    heightPx,
    async decode(sink, pause) {
      const kernel = openKernel(host, "decode")
      try {
        const decoder = openStripDecoder(kernel, widthPx)
        for (let first = 0; first < strips; ) {
          let last = first + 1
          while (last < strips && offsets[last + 1] - offsets[first] <= READ_BYTES) last++
          const bytes = await reader.read(offsets[first], offsets[last] - offsets[first])
          for (let strip = first; strip < last; strip++) {
            const top = strip * STAMP_STRIP_ROWS
            const rows = Math.min(STAMP_STRIP_ROWS, heightPx - top)
            const own = bytes.subarray(offsets[strip] - offsets[first], offsets[strip + 1] - offsets[first])
            decoder.decode({ bytes: own, widthPx, rows, alphasFrom: alphasFrom[strip] }, name)
            const pixels = kernel.view(decoder.pixels, rows * widthPx * 4)
            for (let y = 0; y < rows; y++)
              sink(pixels.subarray(y * widthPx * 4, (y + 1) * widthPx * 4), top + y)
            await pause?.(rows * widthPx)
          }
          first = last
        }
      } finally {
        kernel.close()
      }
    },
  }
}
