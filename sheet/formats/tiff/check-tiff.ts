import type { RasterHost } from "../../raster/host.ts"
import { openInflate } from "../../raster/inflate.ts"
import { restingPause } from "../../raster/pause.ts"
import { openKernel } from "../../raster/raster-kernel.ts"
import { type FileWindow, openWindow } from "../file-window.ts"
import type { FormatJob, WrittenFile } from "../sheet-format.ts"

/** A directory's fields, by tag: numbers, or the letters of a text. */
type Fields = Map<number, number[]>

/** The bytes of a value, by the number of its type. */
const sizes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 16: 8 }

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
    const fields = await readDirectory(window)
    checkFields(fields, job)
    const [rowsPerStrip] = numbersOf(fields, 278)
    const offsets = numbersOf(fields, 273)
    const byteCounts = numbersOf(fields, 279)
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

async function readDirectory(window: FileWindow): Promise<Fields> {
  const head = viewOf(await window.exact(0, 16))
  const kind = head.getUint16(2, true)
  if (head.getUint16(0) !== 0x4949 || (kind !== 42 && kind !== 43))
    throw new Error("the sheet does not begin as a TIFF does")
  const isBig = kind === 43
  if (isBig && head.getUint32(4, true) !== 8)
    throw new Error("the sheet's BigTIFF has offsets of another size")
  const wordBytes = isBig ? 8 : 4
  const at = isBig ? wordAt(head, 8, 8) : wordAt(head, 4, 4)
  const countBytes = isBig ? 8 : 2
  const count = wordAt(viewOf(await window.exact(at, countBytes)), 0, countBytes)
  const entryBytes = 4 + 2 * wordBytes
  const table = viewOf(await window.exact(at + countBytes, Math.min(count, 1000) * entryBytes + wordBytes))
  const fields: Fields = new Map()
  let lastTag = 0
  for (let i = 0; i < count; i++) {
    const entry = i * entryBytes
    const tag = table.getUint16(entry, true)
    if (tag <= lastTag) throw new Error(`field ${tag} of the sheet comes behind field ${lastTag}`)
    lastTag = tag
    const type = table.getUint16(entry + 2, true)
    const values = wordAt(table, entry + 4, wordBytes)
    const size = sizes[type]
    if (size === undefined || values > MAX_VALUES)
      throw new Error(`field ${tag} of the sheet has type ${type}`)
    const inline = entry + 4 + wordBytes
    const bytes =
      size * values <= wordBytes
        ? new Uint8Array(table.buffer, inline, size * values)
        : await window.exact(wordAt(table, inline, wordBytes), size * values)
    fields.set(tag, valuesOf(bytes, type))
  }
  if (wordAt(table, count * entryBytes, wordBytes) !== 0) throw new Error("the sheet has a second picture")
  return fields
}

/** Reads a field's values; a rational becomes two numbers. */
function valuesOf(bytes: Uint8Array, type: number): number[] {
  const view = viewOf(bytes)
  const size = type === 5 ? 4 : sizes[type]
  return Array.from({ length: bytes.length / size }, (_, i) => wordAt(view, i * size, size))
}

function checkFields(fields: Fields, { widthPx, lengthPx, dpi, white }: FormatJob): void {
  const expected: [tag: number, what: string, values: number[]][] = [
    [256, "width", [widthPx]],
    [257, "length", [lengthPx]],
    [258, "bits a sample", new Array(white ? 5 : 4).fill(8)],
    [259, "compression", [8]],
    [262, "kind of colours", [2]],
    [277, "samples a pixel", [white ? 5 : 4]],
    [282, "resolution across", [dpi, 1]],
    [283, "resolution down", [dpi, 1]],
    [284, "order of samples", [1]],
    [296, "unit of the resolution", [2]],
    [317, "predictor", [2]],
    [338, "extra samples", white ? [2, 0] : [2]],
  ]
  for (const [tag, what, values] of expected) {
    const actual = numbersOf(fields, tag)
    if (actual.join() !== values.join())
      throw new Error(`the sheet's ${what} (field ${tag}) is ${actual.join()}, expected ${values.join()}`)
  }
  const profile = String.fromCharCode(...numbersOf(fields, 34675).slice(36, 40))
  if (profile !== "acsp") throw new Error("the sheet's colour profile is none")
  if (!white) return
  const names = String.fromCharCode(...numbersOf(fields, 34377))
  if (!names.startsWith("8BIM")) throw new Error("the sheet does not name its white ink")
}

function numbersOf(fields: Fields, tag: number): number[] {
  const values = fields.get(tag)
  if (values === undefined) throw new Error(`the sheet has no field ${tag}`)
  return values
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

function wordAt(view: DataView, at: number, bytes: number): number {
  let value = 0
  for (let i = bytes - 1; i >= 0; i--) value = value * 256 + view.getUint8(at + i)
  return value
}
