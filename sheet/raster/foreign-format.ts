type ForeignFormat = {
  name: string
  /** The remedy, as a phrase that can begin a sentence; absent where nothing helps but another export. */
  remedy?: string
}

const OPEN_AND_EXPORT =
  "open it in Illustrator, Affinity or Inkscape, export it as SVG, or as PNG at 300 pixels an inch,"
const ILLUSTRATOR = {
  name: "Illustrator",
  remedy: "in Illustrator, use Export As with SVG, or with PNG at 300 pixels an inch,",
}
const HEIC = { name: "HEIC", remedy: "export the photo as JPEG on the phone or computer that has it" }

const signatures: (ForeignFormat & { at: number; bytes: string })[] = [
  { name: "GIF", at: 0, bytes: "GIF8" },
  {
    name: "Photoshop",
    at: 0,
    bytes: "8BPS",
    remedy: "in Photoshop, use Export As with PNG and transparency",
  },
  { name: "PDF", at: 0, bytes: "%PDF", remedy: OPEN_AND_EXPORT },
  { name: "EPS", at: 0, bytes: "%!PS", remedy: OPEN_AND_EXPORT },
  { name: "EPS", at: 0, bytes: "\xc5\xd0\xd3\xc6", remedy: OPEN_AND_EXPORT },
  { ...HEIC, at: 4, bytes: "ftyphei" },
  { ...HEIC, at: 4, bytes: "ftyphev" },
  { ...HEIC, at: 4, bytes: "ftypmif1" },
  { ...HEIC, at: 4, bytes: "ftypmsf1" },
  { name: "AVIF", at: 4, bytes: "ftypavi" },
  { name: "BMP", at: 0, bytes: "BM" },
  { name: "JPEG 2000", at: 4, bytes: "jP  " },
  { name: "JPEG XL", at: 4, bytes: "JXL " },
  { name: "ZIP", at: 0, bytes: "PK\x03\x04" },
  { name: "compressed SVG", at: 0, bytes: "\x1f\x8b" },
]

/** The bytes in which a file of Illustrator, a PDF or EPS by its first ones, names its program. */
const NAMED_WITHIN = 4096

/** Returns a known format that cannot be printed, by a file's first bytes; undefined for all others. */
export function foreignFormat(head: Uint8Array): ForeignFormat | undefined {
  const known = signatures.find(({ at, bytes }) => isAt(head, at, bytes))
  if (known?.remedy !== OPEN_AND_EXPORT) return known
  const text = new TextDecoder("latin1").decode(head.subarray(0, NAMED_WITHIN))
  return /Adobe Illustrator/.test(text) && !/^%!PS\S* EPSF/.test(text) ? ILLUSTRATOR : known
}

function isAt(head: Uint8Array, at: number, letters: string): boolean {
  for (let i = 0; i < letters.length; i++) if (head[at + i] !== letters.charCodeAt(i)) return false
  return true
}
