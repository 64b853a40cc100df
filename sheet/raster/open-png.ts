import type { ByteSource, RowSink, RowSource } from "./artwork.ts"
import { type Crc32, crc32Of } from "./crc32.ts"
import type { RasterHost } from "./host.ts"
import { openInflate } from "./inflate.ts"
import type { Pause } from "./pause.ts"
import { damagedPng, readPngChunks } from "./png-chunks.ts"
import { filterStep, type PngHeader, parsePngHeader } from "./png-header.ts"
import { decodeInterlaced } from "./png-interlace.ts"
import { readPngProfile } from "./png-profile.ts"
import { checkColours, openScanlines, type PngColours, sampleExpander } from "./png-samples.ts"
import { openKernel } from "./raster-kernel.ts"

type OpenPng = RowSource & {
  header: PngHeader
  /** Plain words for the seller. */
  warnings: string[]
  droppedProfile: string | null
}

/**
 * Reads a PNG up to its first pixel. `decode` reads it from the start, row by row, in a few times
 * one row of memory. Rows are in sRGB if the file brings a profile that can be used. gAMA and
 * cHRM are ignored, as by everything but a browser.
 */
export async function openPng(source: ByteSource, host: RasterHost): Promise<OpenPng> {
  const colours = await readColours(source, crc32Of(host))
  const { header } = colours
  const isGrey = header.colourType === 0 || header.colourType === 4
  const { transform, warnings } = readPngProfile(colours.profile, isGrey, host)
  const droppedProfile = warnings[0] ?? null
  if (colours.isAnimated) warnings.push("This PNG is animated; only its first picture is printed.")
  return {
    header,
    widthPx: header.widthPx,
    heightPx: header.heightPx,
    warnings,
    droppedProfile,
    async decode(sink, pause) {
      const converted: RowSink = transform
        ? (row, y) => {
            transform.apply(row)
            sink(row, y)
          }
        : sink
      const decodeRows = header.isInterlaced ? decodeInterlaced : decodePlain
      await decodeRows(source, host, colours, converted, pause).finally(() => transform?.close?.())
    },
  }
}

/** The pixels decoded before the consumer is asked again whether it can take more. */
const PAUSE_PIXELS = 32_768

type PngPreamble = PngColours & { isAnimated: boolean; profile?: Uint8Array }

async function readColours(source: ByteSource, crc32: Crc32): Promise<PngPreamble> {
  let colours: PngPreamble | undefined
  for await (const event of readPngChunks(source, crc32)) {
    if (event.kind !== "chunk") break
    if (!colours) {
      if (event.name !== "IHDR") throw damagedPng("it does not begin with its header")
      colours = { header: parsePngHeader(event.body), isAnimated: false }
    } else if (event.name === "PLTE") colours.palette = event.body
    else if (event.name === "tRNS") colours.transparency = event.body
    else if (event.name === "iCCP") colours.profile = event.body
    else if (event.name === "acTL") colours.isAnimated = true
  }
  if (!colours) throw damagedPng("it holds no picture")
  checkColours(colours)
  return colours
}

async function decodePlain(
  source: ByteSource,
  host: RasterHost,
  colours: PngPreamble,
  sink: RowSink,
  pause?: Pause,
): Promise<void> {
  const { header } = colours
  const { widthPx, heightPx } = header
  const kernel = openKernel(host, "decode")
  try {
    const scanlines = openScanlines(kernel, header, widthPx, filterStep(header))
    const expand = sampleExpander(kernel, colours)
    const pixels = kernel.allocate(widthPx * 4)
    const inflate = openInflate(kernel, scanlines.filteredBytes)
    const row = kernel.view(pixels, widthPx * 4)
    let y = 0
    let unpaused = 0
    let isOver = false

    for await (const event of readPngChunks(source, crc32Of(host))) {
      if (event.kind !== "data" || isOver) continue
      inflate.feed(event.bytes)
      for (; y < heightPx; y++) {
        const filtered = inflate.take(scanlines.filteredBytes)
        if (filtered === 0) break
        expand(scanlines.reconstruct(filtered), pixels, widthPx)
        sink(row, y)
        unpaused += widthPx
        if (pause === undefined || unpaused < PAUSE_PIXELS) continue
        await pause(unpaused)
        unpaused = 0
      }
      // The checksum follows the last row. Further rows are not inflated, because they may be
      // endless.
      isOver = y === heightPx && inflate.take(1) !== 0
    }
    if (y < heightPx) throw damagedPng(`it holds only ${y} of its ${heightPx} rows`)
  } finally {
    kernel.close()
  }
}
