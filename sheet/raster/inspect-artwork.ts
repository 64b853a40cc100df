import { openSilhouette, type Silhouette } from "../silhouette.ts"
import {
  ArtworkError,
  type ArtworkKind,
  type Box,
  type ByteSource,
  type RowSink,
  type RowSource,
} from "./artwork.ts"
import { openBytes } from "./byte-reader.ts"
import type { RasterHost } from "./host.ts"
import { PREVIEW_MAX_PX, PROBE_BYTES, SVG_INSPECT_WIDTH_PX } from "./limits.ts"
import type { Look } from "./look-with-texts.ts"
import { type OpenArtwork, openArtwork } from "./open-artwork.ts"
import { restingPause } from "./pause.ts"
import { probeArtwork } from "./probe-artwork.ts"
import { openKernel } from "./raster-kernel.ts"
import { openResampler } from "./resample.ts"
import type { DrawnText } from "./svg/open-svg.ts"
import { SVG_INSPECT_EFFORT } from "./svg/svg-limit.ts"
import type { FindFonts } from "./svg/text-faces.ts"

export { probeArtwork } from "./probe-artwork.ts"

export type ArtworkReport = {
  kind: ArtworkKind
  /** The upright size, after EXIF orientation. An SVG is measured at a width of SVG_INSPECT_WIDTH_PX. */
  widthPx: number
  heightPx: number
  /** The bounding box of alpha > 0. */
  trim: Box
  /** True if every pixel has full alpha. */
  isOpaque: boolean
  /**
   * The share of the inked pixels (alpha > 0) that are soft: half transparent, and so are their eight
   * neighbours. The smoothing of an outline is at most two pixels wide, and a hairline has clear
   * pixels beside it, so neither counts. Shadows, glows and fades do.
   */
  softShare: number
  /** Plain words for the seller. Preflight warns of softness, because it knows how it prints. */
  warnings: string[]
  /** The places of ink. An opaque picture is ink all over. */
  silhouette: Silhouette
  /** The whole picture, fitted into the preview size but never enlarged: straight RGBA8. */
  preview: { widthPx: number; heightPx: number; rgba: Uint8Array }
  /** True if later readings should use a master made by makeMaster instead of the original. */
  needsMaster: boolean
  /** The outlines of an SVG with text, for later readings, and the fonts that it misses. */
  text: DrawnText | null
}

/**
 * Decodes an artwork once, row by row, and measures it. `watch` may look at all rows as well. Throws an ArtworkError if
 * it cannot be printed.
 */
export async function inspectArtwork(
  source: ByteSource,
  host: RasterHost,
  options: {
    previewPx: number
    findFonts?: FindFonts
    watch?: (artwork: OpenArtwork, kind: ArtworkKind) => (row: Uint8Array) => void
  },
): Promise<ArtworkReport> {
  const { kind } = probeArtwork(await readHead(source))
  const artwork = await openArtwork(source, kind, host, {
    widthPx: SVG_INSPECT_WIDTH_PX,
    effort: SVG_INSPECT_EFFORT,
    ...(options.findFonts && { findFonts: options.findFonts }),
  })
  const { widthPx, heightPx } = artwork
  const silhouette = openSilhouette(widthPx, heightPx, kind === "svg")
  const watch = options.watch?.(artwork, kind) ?? null
  const previewPx = Math.min(PREVIEW_MAX_PX, options.previewPx)
  const measured = await measure(artwork, host, previewPx, { onInk: silhouette.push, watch })
  const { trim, inked, half, soft } = measured
  if (inked === 0) {
    throw new ArtworkError(
      "empty",
      "This picture is completely transparent. Check that the layers are visible, export it again and upload it again.",
    )
  }
  return {
    kind,
    widthPx,
    heightPx,
    trim,
    isOpaque: inked === widthPx * heightPx && half === 0,
    softShare: soft / inked,
    warnings: artwork.warnings,
    silhouette: silhouette.finish(),
    preview: measured.preview,
    needsMaster: artwork.needsMaster,
    text: artwork.text,
  }
}

