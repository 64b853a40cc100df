import { composeSheet } from "../../raster/compose-sheet.ts"
import { ascii } from "../../raster/file-bytes.ts"
import type { RasterHost } from "../../raster/host.ts"
import type { OpenStamp } from "../../raster/stamp-reader.ts"
import { ALPHA, COLOURS, COMPRESSION, HORIZONTAL, TAG } from "../../raster/tiff/tiff-tag.ts"
import type { FormatJob, SheetBytes, SheetFormat } from "../sheet-format.ts"
import { srgbProfile } from "../srgb-profile.ts"
import { channelNames } from "./channel-names.ts"
import { checkTiff } from "./check-tiff.ts"
import { openStripEncoder, type WrittenStrips } from "./strip-encoder.ts"
import { BIG_FROM_BYTES, type Field, fitsPlain, HEAD_BYTES, tiffDirectory } from "./tiff-directory.ts"

/**
 * TIFF 6 of four samples, the fourth an alpha that colours are not multiplied by, in strips of
 * Deflate; a fifth sample is white ink if requested. BigTIFF from 4 GB on.
 */
export const tiffFormat = { hasLateHead: true, write: writeTiff, check: checkTiff } satisfies SheetFormat

/** Writes a TIFF. Tests lower `bigFromBytes`, because they write no file of 4 GB. */
export async function* writeTiff(
  job: FormatJob,
  openStamp: OpenStamp,
  host: RasterHost,
  onRows?: (done: number) => void,
  bigFromBytes = BIG_FROM_BYTES,
): SheetBytes {
  let head = new Uint8Array(HEAD_BYTES)
  const end = (strips: WrittenStrips): Uint8Array => {
    const fields = fieldsOf(job, strips)
    const last = strips.offsets.length - 1
    const at = strips.offsets[last] + strips.byteCounts[last]
    const written = tiffDirectory(fields, at, !fitsPlain(fields, at, bigFromBytes))
    head = new Uint8Array(written.head)
    return written.directory
  }
  yield* composeSheet(
    job,
    openStamp,
    host,
    (kernel) => ({
      begin: () => head,
      ...openStripEncoder(kernel, job, host, {
        firstOffset: HEAD_BYTES,
        chokePx: job.white?.chokePx ?? null,
        onEnd: end,
      }),
    }),
    onRows,
  )
  return head
}

/** Returns the fields of a sheet's directory. */
function fieldsOf(job: FormatJob, strips: WrittenStrips): Field[] {
  const { widthPx, lengthPx, dpi, about, white } = job
  const samples = white ? 5 : 4
  const fields: (Field | null)[] = [
    { tag: TAG.subfile, type: "long", values: [0] },
    { tag: TAG.width, type: "long", values: [widthPx] },
    { tag: TAG.height, type: "long", values: [lengthPx] },
    { tag: TAG.bits, type: "short", values: new Array(samples).fill(8) },
    { tag: TAG.compression, type: "short", values: [COMPRESSION.deflate] },
    { tag: TAG.colours, type: "short", values: [COLOURS.rgb] },
    { tag: TAG.title, type: "ascii", values: text(about.title) },
    { tag: TAG.stripOffsets, type: "offset", values: strips.offsets },
    // The first row is at the top, the first column at the left.
    { tag: TAG.orientation, type: "short", values: [1] },
    { tag: TAG.samples, type: "short", values: [samples] },
    { tag: TAG.rowsPerStrip, type: "long", values: [strips.rows] },
    { tag: TAG.stripBytes, type: "offset", values: strips.byteCounts },
    { tag: TAG.xResolution, type: "rational", values: [dpi, 1] },
    { tag: TAG.yResolution, type: "rational", values: [dpi, 1] },
    // Samples of a pixel lie together.
    { tag: TAG.planes, type: "short", values: [1] },
    // Pixels an inch.
    { tag: TAG.resolutionUnit, type: "short", values: [2] },
    { tag: TAG.software, type: "ascii", values: text("Sheetsmith") },
    about.createdAtMs === null
      ? null
      : { tag: TAG.date, type: "ascii", values: text(dateOf(about.createdAtMs)) },
    { tag: TAG.predictor, type: "short", values: [HORIZONTAL] },
    // Alpha that is not multiplied in; then a sample without a meaning in TIFF.
    { tag: TAG.extraSamples, type: "short", values: white ? [ALPHA.straight, 0] : [ALPHA.straight] },
    white ? { tag: TAG.photoshop, type: "undefined", values: channelNames(white.name) } : null,
    { tag: TAG.profile, type: "undefined", values: srgbProfile() },
  ]
  return fields.filter((field) => field !== null)
}

/** Writes a text for TIFF: ASCII letters, ended by a zero. */
function text(letters: string): Uint8Array {
  return ascii(`${letters.replace(/[^\u0020-\u007E]/g, "?")}\0`)
}

/** Writes a date as `2026:11:23 05:17:52`. */
function dateOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replaceAll("-", ":").replace("T", " ")
}
