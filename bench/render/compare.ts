import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { openNodeHost } from "../../cli/node-host.ts"
import { bytesStamp } from "../../harness/bytes.ts"
import { psnr } from "../../harness/psnr.ts"
import { STAMP_STRIP_ROWS } from "../../sheet/raster/limits.ts"
import { openKernel } from "../../sheet/raster/raster-kernel.ts"
import { readStampIndex } from "../../sheet/raster/stamp-file.ts"
import { openStripDecoder } from "../../sheet/raster/stamp-strip-decoder.ts"
import type { RenderJob } from "./worker.ts"

/** The compared rows of a sheet: three rows of placements, so every artwork of the jobs. */
const COMPARED_ROWS = 4_800

/**
 * Returns the peak signal to noise between our result and sharp's, over premultiplied RGBA, and the
 * size of ours.
 */
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
async function stampPixels(file: string): Promise<Uint8Array> {
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
    const taken = {
      bytes: bytes.subarray(index.offsets[strip], index.offsets[strip + 1]),
      widthPx: index.widthPx,
      rows,
      alphasFrom: index.alphasFrom[strip],
    }
    pixels.set(kernel.view(decoder.decode(taken, file), rowBytes * rows), top * rowBytes)
  }
  kernel.close()
  return pixels
}
