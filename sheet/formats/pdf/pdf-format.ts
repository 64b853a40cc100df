import { checkJob } from "../../raster/compose-sheet.ts"
import { crc32Of } from "../../raster/crc32.ts"
import { designsOf, type PlacedDesign } from "../../raster/designs.ts"
import { bigEndian, joined } from "../../raster/file-bytes.ts"
import type { RasterHost } from "../../raster/host.ts"
import { encodeCode } from "../../raster/label/encode-code.ts"
import { openKernel, type RasterKernel } from "../../raster/raster-kernel.ts"
import type { OpenStamp } from "../../raster/stamp-reader.ts"
import { ZLIB_HEADER } from "../../raster/zlib-parts.ts"
import type { FormatJob, SheetBytes, SheetFormat } from "../sheet-format.ts"
import { srgbProfile } from "../srgb-profile.ts"
import { checkPdf } from "./check-pdf.ts"
import { type CutResources, openCut } from "./cut-content.ts"
import { glyphMeanings, glyphWidths, LABEL_FONT_NAME, labelFont, labelFontMeasures } from "./label-font.ts"
import { infoOf, xmpOf } from "./metadata.ts"
import { labelAt, lettersOf, POINTS_PER_INCH, pictureAt } from "./page-content.ts"
import { decimal, nameOf, type ObjectNumber, openPdfFile, type PdfFile } from "./pdf-file.ts"
import { type Picture, type PictureObjects, writePictures } from "./stamp-pictures.ts"

/**
 * PDF 1.7: each design once as a picture with a soft mask, placed by matrices, and labels as vectors.
 * Colours are DeviceRGB, which is sRGB by the output intent: a reader that converts nothing gives the
 * very pixels. It claims no PDF/X, whose output intents are printers' profiles.
 */
export const pdfFormat = { hasLateHead: false, write: writePdf, check: checkPdf } satisfies SheetFormat

/** The letters of the page's content that are compressed at once. */
const CONTENT_BYTES = 48 * 1024

async function* writePdf(
  job: FormatJob,
  openStamp: OpenStamp,
  host: RasterHost,
  onRows?: (done: number) => void,
): SheetBytes {
  checkJob(job)
  const kernel = openKernel(host, "pdf")
  try {
    const designs = designsOf(job.placements)
    const labels = job.labels ?? []
    const file = openPdfFile()
    yield file.begin()
    const whiteSpace = job.white ? file.reserve() : null
    const content = openContent(file, kernel, host)
    const pictures: PictureObjects[] = []
    if (designs.length > 0) {
      const onPicture = progressOf(designs, job, onRows)
      const white = job.white && whiteSpace !== null ? { ...job.white, colourSpace: whiteSpace } : undefined
      pictures.push(...(yield* writePictures(file, designs, openStamp, kernel, host, { white, onPicture })))
    }
    const page = file.reserve()
    const contents = file.reserve()
    yield file.beginStream(contents, "/Filter/FlateDecode")
    for (const [i, { places }] of designs.entries())
      for (const { placement, turn } of places) yield* content.add(pictureAt(`I${i}`, placement, turn, job))
    for (const label of labels) yield* content.add(labelAt(label, "F", job, encodeCode))
    // Drawn before the colours, white would be knocked out by them. Multiplied onto them, white leaves
    // their plates as they are, and readers without its ink show nothing of it.
    if (job.white) {
      yield* content.add("/W gs\n")
      for (const [i, { places }] of designs.entries())
        for (const { placement, turn } of places) yield* content.add(pictureAt(`W${i}`, placement, turn, job))
    }
    const cut = job.cut ? openCut(file, job.cut, job) : null
    if (cut) yield* cut.draw(content.add)
    yield* content.end()
    yield file.endStream()
    if (cut) yield* cut.end(content.deflated)
    const letters = lettersOf(labels, encodeCode)
    const font = letters.size > 0 ? file.reserve() : null
    if (font !== null) yield* writeFont(file, font, letters, content.deflated)
    const profile = file.reserve()
    yield file.stream(profile, "/N 3/Filter/FlateDecode", content.deflated(srgbProfile()))
    const metadata = file.reserve()
    yield file.stream(metadata, "/Type/Metadata/Subtype/XML", xmpOf(job.about))
    if (job.white && whiteSpace !== null) file.object(whiteSpace, whiteSpaceOf(job.white.name))
    const resources = file.reserve()
    file.object(resources, resourcesOf(pictures, font, job.white !== undefined, cut?.resources))
    const pages = file.reserve()
    file.object(pages, `<</Type/Pages/Kids[${page} 0 R]/Count 1>>`)
    file.object(page, pageOf(job, { pages, contents, resources }))
    const root = file.reserve()
    file.object(
      root,
      `<</Type/Catalog/Pages ${pages} 0 R/Metadata ${metadata} 0 R/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB IEC61966-2.1)/Info(sRGB IEC61966-2.1)/RegistryName(http://www.color.org)/DestOutputProfile ${profile} 0 R>>]>>`,
    )
    const info = file.reserve()
    file.object(info, infoOf(job.about))
    yield file.end({ root, info, id: content.digest() }, content.deflated)
    onRows?.(job.lengthPx)
    return null
  } finally {
    kernel.close()
  }
}

/** Reports the share of finished pixels as rows of the sheet. */
function progressOf(
  designs: readonly PlacedDesign[],
  { lengthPx }: FormatJob,
  onRows?: (done: number) => void,
) {
  const all = designs.reduce((sum, { widthPx, heightPx }) => sum + widthPx * heightPx, 0)
  let done = 0
  return ({ widthPx, heightPx }: Picture) => {
    done += widthPx * heightPx
    onRows?.(Math.floor((lengthPx * done) / all))
  }
}

