import type { ArtworkKind, ByteSource } from "./artwork.ts"
import type { RasterHost } from "./host.ts"
import { openArtwork } from "./open-artwork.ts"
import { maxChunkBytes, openPngRows } from "./png-writer.ts"
import { pullFrom } from "./push-to-pull.ts"
import { openKernel } from "./raster-kernel.ts"

/**
 * Rewrites artwork that is slow to read (JPEG, TIFF, WebP, interlaced or 16-bit PNG) as a plain RGBA8 PNG in
 * sRGB, upright, with every pixel as `inspectArtwork` saw it. Trim boxes hold for both. Makers of
 * stamps then read it as "png". A yielded piece is valid until the next request.
 */
export async function* makeMaster(
  source: ByteSource,
  kind: Exclude<ArtworkKind, "svg">,
  host: RasterHost,
): AsyncGenerator<Uint8Array> {
  const artwork = await openArtwork(source, kind, host, null)
  yield* pullFrom(host, maxChunkBytes(artwork.widthPx), async (emit, pause) => {
    const kernel = openKernel(host, "stamp")
    try {
      await artwork.decode(openPngRows(kernel, artwork, host, false, emit), pause)
    } finally {
      kernel.close()
    }
  })
}
