import { crc32Of } from "./crc32.ts"
import { openArtwork } from "./open-artwork.ts"
import { bandRows, maxChunkBytes, openPngEncoder, pngPreamble } from "./png-writer.ts"
import { pullFrom } from "./push-to-pull.ts"
import { openKernel } from "./raster-kernel.ts"
import type { ArtworkKind, ByteSource, RasterHost } from "./types.ts"

/**
 * Rewrites artwork that is dear to read (JPEG, interlaced or 16-bit PNG) as a plain RGBA8 PNG in sRGB, upright, with every
 * pixel as `inspectArtwork` saw it; trim boxes hold for both. Makers of stamps then read it as "png". Yielded pieces are valid until the next is asked for.
 */
export async function* makeMaster(
  source: ByteSource,
  kind: "png" | "jpeg",
  host: RasterHost,
): AsyncGenerator<Uint8Array> {
  const artwork = await openArtwork(source, kind satisfies ArtworkKind, host, 0)
  const { widthPx, heightPx } = artwork
  yield* pullFrom(host, maxChunkBytes(widthPx), async (emit, pause) => {
    const kernel = openKernel(host, "stamp")
    try {
      const rowBytes = widthPx * 4
      const rows = bandRows(widthPx)
      const above = kernel.allocate((rows + 1) * rowBytes)
      const encoder = openPngEncoder(kernel, widthPx, host)
      const view = kernel.view(above, (rows + 1) * rowBytes)
      emit(pngPreamble(widthPx, heightPx, null, crc32Of(host)))
      let pending = 0
      await artwork.decode((row, y) => {
        view.set(row, ++pending * rowBytes)
        const isLast = y === heightPx - 1
        if (pending < rows && !isLast) return
        emit(encoder.encode(above + rowBytes, pending, [], false, isLast))
        view.copyWithin(0, pending * rowBytes, (pending + 1) * rowBytes)
        pending = 0
      }, pause)
    } finally {
      kernel.close()
    }
  })
}
