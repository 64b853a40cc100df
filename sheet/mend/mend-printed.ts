import { ArtworkError, type Box, type RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { ARTWORK_MAX_PIXELS, ARTWORK_MAX_SIDE_PX } from "../raster/limits.ts"
import { restingPause } from "../raster/pause.ts"
import { INK_ALPHA } from "../silhouette.ts"
import { chokedMm, chokedPx } from "./choked.ts"
import { croppedTo } from "./crop.ts"
import { isEnlarging, isPrintedMend, type LayTexts, type Mend, REFERENCE_MM_PER_PX } from "./mend.ts"
import { mendRows } from "./mend-rows.ts"
import { turnedBox, turnedLast } from "./move.ts"
import { outlineMarginPx } from "./outline.ts"
import { resampled } from "./resampled.ts"
import { turned } from "./turn.ts"

/** The size that an artwork prints at: the pixels of its ink, of the whole picture, or the whole by its scale. */
export type PrintedSize = { dpi: number } & (
  | { widthPx: number; isWhole?: boolean }
  /** Printed pixels for each pixel of the picture with its own mends, which is printed whole. */
  | { scale: number }
)

/**
 * Rows as they print, pixel for pixel. `frame` is the size of the whole picture at their scale, borders included, and
 * their place in it.
 */
export type PrintedRows = RowSource & { frame: { widthPx: number; heightPx: number; x: number; y: number } }

/** A turn that is made last: what counts across the print counts down the picture before it. */
type Turn = { degrees: number; isAcross: boolean }

/** A function that draws a part of an artwork, a box of its pixels, in other pixels; null where it cannot. */
type Redrawn = (part: Box, widthPx: number, heightPx: number) => Promise<RowSource | null>

/**
 * Returns an artwork with its mends as it prints: those of the frame and of colours are made on its own pixels; then it is
 * cropped to its ink, unless it is printed whole, enlarged if that is among its mends, and resampled to the print's pixels,
 * and the mends that count in mm or in printed pixels are made on these. By its scale it is enlarged as where no printed width is
 * known, because its pixels count with that. Texts that are mended too are placed on it as it is printed whole. A drawing comes
 * as `redrawn`: without mends of its own it is drawn in the print's pixels instead of resampled. A turn is made of the print's
 * pixels, of which there are fewer. Exactly `widthPx` pixels wide, borders included: with them the ink is as wide as the
 * picture, or a pixel less on a side. Specks, soft edges and choked rims are no ink of which a width would count; a tip or a hair
 * that a choke takes off beyond its rim is. Which dots of a halftone are the outermost depends on the width itself: soft ink may
 * end up to a line before it. Decodes the artwork once to measure its ink, once more where some of it goes, and once each time it
 * is decoded. Throws an ArtworkError if there is no ink, if borders leave no room for it, or if the mends need too much memory.
 */
export async function mendPrinted(
  artwork: RowSource,
  mends: readonly Mend[],
  size: PrintedSize,
  host: RasterHost,
  { redrawn, lay }: { redrawn?: Redrawn; lay?: LayTexts | undefined } = {},
): Promise<PrintedRows> {
  const mmPerPx = 25.4 / size.dpi
  const printed = mends.filter(isPrintedMend)
  const larger = "scale" in size ? [] : mends.filter(isEnlarging)
  const asked = mends.filter((mend) => !isPrintedMend(mend) && !larger.includes(mend))
  // What gets more pixels gets those of the picture as it is turned.
  const last = larger.length === 0 ? turnedLast(asked) : { mends: asked, degrees: 0 }
  const { mends: own, degrees } = last
  const turn = { degrees, isAcross: degrees % 180 !== 0 }
  const mended = await mendRows(artwork, own, { mmPerPx: REFERENCE_MM_PER_PX, host })
  const border = borderPx(printed, mmPerPx)
  const isTrimmed = !("scale" in size || size.isWhole)
  const rim = isTrimmed ? chokedPx(printed, mmPerPx) : 0
  const still = isTrimmed
    ? await measureLasting(
        mended,
        printed,
        { widthPx: roomIn(size.widthPx, border) + 2 * rim, mmPerPx, turn },
        host,
      )
    : { x: 0, y: 0, width: mended.widthPx, height: mended.heightPx }
  const whole = turnedSize(mended, turn)
  const part = turnedBox(still, { width: mended.widthPx, height: mended.heightPx }, degrees)
  const innerPx =
    "scale" in size
      ? Math.max(1, Math.round(part.width * size.scale))
      : roomIn(size.widthPx, border) + 2 * rim
  const innerHeightPx = Math.max(1, Math.round((part.height * innerPx) / part.width))
  checkSize(innerPx + 2 * border, innerHeightPx + 2 * border)
  const fresh =
    own.length + larger.length + degrees === 0 ? await redrawn?.(part, innerPx, innerHeightPx) : null
  const inner = croppedTo(mended, still)
  const large = fresh ?? (await mendRows(inner, larger, { mmPerPx, printedWidthPx: innerPx, host }))
  const rows = await mendRows(turned(atWidth(large, innerPx, turn, host), degrees, host), printed, {
    mmPerPx,
    host,
    texts: lay && { lay, freePx: 1 },
  })
  // Each border comes with a pixel around it that has no ink.
  const free = printed.filter(({ kind }) => kind === "outline").length
  const widthPx = rows.widthPx - 2 * (free + rim)
  const heightPx = rows.heightPx - 2 * (free + rim)
  if (Math.min(widthPx, heightPx) < 1) throw noInk()
  const scale = innerPx / part.width
  const [x, y] = [Math.round(part.x * scale) + rim, Math.round(part.y * scale) + rim]
  const frame = {
    ...{ x, y },
    widthPx: Math.max(x + widthPx, Math.round(whole.width * scale) + 2 * border),
    heightPx: Math.max(y + heightPx, Math.round(whole.height * scale) + 2 * border),
  }
  const box = { x: free + rim, y: free + rim, width: widthPx, height: heightPx }
  return { ...croppedTo(rows, box), frame }
}

/** Returns the pixels of a printed width that its borders leave. */
function roomIn(widthPx: number, border: number): number {
  const room = widthPx - 2 * border
  if (room >= 1) return room
  throw new ArtworkError(
    "too-large",
    `A border of ${border} pixels on each side leaves no room in ${widthPx}.`,
  )
}

/** Throws an ArtworkError if a picture is larger than one that is read again may be. */
function checkSize(widthPx: number, heightPx: number): void {
  const isSmall = widthPx * heightPx <= ARTWORK_MAX_PIXELS
  if (isSmall && Math.max(widthPx, heightPx) <= ARTWORK_MAX_SIDE_PX) return
  throw new ArtworkError(
    "too-large",
    `With its mends it would be made of ${widthPx} × ${heightPx} pixels at this size, more than ${ARTWORK_MAX_PIXELS / 1e6} million. Print it smaller, or crop what is empty around it.`,
  )
}

/** Returns the pixels by which borders make the ink larger on each side. */
export function borderPx(mends: readonly Mend[], mmPerPx: number): number {
  return mends.reduce(
    (sum, mend) => sum + (mend.kind === "outline" ? outlineMarginPx(mend.mm, mmPerPx) - 1 : 0),
    0,
  )
}

/**
 * Returns the box of the ink that a printed width counts for: all of it, without specks that are dropped and soft edges that
 * are not kept.
 */
async function measureLasting(
  mended: RowSource,
  printed: readonly Mend[],
  { widthPx, mmPerPx, turn }: { widthPx: number; mmPerPx: number; turn: Turn },
  host: RasterHost,
): Promise<Box> {
  const all = await measureInk(mended, host)
  // What was choked before is smaller when it is looked at.
  const dropping = printed.flatMap((mend, i) => {
    if (mend.kind === "drop-specks") return { ...mend, mm: mend.mm + 2 * chokedMm(printed.slice(0, i)) }
    return mend.kind === "harden" ? mend : []
  })
  if (dropping.length === 0) return all
  const first = atWidth(croppedTo(mended, all), widthPx, turn, host)
  const lasting = await measureInk(await mendRows(first, dropping, { mmPerPx, host }), host)
  const [across, down] = [all.width / first.widthPx, all.height / first.heightPx]
  const x = Math.floor(lasting.x * across)
  const y = Math.floor(lasting.y * down)
  const right = Math.min(all.width, Math.ceil((lasting.x + lasting.width) * across))
  const bottom = Math.min(all.height, Math.ceil((lasting.y + lasting.height) * down))
  return { x: all.x + x, y: all.y + y, width: right - x, height: bottom - y }
}

function noInk(): ArtworkError {
  return new ArtworkError("empty", "These mends leave no ink. Switch one of them off.")
}

/** Returns the box of all ink. */
async function measureInk(source: RowSource, host: RasterHost): Promise<Box> {
  let [left, top, right, bottom] = [source.widthPx, -1, 0, 0]
  await source.decode((row, y) => {
    const last = source.widthPx - 1
    let from = 0
    while (from <= last && row[from * 4 + 3] < INK_ALPHA) from++
    if (from > last) return
    let to = last
    while (row[to * 4 + 3] < INK_ALPHA) to--
    left = Math.min(left, from)
    right = Math.max(right, to + 1)
    if (top < 0) top = y
    bottom = y + 1
  }, restingPause(host))
  if (top < 0) throw noInk()
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Returns a picture that is so many pixels wide once it is turned. */
function atWidth(source: RowSource, widthPx: number, turn: Turn, host: RasterHost): RowSource {
  const { width, height } = turnedSize(source, turn)
  const heightPx = Math.max(1, Math.round((height * widthPx) / width))
  return turn.isAcross
    ? resampled(source, heightPx, widthPx, host)
    : resampled(source, widthPx, heightPx, host)
}

function turnedSize({ widthPx, heightPx }: Pick<RowSource, "widthPx" | "heightPx">, { isAcross }: Turn) {
  return isAcross ? { width: heightPx, height: widthPx } : { width: widthPx, height: heightPx }
}
