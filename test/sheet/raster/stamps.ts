import { bytesSource, bytesStamp, collect } from "../../../harness/bytes.ts"
import { STAMP_STRIP_ROWS } from "../../../sheet/raster/limits.ts"
import { makeStamp, type StampSpec } from "../../../sheet/raster/make-stamp.ts"
import { openKernel } from "../../../sheet/raster/raster-kernel.ts"
import { openCursor } from "../../../sheet/raster/stamp-cursor.ts"
import { readStampIndex } from "../../../sheet/raster/stamp-file.ts"
import { openStampStore } from "../../../sheet/raster/stamp-store.ts"
import { openStripDecoder } from "../../../sheet/raster/stamp-strip-decoder.ts"
import { host } from "./decode.ts"

/** A stamp of a whole PNG, not turned or mirrored unless asked for. */
export async function stampOf(
  png: Uint8Array,
  sourceWidth: number,
  sourceHeight: number,
  spec: Partial<StampSpec>,
): Promise<Uint8Array> {
  const whole = {
    trim: { x: 0, y: 0, width: sourceWidth, height: sourceHeight },
    widthPx: sourceWidth,
    heightPx: sourceHeight,
    rotated: false,
    mirror: false,
    ...spec,
  }
  return collect(makeStamp(bytesSource(png), "png", whole, host))
}

/** All pixels of one of these stamp files, as sheets take them from it. */
export async function readCopied(
  files: ReadonlyMap<string, Uint8Array>,
  { stamp, widthPx, heightPx }: { stamp: string; widthPx: number; heightPx: number },
): Promise<Uint8Array> {
  const kernel = openKernel(host, "measure")
  try {
    const decoder = openStripDecoder(kernel, widthPx)
    const open = async (name: string) => bytesStamp(files.get(name) ?? new Uint8Array())
    const cursor = openCursor(openStampStore(kernel, widthPx, open, host), stamp, widthPx, heightPx)
    const rgba = new Uint8Array(widthPx * heightPx * 4)
    while (cursor.nextRow() < heightPx) {
      const top = cursor.nextRow()
      const strip = await cursor.takeStrip()
      const pixels = decoder.decode(strip, stamp)
      rgba.set(kernel.view(pixels, strip.rows * widthPx * 4), top * widthPx * 4)
      const alphas = kernel.view(decoder.decodeAlphas(strip, stamp), strip.rows * widthPx)
      alphas.forEach((alpha, i) => {
        if (alpha !== rgba[(top * widthPx + i) * 4 + 3]) throw new Error(`alphas differ in row ${top}`)
      })
    }
    cursor.close()
    return rgba
  } finally {
    kernel.close()
  }
}

/** All pixels of a stamp file. */
export async function readStamp(stamp: Uint8Array) {
  const index = await readStampIndex(bytesStamp(stamp), host)
  const { widthPx, heightPx, offsets, alphasFrom } = index
  const kernel = openKernel(host, "measure")
  const decoder = openStripDecoder(kernel, widthPx)
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  for (let strip = 0; strip + 1 < offsets.length; strip++) {
    const top = strip * STAMP_STRIP_ROWS
    const rows = Math.min(STAMP_STRIP_ROWS, heightPx - top)
    const bytes = stamp.subarray(offsets[strip], offsets[strip + 1])
    const pixels = decoder.decode({ bytes, widthPx, rows, alphasFrom: alphasFrom[strip] }, "test")
    rgba.set(kernel.view(pixels, rows * widthPx * 4), top * widthPx * 4)
  }
  kernel.close()
  return { ...index, rgba }
}
