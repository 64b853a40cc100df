import { probeJpeg } from "../jpeg/open-jpeg.ts"
import { outsideReference } from "./style-sheet.ts"
import { refusedSvg, uploadPng } from "./svg-refusal.ts"

const DATA_URL = /^\s*data:image\/(png|jpe?g)((?:;[^;,]*)*?);base64,/i

/**
 * The Base64 read at first: any PNG's header and nearly every JPEG's. A JPEG with profile, thumbnail
 * and notes before its header is read on, four times as far each time, to its end. SVG_MAX_BYTES
 * bounds that.
 */
const HEAD_CHARACTERS = 64 * 1024

/**
 * Returns the number of pixels of a picture in a data: address. Only PNG and JPEG are accepted, because
 * the renderer decodes them whole and their first bytes hold their size.
 */
export function embeddedPixels(href: string): number {
  if (!/^\s*data:/i.test(href)) throw outsideReference()
  const head = DATA_URL.exec(href)
  if (head === null) {
    throw refusedSvg("unsupported", "embeds a picture that is neither PNG nor JPEG", uploadPng)
  }
  const probe = head[1].toLowerCase() === "png" ? probePng : probeJpeg
  const base64 = href.slice(head[0].length)
  for (let characters = HEAD_CHARACTERS; ; characters *= 4) {
    const size = probe(decodeHead(base64.slice(0, characters)))
    if (size !== null) return size.widthPx * size.heightPx
    if (characters >= base64.length) throw refusedSvg("damaged", "embeds a damaged picture", uploadPng)
  }
}

function decodeHead(base64: string): Uint8Array {
  const text = base64.replace(/\s+/g, "")
  try {
    const binary = atob(text.slice(0, text.length & ~3))
    return Uint8Array.from(binary, (c) => c.charCodeAt(0))
  } catch {
    // Not base64.
    throw refusedSvg("damaged", "embeds a damaged picture", uploadPng)
  }
}

function probePng(bytes: Uint8Array): { widthPx: number; heightPx: number } | null {
  if (bytes.length < 24) return null
  const view = new DataView(bytes.buffer)
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(12) !== 0x49484452) return null
  return { widthPx: view.getUint32(16), heightPx: view.getUint32(20) }
}
