import type { Picture } from "./artwork.ts"
import { crc32Of } from "./crc32.ts"
import { bigEndian, joined } from "./file-bytes.ts"
import type { RasterHost } from "./host.ts"
import { openPng } from "./open-png.ts"
import { restingPause, ZLIB_PIXELS } from "./pause.ts"
import { bandRows, pngChunk, pngPreamble } from "./png-writer.ts"
import { openKernel } from "./raster-kernel.ts"
import { joinedAdler, ZLIB_HEADER } from "./zlib-parts.ts"

/** Rows of a picture, from the first to before the last. */
export type PictureRows = { from: number; to: number }

/** Encodes a small picture as PNG. The same pixels give the same bytes. */
export async function encodePicture(picture: Picture, host: RasterHost): Promise<Uint8Array> {
  return pngOf(picture, await encodeBands(picture, host, { changed: NO_ROWS, before: null }), host)
}

/**
 * Opens an encoder of pictures of one size that differ from a common one in some rows alone, `changed`. Rows that are
 * those of the picture before it are compressed once, by zlib, and the changed ones by the kernel, which is some ten times
 * quicker. The same pixels and rows give the same bytes.
 */
export function openAlikeEncoder(
  host: RasterHost,
): (picture: Picture, changed: PictureRows) => Promise<Uint8Array> {
  let before: { bands: readonly Band[]; changed: PictureRows } | null = null
  return async (picture, changed) => {
    const bands = await encodeBands(picture, host, { changed, before })
    before = { bands, changed }
    return pngOf(picture, bands, host)
  }
}

const NO_ROWS: PictureRows = { from: 0, to: 0 }

/** Rows that are compressed together, without those before: the filtered bytes' number and Adler-32 are kept. */
type Band = { deflated: Uint8Array; plainBytes: number; adler: number }

/**
 * Compresses a picture's rows: changed ones quickly, others well, unless the picture before it has them. The two pictures
 * are alike where neither is changed.
 */
async function encodeBands(
  { widthPx, heightPx, rgba }: Picture,
  host: RasterHost,
  {
    changed,
    before,
  }: { changed: PictureRows; before: { bands: readonly Band[]; changed: PictureRows } | null },
): Promise<Band[]> {
  const kernel = openKernel(host, "stamp")
  try {
    const rowBytes = widthPx * 4
    const most = bandRows(widthPx)
    const above = kernel.allocate((most + 1) * rowBytes)
    const filteredBytes = most * (rowBytes + 1)
    const filtered = kernel.allocate(filteredBytes)
    const tokens = kernel.allocate(filteredBytes * 2)
    const quick = kernel.allocate(filteredBytes + (filteredBytes >> 1) + 1024)
    const pause = restingPause(host)
    const bands: Band[] = []
    for (let top = 0; top < heightPx; top += most) {
      const bottom = Math.min(heightPx, top + most)
      const isChanged = doMeet(changed, top, bottom)
      if (before && !isChanged && !doMeet(before.changed, top, bottom)) {
        bands.push(before.bands[bands.length])
        continue
      }
      const rows = kernel.view(above, (most + 1) * rowBytes)
      if (top === 0) rows.fill(0, 0, rowBytes)
      else rows.set(rgba.subarray((top - 1) * rowBytes, top * rowBytes))
      rows.set(rgba.subarray(top * rowBytes, bottom * rowBytes), rowBytes)
      const plainBytes = (rowBytes + 1) * (bottom - top)
      const isLast = bottom === heightPx
      kernel.calls.filterRows(above + rowBytes, rowBytes, bottom - top, filtered)
      const adler = kernel.calls.adler32(filtered, plainBytes, 1) >>> 0
      const deflated = isChanged
        ? kernel.view(quick, deflate(bottom - top, isLast))
        : host.deflateRaw(kernel.view(filtered, plainBytes), isLast)
      bands.push({ deflated: new Uint8Array(deflated), plainBytes, adler })
      await pause((isChanged ? 1 : ZLIB_PIXELS) * widthPx * (bottom - top))
    }
    return bands

    function deflate(rows: number, isLast: boolean): number {
      return kernel.calls.deflateRows(filtered, rowBytes + 1, rows, 4, 0, 0, tokens, quick, isLast ? 1 : 0)
    }
  } finally {
    kernel.close()
  }
}

/**
 * Returns true if rows are changed. A row is stored as its difference from the one above, so the row below the last
 * changed one is changed too.
 */
function doMeet({ from, to }: PictureRows, top: number, bottom: number): boolean {
  return from < to && top <= to && bottom > from
}

function pngOf({ widthPx, heightPx }: Picture, bands: readonly Band[], host: RasterHost): Uint8Array {
  const crc32 = crc32Of(host)
  const sum = bands.reduce((adler, band) => joinedAdler(adler, band.adler, band.plainBytes), 1)
  const data = bands.map(({ deflated }, i) =>
    pngChunk(
      "IDAT",
      [...(i === 0 ? [ZLIB_HEADER] : []), deflated, ...(i === bands.length - 1 ? [bigEndian(sum)] : [])],
      crc32,
    ),
  )
  return joined([pngPreamble(widthPx, heightPx, null, crc32), ...data, pngChunk("IEND", [], crc32)])
}

/** Decodes a small PNG whole. Rejects with an ArtworkError if it is damaged. */
export async function decodePicture(png: Uint8Array, host: RasterHost): Promise<Picture> {
  const source = async () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(png)
        controller.close()
      },
    })
  const { widthPx, heightPx, decode } = await openPng(source, host)
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  await decode((row, y) => rgba.set(row, y * widthPx * 4), restingPause(host))
  return { widthPx, heightPx, rgba }
}
