import { deflateSync } from "node:zlib"
import { TAG } from "../sheet/raster/tiff/tiff-tag.ts"

export type TiffShape = {
  widthPx: number
  heightPx: number
  depth: number
  samples: number
  colours: number
  /** The rows of samples: numbers of `depth` bits, pixel after pixel. */
  values: ArrayLike<number>
  isLittle?: boolean
  isBig?: boolean
  isSeparate?: boolean
  rowsPerStrip?: number
  /** Fields to add or to put in place of others: short numbers, or bytes. */
  fields?: Record<number, number[] | Uint8Array>
}

const SHORT = 3
const LONG = 4
const UNDEFINED = 7

/** Writes a TIFF that sharp does not write, compressed with Deflate: its directory comes last. */
export function makeTiff(shape: TiffShape): Uint8Array {
  const { widthPx, heightPx, depth, samples, isLittle = true, isBig = false, isSeparate = false } = shape
  const rowsPerStrip = shape.rowsPerStrip ?? heightPx
  const number = (value: number, bytes: number) => {
    const all = Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) % 256)
    return isLittle ? all : all.reverse()
  }
  const word = isBig ? 8 : 4
  const headBytes = isBig ? 16 : 8
  const strips: Uint8Array[] = []
  for (let plane = 0; plane < (isSeparate ? samples : 1); plane++)
    for (let top = 0; top < heightPx; top += rowsPerStrip) {
      const bytes: number[] = []
      for (let y = top; y < Math.min(heightPx, top + rowsPerStrip); y++) {
        let bits = ""
        for (let i = 0; i < widthPx * samples; i++) {
          if (isSeparate && i % samples !== plane) continue
          const value = shape.values[y * widthPx * samples + i]
          if (depth >= 8) bytes.push(...number(value, depth / 8))
          else bits += value.toString(2).padStart(depth, "0")
        }
        for (let at = 0; at < bits.length; at += 8)
          bytes.push(Number.parseInt(bits.slice(at, at + 8).padEnd(8, "0"), 2))
      }
      strips.push(deflateSync(Uint8Array.from(bytes)))
    }
  const offsets: number[] = []
  let end = headBytes
  for (const strip of strips) {
    offsets.push(end)
    end += strip.length
  }
  const shorts: Record<number, number[] | Uint8Array> = {
    [TAG.bits]: new Array(samples).fill(depth),
    [TAG.compression]: [8],
    [TAG.colours]: [shape.colours],
    [TAG.samples]: [samples],
    [TAG.planes]: [isSeparate ? 2 : 1],
    ...shape.fields,
  }
  const longs: Record<number, number[]> = {
    [TAG.width]: [widthPx],
    [TAG.height]: [heightPx],
    [TAG.stripOffsets]: offsets,
    [TAG.rowsPerStrip]: [rowsPerStrip],
    [TAG.stripBytes]: strips.map(({ length }) => length),
  }
  const entries = [
    ...Object.entries(longs).map(([tag, values]) => ({ tag: Number(tag), type: LONG, values })),
    ...Object.entries(shorts).map(([tag, values]) => ({
      tag: Number(tag),
      type: values instanceof Uint8Array ? UNDEFINED : SHORT,
      values,
    })),
  ].sort((a, b) => a.tag - b.tag)
  const directory = [...number(entries.length, isBig ? 8 : 2)]
  const rest: number[] = []
  let restAt = end + directory.length + entries.length * (4 + 2 * word) + word
  for (const { tag, type, values } of entries) {
    const size = type === UNDEFINED ? 1 : type === SHORT ? 2 : 4
    const bytes = Array.from(values).flatMap((value) => number(value, size))
    directory.push(...number(tag, 2), ...number(type, 2), ...number(values.length, word))
    if (bytes.length <= word) directory.push(...bytes, ...new Array(word - bytes.length).fill(0))
    else {
      directory.push(...number(restAt, word))
      rest.push(...bytes)
      restAt += bytes.length
    }
  }
  const order = Buffer.from(isLittle ? "II" : "MM")
  const head = isBig ? [...number(43, 2), ...number(8, 2), 0, 0] : number(42, 2)
  return new Uint8Array(
    Buffer.concat([
      order,
      Buffer.from([...head, ...number(end, word)]),
      ...strips,
      Buffer.from([...directory, ...number(0, word), ...rest]),
    ]),
  )
}
