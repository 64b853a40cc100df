import type { RasterHost } from "../../raster/host.ts"
import { openInflate } from "../../raster/inflate.ts"
import { restingPause } from "../../raster/pause.ts"
import { openKernel } from "../../raster/raster-kernel.ts"
import { readTiffDirectory } from "../../raster/tiff/read-directory.ts"
import { ALPHA, COLOURS, COMPRESSION, HORIZONTAL, TAG } from "../../raster/tiff/tiff-tag.ts"
import { type FileWindow, openWindow } from "../file-window.ts"
import type { FormatJob, WrittenFile } from "../sheet-format.ts"

/** The most values of a field, more than any of ours has: the strips of the longest sheet in rows. */
const MAX_VALUES = 1 << 20

/**
 * Reads a TIFF back: header and directory, its fields about the pixels, and every strip, which has to
 * be a whole zlib stream of exactly its rows with a right checksum.
 */
export async function checkTiff(
  file: WrittenFile,
  job: FormatJob,
  host: RasterHost,
): Promise<{ sizeBytes: number }> {
  const kernel = openKernel(host, "measure")
  try {
    const { widthPx, lengthPx } = job
    const rowBytes = widthPx * (job.white ? 5 : 4)
    const window = openWindow(kernel, await file.openRanges())
    const inflate = openInflate(kernel, rowBytes)
    const pause = restingPause(host)
    const fields = await readFields(window)
    checkFields(fields, job)
    const [rowsPerStrip] = numbersOf(fields, TAG.rowsPerStrip)
    const offsets = numbersOf(fields, TAG.stripOffsets)
    const byteCounts = numbersOf(fields, TAG.stripBytes)
    if (offsets.length !== Math.ceil(lengthPx / rowsPerStrip) || byteCounts.length !== offsets.length)
      throw new Error(`the sheet has ${offsets.length} strips of ${rowsPerStrip} rows for ${lengthPx} rows`)
    for (const [strip, start] of offsets.entries()) {
      const end = start + byteCounts[strip]
      const expected = Math.min(rowsPerStrip, lengthPx - strip * rowsPerStrip)
      inflate.reset()
      let rows = 0
      for (let at = start; ; ) {
        while (inflate.take(rowBytes) !== 0) {
          rows++
          await pause(widthPx)
        }
        if (at === end) break
        const piece = await window.some(at, end - at)
        inflate.feed(piece)
        at += piece.length
      }
      if (rows !== expected || !inflate.hasEnded())
        throw new Error(`strip ${strip} of the sheet holds ${rows} rows, expected ${expected}`)
    }
    return { sizeBytes: window.sizeBytes }
  } finally {
    kernel.close()
  }
}

/** The file's fields by tag, for those that are checked: numbers, or the letters of a text. */
type Fields = Map<number, number[]>

async function readFields(window: FileWindow): Promise<Fields> {
  const fail = (what: string) => new Error(`the sheet is no TIFF: ${what}`)
  const { isLittle, next, tags, numbers } = await readTiffDirectory(window.exact, fail)
  if (!isLittle) throw fail("its numbers begin with their high bytes")
  if (next !== 0) throw new Error("the sheet has a second picture")
  const misplaced = tags.find((tag, i) => i > 0 && tag <= tags[i - 1])
  if (misplaced !== undefined) throw fail(`field ${misplaced} does not come in its order`)
  const fields: Fields = new Map()
  for (const tag of tags) fields.set(tag, await numbers(tag, MAX_VALUES))
  return fields
}

function checkFields(fields: Fields, { widthPx, lengthPx, dpi, white }: FormatJob): void {
  const expected: [tag: number, what: string, values: number[]][] = [
    [TAG.width, "width", [widthPx]],
    [TAG.height, "length", [lengthPx]],
    [TAG.bits, "bits a sample", new Array(white ? 5 : 4).fill(8)],
    [TAG.compression, "compression", [COMPRESSION.deflate]],
    [TAG.colours, "kind of colours", [COLOURS.rgb]],
    [TAG.samples, "samples a pixel", [white ? 5 : 4]],
    [TAG.xResolution, "resolution across", [dpi, 1]],
    [TAG.yResolution, "resolution down", [dpi, 1]],
    [TAG.planes, "order of samples", [1]],
    [TAG.resolutionUnit, "unit of the resolution", [2]],
    [TAG.predictor, "predictor", [HORIZONTAL]],
    [TAG.extraSamples, "extra samples", white ? [ALPHA.straight, 0] : [ALPHA.straight]],
  ]
  for (const [tag, what, values] of expected) {
    const actual = numbersOf(fields, tag)
    if (actual.join() !== values.join())
      throw new Error(`the sheet's ${what} (field ${tag}) is ${actual.join()}, expected ${values.join()}`)
  }
  const profile = String.fromCharCode(...numbersOf(fields, TAG.profile).slice(36, 40))
  if (profile !== "acsp") throw new Error("the sheet's colour profile is none")
  if (!white) return
  const names = String.fromCharCode(...numbersOf(fields, TAG.photoshop))
  if (!names.startsWith("8BIM")) throw new Error("the sheet does not name its white ink")
}

function numbersOf(fields: Fields, tag: number): number[] {
  const values = fields.get(tag)
  if (values === undefined) throw new Error(`the sheet has no field ${tag}`)
  return values
}
