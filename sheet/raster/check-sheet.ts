import { crc32Of } from "./crc32.ts"
import { readPngChunks, readUint32 } from "./png-chunks.ts"
import { pixelsPerMetre } from "./png-writer.ts"
import { openKernel } from "./raster-kernel.ts"
import type { ByteSource, RasterHost } from "./types.ts"

export type SheetCheck = { sizeBytes: number; rows: number }

type ExpectedSheet = { widthPx: number; lengthPx: number; dpi: number }

/** Inflated bytes the checksum takes at once. */
const PIECE_BYTES = 256 * 1024

/**
 * Reads a written sheet back: every chunk's CRC, IHDR, sRGB, pHYs, one zlib stream of exactly the expected rows with known
 * filters and a right Adler-32, IEND. Throws an Error that names the first mismatch.
 */
export async function checkSheet(
  source: ByteSource,
  expected: ExpectedSheet,
  host: RasterHost,
): Promise<SheetCheck> {
  const rowBytes = expected.widthPx * 4 + 1
  const expectedBytes = rowBytes * expected.lengthPx
  const chunks = new Map<string, Uint8Array>()
  const trailer = new Uint8Array(4)
  const kernel = openKernel(host, "measure")
  const inflater = host.openInflate()
  const piece = kernel.allocate(PIECE_BYTES)
  const pieceView = kernel.view(piece, PIECE_BYTES)
  let inflatedBytes = 0
  let adler = 1
  let sizeBytes = 0

  function takeInflated(bytes: Uint8Array): void {
    if (inflatedBytes + bytes.length > expectedBytes) {
      throw new Error(`the sheet holds more than ${expected.lengthPx} rows`)
    }
    for (let at = (rowBytes - (inflatedBytes % rowBytes)) % rowBytes; at < bytes.length; at += rowBytes) {
      if (bytes[at] > 4)
        throw new Error(`row ${(inflatedBytes + at) / rowBytes} of the sheet has filter ${bytes[at]}`)
    }
    for (let used = 0; used < bytes.length; used += PIECE_BYTES) {
      const part = bytes.subarray(used, used + PIECE_BYTES)
      pieceView.set(part)
      adler = kernel.calls.adler32(piece, part.length, adler)
    }
    inflatedBytes += bytes.length
  }

  try {
    for await (const event of readPngChunks(source, crc32Of(host))) {
      if (event.kind === "end") sizeBytes = event.sizeBytes
      if (event.kind === "chunk") chunks.set(event.name, event.body)
      if (event.kind !== "data") continue
      if (!chunks.has("IHDR")) throw new Error("the sheet does not begin with its header")
      keepLast(trailer, event.bytes)
      const pending = inflater.push(event.bytes, takeInflated)
      if (pending) await pending
    }
  } finally {
    inflater.close()
    kernel.close()
  }
  checkChunks(chunks, expected)
  if (inflatedBytes !== expectedBytes) {
    throw new Error(`the sheet holds ${inflatedBytes / rowBytes} rows, expected ${expected.lengthPx}`)
  }
  if (readUint32(trailer, 0) !== adler >>> 0) throw new Error("the sheet's Adler-32 is wrong")
  return { sizeBytes, rows: expected.lengthPx }
}

function keepLast(last: Uint8Array, bytes: Uint8Array): void {
  const fresh = bytes.subarray(Math.max(0, bytes.length - last.length))
  last.copyWithin(0, fresh.length)
  last.set(fresh, last.length - fresh.length)
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
