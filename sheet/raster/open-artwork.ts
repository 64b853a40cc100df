import { openPng } from "./open-png.ts"
import { ArtworkError, type ArtworkKind, type ByteSource, type RasterHost, type RowSource } from "./types.ts"

export type OpenArtwork = RowSource & {
  /** In plain words, for the seller. */
  warnings: string[]
  /** True when every reading is so much dearer than a plain PNG's that a PNG master should be kept. */
  needsMaster: boolean
}

/** Opens any artwork with the decoder for its kind. SVG is drawn `svgWidthPx` wide; the others ignore that. */
export async function openArtwork(
  source: ByteSource,
  kind: ArtworkKind,
  host: RasterHost,
  _svgWidthPx: number,
): Promise<OpenArtwork> {
  switch (kind) {
    case "png": {
      const png = await openPng(source, host)
      return { ...png, needsMaster: png.header.isInterlaced || png.header.depth === 16 }
    }
    case "jpeg":
    case "svg":
      throw new ArtworkError("unsupported", `${kind.toUpperCase()} artwork cannot be read yet.`)
  }
}
