import type { AboutSheet } from "../sheet-format.ts"
import { dateString, textString } from "./pdf-file.ts"

const PRODUCER = "Sheetsmith"

/** Returns the document information dictionary (ISO 32000-1, 14.3.3). */
export function infoOf({ title, createdAtMs }: AboutSheet): string {
  const created =
    createdAtMs === null ? "" : `/CreationDate${dateString(createdAtMs)}/ModDate${dateString(createdAtMs)}`
  return `<</Title${textString(title)}/Creator(${PRODUCER})/Producer(${PRODUCER})${created}/Trapped/False>>`
}

/** Returns the same as XMP (ISO 16684-1), in UTF-8. */
export function xmpOf({ title, createdAtMs }: AboutSheet): Uint8Array {
  const created = createdAtMs === null ? null : `${new Date(createdAtMs).toISOString().slice(0, 19)}Z`
  const dates =
    created === null
      ? ""
      : `\n   <xmp:CreateDate>${created}</xmp:CreateDate>\n   <xmp:ModifyDate>${created}</xmp:ModifyDate>`
  return new TextEncoder().encode(`<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>
   <pdf:Producer>${PRODUCER}</pdf:Producer>
   <pdf:Trapped>False</pdf:Trapped>
   <xmp:CreatorTool>${PRODUCER}</xmp:CreatorTool>${dates}
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`)
}

/** Escapes a text; leaves out characters that XML cannot hold. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
}
