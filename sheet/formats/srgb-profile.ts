import { ascii, bigEndian, joined } from "../raster/file-bytes.ts"

/**
 * Returns the ICC profile of sRGB (IEC 61966-2-1), 2.7 KB: version 2.1 of the format, because old RIPs
 * read no newer one. Matrix and curve are those of the standard, adapted to D50.
 */
export function srgbProfile(): Uint8Array {
  const tags: [name: string, body: Uint8Array][] = [
    ["desc", description("sRGB IEC61966-2.1")],
    ["cprt", joined([ascii("text\0\0\0\0No copyright, use freely\0")])],
    ["wtpt", xyz(0.9642, 1, 0.8249)],
    ["rXYZ", xyz(0.43607, 0.22249, 0.01392)],
    ["gXYZ", xyz(0.38515, 0.71687, 0.09708)],
    ["bXYZ", xyz(0.14307, 0.06061, 0.7141)],
    ["rTRC", curve()],
  ]
  const offsets = new Map<string, { offset: number; bytes: number }>()
  const bodies: Uint8Array[] = []
  let offset = HEADER_BYTES + 4 + 12 * (tags.length + 2)
  for (const [name, body] of tags) {
    offsets.set(name, { offset, bytes: body.length })
    const padded = new Uint8Array((body.length + 3) & ~3)
    padded.set(body)
    bodies.push(padded)
    offset += padded.length
  }
  // One curve serves all three.
  const shared = offsets.get("rTRC") ?? { offset: 0, bytes: 0 }
  offsets.set("gTRC", shared)
  offsets.set("bTRC", shared)
  const table = [...offsets].flatMap(([name, tag]) => [
    ascii(name),
    bigEndian(tag.offset),
    bigEndian(tag.bytes),
  ])
  return joined([header(offset), bigEndian(offsets.size), ...table, ...bodies])
}

const HEADER_BYTES = 128
/** The samples of the curve: a straight line between two of them is right to 16 bits. */
const CURVE_SAMPLES = 1024

function header(sizeBytes: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES)
  bytes.set(bigEndian(sizeBytes), 0)
  bytes.set([2, 0x10], 8)
  bytes.set(ascii("mntrRGB XYZ "), 12)
  // The date that every profile has to name: 2020-01-01.
  bytes.set([7, 228, 0, 1, 0, 1], 24)
  bytes.set(ascii("acsp"), 36)
  bytes.set(numbers([0.9642, 1, 0.8249]), 68)
  return bytes
}

/** Writes its plain form, and the empty forms for other scripts that the type demands. */
function description(text: string): Uint8Array {
  const count = text.length + 1
  return joined([ascii("desc\0\0\0\0"), bigEndian(count), ascii(`${text}\0`), new Uint8Array(8 + 3 + 67)])
}

function xyz(...values: number[]): Uint8Array {
  return joined([ascii("XYZ \0\0\0\0"), numbers(values)])
}

/** Writes each as a signed number of 16 bits and a fraction of 16. */
function numbers(values: number[]): Uint8Array {
  return joined(values.map((value) => bigEndian(Math.round(value * 65_536))))
}

function curve(): Uint8Array {
  const samples = new Uint8Array(CURVE_SAMPLES * 2)
  const view = new DataView(samples.buffer)
  for (let i = 0; i < CURVE_SAMPLES; i++) {
    const code = i / (CURVE_SAMPLES - 1)
    const light = code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4
    view.setUint16(i * 2, Math.round(light * 65_535))
  }
  return joined([ascii("curv\0\0\0\0"), bigEndian(CURVE_SAMPLES), samples])
}
