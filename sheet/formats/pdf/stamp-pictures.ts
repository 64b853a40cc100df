import { joined } from "../../raster/file-bytes.ts"
import type { RasterHost } from "../../raster/host.ts"
import { restingPause } from "../../raster/pause.ts"
import type { RasterKernel } from "../../raster/raster-kernel.ts"
import { openCursor, type StampCursor } from "../../raster/stamp-cursor.ts"
import type { LaidStrip, StampStrip } from "../../raster/stamp-file.ts"
import type { OpenStamp } from "../../raster/stamp-reader.ts"
import { openStampStore } from "../../raster/stamp-store.ts"
import { openStripDecoder } from "../../raster/stamp-strip-decoder.ts"
import { openStampStripEncoder } from "../../raster/stamp-strip-encoder.ts"
import type { WhitePlane } from "../sheet-format.ts"
import type { ObjectNumber, PdfFile } from "./pdf-file.ts"
import { openWhiteStream } from "./white-stream.ts"
import { openZlibJoin } from "./zlib-join.ts"

/** A stamp to be written once, in sheet pixels. */
export type Picture = { stamp: string; widthPx: number; heightPx: number }

/** The objects of a picture: its colours, which name their mask, and the white beneath them. */
export type PictureObjects = { image: ObjectNumber; white: ObjectNumber | null }

/** The compressed strips held, in use and read ahead. */
const STORE_BYTES = 4 << 20
/** The pixels of upcoming stamps' strips that may be held meanwhile; compressed they take far less. */
const AHEAD_BYTES = 2 << 20
const MAX_AHEAD = 8
/**
 * The compressed mask kept while the colours are written. Masks take a few hundredths of their pixels;
 * a larger mask is read again.
 */
const HELD_BYTES = 512 * 1024
/** The time of copying a strip as a fraction of the time of decoding its pixels. */
const COPIED_PIXELS = 1 / 16