/** Opens the compression of the page's content, piece by piece, and of small streams. */
function openContent(file: PdfFile, kernel: RasterKernel, host: RasterHost) {
  const buffer = kernel.allocate(CONTENT_BYTES)
  const crc32 = crc32Of(host)
  const encoder = new TextEncoder()
  let length = 0
  let adler = 1
  let isFirst = true
  const digests = [1, 2, 3, 4].map((seed) => crc32(Uint8Array.of(seed), 0))

  function* flush(isLast: boolean): Generator<Uint8Array> {
    const bytes = kernel.view(buffer, length)
    adler = kernel.calls.adler32(buffer, length, adler) >>> 0
    for (const [i, digest] of digests.entries()) digests[i] = crc32(bytes, digest)
    if (isFirst) yield file.body(ZLIB_HEADER)
    isFirst = false
    yield file.body(host.deflateRaw(bytes, isLast))
    length = 0
  }

  return {
    *add(text: string): Generator<Uint8Array> {
      for (let at = 0; at < text.length; at += CONTENT_BYTES) {
        const part = text.slice(at, at + CONTENT_BYTES)
        if (length + part.length > CONTENT_BYTES) yield* flush(false)
        encoder.encodeInto(part, kernel.view(buffer + length, part.length))
        length += part.length
      }
    },
    *end(): Generator<Uint8Array> {
      yield* flush(true)
      yield file.body(bigEndian(adler))
    },
    /** Returns a digest of the content: 32 hexadecimal digits. */
    digest: () => digests.map((digest) => (digest >>> 0).toString(16).padStart(8, "0")).join(""),
    deflated(bytes: Uint8Array): Uint8Array {
      return joined([ZLIB_HEADER, host.deflateRaw(bytes, true), bigEndian(adlerOf(bytes))])
    },
  }

  function adlerOf(bytes: Uint8Array): number {
    let sum = 1
    for (let at = 0; at < bytes.length; at += CONTENT_BYTES) {
      const part = bytes.subarray(at, at + CONTENT_BYTES)
      kernel.view(buffer, part.length).set(part)
      sum = kernel.calls.adler32(buffer, part.length, sum) >>> 0
    }
    return sum
  }
}

function* writeFont(
  file: PdfFile,
  font: ObjectNumber,
  letters: ReadonlySet<string>,
  deflated: (bytes: Uint8Array) => Uint8Array,
): Generator<Uint8Array> {
  const [descendant, descriptor, program, meanings] = [1, 2, 3, 4].map(() => file.reserve())
  const outlines = labelFont(letters)
  yield file.stream(program, `/Length1 ${outlines.length}/Filter/FlateDecode`, deflated(outlines))
  yield file.stream(meanings, "/Filter/FlateDecode", deflated(glyphMeanings()))
  const { ascent, descent, capHeight, box } = labelFontMeasures
  file.object(
    font,
    `<</Type/Font/Subtype/Type0/BaseFont/${LABEL_FONT_NAME}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${meanings} 0 R>>`,
  )
  file.object(
    descendant,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${LABEL_FONT_NAME}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/DW 0/W${glyphWidths()}/CIDToGIDMap/Identity>>`,
  )
  file.object(
    descriptor,
    `<</Type/FontDescriptor/FontName/${LABEL_FONT_NAME}/Flags 4/FontBBox[${box.join(" ")}]/ItalicAngle 0/Ascent ${ascent}/Descent ${descent}/CapHeight ${capHeight}/StemV 80/FontFile2 ${program} 0 R>>`,
  )
}

/** Returns an ink's colour space. Readers without it paint paper's white, which multiplies by one. */
function whiteSpaceOf(name: string): string {
  return `[/Separation${nameOf(name)}/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 0 0 0]/N 1>>]`
}

function resourcesOf(
  pictures: readonly PictureObjects[],
  font: ObjectNumber | null,
  hasWhite: boolean,
  cut: CutResources = { forms: "", states: "", spaces: "" },
): string {
  const names = pictures.map(
    ({ image, white }, i) => `/I${i} ${image} 0 R${white === null ? "" : `/W${i} ${white} 0 R`}`,
  )
  const states = `${hasWhite ? "/W<</Type/ExtGState/BM/Multiply>>" : ""}${cut.states}`
  return [
    `<</XObject<<${names.join("")}${cut.forms}>>`,
    font === null ? "" : `/Font<</F ${font} 0 R>>`,
    states === "" ? "" : `/ExtGState<<${states}>>`,
    cut.spaces === "" ? "" : `/ColorSpace<<${cut.spaces}>>`,
    ">>",
  ].join("")
}

function pageOf(
  { widthPx, lengthPx, dpi }: FormatJob,
  { pages, contents, resources }: Record<"pages" | "contents" | "resources", ObjectNumber>,
): string {
  const box = `[0 0 ${pageSide(widthPx, dpi)} ${pageSide(lengthPx, dpi)}]`
  return `<</Type/Page/Parent ${pages} 0 R/MediaBox${box}/TrimBox${box}/Contents ${contents} 0 R/Resources ${resources} 0 R/Group<</S/Transparency/CS/DeviceRGB/I true>>>>`
}

/**
 * Returns a page's side in points. A side that is no whole number is a ten-thousandth less, because
 * readers that round up to whole pixels would add one for a hair more.
 */
function pageSide(px: number, dpi: number): string {
  const side = (px * POINTS_PER_INCH) / dpi
  return decimal(Number.isInteger(side) ? side : (Math.floor(side * 10_000) - 1) / 10_000)
}
