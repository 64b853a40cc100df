import type { ArtworkKind, ByteSource, RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { SVG_INSPECT_WIDTH_PX } from "../raster/limits.ts"
import { type OpenArtwork, openArtwork } from "../raster/open-artwork.ts"
import { restingPause } from "../raster/pause.ts"
import { openPieceRows, type PieceOnGrid } from "../raster/piece-rows.ts"
import { openKernel } from "../raster/raster-kernel.ts"
import type { DrawnText } from "../raster/svg/open-svg.ts"
import { SVG_STAMP_EFFORT } from "../raster/svg/svg-limit.ts"
import { findInk, type MmText } from "./find-ink.ts"
import type { InkLimits, InkReport } from "./finding.ts"
import { openColourSample } from "./outside-ink.ts"
import { openInkReading } from "./read-ink.ts"
import { UNUSABLE_PRESS } from "./soft-proof.ts"

/** The pixels per inch that an SVG is drawn with, and the bounds of that drawing's width. */
const SVG_DPI = 300
const SVG_LEAST_PX = 256
const SVG_MOST_PX = 6000

/** The settings of a check. */
export type InkCheck = {
  /**
   * The printed length of a pixel of the artwork, in mm: 25.4 × printed inches / pixels of the part that they
   * count for (`scaleBox`). An SVG's pixels are those of a drawing SVG_INSPECT_WIDTH_PX wide.
   */
  mmPerPx: number
  /** That of a pixel of the artwork's own, where the rows were made for the print; null for a drawing, which has none. */
  ownMmPerPx?: number | null
  limits: InkLimits
  /** True where the press prints white beneath the colours. */
  hasWhite: boolean
  /** The families that an SVG whose text is outlines by now was drawn without. */
  missingFonts?: readonly string[]
  /** The words about the colour profile that the original of a mended picture has lost. */
  droppedProfile?: string | null
  /** The texts that are placed on the artwork, as SVG paths on a canvas that fills it. */
  placed?: Pick<PieceOnGrid, "texts" | "canvas">
  /** Reads the colour profile of the press, once the artwork's rows are read; none where it is not known. */
  press?: () => Promise<Uint8Array>
  /** Words for lengths; mm without it. */
  text?: MmText
}

/**
 * Decodes an artwork and returns its findings at a printed size, the worst first, and what could not be looked for. On top of the time of decoding, a
 * photograph takes up to four tenths of it; flat art, which is decoded in a blink, takes it once or twice more, and a crowd
 * of small shapes up to three times. It takes some 20 MB at the widest. Throws an ArtworkError if the artwork cannot be read. The same
 * bytes at the same size give the same findings.
 */
export async function checkInk(
  source: ByteSource,
  kind: ArtworkKind,
  host: RasterHost,
  check: InkCheck,
): Promise<InkReport> {
  const { mmPerPx, placed } = check
  if (!(mmPerPx > 0)) throw new RangeError(`A printed pixel is longer than 0 mm, not ${mmPerPx}`)
  const wantedPx = Math.round((SVG_INSPECT_WIDTH_PX * mmPerPx * SVG_DPI) / 25.4)
  const artwork = await openArtwork(source, kind, host, {
    widthPx: Math.max(SVG_LEAST_PX, Math.min(SVG_MOST_PX, wantedPx)),
    effort: SVG_STAMP_EFFORT,
  })
  const opened = openInkCheck(artwork, kind, host, check)
  try {
    const rows = placed ? await withTexts(artwork, placed, host) : artwork
    await rows.decode(opened.push, restingPause(host))
    return await opened.finish()
  } finally {
    opened.close()
  }
}

/** Does the same for rows that are made in another way. */
export async function checkInkRows(rows: RowSource, host: RasterHost, check: InkCheck): Promise<InkReport> {
  const { widthPx, heightPx } = rows
  const opened = openInkCheck({ widthPx, heightPx, text: null, droppedProfile: null }, "png", host, check)
  try {
    await rows.decode(opened.push, restingPause(host))
    return await opened.finish()
  } finally {
    opened.close()
  }
}

/** Opens an artwork's rows with texts over them. */
function withTexts(
  artwork: OpenArtwork,
  placed: Pick<PieceOnGrid, "texts" | "canvas">,
  host: RasterHost,
): Promise<RowSource> {
  const { widthPx, heightPx } = artwork
  const whole = { x: 0, y: 0, width: widthPx, height: heightPx }
  const piece = { grid: { widthPx, heightPx }, part: whole, below: artwork, belowBox: whole, ...placed }
  return openPieceRows(piece, host)
}

/** A check that is given an artwork's rows while these are decoded. */
export type OpenInkCheck = { push(row: Uint8Array): void; finish(): Promise<InkReport>; close(): void }

/** Opens a check of an artwork that is about to be decoded, perhaps for something else as well. */
export function openInkCheck(
  artwork: Pick<OpenArtwork, "widthPx" | "heightPx" | "text" | "droppedProfile">,
  kind: ArtworkKind,
  host: RasterHost,
  { mmPerPx, ownMmPerPx, limits, hasWhite, missingFonts = [], droppedProfile, press, text }: InkCheck,
): OpenInkCheck {
  const { widthPx, heightPx } = artwork
  const isVector = kind === "svg"
  const scale = isVector ? SVG_INSPECT_WIDTH_PX / widthPx : 1
  const kernel = openKernel(host, "ink")
  const reading = openInkReading(kernel, { widthPx, heightPx, mmPerPx: mmPerPx * scale }, limits)
  const sample = press && openColourSample(artwork)
  return {
    push(row) {
      reading.push(row)
      sample?.push(row)
    },
    async finish() {
      const read = reading.finish()
      const outside = sample && press ? sample.finish(await press(), host) : null
      const facts = {
        dpi: isVector || ownMmPerPx === null ? null : Math.floor(25.4 / (ownMmPerPx ?? mmPerPx) + 1e-6),
        // What was enlarged for the print has its detail in more pixels.
        enlarged: Math.max(1, (ownMmPerPx ?? mmPerPx) / mmPerPx),
        hasWhite,
        replacedFonts: replacedFonts(artwork.text, missingFonts),
        droppedProfile: artwork.droppedProfile ?? droppedProfile ?? null,
        outside,
      }
      const isUnusable = press !== undefined && outside === null
      return {
        findings: findInk(read, facts, limits, text),
        notChecked: isUnusable ? [{ code: "out-of-gamut", reason: UNUSABLE_PRESS }] : [],
      }
    },
    close: () => kernel.close(),
  }
}

/** Returns the fonts that a drawing misses; none by name where all its text is drawn in the plain one. */
function replacedFonts(text: DrawnText | null, missing: readonly string[]): readonly string[] | null {
  if (text !== null) return []
  return missing.length > 0 ? missing : null
}
