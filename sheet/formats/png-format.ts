import { checkSheet } from "../raster/check-sheet.ts"
import { type BandEncoder, composeSheet, type SheetJob } from "../raster/compose-sheet.ts"
import { crc32Of } from "../raster/crc32.ts"
import type { RasterHost } from "../raster/host.ts"
import { openPngEncoder, pngPreamble } from "../raster/png-writer.ts"
import type { RasterKernel } from "../raster/raster-kernel.ts"
import type { OpenStamp } from "../raster/stamp-reader.ts"
import type { SheetBytes, SheetFormat } from "./sheet-format.ts"

/** RGBA8 with pHYs and sRGB, filter Up. The format has no plane for white ink. */
export const pngFormat = {
  hasLateHead: false,
  write: writePng,
  check: (file, job, host) => checkSheet(file.open, job, host),
} satisfies SheetFormat

async function* writePng(
  job: SheetJob,
  openStamp: OpenStamp,
  host: RasterHost,
  onRows?: (done: number) => void,
): SheetBytes {
  yield* composeSheet(job, openStamp, host, (kernel) => openPngSheet(kernel, job, host), onRows)
  return null
}

function openPngSheet(kernel: RasterKernel, job: SheetJob, host: RasterHost): BandEncoder {
  const { widthPx, lengthPx, dpi } = job
  const encoder = openPngEncoder(kernel, widthPx, host)
  return {
    pixelBytes: 4,
    // Every row begins with its filter byte.
    rowLeadBytes: 1,
    begin: () => pngPreamble(widthPx, lengthPx, dpi, crc32Of(host)),
    encode: (...band) => [encoder.encode(...band)],
  }
}
