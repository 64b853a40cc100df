import { ArtworkError, type ByteSource } from "./artwork.ts"
import { openBytes } from "./byte-reader.ts"
import type { Crc32 } from "./crc32.ts"
import { PNG_CHUNK_MAX_BYTES, PNG_MAX_CHUNKS } from "./limits.ts"

/**
 * A whole chunk other than IDAT (too long ones are left out), a piece of IDAT (valid until the next
 * event), or IEND.
 */
type PngEvent =
  | { kind: "chunk"; name: string; body: Uint8Array }
  | { kind: "data"; bytes: Uint8Array }
  | { kind: "end"; sizeBytes: number }

export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/**
 * Walks the chunks of a PNG in one pass and checks every CRC. Ends after IEND. IDAT pieces come out
 * before their chunk's CRC is checked, so trust the picture only when the walk is over.
 */
export async function* readPngChunks(source: ByteSource, crc32: Crc32): AsyncGenerator<PngEvent, void> {
  const bytes = await openBytes(source)
  try {
    const signature = await bytes.exact(8)
    let sizeBytes = 8
    if (!signature?.every((byte, i) => byte === PNG_SIGNATURE[i]))
      throw damagedPng("it does not begin as a PNG does")
    for (let count = 0; ; count++) {
      if (count === PNG_MAX_CHUNKS) throw damagedPng("it is cut into far too many blocks")
      const head = await bytes.exact(8)
      if (!head) throw damagedPng("it ends too early")
      const length = readUint32(head, 0)
      if (length > 0x7fffffff) throw damagedPng("a block of it has an impossible length")
      const name = String.fromCharCode(...head.subarray(4))
      if (!/^[A-Za-z]{4}$/.test(name)) throw damagedPng("it holds a block without a proper name")
      let crc = crc32(head.subarray(4), 0)
      sizeBytes += length + 12
      if (name !== "IDAT" && length <= PNG_CHUNK_MAX_BYTES) {
        const body = await bytes.exact(length)
        if (!body) throw damagedPng("it ends too early")
        await expectCrc(crc32(body, crc), name)
        if (name === "IEND") {
          yield { kind: "end", sizeBytes }
          return
        }
        yield { kind: "chunk", name, body }
        continue
      }
      for (let remaining = length; remaining > 0; ) {
        const piece = await bytes.some(remaining)
        if (!piece) throw damagedPng("it ends too early")
        crc = crc32(piece, crc)
        remaining -= piece.length
        if (name === "IDAT") yield { kind: "data", bytes: piece }
      }
      await expectCrc(crc, name)
    }
  } finally {
    await bytes.close()
  }

  async function expectCrc(crc: number, name: string): Promise<void> {
    const stored = await bytes.exact(4)
    if (!stored) throw damagedPng("it ends too early")
    if (readUint32(stored, 0) !== crc >>> 0) throw damagedPng(`the checksum of its ${name} block is wrong`)
  }
}

export function readUint32(bytes: Uint8Array, offset: number): number {
  return (
    ((bytes[offset] << 24) | (bytes[offset + 1] << 16) | (bytes[offset + 2] << 8) | bytes[offset + 3]) >>> 0
  )
}

export function damagedPng(detail: string): ArtworkError {
  return new ArtworkError(
    "damaged",
    `This PNG is damaged: ${detail}. Export it again from your design program and upload it again.`,
  )
}
