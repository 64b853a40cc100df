import sharp from "sharp"
import { pick } from "../../harness/fuzz/nasty.ts"

type Random = () => number
type Segment = { marker: number; bytes: Buffer }

const MAX_BYTES = 1_000_000
const [SOF0, SOF2, DHT, SOS, DRI, APP1, DQT] = [0xc0, 0xc2, 0xc4, 0xda, 0xdd, 0xe1, 0xdb]

/**
 * Reassembles a JPEG: larger frames over the same data, repeated or reordered scans, tables and
 * notes, restarts.
 */
export async function makeJpeg(random: Random): Promise<Uint8Array> {
  const side = (most: number) => Math.max(1, Math.floor(most ** random()))
  const channels = pick([1, 3, 3, 3] as const, random)
  const picture = sharp({
    create: {
      width: side(900),
      height: side(900),
      channels: 3,
      background: { r: 200, g: 90, b: 60 },
      ...(random() < 0.5 ? { noise: { type: "gaussian", mean: 128, sigma: 30 } } : {}),
    },
  }).toColourspace(channels === 1 ? "b-w" : random() < 0.1 ? "cmyk" : "srgb")
  const file = await picture
    .jpeg({
      quality: 1 + Math.floor(random() * 100),
      progressive: random() < 0.6,
      chromaSubsampling: random() < 0.5 ? "4:4:4" : "4:2:0",
      optimiseScans: random() < 0.3,
    })
    .toBuffer()
  const segments = split(file)
  for (const segment of segments)
    if (segment.marker === SOF0 || segment.marker === SOF2) resize(segment.bytes, random)
  const made: Segment[] = [segments[0]]
  if (random() < 0.3) made.push({ marker: APP1, bytes: orientation(1 + Math.floor(random() * 8)) })
  if (random() < 0.2)
    made.push({ marker: DRI, bytes: Buffer.from([0xff, DRI, 0, 4, 0, Math.floor(random() * 4)]) })
  let remaining = MAX_BYTES - file.length
  for (const segment of segments.slice(1)) {
    const isOften = [DHT, SOS, DQT].includes(segment.marker)
    const bytes =
      segment.marker === SOS && random() < 0.1
        ? segment.bytes.subarray(0, 14 + Math.floor(random() * 20))
        : segment.bytes
    const most = Math.max(1, Math.floor(remaining / bytes.length))
    const times =
      random() < (isOften ? 0.08 : 0.01) ? Math.min(most, pick([2, 9, 60, 400, 900, 3_000], random)) : 1
    remaining -= bytes.length * (times - 1)
    for (let i = 0; i < times; i++) made.push({ ...segment, bytes })
  }
  return Buffer.concat(made.map(({ bytes }) => bytes))
}

/** Keeps the size mostly, else takes any allowed size over data that is far too short. */
function resize(frame: Buffer, random: Random): void {
  if (random() < 0.75) return
  frame.writeUInt16BE(Math.floor(random() * 10_000), 5)
  frame.writeUInt16BE(Math.floor(random() * 10_000), 7)
}

/** Returns the file's pieces, each with its marker; a scan includes its data. */
function split(file: Buffer): Segment[] {
  const segments: Segment[] = [{ marker: 0xd8, bytes: file.subarray(0, 2) }]
  for (let at = 2; at + 2 <= file.length; ) {
    const marker = file[at + 1]
    if (marker === 0xd9) {
      segments.push({ marker, bytes: file.subarray(at, at + 2) })
      break
    }
    let end = at + 2 + file.readUInt16BE(at + 2)
    if (marker === SOS)
      while (
        end + 1 < file.length &&
        !(file[end] === 0xff && file[end + 1] !== 0 && (file[end + 1] & 0xf8) !== 0xd0)
      )
        end++
    segments.push({ marker, bytes: Buffer.from(file.subarray(at, end)) })
    at = end
  }
  return segments
}

function orientation(value: number): Buffer {
  const exif = Buffer.from("4578696600004d4d002a00000008000101120003000000010000000000000000", "hex")
  exif.writeUInt16BE(value, 6 + 8 + 2 + 8)
  const head = Buffer.from([0xff, APP1, 0, exif.length + 2])
  return Buffer.concat([head, exif])
}
