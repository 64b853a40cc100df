import { ArtworkError, type ArtworkKind } from "./artwork.ts"
import { foreignFormat } from "./foreign-format.ts"
import { probeJpeg } from "./jpeg/open-jpeg.ts"
import { SVG_INSPECT_WIDTH_PX } from "./limits.ts"
import { PNG_SIGNATURE, readUint32 } from "./png-chunks.ts"
import { checkArtworkSize, parsePngHeader } from "./png-header.ts"
import { probeSvg } from "./svg/open-svg.ts"

export { PROBE_BYTES } from "./limits.ts"

type ArtworkProbe =
  | { kind: Exclude<ArtworkKind, Unsized>; widthPx: number; heightPx: number }
  | { kind: Unsized }
/** The kinds whose size may lie anywhere. */
type Unsized = "tiff" | "webp"

/**
 * Returns kind and pixel size from the first PROBE_BYTES of a file, never from its name. Sizes are
 * after any turn by EXIF. SVG has no pixels: its size is that of a drawing SVG_INSPECT_WIDTH_PX
 * wide. The size of TIFF and WebP may lie anywhere, so they are only named. Throws an ArtworkError for anything else, and for pictures beyond the limits, before a byte
 * is inflated.
 */
export function probeArtwork(head: Uint8Array): ArtworkProbe {
  if (startsWith(head, PNG_SIGNATURE)) return probePng(head)
  if (startsWith(head, [0xff, 0xd8, 0xff])) return probeJpegSize(head)
  if (isTiff(head)) return { kind: "tiff" }
  if (startsWith(head, letters("RIFF")) && startsWith(head.subarray(8), letters("WEBP")))
    return { kind: "webp" }
  const foreign = foreignFormat(head)
  if (foreign)
    throw unsupported(`This is a ${foreign.name} file, which cannot be printed from.`, foreign.remedy)
  const text = new TextDecoder().decode(head)
  if (looksLikeSvg(text)) return probeSvgSize(text)
  throw unsupported(
    head.length === 0 ? "This file is empty." : "This file is not a picture that can be printed from.",
  )
}

/** TIFF and BigTIFF, of either order of bytes. */
const TIFF_SIGNATURES = ["II*\0", "MM\0*", "II+\0", "MM\0+"].map(letters)

function isTiff(head: Uint8Array): boolean {
  return TIFF_SIGNATURES.some((signature) => startsWith(head, signature))
}

function probePng(head: Uint8Array): ArtworkProbe {
  const hasHeader =
    head.length >= 33 && readUint32(head, 8) === 13 && startsWith(head.subarray(12), letters("IHDR"))
  if (!hasHeader) throw damaged("PNG")
  const { widthPx, heightPx } = parsePngHeader(head.subarray(16, 29))
  return { kind: "png", widthPx, heightPx }
}

function probeJpegSize(head: Uint8Array): ArtworkProbe {
  const size = probeJpeg(head)
  if (!size) {
    throw new ArtworkError(
      "unsupported",
      "This JPEG hides its picture behind very long notes. Save it again without metadata, or as a PNG, and upload that.",
    )
  }
  checkArtworkSize(size.widthPx, size.heightPx)
  return { kind: "jpeg", ...size }
}

/** Reads an SVG's proportions; the SVG reader decides later whether the drawing is acceptable. */
function probeSvgSize(text: string): ArtworkProbe {
  const { widthPx, heightPx } = probeSvg(text)
  const drawnHeightPx = Math.max(1, Math.round((SVG_INSPECT_WIDTH_PX * heightPx) / widthPx))
  checkArtworkSize(SVG_INSPECT_WIDTH_PX, drawnHeightPx)
  return { kind: "svg", widthPx: SVG_INSPECT_WIDTH_PX, heightPx: drawnHeightPx }
}

const COMMENT_START = "<!--"
const COMMENT_END = "-->"
const ELEMENT = /<(?:[\w-]+:)?(\w+)/y

/**
 * Returns whether a text begins with markup and has an svg element before any other. Steps over
 * comments one by one: a regular expression would search the end of each `<!--` anew, which takes
 * minutes in a file of nothing else.
 */
function looksLikeSvg(text: string): boolean {
  if (!/^[\s\ufeff]*</.test(text)) return false
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    if (text.startsWith(COMMENT_START, at)) {
      const end = text.indexOf(COMMENT_END, at + COMMENT_START.length)
      if (end < 0) return false
      at = end + COMMENT_END.length
      continue
    }
    ELEMENT.lastIndex = at
    const element = ELEMENT.exec(text)
    if (element) return element[1] === "svg"
    at++
  }
  return false
}

function startsWith(bytes: Uint8Array, prefix: ArrayLike<number>): boolean {
  if (bytes.length < prefix.length) return false
  for (let i = 0; i < prefix.length; i++) if (bytes[i] !== prefix[i]) return false
  return true
}

function letters(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Refuses with what to do: a phrase that can begin a sentence. */
function unsupported(reason: string, remedy = "export the design as PNG (best), JPEG or SVG"): ArtworkError {
  const sentence = remedy[0].toUpperCase() + remedy.slice(1)
  return new ArtworkError("unsupported", `${reason} ${sentence} and upload that.`)
}

function damaged(kind: string): ArtworkError {
  return new ArtworkError(
    "damaged",
    `This ${kind} is damaged or cut short at its beginning. Export it again from your design program and upload it again.`,
  )
}
