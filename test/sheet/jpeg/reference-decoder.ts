import { decodeScan, type TwinComponent, type TwinTable } from "../../../sheet/kernel/jpeg-entropy.twin.ts"
import { inverseBlock } from "../../../sheet/kernel/jpeg-idct.twin.ts"
import * as rows from "../../../sheet/kernel/jpeg-rows.twin.ts"

const ZIGZAG = Array.from({ length: 64 }, (_, i) => i).sort((a, b) => {
  const [x, y, u, v] = [a & 7, a >> 3, b & 7, b >> 3]
  if (x + y !== u + v) return x + y - u - v
  return (x + y) % 2 === 0 ? v - y : y - v
})

type Component = TwinComponent & {
  id: number
  quantSlot: number
  rowsHigh: number
  quant?: Int16Array
  heightPx: number
  widthPx: number
}

/** A whole-picture decoder of the kernels' twins: grey and YCbCr, in memory, unchecked. */
export function decodeByTwins(bytes: Uint8Array): Uint8Array {
  const quants: Int16Array[] = []
  const tables = new Map<number, TwinTable>()
  let components: Component[] = []
  let [width, height, mcusWide, mcusHigh, restartInterval] = [0, 0, 0, 0, 0]
  let isProgressive = false
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1]
    if (marker === 0xd9) break
    const length = bytes[at + 2] * 256 + bytes[at + 3]
    const body = bytes.subarray(at + 4, at + 2 + length)
    at += 2 + length
    if (marker === 0xdb) {
      for (let i = 0; i < body.length; i += 65) {
        const quant = new Int16Array(64)
        for (let k = 0; k < 64; k++) quant[ZIGZAG[k]] = body[i + 1 + k]
        quants[body[i] & 15] = quant
      }
    } else if (marker === 0xc4) {
      for (let i = 0; i < body.length; ) {
        const counts = body.slice(i + 1, i + 17)
        const total = counts.reduce((sum, count) => sum + count, 0)
        tables.set(body[i], { counts, symbols: body.slice(i + 17, i + 17 + total) })
        i += 17 + total
      }
    } else if (marker === 0xdd) restartInterval = body[0] * 256 + body[1]
    else if (marker >= 0xc0 && marker <= 0xc2) {
      isProgressive = marker === 0xc2
      height = body[1] * 256 + body[2]
      width = body[3] * 256 + body[4]
      const raw = Array.from({ length: body[5] }, (_, i) => body.subarray(6 + i * 3, 9 + i * 3))
      const isGrey = raw.length === 1
      const hMax = isGrey ? 1 : Math.max(...raw.map((c) => c[1] >> 4))
      const vMax = isGrey ? 1 : Math.max(...raw.map((c) => c[1] & 15))
      mcusWide = Math.ceil(width / 8 / hMax)
      mcusHigh = Math.ceil(height / 8 / vMax)
      components = raw.map((c) => {
        const h = isGrey ? 1 : c[1] >> 4
        const v = isGrey ? 1 : c[1] & 15
        const widthPx = Math.ceil((width * h) / hMax)
        const heightPx = Math.ceil((height * v) / vMax)
        return {
          id: c[0],
          quantSlot: c[2],
          h,
          v,
          widthPx,
          heightPx,
          blocksWide: Math.ceil(widthPx / 8),
          blocksHigh: Math.ceil(heightPx / 8),
          stride: mcusWide * h,
          rowsHigh: mcusHigh * v,
          coefficients: new Int16Array(mcusWide * h * mcusHigh * v * 64),
        }
      })
    } else if (marker === 0xda) {
      const entries = Array.from({ length: body[0] }, (_, i) => {
        const component = components.find((c) => c.id === body[1 + i * 2])
        if (component === undefined) throw new Error("an unknown component")
        component.quant ??= quants[component.quantSlot]
        const selectors = body[2 + i * 2]
        return {
          component,
          dc: tables.get(selectors >> 4) ?? null,
          ac: tables.get(16 | (selectors & 15)) ?? null,
        }
      })
      const tail = body.subarray(1 + body[0] * 2)
      let end = at
      while (!(bytes[end] === 0xff && endsScan(bytes[end + 1]))) end++
      const [ss, se, ah, al] = isProgressive ? [tail[0], tail[1], tail[2] >> 4, tail[2] & 15] : [0, 63, 0, 0]
      const scan = { entries, ss, se, ah, al, restartInterval, isProgressive, mcusWide, mcusHigh }
      decodeScan(bytes.subarray(at, end), scan)
      at = end
    }
  }
  return paint(components, width, height)
}

/** Tells whether a marker ends a scan: no stuffed zero, fill byte or restart marker does. */
function endsScan(code: number): boolean {
  return code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)
}

function paint(components: Component[], width: number, height: number): Uint8Array {
  const planes = components.map(samplesOf)
  const out = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    const [luma, cb, cr] = components.map((c, i) =>
      fullRow(c, planes[i], y, width, height).subarray(0, width),
    )
    out.set(
      cb === undefined ? rows.planesToRgba(luma, luma, luma) : rows.yccToRgba(luma, cb, cr),
      y * width * 4,
    )
  }
  return out
}

/** Returns rows of samples, cut to the real width. */
function samplesOf({ stride, rowsHigh, coefficients, quant, widthPx }: Component): Uint8Array[] {
  const lines = Array.from({ length: rowsHigh * 8 }, () => new Uint8Array(stride * 8))
  for (let block = 0; block < stride * rowsHigh; block++) {
    const samples = inverseBlock(
      coefficients.subarray(block * 64, block * 64 + 64),
      quant ?? new Int16Array(64),
    )
    const top = Math.floor(block / stride) * 8
    for (let y = 0; y < 8; y++) lines[top + y].set(samples.subarray(y * 8, y * 8 + 8), (block % stride) * 8)
  }
  return lines.map((line) => line.subarray(0, widthPx))
}

function fullRow(c: Component, plane: Uint8Array[], y: number, width: number, height: number): Uint8Array {
  const across = Math.round(width / c.widthPx)
  const down = Math.round(height / c.heightPx)
  const near = Math.floor(y / down)
  const isLower = y % 2 === 1
  const far = Math.min(c.heightPx - 1, Math.max(0, near + (isLower ? 1 : -1)))
  if (across === 1 && down === 2) return rows.upsampleH1V2(plane[near], plane[far], isLower ? 2 : 1)
  if (across === 2 && down === 1) return rows.upsampleH2V1(plane[near])
  if (across === 2 && down === 2) return rows.upsampleH2V2(plane[near], plane[far])
  return rows.replicate(plane[near], across)
}
