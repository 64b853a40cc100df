import { probeJpeg } from "../jpeg/open-jpeg.ts"
import { outsideReference } from "./style-sheet.ts"
import { refusedSvg, uploadPng } from "./svg-refusal.ts"

const DATA_URL = /^\s*data:image\/(png|jpe?g)((?:;[^;,]*)*?);base64,/i

/** As much base64 as holds any PNG's header and nearly every JPEG's. */
const HEAD_CHARACTERS = 256 * 1024

/**
 * Pixels of a picture in a data: address. Only PNG and JPEG are let through, because the renderer decodes them whole and
 * their size can be told from the first bytes.
 */
export function embeddedPixels(href: string): number {
  if (!/^\s*data:/i.test(href)) throw outsideReference()
  const head = DATA_URL.exec(href)
  if (head === null) {
    throw refusedSvg("unsupported", "embeds a picture that is neither PNG nor JPEG", uploadPng)
  }
  const bytes = decodeHead(href.slice(head[0].length))
  const size = head[1].toLowerCase() === "png" ? probePng(bytes) : probeJpeg(bytes)
  if (size === null) throw refusedSvg("damaged", "embeds a damaged picture", uploadPng)
  return size.widthPx * size.heightPx
}

function decodeHead(base64: string): Uint8Array {
  const text = base64.slice(0, HEAD_CHARACTERS).replace(/\s+/g, "")
  try {
    const binary = atob(text.slice(0, text.length & ~3))
    return Uint8Array.from(binary, (c) => c.charCodeAt(0))
  } catch {
    // Not base64 after all.
    throw refusedSvg("damaged", "embeds a damaged picture", uploadPng)
  }
}

function probePng(bytes: Uint8Array): { widthPx: number; heightPx: number } | null {
  if (bytes.length < 24) return null
  const view = new DataView(bytes.buffer)
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(12) !== 0x49484452) return null
  return { widthPx: view.getUint32(16), heightPx: view.getUint32(20) }
}
