import type { Picture } from "./artwork.ts"
import { joined } from "./file-bytes.ts"
import type { RasterHost } from "./host.ts"
import { openPng } from "./open-png.ts"
import { restingPause, ZLIB_PIXELS } from "./pause.ts"
import { openPngRows } from "./png-writer.ts"
import { openKernel } from "./raster-kernel.ts"

/** Encodes a small picture as PNG. The same pixels give the same bytes. */
export async function encodePicture(picture: Picture, host: RasterHost): Promise<Uint8Array> {
  const { widthPx, heightPx, rgba } = picture
  const kernel = openKernel(host, "stamp")
  try {
    const pieces: Uint8Array[] = []
    const put = openPngRows(kernel, picture, host, true, (piece) => pieces.push(piece.slice()))
    const pause = restingPause(host)
    for (let y = 0; y < heightPx; y++) {
      put(rgba.subarray(y * widthPx * 4, (y + 1) * widthPx * 4), y)
      await pause(ZLIB_PIXELS * widthPx)
    }
    return joined(pieces)
  } finally {
    kernel.close()
  }
}

/** Decodes a small PNG whole. Rejects with an ArtworkError if it is damaged. */
export async function decodePicture(png: Uint8Array, host: RasterHost): Promise<Picture> {
  const source = async () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(png)
        controller.close()
      },
    })
  const { widthPx, heightPx, decode } = await openPng(source, host)
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  await decode((row, y) => rgba.set(row, y * widthPx * 4), restingPause(host))
  return { widthPx, heightPx, rgba }
}
