import type { RasterHost } from "../../raster/host.ts"
import { DENSE_BYTES, STAMP_STRIP_ROWS } from "../../raster/limits.ts"
import { restingPause, ZLIB_PIXELS } from "../../raster/pause.ts"
import type { RasterKernel } from "../../raster/raster-kernel.ts"
import { openCursor, openStripDecoder, type StampCursor } from "../../raster/stamp-cursor.ts"
import type { OpenStamp } from "../../raster/stamp-reader.ts"
import { openStampStore } from "../../raster/stamp-store.ts"
import type { WhitePlane } from "../sheet-format.ts"
import { openWhiteRows } from "../white-rows.ts"
import type { ObjectNumber, PdfFile } from "./pdf-file.ts"
import { openPlaneCompressor, type Plane } from "./plane-stream.ts"

/** A stamp to be written once, in sheet pixels. */
export type Picture = { stamp: string; widthPx: number; heightPx: number }

/** The objects of a picture: its colours, which name their mask, and the white beneath them. */
export type PictureObjects = { image: ObjectNumber; white: ObjectNumber | null }

/** Compressed strips held, in use and read ahead. */
const STORE_BYTES = 4 << 20
/** Pixels of the strips that stamps to come may hold meanwhile; compressed they take far less. */
const AHEAD_BYTES = 2 << 20
const MAX_AHEAD = 8
/** Pixels that are taken apart and compressed at once. */
const SLICE_BYTES = 192 * 1024
/**
 * Compressed mask, and compressed white, kept while the colours are written. Masks take a few
 * hundredths of their pixels; a larger one is made in a pass of its own.
 */
const HELD_BYTES = 512 * 1024

/**
 * Writes stamps as images with soft masks, one after the other, and reads the next ones ahead.
 *
 *                       ┌ colours ── Up ── deflate ──────────────► stream of the image
 *   strip ─ inflate ─ rows ─ alphas ── Up ── deflate ─► held ────► stream of its mask
 *                       └ white ──── Up ── deflate ─► held ──────► stream of its white
 */
export async function* writePictures(
  file: PdfFile,
  pictures: readonly Picture[],
  openStamp: OpenStamp,
  kernel: RasterKernel,
  host: RasterHost,
  options: { white?: WhitePlane & { colourSpace: ObjectNumber }; onPicture?: (picture: Picture) => void },
): AsyncGenerator<Uint8Array, PictureObjects[]> {
  const { white } = options
  const maxWidthPx = Math.max(...pictures.map(({ widthPx }) => widthPx))
  const maxRows = Math.max(1, Math.min(STAMP_STRIP_ROWS, Math.floor(SLICE_BYTES / (maxWidthPx * 4))))
  const compressor = openPlaneCompressor(kernel, host, maxWidthPx, maxRows)
  const colours = colourPlane(kernel, compressor.plane(3))
  // These wait until the colours are written.
  const later: PicturePlane[] = [
    alphaPlane(kernel, compressor.plane(1)),
    ...(white ? [whitePlane(kernel, compressor.plane(1), maxWidthPx, maxRows, white.chokePx)] : []),
  ]
  const held = later.map(() => openHeld(kernel))
  const decoder = openStripDecoder(kernel, maxWidthPx)
  const store = openStampStore(kernel, maxWidthPx, openStamp, host, STORE_BYTES)
  const pause = restingPause(host)
  const waiting = new Map<number, StampCursor>()
  const objects: PictureObjects[] = []

  /** Opens the stamps that come next, as many as may be held. */
  function readAhead(from: number): void {
    let bytes = 0
    for (let i = from; i < pictures.length && i - from < MAX_AHEAD; i++) {
      const { stamp, widthPx, heightPx } = pictures[i]
      bytes += widthPx * 4 * Math.min(heightPx, store.stripsPerRead * STAMP_STRIP_ROWS)
      if (i > from && bytes > AHEAD_BYTES) return
      if (!waiting.has(i)) waiting.set(i, openCursor(store, stamp, widthPx, heightPx))
    }
  }

  /** Runs through a stamp; `use` gets slices of its rows. */
  async function* slicesOf(picture: Picture, cursor: StampCursor) {
    const { widthPx, heightPx, stamp } = picture
    for (let top = cursor.nextRow(); top < heightPx; top = cursor.nextRow()) {
      const { bytes, rows } = await cursor.takeStrip()
      decoder.decode(bytes, widthPx, rows, stamp)
      const isDense = cursor.isDense()
      const most = isDense
        ? Math.floor(DENSE_BYTES / (widthPx * 3 + 1))
        : Math.floor(SLICE_BYTES / (widthPx * 4))
      const step = Math.max(1, Math.min(maxRows, most))
      for (let row = 0; row < rows; row += step) {
        const count = Math.min(step, rows - row)
        yield {
          pixels: decoder.pixels + row * widthPx * 4,
          rows: count,
          isDense,
          isLast: top + row + count === heightPx,
        }
        await pause((isDense ? ZLIB_PIXELS : 1) * count * widthPx)
      }
    }
  }

  for (const [i, picture] of pictures.entries()) {
    readAhead(i)
    const { stamp, widthPx, heightPx } = picture
    const image = file.reserve()
    const numbers = later.map(() => file.reserve())
    const [ofImage, ...entries] = entriesOf(picture, numbers[0], white?.colourSpace)
    colours.begin(widthPx)
    for (const [p, plane] of later.entries()) {
      plane.begin(widthPx)
      held[p].clear()
    }
    yield file.beginStream(image, ofImage)
    const cursor = waiting.get(i) ?? openCursor(store, stamp, widthPx, heightPx)
    waiting.delete(i)
    for await (const slice of slicesOf(picture, cursor)) {
      for (const piece of colours.feed(slice)) yield file.body(piece)
      for (const [p, plane] of later.entries()) for (const piece of plane.feed(slice)) held[p].add(piece)
    }
    yield file.endStream()
    cursor.close()
    for (const [p, plane] of later.entries()) {
      yield file.beginStream(numbers[p], entries[p])
      const bytes = held[p].bytes()
      if (bytes) yield file.body(bytes)
      else {
        const again = openCursor(store, stamp, widthPx, heightPx)
        plane.begin(widthPx)
        for await (const slice of slicesOf(picture, again))
          for (const piece of plane.feed(slice)) yield file.body(piece)
        again.close()
      }
      yield file.endStream()
    }
    store.forget(stamp)
    objects.push({ image, white: numbers[1] ?? null })
    options.onPicture?.(picture)
  }
  return objects
}

