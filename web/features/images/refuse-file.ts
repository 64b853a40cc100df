import { artworkKinds, artworkKindWords, pdfKind } from "../../../contract/artwork/artwork-kind.ts"
import { MAX_UPLOAD_BYTES } from "../../../contract/limit.ts"
import { foreignFormat } from "../../../sheet/raster/foreign-format.ts"
import { formatBytes } from "../../lib/format.ts"

const kinds = [...Object.values(artworkKinds), pdfKind]

const ADVICE = `upload ${artworkKindWords}`

export type RefuseFile = typeof refuseFile

/**
 * Returns why a file cannot be uploaded, or null. The server checks every byte again; this spares the seller
 * an upload that would be refused.
 */
export function refuseFile(file: { name: string; bytes: number; head: Uint8Array }): string | null {
  const { name, bytes, head } = file
  if (bytes === 0) return `${name} is empty`
  if (bytes > MAX_UPLOAD_BYTES)
    return `${name} is ${formatBytes(bytes)}: at most ${formatBytes(MAX_UPLOAD_BYTES)} can be uploaded`
  const isPdf = sniff(head) === pdfKind && endingOf(name) === "pdf"
  const foreign = isPdf ? undefined : foreignFormat(head)
  if (foreign !== undefined)
    return `${name} is ${withArticle(foreign.name)}: ${foreign.remedy?.replace(/,$/, "") ?? ADVICE}`
  const actual = sniff(head)
  if (actual === null) return `${name} is not a picture that can be printed: ${ADVICE}`
  const ending = endingOf(name)
  const named = kinds.find(({ endings }) => endings.some((known) => known === ending))
  if (named === actual) return null
  return named === undefined
    ? `${name} does not have a picture's file name: end its name in .${actual.name.toLowerCase()}, or ${ADVICE}`
    : `${name} is named ${named.name} but is a ${actual.name}: rename it and try again`
}

function endingOf(name: string): string | undefined {
  return name.includes(".") ? name.split(".").pop()?.toLowerCase() : undefined
}

/** `a GIF`, `an AVIF`, `a Photoshop file` */
function withArticle(format: string): string {
  return `${/^[AEIO]/.test(format) ? "an" : "a"} ${format}${/^[A-Z]+$/.test(format) ? "" : " file"}`
}

function sniff(head: Uint8Array): (typeof kinds)[number] | null {
  const startsWith = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte)
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return artworkKinds.png
  if (startsWith(0xff, 0xd8, 0xff)) return artworkKinds.jpeg
  if (startsWith(0x25, 0x50, 0x44, 0x46)) return pdfKind
  if (startsWith(0x49, 0x49, 0x2a, 0) || startsWith(0x4d, 0x4d, 0, 0x2a)) return artworkKinds.tiff
  if (startsWith(0x52, 0x49, 0x46, 0x46) && String.fromCharCode(...head.subarray(8, 12)) === "WEBP")
    return artworkKinds.webp
  const isUtf16 = startsWith(0xff, 0xfe) || startsWith(0xfe, 0xff)
  const text = new TextDecoder(isUtf16 ? (head[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(head)
  return /<svg[\s>]/i.test(text) || /^\s*<\?xml|^\s*<!DOCTYPE\s+svg|^\s*<!--/i.test(text)
    ? artworkKinds.svg
    : null
}
