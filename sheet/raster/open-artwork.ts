import type { ArtworkKind, ByteSource, RowSource } from "./artwork.ts"
import type { RasterHost } from "./host.ts"
import { openJpeg } from "./jpeg/open-jpeg.ts"
import { openPng } from "./open-png.ts"
import type { SvgEffort } from "./svg/bound-renderer.ts"
import { type DrawnText, openSvg, type TargetSize } from "./svg/open-svg.ts"
import type { FindFonts } from "./svg/text-faces.ts"
import { openTiff } from "./tiff/open-tiff.ts"
import { openWebp } from "./webp/open-webp.ts"

export type OpenArtwork = RowSource & {
  /** Plain words for the seller. */
  warnings: string[]
  /** The warnings about a colour profile that was left out, and about ink colours converted without one. */
  droppedProfile: string | null
  /** True to keep a PNG master, because the original is much slower to read than a plain PNG. */
  needsMaster: boolean
  /** The outlines drawn for an SVG with text. */
  text: DrawnText | null
}

/** The way to draw an SVG: its height follows from the width, unless a grid gives it to the pixel. */
type SvgDrawing = TargetSize & { effort: SvgEffort; findFonts?: FindFonts }

/** Opens any artwork with the decoder for its kind. `svg` applies to SVG alone. */
export async function openArtwork(
  source: ByteSource,
  kind: ArtworkKind,
  host: RasterHost,
  svg: SvgDrawing | null,
): Promise<OpenArtwork> {
  switch (kind) {
    case "png": {
      const png = await openPng(source, host)
      return { ...png, needsMaster: png.header.isInterlaced || png.header.depth === 16, text: null }
    }
    case "jpeg":
      return { ...(await openJpeg(source, host)), needsMaster: true, text: null }
    case "tiff":
      return { ...(await openTiff(source, host)), needsMaster: true, text: null }
    case "webp":
      return { ...(await openWebp(source, host)), needsMaster: true, text: null }
    case "svg":
      if (svg === null) throw new Error("an SVG has no pixels but those it is drawn with")
      return {
        ...(await openSvg(source, host, svg, svg.effort, svg.findFonts)),
        needsMaster: false,
        droppedProfile: null,
      }
  }
}
