import type { ArtworkKind, ByteSource, RowSource } from "./artwork.ts"
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
  yield* makePng(await openArtwork(source, kind, host, null), host)
}

/** Writes rows as a plain RGBA8 PNG in sRGB. A yielded piece is valid until the next request. */
export async function* makePng(rows: RowSource, host: RasterHost): AsyncGenerator<Uint8Array> {
  yield* pullFrom(host, maxChunkBytes(rows.widthPx), async (emit, pause) => {
    const kernel = openKernel(host, "stamp")
    try {
      await rows.decode(openPngRows(kernel, rows, host, emit), pause)
    } finally {
      kernel.close()
    }
  })
}
