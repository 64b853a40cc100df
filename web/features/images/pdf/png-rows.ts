import { plainCrc32 } from "../../../../sheet/raster/crc32.ts"
import { pngChunk, pngPreamble } from "../../../../sheet/raster/png-writer.ts"

/** Each row as differences to the one above: filter type 2 (PNG, section 9.2). */
const UP = 2

/** Writes rows of straight RGBA8 as a PNG, compressed by the browser while they come. */
export function openPngRows(widthPx: number, heightPx: number) {
  const rowBytes = widthPx * 4
  const parts = [pngPreamble(widthPx, heightPx, null, plainCrc32)]
  const deflate = new CompressionStream("deflate")
  const writer = deflate.writable.getWriter()
  const collected = collect(deflate.readable, (bytes) => parts.push(pngChunk("IDAT", [bytes], plainCrc32)))
  const above = new Uint8Array(rowBytes)

  return {
    /** Takes whole rows. */
    async write(rows: Uint8Array): Promise<void> {
      const count = rows.length / rowBytes
      const filtered = new Uint8Array(count * (rowBytes + 1))
      for (let y = 0, to = 0; y < count; y++) {
        filtered[to++] = UP
        const row = rows.subarray(y * rowBytes, (y + 1) * rowBytes)
        for (let i = 0; i < rowBytes; i++) filtered[to++] = row[i] - above[i]
        above.set(row)
      }
      await writer.write(filtered)
    },
    async end(): Promise<Blob> {
      await writer.close()
      await collected
      return new Blob([...parts, pngChunk("IEND", [], plainCrc32)], { type: "image/png" })
    },
  }
}

async function collect(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (bytes: Uint8Array) => void,
): Promise<void> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    take(value)
  }
}
