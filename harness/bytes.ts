import type { ByteSource } from "../sheet/raster/artwork.ts"
import type { StampReader } from "../sheet/raster/stamp-reader.ts"

/** Returns a file in memory, read in pieces of that many bytes. */
export function bytesSource(bytes: Uint8Array, pieceBytes = 65_536): ByteSource {
  return async (fromByte = 0) => {
    let offset = fromByte
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (offset >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(offset, offset + pieceBytes))
        offset += pieceBytes
      },
    })
  }
}

/** Returns a stamp file in memory. */
export function bytesStamp(bytes: Uint8Array): StampReader {
  return { sizeBytes: bytes.length, read: async (offset, length) => bytes.slice(offset, offset + length) }
}

/** Joins all pieces. */
export async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece.slice())
  return new Uint8Array(Buffer.concat(all))
}
