import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { STAMP_STRIP_ROWS } from "../../sheet/raster/limits.ts"
import { openKernel } from "../../sheet/raster/raster-kernel.ts"
import { openStripDecoder } from "../../sheet/raster/stamp-cursor.ts"
import { readStampIndex } from "../../sheet/raster/stamp-file.ts"
import { bytesStamp, openNodeHost } from "./node-host.ts"
import type { RenderJob } from "./worker.ts"

/** Rows of a sheet that are compared: three rows of placements, so every artwork of the jobs. */
const COMPARED_ROWS = 4_800

/** Peak signal to noise between our result and sharp's, over premultiplied RGBA, and the size of ours. */
export async function comparePictures(
  job: RenderJob,
  outDir: string,
  sharpFile: string,
): Promise<{ psnrDb: number; oursBytes: number }> {
  if (job.sheet) {
    const file = join(outDir, "sheet.png")
    const height = Math.min(COMPARED_ROWS, job.sheet.lengthPx)
    const window = { left: 0, top: 0, width: job.sheet.widthPx, height }
    const [ours, theirs] = await Promise.all([pixelsOf(file, window), pixelsOf(sharpFile, window)])
    return { psnrDb: psnr(ours, theirs), oursBytes: statSync(file).size }
  }
  const { name, spec } = job.stamps[0]
  const file = join(outDir, `${name}.stamp`)
  const window = { left: 0, top: 0, width: spec.widthPx, height: spec.heightPx }
  return {
    psnrDb: psnr(await stampPixels(file), await pixelsOf(sharpFile, window)),
    oursBytes: statSync(file).size,
  }
}

async function pixelsOf(
  file: string,
  window: { left: number; top: number; width: number; height: number },
): Promise<Uint8Array> {
  return sharp(file, { limitInputPixels: false, sequentialRead: true })
    .extract(window)
    .ensureAlpha()
    .raw()
    .toBuffer()
}

/** Reads a whole stamp file. */
export async function stampPixels(file: string): Promise<Uint8Array> {
  const host = await openNodeHost()
  const bytes = new Uint8Array(readFileSync(file))
  const index = await readStampIndex(bytesStamp(bytes), host)
  const kernel = openKernel(host, "measure")
  const decoder = openStripDecoder(kernel, index.widthPx)
  const rowBytes = index.widthPx * 4
  const pixels = new Uint8Array(rowBytes * index.heightPx)
  for (let strip = 0; strip + 1 < index.offsets.length; strip++) {
    const top = strip * STAMP_STRIP_ROWS
    const rows = Math.min(STAMP_STRIP_ROWS, index.heightPx - top)
    decoder.decode(bytes.subarray(index.offsets[strip], index.offsets[strip + 1]), index.widthPx, rows, file)
    pixels.set(kernel.view(decoder.pixels, rowBytes * rows), top * rowBytes)
  }
  kernel.close()
  return pixels
}

/** Over colours weighed by alpha, so that the colour of what is not there does not count. */
export function psnr(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new Error(`pictures of ${a.length} and ${b.length} bytes`)
  let sum = 0
  for (let i = 0; i < a.length; i += 4) {
    const [alphaA, alphaB] = [a[i + 3], b[i + 3]]
    if (alphaA === 0 && alphaB === 0) continue
    for (let c = 0; c < 3; c++) {
      const difference = (a[i + c] * alphaA - b[i + c] * alphaB) / 255
      sum += difference * difference
    }
    sum += (alphaA - alphaB) ** 2
  }
  return sum === 0 ? 99 : 10 * Math.log10((255 * 255 * a.length) / sum)
}