type Slice = { pixels: number; rows: number; isDense: boolean; isLast: boolean }

/** One plane of a picture. What `feed` yields is valid until the next piece. */
type PicturePlane = { begin(widthPx: number): void; feed(slice: Slice): Iterable<Uint8Array> }

function colourPlane({ calls }: RasterKernel, plane: Plane): PicturePlane {
  let width = 0
  return {
    begin(widthPx) {
      width = widthPx
      plane.begin(widthPx)
    },
    *feed(slice) {
      calls.takeColours(slice.pixels, width * slice.rows, plane.nextRows())
      yield plane.compress(slice)
    },
  }
}

function alphaPlane({ calls }: RasterKernel, plane: Plane): PicturePlane {
  let width = 0
  return {
    begin(widthPx) {
      width = widthPx
      plane.begin(widthPx)
    },
    *feed(slice) {
      calls.takeAlphas(slice.pixels, width, slice.rows, plane.nextRows(), width)
      // Masks are flat; zlib finds nothing in them that is worth its time.
      yield plane.compress({ ...slice, isDense: false })
    },
  }
}

function whitePlane(
  kernel: RasterKernel,
  plane: Plane,
  maxWidthPx: number,
  maxRows: number,
  chokePx: number,
): PicturePlane {
  const white = openWhiteRows(kernel, maxWidthPx, maxRows, chokePx)
  return {
    begin(widthPx) {
      white.begin(widthPx)
      plane.begin(widthPx)
    },
    *feed({ pixels, rows, isLast }) {
      const ready = white.feed(pixels, rows)
      const isEnd = isLast && chokePx === 0
      if (ready > 0) {
        white.take(plane.nextRows(), ready)
        yield plane.compress({ rows: ready, isDense: false, isLast: isEnd })
      }
      if (!isLast || isEnd) return
      const left = white.flush()
      white.take(plane.nextRows(), left)
      yield plane.compress({ rows: left, isDense: false, isLast: true })
    },
  }
}

/** Bytes kept in the kernel's memory; none where they would be too many. */
function openHeld(kernel: RasterKernel) {
  const buffer = kernel.allocate(HELD_BYTES)
  let length = 0
  return {
    clear() {
      length = 0
    },
    add(piece: Uint8Array) {
      if (length + piece.length <= HELD_BYTES) kernel.view(buffer + length, piece.length).set(piece)
      length += piece.length
    },
    bytes: () => (length <= HELD_BYTES ? kernel.view(buffer, length) : null),
  }
}

function entriesOf(
  { widthPx, heightPx }: Picture,
  mask: ObjectNumber,
  whiteSpace: ObjectNumber | undefined,
): string[] {
  const size = `/Type/XObject/Subtype/Image/Width ${widthPx}/Height ${heightPx}/BitsPerComponent 8`
  const coded = (colours: number) =>
    `/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors ${colours}/BitsPerComponent 8/Columns ${widthPx}>>`
  return [
    `${size}/ColorSpace/DeviceRGB${coded(3)}/SMask ${mask} 0 R`,
    `${size}/ColorSpace/DeviceGray${coded(1)}`,
    `${size}/ColorSpace ${whiteSpace} 0 R${coded(1)}`,
  ]
}
