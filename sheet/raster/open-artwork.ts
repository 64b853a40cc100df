import { openJpeg } from "./jpeg/open-jpeg.ts"
import { openPng } from "./open-png.ts"
import { openSvg } from "./svg/open-svg.ts"
import type { ArtworkKind, ByteSource, RasterHost, RowSource } from "./types.ts"

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
  svgWidthPx: number,
): Promise<OpenArtwork> {
  switch (kind) {
    case "png": {
      const png = await openPng(source, host)
      return { ...png, needsMaster: png.header.isInterlaced || png.header.depth === 16 }
    }
    case "jpeg":
      return { ...(await openJpeg(source, host)), needsMaster: true }
    case "svg":
      return { ...(await openSvg(source, host, svgWidthPx)), needsMaster: false }
  }
}
