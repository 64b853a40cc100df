import type { RasterHost } from "../../raster/host.ts"
import { openKernel, type RasterKernel } from "../../raster/raster-kernel.ts"
import type { StampStrip } from "../../raster/stamp-file.ts"
import { openStripDecoder, type StripDecoder } from "../../raster/stamp-strip-decoder.ts"
import { openStampStripEncoder, type StampStripEncoder } from "../../raster/stamp-strip-encoder.ts"

export type OldStrips = {
  /** Returns the strip as today's stamps have it, valid until the next call. */
  renewed(strip: StampStrip, stamp: string, isDense: boolean): StampStrip & { alphasFrom: number }
  close(): void
}

/** Renews strips of old stamps. Takes no memory before the first of them comes. */
export function openOldStrips(host: RasterHost, maxWidthPx: number): OldStrips {
  let tools: { kernel: RasterKernel; decoder: StripDecoder; encoder: StampStripEncoder } | null = null

  function open() {
    const kernel = openKernel(host, "stamp")
    const decoder = openStripDecoder(kernel, maxWidthPx)
    return { kernel, decoder, encoder: openStampStripEncoder(kernel, host, maxWidthPx) }
  }

  return {
    renewed(strip, stamp, isDense) {
      tools ??= open()
      const { decoder, encoder } = tools
      decoder.decode(strip, stamp)
      const { widthPx, rows } = strip
      const { colours, alphas } = encoder.encode(decoder.pixels, widthPx, rows, isDense)
      const bytes = new Uint8Array(colours.length + alphas.length)
      bytes.set(colours)
      bytes.set(alphas, colours.length)
      return { bytes, widthPx, rows, alphasFrom: colours.length }
    },
    close: () => tools?.kernel.close(),
  }
}
