import type { RasterKernel } from "../raster/raster-kernel.ts"
import type { StampReader } from "../raster/stamp-reader.ts"

/** The bytes of one read. */
const WINDOW_BYTES = 1 << 20
const LOOK_BYTES = 8 * 1024

/** A reader of a file from place to place through one buffer. */
export type FileWindow = {
  sizeBytes: number
  /** Returns between 1 and `atMost` bytes at `offset`, a view until the next call. Throws beyond the end. */
  some(offset: number, atMost: number): Promise<Uint8Array>
  /** Returns exactly so many bytes at `offset`, as a copy. */
  exact(offset: number, length: number): Promise<Uint8Array>
}

export function openWindow(kernel: RasterKernel, file: StampReader): FileWindow {
  const buffer = kernel.allocate(WINDOW_BYTES)
  const { sizeBytes } = file
  let start = 0
  let length = 0

  async function some(offset: number, atMost: number): Promise<Uint8Array> {
    if (offset < 0 || offset >= sizeBytes || atMost < 1)
      throw new Error(`the file ends at ${sizeBytes} bytes, and byte ${offset} was looked for`)
    if (offset < start || offset >= start + length) {
      start = offset
      length = Math.min(WINDOW_BYTES, sizeBytes - offset)
      const view = kernel.view(buffer, length)
      if (file.readInto) await file.readInto(start, view)
      else view.set(await file.read(start, length))
    }
    const from = offset - start
    return kernel.view(buffer + from, Math.min(atMost, length - from))
  }

  return {
    sizeBytes,
    some,
    async exact(offset, count) {
      // A short read elsewhere, of a length or a head, leaves the window in place.
      const isOutside = offset < start || offset >= start + length
      if (isOutside && count > 0 && count <= LOOK_BYTES && offset >= 0 && offset + count <= sizeBytes)
        return (await file.read(offset, count)).slice()
      const bytes = new Uint8Array(count)
      for (let have = 0; have < count; ) {
        const piece = await some(offset + have, count - have)
        bytes.set(piece, have)
        have += piece.length
      }
      return bytes
    },
  }
}
