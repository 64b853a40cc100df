import { type LengthUnit, sidesText } from "../../../../contract/length.ts"
import { MAX_UPLOAD_BYTES } from "../../../../contract/limit.ts"
import { ARTWORK_MAX_PIXELS, ARTWORK_MAX_SIDE_PX } from "../../../../sheet/raster/limits.ts"
import { openPdf } from "./pdfium.ts"
import { openPngRows } from "./png-rows.ts"

const DPI = 300
const POINTS_AN_INCH = 72
/** The pixels drawn at once: 16 MB. Each band walks the page anew, and draws what lies in it. */
const BAND_PIXELS = 4 << 20

/** A file to draw, and the unit of lengths in a refusal. */
export type PdfTask = { file: File; unit: LengthUnit }

/** A PDF's page as a PNG, or the reason why it cannot be drawn, in words for the seller. */
export type DrawnPdf = { kind: "drawn"; png: Blob } | { kind: "refused"; words: string }

/** Draws a PDF's only page at 300 DPI on clear ground, as a PNG; `module` is PDFium, `unit` that of a refusal's words. */
export async function drawPdfPage(
  module: WebAssembly.Module,
  bytes: Uint8Array,
  unit: LengthUnit,
): Promise<DrawnPdf> {
  try {
    return await draw(module, bytes, unit)
  } catch (error) {
    // PDFium gives up where it has no memory, and traps where a file leads it astray.
    if (error instanceof WebAssembly.RuntimeError) return refused(TOO_MUCH)
    throw error
  }
}

async function draw(module: WebAssembly.Module, bytes: Uint8Array, unit: LengthUnit): Promise<DrawnPdf> {
  const pdf = openPdf(module, bytes)
  if (pdf.kind === "locked") return refused("is locked with a password. Save it without one and upload that.")
  if (pdf.kind === "damaged") return refused(DAMAGED)
  if (pdf.pages !== 1)
    return refused(pdf.pages < 1 ? "holds no page. Export it again and upload it again." : ofPages(pdf.pages))
  const page = pdf.openPage()
  if (page === null) return refused(DAMAGED)
  const [widthPx, heightPx] = [page.widthPoints, page.heightPoints].map((points) =>
    Math.max(1, Math.round((points * DPI) / POINTS_AN_INCH)),
  )
  if (!(Math.max(widthPx, heightPx) <= ARTWORK_MAX_SIDE_PX && widthPx * heightPx <= ARTWORK_MAX_PIXELS))
    return refused(tooLarge(page.widthPoints, page.heightPoints, unit))
  const png = openPngRows(widthPx, heightPx)
  const bandRows = Math.max(1, Math.floor(BAND_PIXELS / widthPx))
  for (let row = 0; row < heightPx; row += bandRows) {
    const rows = Math.min(bandRows, heightPx - row)
    const band = page.draw({ widthPx, heightPx }, row, rows)
    if (band === null) return refused(TOO_MUCH)
    await png.write(band)
  }
  const drawn = await png.end()
  return drawn.size > MAX_UPLOAD_BYTES
    ? refused("is larger than can be uploaded once it is drawn. Make its page smaller, or export it as JPEG.")
    : { kind: "drawn", png: drawn }
}

const TOO_MUCH = "takes more memory than there is. Export it as PNG at 300 pixels an inch and upload that."
const DAMAGED = "is damaged or cut short. Export it again from your design program and upload it again."

function refused(words: string): DrawnPdf {
  return { kind: "refused", words: `This PDF ${words}` }
}

function ofPages(pages: number): string {
  return `has ${pages} pages. Export the page that you want to print as a PDF of its own, and upload that.`
}

function tooLarge(widthPoints: number, heightPoints: number, unit: LengthUnit): string {
  const [widthIn, heightIn] = [widthPoints, heightPoints].map((points) => points / POINTS_AN_INCH)
  return (
    `has a page of ${sidesText(widthIn, heightIn, unit)}, which is more than ` +
    `${ARTWORK_MAX_PIXELS / 1e6} megapixels at ${DPI} pixels an inch. Make the page as large as the print, and export it again.`
  )
}
