const signatures: { name: string; at: number; bytes: string }[] = [
  { name: "GIF", at: 0, bytes: "GIF8" },
  { name: "WebP", at: 8, bytes: "WEBP" },
  { name: "Photoshop", at: 0, bytes: "8BPS" },
  { name: "PDF", at: 0, bytes: "%PDF" },
  { name: "PostScript or Illustrator", at: 0, bytes: "%!PS" },
  { name: "HEIC", at: 4, bytes: "ftyphei" },
  { name: "HEIC", at: 4, bytes: "ftypmif1" },
  { name: "AVIF", at: 4, bytes: "ftypavi" },
  { name: "BMP", at: 0, bytes: "BM" },
  { name: "JPEG 2000", at: 4, bytes: "jP  " },
  { name: "JPEG XL", at: 4, bytes: "JXL " },
  { name: "ZIP", at: 0, bytes: "PK\x03\x04" },
  { name: "compressed SVG", at: 0, bytes: "\x1f\x8b" },
]

/** Returns a known format that cannot be printed, by a file's first bytes; undefined for all others. */
export function foreignFormat(head: Uint8Array): string | undefined {
  return signatures.find(({ at, bytes }) => isAt(head, at, bytes))?.name
}

function isAt(head: Uint8Array, at: number, letters: string): boolean {
  for (let i = 0; i < letters.length; i++) if (head[at + i] !== letters.charCodeAt(i)) return false
  return true
}