/** Measures rows as `inspectArtwork` does, of which nothing but their look is asked for. */
export async function inspectRows(rows: RowSource, host: RasterHost, previewPx: number): Promise<Look> {
  const silhouette = openSilhouette(rows.widthPx, rows.heightPx, false)
  const { trim, preview } = await measure(rows, host, previewPx, { onInk: silhouette.push, watch: null })
  return { trim, preview, silhouette: silhouette.finish() }
}

async function readHead(source: ByteSource): Promise<Uint8Array> {
  const bytes = await openBytes(source)
  try {
    const head = new Uint8Array(PROBE_BYTES)
    let have = 0
    while (have < PROBE_BYTES) {
      const piece = await bytes.some(PROBE_BYTES - have)
      if (!piece) break
      head.set(piece, have)
      have += piece.length
    }
    return head.subarray(0, have)
  } finally {
    await bytes.close()
  }
}

/** A measurement; `half` counts pixels below full alpha, `soft` those whose eight neighbours are too. */
type Measured = Pick<ArtworkReport, "trim" | "preview"> & { inked: number; half: number; soft: number }

/** Measures the decoded rows. `onInk` gets every row that has any ink, `watch` every row. */
async function measure(
  artwork: RowSource,
  host: RasterHost,
  previewPx: number,
  { onInk, watch }: { onInk: RowSink; watch: ((row: Uint8Array) => void) | null },
): Promise<Measured> {
  const { widthPx, heightPx } = artwork
  const scale = Math.min(1, previewPx / Math.max(widthPx, heightPx))
  const preview = {
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
  }
  const previewBytes = preview.widthPx * 4
  const rgba = new Uint8Array(previewBytes * preview.heightPx)
  const kernel = openKernel(host, "measure")
  try {
    const rows = [0, 1, 2].map(() => kernel.allocate(widthPx * 4))
    const result = kernel.allocate(16)
    const plan = {
      sourceWidthPx: widthPx,
      sourceHeightPx: heightPx,
      targetWidthPx: preview.widthPx,
      targetHeightPx: preview.heightPx,
      firstColumn: 0,
      columns: preview.widthPx,
    }
    const resampler = openResampler(kernel, plan, (row, y) => {
      rgba.set(kernel.view(row, previewBytes), y * previewBytes)
    })
    const views = rows.map((row) => kernel.view(row, widthPx * 4))
    const halves = [0, 0, 0]
    const counts = new Int32Array(kernel.calls.memory.buffer, result, 4)
    const box = { left: widthPx, right: 0, top: heightPx, bottom: 0 }
    let inked = 0
    let half = 0
    let soft = 0
    /** Counts row y with the kept rows beside it. At either end the row itself replaces the missing one. */
    const countSoftRow = (y: number) => {
      const above = Math.max(0, y - 1) % 3
      const below = Math.min(heightPx - 1, y + 1) % 3
      if (halves[above] === 0 || halves[y % 3] === 0 || halves[below] === 0) return
      soft += kernel.calls.countSoft(rows[above], rows[y % 3], rows[below], widthPx)
    }
    await artwork.decode((row, y) => {
      views[y % 3].set(row)
      kernel.calls.scanAlpha(rows[y % 3], widthPx, result)
      halves[y % 3] = counts[3]
      if (counts[2] > 0) {
        onInk(row, y)
        box.left = Math.min(box.left, counts[0])
        box.right = Math.max(box.right, counts[1])
        box.top = Math.min(box.top, y)
        box.bottom = y + 1
        inked += counts[2]
        half += counts[3]
      }
      if (y > 0) countSoftRow(y - 1)
      resampler.push(row)
      watch?.(row)
    }, restingPause(host))
    countSoftRow(heightPx - 1)
    const trim = { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }
    return { trim, inked, half, soft, preview: { ...preview, rgba } }
  } finally {
    kernel.close()
  }
}
