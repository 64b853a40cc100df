import { plainCrc32 } from "../../../../sheet/raster/crc32.ts"

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** Each row as differences to the one above: filter type 2 (PNG, section 9.2). */
const UP = 2

/** Writes rows of straight RGBA8 as a PNG, compressed by the browser while they come. */
export function openPngRows(widthPx: number, heightPx: number) {
  const rowBytes = widthPx * 4
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, widthPx)
  header.setUint32(4, heightPx)
  header.setUint32(8, 0x08060000)
  const parts: Uint8Array<ArrayBuffer>[] = [SIGNATURE, chunk("IHDR", new Uint8Array(header.buffer))]
  const deflate = new CompressionStream("deflate")
  const writer = deflate.writable.getWriter()
  const collected = collect(deflate.readable, (bytes) => parts.push(chunk("IDAT", bytes)))
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
      return new Blob([...parts, chunk("IEND", new Uint8Array())], { type: "image/png" })
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

function chunk(name: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + body.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, body.length)
  bytes.set(new TextEncoder().encode(name), 4)
  bytes.set(body, 8)
  view.setUint32(8 + body.length, plainCrc32(bytes.subarray(4, 8 + body.length), 0))
  return bytes
}
