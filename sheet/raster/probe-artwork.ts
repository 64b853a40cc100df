import { SVG_INSPECT_WIDTH_PX } from "./limits.ts"
import { PNG_SIGNATURE, readUint32 } from "./png-chunks.ts"
import { checkArtworkSize, parsePngHeader } from "./png-header.ts"
import { ArtworkError, type ArtworkKind } from "./types.ts"

export { PROBE_BYTES } from "./limits.ts"

export type ArtworkProbe = { kind: ArtworkKind; widthPx: number; heightPx: number }

/**
 * Tells kind and pixel size from the first PROBE_BYTES of a file, never from its name; sizes as stored, before any turn
 * by EXIF. SVG has no pixels: its size is that of a drawing SVG_INSPECT_WIDTH_PX wide. Throws an ArtworkError for
 * anything else, and for pictures beyond the limits, before a byte of them is inflated.
 */
export function probeArtwork(head: Uint8Array): ArtworkProbe {
  if (startsWith(head, PNG_SIGNATURE)) return probePng(head)
  if (startsWith(head, [0xff, 0xd8, 0xff])) return probeJpeg(head)
  const foreign = foreignFormat(head)
  if (foreign) throw unsupported(`This is a ${foreign} file, which cannot be printed from.`)
  const svg = probeSvg(head)
  if (svg) return svg
  throw unsupported(
    head.length === 0 ? "This file is empty." : "This file is not a picture that can be printed from.",
  )
}

function probePng(head: Uint8Array): ArtworkProbe {
  const hasHeader =
    head.length >= 33 && readUint32(head, 8) === 13 && startsWith(head.subarray(12), letters("IHDR"))
  if (!hasHeader) throw damaged("PNG")
  const { widthPx, heightPx } = parsePngHeader(head.subarray(16, 29))
  return { kind: "png", widthPx, heightPx }
}

/** Walks the marker segments (ITU T.81, annex B) to the frame header. */
function probeJpeg(head: Uint8Array): ArtworkProbe {
  let at = 2
  while (at + 9 < head.length && head[at] === 0xff) {
    const marker = head[at + 1]
    if (marker === 0xff) {
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) {
      const heightPx = (head[at + 5] << 8) | head[at + 6]
      const widthPx = (head[at + 7] << 8) | head[at + 8]
      checkArtworkSize(widthPx, heightPx)
      return { kind: "jpeg", widthPx, heightPx }
    }
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    at += isBare ? 2 : 2 + ((head[at + 2] << 8) | head[at + 3])
  }
  throw damaged("JPEG")
}

/** Finds the root element and its proportions; whether the drawing is acceptable is for the SVG reader to say. */
function probeSvg(head: Uint8Array): ArtworkProbe | undefined {
  const text = new TextDecoder(head[0] === 0xff || head[0] === 0xfe ? "utf-16" : "utf-8").decode(head)
  const root =
    /^[^<]*(?:<[?!][^>]*>[^<]*|<!--.*?-->[^<]*)*<(?:\w+:)?svg[\s>]/s.test(text) &&
    /<(?:\w+:)?svg\b[^>]*>/s.exec(text)
  if (!root) return undefined
  const box = /\bviewBox\s*=\s*["']\s*([-+.\deE]+)[\s,]+([-+.\deE]+)[\s,]+([.\deE+]+)[\s,]+([.\deE+]+)/.exec(
    root[0],
  )
  const width = box
    ? Number(box[3])
    : Number.parseFloat(/\bwidth\s*=\s*["']([.\d]+)/.exec(root[0])?.[1] ?? "1")
  const height = box
    ? Number(box[4])
    : Number.parseFloat(/\bheight\s*=\s*["']([.\d]+)/.exec(root[0])?.[1] ?? "1")
  const heightPx = Math.max(1, Math.round((SVG_INSPECT_WIDTH_PX * height) / width))
  checkArtworkSize(SVG_INSPECT_WIDTH_PX, heightPx)
  return { kind: "svg", widthPx: SVG_INSPECT_WIDTH_PX, heightPx }
}

const signatures: { name: string; at: number; bytes: string }[] = [
  { name: "GIF", at: 0, bytes: "GIF8" },
  { name: "WebP", at: 8, bytes: "WEBP" },
  { name: "Photoshop", at: 0, bytes: "8BPS" },
  { name: "PDF", at: 0, bytes: "%PDF" },
  { name: "PostScript or Illustrator", at: 0, bytes: "%!PS" },
  { name: "HEIC", at: 4, bytes: "ftyphei" },
  { name: "HEIC", at: 4, bytes: "ftypmif1" },
  { name: "AVIF", at: 4, bytes: "ftypavi" },
  { name: "TIFF", at: 0, bytes: "II*\0" },
  { name: "TIFF", at: 0, bytes: "MM\0*" },
  { name: "BMP", at: 0, bytes: "BM" },
  { name: "JPEG 2000", at: 4, bytes: "jP  " },
  { name: "JPEG XL", at: 4, bytes: "JXL " },
  { name: "ZIP", at: 0, bytes: "PK\x03\x04" },
  { name: "compressed SVG", at: 0, bytes: "\x1f\x8b" },
]

function foreignFormat(head: Uint8Array): string | undefined {
  return signatures.find(({ at, bytes }) => startsWith(head.subarray(at), letters(bytes)))?.name
}

function startsWith(bytes: Uint8Array, prefix: ArrayLike<number>): boolean {
  if (bytes.length < prefix.length) return false
  for (let i = 0; i < prefix.length; i++) if (bytes[i] !== prefix[i]) return false
  return true
}

function letters(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}

function unsupported(reason: string): ArtworkError {
  return new ArtworkError(
    "unsupported",
    `${reason} Export the design as PNG (best), JPEG or SVG and upload that.`,
  )
}

function damaged(kind: string): ArtworkError {
  return new ArtworkError(
    "damaged",
    `This ${kind} is damaged or cut short at its beginning. Export it again from your design program and upload it anew.`,
  )
}
