import type { PlaceReader } from "../place-reader.ts"
import type { RasterKernel } from "../raster-kernel.ts"
import { openStream } from "./open-stream.ts"
import { undoPredictor } from "./predictor.ts"
import type { TiffPicture } from "./tiff-picture.ts"
import { damagedTiff, unsupportedTiff } from "./tiff-refusal.ts"

/** The most bytes of one row of tiles, which is held whole: 256 rows of 10,000 RGBA pixels are 10 MB. */
const TILES_BYTES = 24 << 20

/**
 * The most openings of a file, by all planes together: a job reads it twice, with a thousand calls at most.
 * Design programs write pieces in order, so one or two for each plane are enough.
 */
const MAX_OPENINGS = 400

/** The rows of one plane of a picture: all samples of its pixels, or one of them. */
export type PlaneRows = {
  /** Returns the address of the next row's samples; those of 16 bits have their high byte first. */
  next(): Promise<number>
}

/**
 * Opens a plane. Strips pass through row by row, whatever their size.
 *
 *   tiles   |▒▒▒▒|▒▒▒▒|▒▒▒|   one row of tiles is unpacked, tile by tile, into rows of the picture
 *           |▒▒▒▒|▒▒▒▒|▒▒▒|
 */
export function openPlane(
  kernel: RasterKernel,
  places: PlaceReader,
  picture: TiffPicture,
  plane: number,
): PlaneRows {
  const { pieces, depth, widthPx, heightPx } = picture
  const samples = picture.isSeparate ? 1 : picture.samples
  const across = pieces.isTiled ? Math.ceil(widthPx / pieces.widthPx) : 1
  const down = Math.ceil(heightPx / pieces.heightPx)
  const pieceRowBytes = Math.ceil((pieces.widthPx * samples * depth) / 8)
  const tilesBytes = across * pieceRowBytes * pieces.heightPx
  const planes = picture.isSeparate ? picture.samples : 1
  if (pieces.isTiled && tilesBytes * planes > TILES_BYTES)
    throw unsupportedTiff("is cut into tiles that are too large", "Save it in strips, as usual, or as PNG.")
  const stream = openStream(kernel, picture.compression, pieceRowBytes)
  if (!stream) throw new Error(`compression ${picture.compression} was let through`)
  const undone = kernel.allocate(pieceRowBytes)
  const tiles = pieces.isTiled ? kernel.allocate(tilesBytes) : 0
  let piece = plane * across * down
  let at = 0
  let remaining = 0
  let row = 0

  function begin(): void {
    stream?.reset()
    at = pieces.offsets[piece]
    remaining = pieces.byteCounts[piece]
    piece++
  }

  /** Feeds the piece's next bytes. Returns false if there are none. */
  async function feed(): Promise<boolean> {
    if (remaining === 0) return false
    const bytes = await places.some(at, remaining)
    if (!bytes) throw damagedTiff("it ends too early")
    if (places.openings() * planes > MAX_OPENINGS) throw damagedTiff("its parts lie in no order")
    stream?.feed(bytes)
    at += bytes.length
    remaining -= bytes.length
    return true
  }

  /** Returns the address of the piece's next row of samples. */
  async function takeRow(): Promise<number> {
    for (;;) {
      const packed = stream?.take(pieceRowBytes) ?? 0
      if (packed !== 0) return undoPredictor(kernel, picture, packed, undone, pieceRowBytes, samples)
      if (!(await feed())) throw damagedTiff(`its part ${piece} ends too early`)
    }
  }

  /** Reads to the end of a piece whose rows were all taken, where its checksum is. */
  async function end(): Promise<void> {
    while (stream?.take(1) === 0 && !stream.hasEnded())
      if (!(await feed())) throw damagedTiff(`its part ${piece} ends too early`)
  }

  async function readTiles(): Promise<void> {
    const rows = Math.min(pieces.heightPx, heightPx - row)
    const stride = across * pieceRowBytes
    for (let column = 0; column < across; column++) {
      begin()
      for (let y = 0; y < rows; y++) {
        const target = tiles + y * stride + column * pieceRowBytes
        kernel.calls.copyRows(target, pieceRowBytes, await takeRow(), pieceRowBytes, pieceRowBytes, 1)
      }
      if (rows === pieces.heightPx) await end()
    }
  }

  return {
    async next() {
      const inPiece = row % pieces.heightPx
      if (pieces.isTiled) {
        if (inPiece === 0) await readTiles()
        row++
        return tiles + inPiece * across * pieceRowBytes
      }
      if (inPiece === 0) begin()
      const address = await takeRow()
      row++
      if (row % pieces.heightPx === 0 || row === heightPx) await end()
      return address
    },
  }
}
