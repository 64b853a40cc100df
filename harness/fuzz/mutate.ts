import { crc32 } from "node:zlib"
import { joined } from "../../sheet/raster/file-bytes.ts"

type Random = () => number
type Bytes = Uint8Array<ArrayBuffer>

/** Numbers at the edges of what formats store. */
const EDGES = [0, 1, 2, 7, 8, 15, 16, 63, 64, 127, 128, 254, 255]

/** Bits of SVG that turn an ordinary file into an odd one. */
const FRAGMENTS = [
  "0",
  "-1",
  "1e9",
  "1e-9",
  "99999999",
  "NaN",
  "100%",
  "url(#c)",
  "url(#p)",
  "url(http://x)",
  'transform="scale(0)"',
  'transform="matrix(1 1 1 1 0 0)"',
  'opacity=".5"',
  "<g>",
  "</g>",
  '<use xlink:href="#s"/>',
  "<!--",
  "]]>",
  "&lt;",
  "&x;",
  '"',
  "<",
  ">",
  'd="M0 0L1e30 1e30"',
  'stroke-dasharray="0.001"',
]

/** Returns a damaged copy: one to six small changes, few of which stop a decoder at once. */
export function mutate(bytes: Uint8Array, random: Random, isText: boolean): Bytes {
  let mutated = Uint8Array.from(bytes)
  const changes = 1 + Math.floor(random() ** 3 * 6)
  for (let i = 0; i < changes && mutated.length > 0; i++) mutated = change(mutated, random, isText)
  return mutated
}

function change(bytes: Bytes, random: Random, isText: boolean): Bytes {
  const below = (count: number) => Math.floor(random() * count)
  const at = below(bytes.length)
  const length = 1 + below(Math.min(32, bytes.length - at))
  if (isText && random() < 0.6) return insert(bytes, at, fragment(bytes, at, below))
  const draw = random()
  if (draw < 0.35) bytes[at] ^= 1 << below(8)
  else if (draw < 0.55) bytes[at] = EDGES[below(EDGES.length)]
  else if (draw < 0.8) bytes[at] = below(256)
  else if (draw < 0.83) return bytes.slice(0, at)
  else if (draw < 0.89) return joined([bytes.subarray(0, at), bytes.subarray(at + length)])
  else if (draw < 0.95) return insert(bytes, at, bytes.slice(at, at + length))
  else {
    const noise = Uint8Array.from({ length: 1 + below(8) }, () => below(256))
    return insert(bytes, at, noise)
  }
  return bytes
}

function fragment(bytes: Uint8Array, at: number, below: (count: number) => number): Uint8Array {
  // Half the time an existing number grows or shrinks by its neighbour's digits.
  if (below(2) === 0) return bytes.slice(at, at + 1 + below(3))
  return new TextEncoder().encode(FRAGMENTS[below(FRAGMENTS.length)])
}

function insert(bytes: Uint8Array, at: number, extra: Uint8Array): Bytes {
  return joined([bytes.subarray(0, at), extra, bytes.subarray(at)])
}

/** Corrects the checksums of a damaged PNG, so that the code behind them is reached. */
export function sealPng(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + view.getUint32(at)
    if (end + 4 > bytes.length) break
    view.setUint32(end, crc32(bytes.subarray(at + 4, end)))
    at = end + 4
  }
  return bytes
}
