import type { ArtworkKind, ByteSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { SVG_INSPECT_WIDTH_PX } from "../raster/limits.ts"
import { openArtwork } from "../raster/open-artwork.ts"
import { restingPause } from "../raster/pause.ts"
import { openKernel } from "../raster/raster-kernel.ts"
import type { DrawnText } from "../raster/svg/open-svg.ts"
import { SVG_STAMP_EFFORT } from "../raster/svg/svg-limit.ts"
import type { FindFonts } from "../raster/svg/text-faces.ts"
import { findInk, type MmText } from "./find-ink.ts"
import type { InkFinding, InkLimits } from "./finding.ts"
import { openInkReading } from "./read-ink.ts"

/** The pixels per inch that an SVG is drawn with, and the bounds of that drawing's width. */
const SVG_DPI = 300
const SVG_LEAST_PX = 256
const SVG_MOST_PX = 6000

type InkCheck = {
  /**
   * The printed length of a pixel of the artwork, in mm: 25.4 × printed inches / pixels of the part that they
   * count for (`scaleBox`). An SVG's pixels are those of a drawing SVG_INSPECT_WIDTH_PX wide.
   */
  mmPerPx: number
  limits: InkLimits
  /** True where the press prints white beneath the colours. */
  hasWhite: boolean
  findFonts?: FindFonts
  /** Words for lengths; mm without it. */
  text?: MmText
}

/**
 * Decodes an artwork and returns its findings at a printed size, the worst first. Takes a tenth to a third
 * of the time of decoding on top of it, and some 20 MB at the widest. Throws an ArtworkError if the
 * artwork cannot be read. The same bytes at the same size give the same findings.
 */
export async function checkInk(
  source: ByteSource,
  kind: ArtworkKind,
  host: RasterHost,
  { mmPerPx, limits, hasWhite, findFonts, text }: InkCheck,
): Promise<InkFinding[]> {
  if (!(mmPerPx > 0)) throw new RangeError(`A printed pixel is longer than 0 mm, not ${mmPerPx}`)
  const isVector = kind === "svg"
  const wantedPx = Math.round((SVG_INSPECT_WIDTH_PX * mmPerPx * SVG_DPI) / 25.4)
  const artwork = await openArtwork(source, kind, host, {
    widthPx: Math.max(SVG_LEAST_PX, Math.min(SVG_MOST_PX, wantedPx)),
    effort: SVG_STAMP_EFFORT,
    ...(findFonts && { findFonts }),
  })
  const { widthPx, heightPx } = artwork
  const scale = isVector ? SVG_INSPECT_WIDTH_PX / widthPx : 1
  const kernel = openKernel(host, "ink")
  try {
    const reading = openInkReading(kernel, { widthPx, heightPx, mmPerPx: mmPerPx * scale }, limits)
    await artwork.decode((row) => reading.push(row), restingPause(host))
    const facts = {
      dpi: isVector ? null : Math.floor(25.4 / mmPerPx + 1e-6),
      hasWhite,
      replacedFonts: replacedFonts(artwork.text, findFonts !== undefined),
      droppedProfile: artwork.droppedProfile,
    }
    return findInk(reading.finish(), facts, limits, text)
  } finally {
    kernel.close()
  }
}

/** Returns the fonts that a drawing misses. Without a search for fonts, all text is drawn in the plain one. */
function replacedFonts(text: DrawnText | null, isSearched: boolean): string[] | null {
  if (text === null || (isSearched && text.missing.length === 0)) return null
  return text.missing
}
