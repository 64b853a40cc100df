import { ARTWORK_MAX_PIXELS } from "../limits.ts"
import { damagedJpeg, tooLargeJpeg, unsupportedJpeg } from "./jpeg-refusal.ts"

type JpegComponent = {
  id: number
  /** Samples per MCU, in blocks. */
  h: number
  v: number
  quantSlot: number
  /** The real size in samples and in blocks. MCUs may reach beyond it. */
  widthPx: number
  heightPx: number
  blocksWide: number
  blocksHigh: number
  /** The factors by which the picture is wider and higher than this component. */
  expandX: number
  expandY: number
}

export type JpegFrame = {
  widthPx: number
  heightPx: number
  isProgressive: boolean
  components: JpegComponent[]
  mcuWidthPx: number
  mcuHeightPx: number
  mcusWide: number
  mcusHigh: number
}

/** Reads a start-of-frame payload and refuses values that the decoder cannot rely on (T.81 B.2.2). */
export function parseFrame(marker: number, payload: Uint8Array): JpegFrame {
  if (marker >= 0xc9) throw unsupportedJpeg("uses arithmetic coding")
  if (marker === 0xc3 || marker === 0xc7) throw unsupportedJpeg("is of the lossless kind")
  if (marker >= 0xc5) throw unsupportedJpeg("is of the hierarchical kind")
  const count = payload[5]
  if (payload.length < 6 || payload.length < 6 + count * 3) throw damagedJpeg("its header is too short")
  if (payload[0] !== 8) throw unsupportedJpeg(`has ${payload[0]} bits per colour`)
  const heightPx = payload[1] * 256 + payload[2]
  const widthPx = payload[3] * 256 + payload[4]
  if (heightPx === 0) throw unsupportedJpeg("leaves its height open")
  if (widthPx === 0) throw damagedJpeg("its width is zero")
  if (widthPx * heightPx > ARTWORK_MAX_PIXELS) {
    const megapixels = Math.round((widthPx * heightPx) / 1e6)
    throw tooLargeJpeg(
      `has ${megapixels} megapixels`,
      `Up to ${ARTWORK_MAX_PIXELS / 1e6} megapixels can be printed from: make it smaller and upload it again.`,
    )
  }
  if (count !== 1 && count !== 3 && count !== 4) throw unsupportedJpeg(`has ${count} colour channels`)
  return layOutFrame(widthPx, heightPx, marker === 0xc2, payload.subarray(6, 6 + count * 3))
}

function layOutFrame(
  widthPx: number,
  heightPx: number,
  isProgressive: boolean,
  bytes: Uint8Array,
): JpegFrame {
  const count = bytes.length / 3
  const raw = Array.from({ length: count }, (_, i) => ({
    id: bytes[i * 3],
    // A single component is never interleaved: its MCU is one block whatever its factors (T.81
    // A.2.2).
    h: count === 1 ? 1 : bytes[i * 3 + 1] >> 4,
    v: count === 1 ? 1 : bytes[i * 3 + 1] & 15,
    quantSlot: bytes[i * 3 + 2],
  }))
  const isValid = raw.every((c) => c.h >= 1 && c.h <= 4 && c.v >= 1 && c.v <= 4 && c.quantSlot <= 3)
  if (!isValid) throw damagedJpeg("its colour channels make no sense")
  if (new Set(raw.map((c) => c.id)).size !== count) throw damagedJpeg("two colour channels share a name")
  const hMax = Math.max(...raw.map((c) => c.h))
  const vMax = Math.max(...raw.map((c) => c.v))
  if (raw.some((c) => hMax % c.h !== 0 || vMax % c.v !== 0)) throw unsupportedJpeg("has an unusual sampling")
  const components = raw.map((c): JpegComponent => {
    const width = Math.ceil((widthPx * c.h) / hMax)
    const height = Math.ceil((heightPx * c.v) / vMax)
    return {
      ...c,
      widthPx: width,
      heightPx: height,
      blocksWide: Math.ceil(width / 8),
      blocksHigh: Math.ceil(height / 8),
      expandX: hMax / c.h,
      expandY: vMax / c.v,
    }
  })
  const mcuWidthPx = hMax * 8
  const mcuHeightPx = vMax * 8
  return {
    widthPx,
    heightPx,
    isProgressive,
    components,
    mcuWidthPx,
    mcuHeightPx,
    mcusWide: Math.ceil(widthPx / mcuWidthPx),
    mcusHigh: Math.ceil(heightPx / mcuHeightPx),
  }
}
