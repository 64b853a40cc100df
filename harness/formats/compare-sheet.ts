import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { sheetFormats } from "../../sheet/formats/formats.ts"
import type { FormatJob } from "../../sheet/formats/sheet-format.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { codeBox } from "../../sheet/raster/label/draw-label.ts"
import type { OpenStamp } from "../../sheet/raster/stamp-reader.ts"
import { libtiffRaw, pdfJudges, type Samples, vipsRaw } from "./judges.ts"
import { wholeSheet, writtenInMemory } from "./written-sheet.ts"

/**
 * The largest differences between a sheet as a reader sees it and the PNG. `half` is for pixels that are
 * neither clear nor opaque, which readers mix with the paper by their own rounding. `letters` is the
 * share of labels' letters that are more than a pixel away: they are vectors in one format and pixels
 * in the others.
 */
export type Difference = { opaque: number; half: number; letters: number }

/** The greatest allowed differences of each reader. Ghostscript and TIFF readers only differ in letters. */
const allowed: Record<string, Difference> = {
  ghostscript: { opaque: 0, half: 0, letters: 0.01 },
  poppler: { opaque: 0, half: 1, letters: 0.01 },
  mupdf: { opaque: 0, half: 2, letters: 0.01 },
  libtiff: { opaque: 0, half: 0, letters: 0 },
  libvips: { opaque: 0, half: 0, letters: 0 },
}

/** Writes a sheet in every format, reads each back, and shows it to the readers named. */
export async function compareSheet(
  job: FormatJob,
  openStamp: OpenStamp,
  host: RasterHost,
  scratch: string,
  readers: readonly string[] = Object.keys(allowed),
): Promise<Record<string, Difference>> {
  mkdirSync(scratch, { recursive: true })
  for (const [name, format] of Object.entries(sheetFormats)) {
    const bytes = await wholeSheet(format.write(job, openStamp, host))
    await format.check(writtenInMemory(bytes), job, host)
    writeFileSync(join(scratch, `sheet.${name}`), bytes)
  }
  const png = await sharp(join(scratch, "sheet.png"), { limitInputPixels: false }).raw().toBuffer()
  const kinds = kindsOf(job, png)
  const judged = readers.map(async (reader): Promise<[string, Difference]> => {
    if (reader in pdfJudges) {
      const judge = pdfJudges[reader as keyof typeof pdfJudges]
      const painted = await judge(join(scratch, "sheet.pdf"), job.dpi, scratch)
      return [reader, onPaper(painted, png, kinds, job)]
    }
    const read = reader === "libtiff" ? libtiffRaw : vipsRaw
    return [reader, bitForBit(await read(join(scratch, "sheet.tiff"), scratch), png, job)]
  })
  return Object.fromEntries(await Promise.all(judged))
}

/** Returns the readers that differ by more than they may, in words. */
export function findings(differences: Record<string, Difference>): string[] {
  return Object.entries(differences).flatMap(([reader, difference]) => {
    const most = allowed[reader]
    const isFine =
      difference.opaque <= most.opaque && difference.half <= most.half && difference.letters <= most.letters
    return isFine ? [] : [`${reader}: ${JSON.stringify(difference)}`]
  })
}

function expectSize({ widthPx, heightPx }: Samples, job: FormatJob): void {
  if (widthPx !== job.widthPx || heightPx !== job.lengthPx)
    throw new Error(`a reader sees ${widthPx} × ${heightPx} px, expected ${job.widthPx} × ${job.lengthPx} px`)
}

function bitForBit(samples: Samples, png: Uint8Array, job: FormatJob): Difference {
  expectSize(samples, job)
  const difference = { opaque: 0, half: 0, letters: 0 }
  for (let i = 0; i < job.widthPx * job.lengthPx; i++) {
    for (let c = 0; c < 4; c++) {
      const by = Math.abs(samples.data[i * samples.channels + c] - png[i * 4 + c])
      if (by > difference.opaque) difference.opaque = by
    }
  }
  return difference
}

const PIECE = 0
const LETTERS = 1

/**
 * Returns the kind of each pixel. Labels' texts are vectors in one format, pixels in another; smoothed
 * letters may touch clear pixels just outside their box.
 */
function kindsOf({ widthPx, lengthPx, labels = [] }: FormatJob, png: Uint8Array): Uint8Array {
  const kinds = new Uint8Array(widthPx * lengthPx)
  const fill = (kind: number, x: number, y: number, width: number, height: number) => {
    for (let row = y; row < y + height; row++) kinds.fill(kind, row * widthPx + x, row * widthPx + x + width)
  }
  for (const { x, y, ...box } of labels) {
    for (let row = Math.max(0, y - 1); row < Math.min(lengthPx, y + box.heightPx + 1); row++) {
      for (let column = Math.max(0, x - 1); column < Math.min(widthPx, x + box.widthPx + 1); column++)
        if (png[(row * widthPx + column) * 4 + 3] === 0) kinds[row * widthPx + column] = LETTERS
    }
    fill(LETTERS, x, y, box.widthPx, box.heightPx)
  }
  // Codes lie on the grid of pixels, and have to be as exact as pieces.
  for (const label of labels) {
    const box = label.code ? codeBox(label) : null
    if (box) fill(PIECE, label.x + box.x, label.y + box.y, box.sizePx, box.sizePx)
  }
  return kinds
}

function onPaper(painted: Samples, png: Uint8Array, kinds: Uint8Array, job: FormatJob): Difference {
  expectSize(painted, job)
  const difference = { opaque: 0, half: 0, letters: 0 }
  let letters = 0
  let strays = 0
  const { widthPx, lengthPx } = job
  const paper = (at: number, channel: number) => {
    const alpha = png[at * 4 + 3]
    return Math.round((png[at * 4 + channel] * alpha + 255 * (255 - alpha)) / 255)
  }
  for (let at = 0; at < widthPx * lengthPx; at++) {
    if (kinds[at] === LETTERS) {
      if (png[at * 4 + 3] > 0) letters++
      if (!isNearby(painted.data[at * 3], at)) strays++
      continue
    }
    const alpha = png[at * 4 + 3]
    const kind = alpha === 0 || alpha === 255 ? "opaque" : "half"
    for (let c = 0; c < 3; c++) {
      const by = Math.abs(painted.data[at * 3 + c] - paper(at, c))
      if (by > difference[kind]) difference[kind] = by
    }
  }
  return { ...difference, letters: strays === 0 ? 0 : strays / Math.max(1, letters) }

  /** True if a grey lies between those of the PNG within a pixel, as smoothing and rounding make it. */
  function isNearby(grey: number, at: number): boolean {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
    let [least, most] = [255, 0]
    for (let row = Math.max(0, y - 1); row <= Math.min(lengthPx - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(widthPx - 1, x + 1); column++) {
        const near = paper(row * widthPx + column, 0)
        least = Math.min(least, near)
        most = Math.max(most, near)
      }
    }
    return grey >= least - LETTER_TOLERANCE && grey <= most + LETTER_TOLERANCE
  }
}

/** Allowed levels of grey: the thinnest parts of letters are less than a pixel wide. */
const LETTER_TOLERANCE = 48
