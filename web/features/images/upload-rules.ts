import { MAX_UPLOAD_BYTES } from "../../../contract/limit.ts"
import { formatBytes } from "../../lib/format.ts"

/** The `accept` of file inputs. */
export const acceptedTypes = ".jpg,.jpeg,.png,.svg,image/jpeg,image/png,image/svg+xml"

/** Bytes at a file's start that `refuseFile` wants to see: SVG may open with a comment or a doctype. */
export const HEAD_BYTES = 4096

const typeOf: Record<string, "jpeg" | "png" | "svg"> = { jpg: "jpeg", jpeg: "jpeg", png: "png", svg: "svg" }

/**
 * Why a file cannot be uploaded, in words, or null. The server judges every byte again; this only spares the seller
 * an upload that would be refused.
 */
export function refuseFile(file: { name: string; bytes: number; head: Uint8Array }): string | null {
  const type = typeOf[file.name.split(".").pop()?.toLowerCase() ?? ""]
  if (!file.name.includes(".") || type === undefined) return "Only JPEG, PNG and SVG files can be uploaded"
  if (file.bytes === 0) return "The file is empty"
  if (file.bytes > MAX_UPLOAD_BYTES) {
    return `The file has ${formatBytes(file.bytes)}, at most ${formatBytes(MAX_UPLOAD_BYTES)} can be uploaded`
  }
  const found = sniff(file.head)
  if (found === null) return `The file is no ${type.toUpperCase()} picture`
  if (found !== type)
    return `The file is named ${type.toUpperCase()} but is ${found.toUpperCase()}. Rename it and try again`
  return null
}

function sniff(head: Uint8Array): "jpeg" | "png" | "svg" | null {
  const startsWith = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte)
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png"
  if (startsWith(0xff, 0xd8, 0xff)) return "jpeg"
  const isUtf16 = startsWith(0xff, 0xfe) || startsWith(0xfe, 0xff)
  const text = new TextDecoder(isUtf16 ? (head[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(head)
  return /<svg[\s>]/i.test(text) || /^\s*<\?xml|^\s*<!DOCTYPE\s+svg|^\s*<!--/i.test(text) ? "svg" : null
}
