import { artworkKinds, type MediaType } from "../../contract/artwork/artwork-kind.ts"
import { MAX_UPLOAD_BYTES, MIB } from "../../contract/limit.ts"
import { ArtworkError, type ArtworkKind } from "../../sheet/raster/artwork.ts"
import { probeArtwork } from "../../sheet/raster/probe-artwork.ts"
import { upToBytes } from "./receive-file.ts"

/** Detects a file's type by its first bytes, never by its name. */
export function judgeArtwork() {
  let kind: ArtworkKind | null = null
  return {
    inspect(head: Uint8Array): void {
      kind = probeArtwork(head).kind
    },
    mediaType(): MediaType {
      if (!kind) throw new Error("asked for the type before the bytes were read")
      return artworkKinds[kind].mediaType
    },
  }
}

/** Returns the bytes of a file; throws an ArtworkError once they are more than a file may have. */
export function upToLimit(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const words = `This file is larger than ${MAX_UPLOAD_BYTES / MIB} MB. Export it in the size it will be printed in, or as a PNG with compression, and upload that.`
  return upToBytes(body, MAX_UPLOAD_BYTES, () => new ArtworkError("too-large", words))
}