/**
 * Writes stamps as images with soft masks, one after the other, and reads the next ones ahead. The
 * compressed bytes of a stamp's strips are copied as they are; laid stamps are compressed here.
 *
 *            ┌ colours ─────────────────────────────────► stream of the image
 *   strip ───┴ alphas ──► held ───────────────────────┬─► stream of its mask
 *                                                      └─► stream of its white
 *
 * A choked white is made from the alphas, in a separate pass.
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
  const choked = white && white.chokePx > 0 ? openWhiteStream(kernel, maxWidthPx, white.chokePx) : null
  const held = openHeld(kernel)
  const pack = openPacking(kernel, host, maxWidthPx)
  const store = openStampStore(kernel, maxWidthPx, openStamp, host, STORE_BYTES)
  const pause = restingPause(host)
  const waiting = new Map<number, StampCursor>()
  const objects: PictureObjects[] = []

  /** Opens the stamps that come next, as many as may be held. */
  function readAhead(from: number): void {
    let bytes = 0
    for (let i = from; i < pictures.length && i - from < MAX_AHEAD; i++) {
      const { stamp, widthPx, heightPx } = pictures[i]
      bytes += Math.min(widthPx * heightPx * 4, STORE_BYTES / 2)
      if (i > from && bytes > AHEAD_BYTES) return
      if (!waiting.has(i)) waiting.set(i, openCursor(store, stamp, widthPx, heightPx))
    }
  }

  /** Runs through a stamp. */
  async function* stripsOf({ widthPx, heightPx }: Picture, cursor: StampCursor) {
    while (cursor.nextRow() < heightPx) {
      const strip = await cursor.takeStrip()
      yield strip
      await pause(widthPx * strip.rows * ("bytes" in strip ? COPIED_PIXELS : 1))
    }
    cursor.close()
  }

  /** Opens another pass over a stamp. */
  function stripsAgain(picture: Picture) {
    return stripsOf(picture, openCursor(store, picture.stamp, picture.widthPx, picture.heightPx))
  }

  /** Yields the alphas as they are, from the held bytes if those are all of them. */
  async function* maskPieces(picture: Picture): AsyncGenerator<Uint8Array> {
    const bytes = held.bytes()
    if (bytes) return yield bytes
    const mask = openZlibJoin()
    yield mask.begin()
    for await (const strip of stripsAgain(picture)) {
      const { bytes, alphasFrom, widthPx, rows } = pack(strip, picture.stamp)
      yield mask.add(bytes.subarray(alphasFrom), (widthPx + 1) * rows)
    }
    yield mask.end()
  }

  async function* chokedPieces(picture: Picture, stream: NonNullable<typeof choked>) {
    yield stream.begin(picture)
    for await (const strip of stripsAgain(picture)) {
      yield* stream.feed(strip, picture.stamp)
      await pause(strip.widthPx * strip.rows)
    }
  }

  async function* plane(number: ObjectNumber, entries: string, pieces: AsyncGenerator<Uint8Array>) {
    yield file.beginStream(number, entries)
    for await (const piece of pieces) yield file.body(piece)
    yield file.endStream()
  }

  async function* colourPieces(picture: Picture, cursor: StampCursor): AsyncGenerator<Uint8Array> {
    const [colours, mask] = [openZlibJoin(), openZlibJoin()]
    held.clear()
    held.add(mask.begin())
    yield colours.begin()
    for await (const strip of stripsOf(picture, cursor)) {
      const { bytes, alphasFrom, widthPx, rows } = pack(strip, picture.stamp)
      held.add(mask.add(bytes.subarray(alphasFrom), (widthPx + 1) * rows))
      yield colours.add(bytes.subarray(0, alphasFrom), (widthPx * 3 + 1) * rows)
    }
    held.add(mask.end())
    yield colours.end()
  }

  for (const [i, picture] of pictures.entries()) {
    readAhead(i)
    const { stamp, widthPx, heightPx } = picture
    const cursor = waiting.get(i) ?? openCursor(store, stamp, widthPx, heightPx)
    waiting.delete(i)
    const [image, mask] = [file.reserve(), file.reserve()]
    const under = white ? file.reserve() : null
    const entries = entriesOf(picture, mask, white?.colourSpace)
    yield* plane(image, entries.image, colourPieces(picture, cursor))
    yield* plane(mask, entries.mask, maskPieces(picture))
    if (under !== null)
      yield* plane(under, entries.white, choked ? chokedPieces(picture, choked) : maskPieces(picture))
    store.forget(stamp)
    objects.push({ image, white: under })
    options.onPicture?.(picture)
  }
  return objects
}

/** Returns a function that compresses laid strips as a stamp of its own is. Its result is valid until the next call. */
function openPacking(kernel: RasterKernel, host: RasterHost, maxWidthPx: number) {
  const decoder = openStripDecoder(kernel, maxWidthPx)
  const encoder = openStampStripEncoder(kernel, host, maxWidthPx)
  return (strip: StampStrip | LaidStrip, stamp: string): StampStrip => {
    if ("bytes" in strip) return strip
    const { widthPx, rows } = strip
    const pixels = decoder.decode(strip, stamp)
    const { colours, alphas } = encoder.encode(pixels, widthPx, rows, encoder.isDense(pixels, widthPx, rows))
    return { bytes: joined([colours, alphas]), widthPx, rows, alphasFrom: colours.length }
  }
}

/** Opens a store of bytes in the kernel's memory; none is kept if there would be too many. */
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
): Record<"image" | "mask" | "white", string> {
  const size = `/Type/XObject/Subtype/Image/Width ${widthPx}/Height ${heightPx}/BitsPerComponent 8`
  const coded = (colours: number) =>
    `/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors ${colours}/BitsPerComponent 8/Columns ${widthPx}>>`
  return {
    image: `${size}/ColorSpace/DeviceRGB${coded(3)}/SMask ${mask} 0 R`,
    mask: `${size}/ColorSpace/DeviceGray${coded(1)}`,
    white: `${size}/ColorSpace ${whiteSpace} 0 R${coded(1)}`,
  }
}
