import type { ByteSource, RowSink } from "./artwork.ts"
import { crc32Of } from "./crc32.ts"
import type { RasterHost } from "./host.ts"
import { openInflate } from "./inflate.ts"
import type { Pause } from "./pause.ts"
import { damagedPng, readPngChunks } from "./png-chunks.ts"
import { filterStep, type PngHeader, scanlineBytes } from "./png-header.ts"
import { openScanlines, type PngColours, type SampleExpander, sampleExpander } from "./png-samples.ts"
import { openKernel, type RasterKernel } from "./raster-kernel.ts"

/** Adam7 (PNG 3rd edition, section 8.2): first column and row of each pass, and its steps. */
const passes = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
]

/** The bytes of earlier passes that are skipped at once. */
const SKIP_BYTES = 32_768

/**
 * Decodes an interlaced PNG top to bottom. The seven passes follow each other in a single stream.
 * Seven cursors read it side by side, and each skips to its own pass. Together they inflate about
 * twice the picture, and hold a window each instead of the whole picture.
 */
export async function decodeInterlaced(
  source: ByteSource,
  host: RasterHost,
  colours: PngColours,
  sink: RowSink,
  pause: Pause = async () => {},
): Promise<void> {
  const { widthPx, heightPx } = colours.header
  const kernel = openKernel(host, "decode")
  const cursors: PassCursor[] = []
  try {
    const expand = sampleExpander(kernel, colours)
    const pixels = kernel.allocate(widthPx * 4)
    let skipBytes = 0
    for (const pass of passes) {
      const columns = Math.ceil((widthPx - pass.x) / pass.stepX)
      const rows = Math.ceil((heightPx - pass.y) / pass.stepY)
      if (columns <= 0 || rows <= 0) continue
      cursors.push(
        openCursor(source, host, kernel, colours.header, expand, { ...pass, columns, skipBytes }, pause),
      )
      skipBytes += rows * (1 + scanlineBytes(colours.header, columns))
    }
    const row = kernel.view(pixels, widthPx * 4)
    const rowPixels = new Uint32Array(row.buffer, row.byteOffset, widthPx)
    for (let y = 0; y < heightPx; y++) {
      for (const cursor of cursors) {
        if (y % cursor.stepY !== cursor.y) continue
        const passPixels = await cursor.nextRow()
        for (let i = 0, x = cursor.x; x < widthPx; i++, x += cursor.stepX) rowPixels[x] = passPixels[i]
      }
      sink(row, y)
      await pause(widthPx)
    }
    // The cursor of the last pass has met every chunk but the last ones. It reads on so that their
    // CRCs are checked.
    await cursors.at(-1)?.finish()
  } finally {
    for (const cursor of cursors) await cursor.close()
    kernel.close()
  }
}

type PassCursor = {
  x: number
  y: number
  stepX: number
  stepY: number
  /** Returns the pass's next row as RGBA8 pixels, valid until the next call. */
  nextRow(): Promise<Uint32Array>
  finish(): Promise<void>
  close(): Promise<void>
}

type CursorPlan = { x: number; y: number; stepX: number; stepY: number; columns: number; skipBytes: number }

function openCursor(
  source: ByteSource,
  host: RasterHost,
  kernel: RasterKernel,
  header: PngHeader,
  expand: SampleExpander,
  plan: CursorPlan,
  pause: Pause,
): PassCursor {
  const scanlines = openScanlines(kernel, header, plan.columns, filterStep(header))
  const pixels = kernel.allocate(plan.columns * 4)
  const inflate = openInflate(kernel, Math.max(SKIP_BYTES, scanlines.filteredBytes))
  const events = readPngChunks(source, crc32Of(host))
  let skip = plan.skipBytes

  async function feedMore(): Promise<void> {
    for (;;) {
      const { value, done } = await events.next()
      if (done) throw damagedPng("it ends before its last row")
      if (value.kind === "data") return inflate.feed(value.bytes)
    }
  }

  return {
    x: plan.x,
    y: plan.y,
    stepX: plan.stepX,
    stepY: plan.stepY,
    async nextRow() {
      while (skip > 0) {
        const bytes = Math.min(skip, SKIP_BYTES)
        if (inflate.take(bytes) === 0) {
          await feedMore()
          continue
        }
        skip -= bytes
        await pause(bytes >> 2)
      }
      let filtered = inflate.take(scanlines.filteredBytes)
      for (; filtered === 0; filtered = inflate.take(scanlines.filteredBytes)) await feedMore()
      expand(scanlines.reconstruct(filtered), pixels, plan.columns)
      return new Uint32Array(kernel.calls.memory.buffer, pixels, plan.columns)
    },
    async finish() {
      for await (const _ of events);
    },
    async close() {
      await events.return(undefined)
    },
  }
}
