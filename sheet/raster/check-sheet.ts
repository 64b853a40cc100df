import type { ByteSource } from "./artwork.ts"
import { crc32Of } from "./crc32.ts"
import type { RasterHost } from "./host.ts"
import { openInflate } from "./inflate.ts"
import { restingPause } from "./pause.ts"
import { readPngChunks, readUint32 } from "./png-chunks.ts"
import { pixelsPerMetre } from "./png-writer.ts"
import { openKernel } from "./raster-kernel.ts"

type SheetCheck = { sizeBytes: number; rows: number }

type ExpectedSheet = { widthPx: number; lengthPx: number; dpi: number }

/**
 * Reads a written sheet back: every chunk's CRC, IHDR, sRGB, pHYs, one zlib stream of exactly the
 * expected rows with known filters and a right Adler-32, IEND. Throws an Error that names the first
 * mismatch.
 */
export async function checkSheet(
  source: ByteSource,
  expected: ExpectedSheet,
  host: RasterHost,
): Promise<SheetCheck> {
  const rowBytes = expected.widthPx * 4 + 1
  const chunks = new Map<string, Uint8Array>()
  const kernel = openKernel(host, "measure")
  const pause = restingPause(host)
  let rows = 0
  let sizeBytes = 0
  let hasEnded = false
  try {
    const inflate = openInflate(kernel, rowBytes)
    for await (const event of readPngChunks(source, crc32Of(host))) {
      if (event.kind === "end") sizeBytes = event.sizeBytes
      if (event.kind === "chunk") chunks.set(event.name, event.body)
      if (event.kind !== "data") continue
      if (!chunks.has("IHDR")) throw new Error("the sheet does not begin with its header")
      inflate.feed(event.bytes)
      for (let row = inflate.take(rowBytes); row !== 0; row = inflate.take(rowBytes)) {
        if (rows === expected.lengthPx) throw new Error(`the sheet holds more than ${expected.lengthPx} rows`)
        const [filter] = kernel.view(row, 1)
        if (filter > 4) throw new Error(`row ${rows} of the sheet has filter ${filter}`)
        rows++
        await pause(expected.widthPx)
      }
      hasEnded = inflate.hasEnded()
    }
  } finally {
    kernel.close()
  }
  checkChunks(chunks, expected)
  if (rows !== expected.lengthPx)
    throw new Error(`the sheet holds ${rows} rows, expected ${expected.lengthPx}`)
  if (!hasEnded) throw new Error("the sheet does not end with its last row")
  return { sizeBytes, rows }
}

function checkChunks(chunks: Map<string, Uint8Array>, { widthPx, lengthPx, dpi }: ExpectedSheet): void {
  const header = chunks.get("IHDR")
  const [width, height] = header?.length === 13 ? [readUint32(header, 0), readUint32(header, 4)] : [0, 0]
  if (width !== widthPx || height !== lengthPx) {
    throw new Error(`the sheet is ${width} × ${height} px, expected ${widthPx} × ${lengthPx}`)
  }
  if (header?.subarray(8).join() !== "8,6,0,0,0") throw new Error("the sheet is not plain RGBA of 8 bits")
  if (chunks.get("sRGB")?.length !== 1) throw new Error("the sheet does not say that it is sRGB")
  const density = chunks.get("pHYs")
  const expectedDensity = pixelsPerMetre(dpi)
  const isDense =
    density?.length === 9 &&
    readUint32(density, 0) === expectedDensity &&
    readUint32(density, 4) === expectedDensity &&
    density[8] === 1
  if (!isDense) throw new Error(`the sheet's pHYs is not ${expectedDensity} pixels a metre`)
}
