import type { Mend } from "../../../contract/artwork/mend.ts"
import { chokedMm } from "../../../sheet/mend/choked.ts"
import { inOrder, isPrintedMend, type LayTexts } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import type { Box, ByteSource, Picture, RowSource } from "../../../sheet/raster/artwork.ts"
import { drawWhole } from "../../../sheet/raster/draw-over.ts"
import type { RasterHost } from "../../../sheet/raster/host.ts"
import { DRAWN_MAX_PIXELS } from "../../../sheet/raster/limits.ts"
import { openArtwork } from "../../../sheet/raster/open-artwork.ts"
import { inkOf } from "../../../sheet/raster/picture-ink.ts"
import type { TaskLayer } from "../artwork-text/text-task.ts"
import { widthWithin } from "./width-within.ts"

/** The most pixels of the artwork that are kept, and mended for a closer look. */
const KEPT_PIXELS = 4_200_000
const MM_PER_IN = 25.4
/** The resolution at which an artwork has its own width. */
const OWN_DPI = 300
/** The kinds that only move the frame: the picture before the others has them, too. */
const MOVES: readonly Mend["kind"][] = ["crop", "turn"]

/** An artwork in memory, as large as is worth it. */
export type Artwork = {
  picture: Picture
  /** The width of the file itself. */
  ownWidthPx: number
}

/**
 * Opens artwork that is not a drawing. Returns null if its colours are not those of the press, which alone knows
 * profiles with tables. Rejects with an ArtworkError if the file is damaged.
 */
export async function openForScreen(
  source: ByteSource,
  kind: "png" | "jpeg" | "tiff" | "webp",
  host: RasterHost,
): Promise<Artwork | null> {
  const artwork = await openArtwork(source, kind, host, null)
  if (artwork.droppedProfile !== null) return null
  const picture = await drawWhole(artwork, widthWithin(artwork, KEPT_PIXELS), host)
  return { picture, ownWidthPx: artwork.widthPx }
}

export type MendWish = {
  /** The mends that are on. */
  mends: readonly Mend[]
  /** The width of the whole artwork on the screen, in pixels, before it is cropped, turned or enlarged. */
  widthPx: number
  /** The printed width that millimetres go by; null for the file's own at 300 DPI. */
  widthIn: number | null
  /** True if printed widths count without transparent margins. */
  trims: boolean
  /** The texts that are mended too. */
  texts?: readonly TaskLayer[] | undefined
}

export type MendedPicture = {
  /** The picture that was cropped and turned alone, to be compared. */
  before: Picture
  after: Picture
  /** The pixels of `after` for each of `before`, side by side. */
  scale: number
  /** The ink of `after`; null if nothing is left. */
  ink: Box | null
}

/** Draws an artwork with mends for the screen. What two wishes in a row have in common is made once. `openTexts` opens the drawing of texts. */
export function openMendPictures(
  { picture, ownWidthPx }: Artwork,
  host: RasterHost,
  openTexts: (texts: readonly TaskLayer[]) => Promise<LayTexts>,
): (wish: MendWish) => Promise<MendedPicture> {
  const scaled = keptLast((widthPx: number) => drawWhole(rowsOf(picture), widthPx, host))
  const made = async ({ widthPx, mends }: Part) =>
    drawMended(await scaled(widthPx), mends, ownMmPerPx(widthPx), host)
  const ownMmPerPx = (widthPx: number) => ((MM_PER_IN / OWN_DPI) * ownWidthPx) / widthPx
  const framed = keptLast(made)
  const flat = keptLast(made)
  return async ({ mends, widthIn, trims, texts, ...wish }) => {
    const widthPx = Math.max(1, Math.min(picture.widthPx, Math.round(wish.widthPx)))
    // What is shown smaller than its pixels is not seen to have more of them. A trace is the press's: it draws shapes of the
    // whole file, and of fewer pixels they would be others.
    const shown = inOrder(mends).filter(
      ({ kind }) => kind !== "trace" && (kind !== "enlarge" || widthPx >= ownWidthPx),
    )
    const before = await framed({ widthPx, mends: shown.filter(({ kind }) => MOVES.includes(kind)) })
    const below = await flat({ widthPx, mends: shown.filter((mend) => !isPrintedMend(mend)) })
    const scale = below.widthPx / before.widthPx
    const printed = shown.filter(isPrintedMend)
    const mmPerPx = printedMmPerPx(below, printed, { widthIn, trims }) ?? ownMmPerPx(widthPx) / scale
    // Where texts cannot be drawn they are missing until the press has drawn them.
    const lay = texts && (await openTexts(texts).catch(() => undefined))
    const after = await drawMended(below, printed, mmPerPx, host, lay)
    return { before, after, scale, ink: inkOf(after) }
  }
}

type Part = { widthPx: number; mends: readonly Mend[] }

/** Returns the printed length of a pixel; null if no width says it. A width counts with its outline and, of trimmed art, without a choked rim. */
function printedMmPerPx(
  picture: Picture,
  mends: readonly Mend[],
  { widthIn, trims }: Pick<MendWish, "widthIn" | "trims">,
): number | null {
  const widthPx = trims ? inkOf(picture)?.width : picture.widthPx
  if (widthIn === null || widthPx === undefined) return null
  const around = mends.reduce((sum, mend) => sum + (mend.kind === "outline" ? mend.mm : 0), 0)
  const rim = trims ? chokedMm(mends) : 0
  return Math.max(widthIn * MM_PER_IN + 2 * (rim - around), 1) / widthPx
}

async function drawMended(
  picture: Picture,
  mends: readonly Mend[],
  mmPerPx: number,
  host: RasterHost,
  lay?: LayTexts,
): Promise<Picture> {
  if (mends.length === 0) return picture
  const texts = lay && { lay, freePx: 0 }
  const rows = await mendRows(rowsOf(picture), mends, { mmPerPx, mostPixels: DRAWN_MAX_PIXELS, texts, host })
  return drawWhole(rows, rows.widthPx, host)
}

/** Returns a picture in memory as a source of rows. */
function rowsOf({ widthPx, heightPx, rgba }: Picture): RowSource {
  return {
    widthPx,
    heightPx,
    async decode(sink, pause) {
      // A copy, because a mend may write into what it is given.
      const line = new Uint8Array(widthPx * 4)
      for (let y = 0; y < heightPx; y++) {
        line.set(rgba.subarray(y * widthPx * 4, (y + 1) * widthPx * 4))
        sink(line, y)
        await pause?.(widthPx)
      }
    },
  }
}

/** Returns a function that keeps its last result for the same argument. */
function keptLast<Argument, Result>(
  make: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  let last: { name: string; result: Promise<Result> } | null = null
  return (argument) => {
    const name = JSON.stringify(argument)
    if (last?.name !== name) last = { name, result: make(argument) }
    return last.result
  }
}
