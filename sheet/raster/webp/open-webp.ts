import type { ByteSource, RowSink, RowSource } from "../artwork.ts"
import { openBytes } from "../byte-reader.ts"
import type { RasterHost } from "../host.ts"
import type { Pause } from "../pause.ts"
import { checkArtworkSize } from "../png-header.ts"
import { useProfile } from "../profile/use-profile.ts"
import { openAlphaRows } from "./alpha-rows.ts"
import { readVp8Header, vp8Size } from "./vp8-header.ts"
import { openVp8Rows } from "./vp8-rows.ts"
import { openVp8l, vp8lSize } from "./vp8l-rows.ts"
import { findChunks, type WebpChunks } from "./webp-chunks.ts"
import { damagedWebp, refusedWebp } from "./webp-refusal.ts"
import { makePixels } from "./yuv-pixels.ts"

/** The largest file, which is held whole. A lossless picture of 24 megapixels seldom takes more than ten. */
const WEBP_HELD_MIB = 24
/** The pixels decoded before the consumer is asked again whether it can take more. */
const PAUSE_PIXELS = 32_768

/**
 * Reads a WebP up to its picture. `decode` reads the file anew, holds it, and decodes it by rows: of lossless
 * pictures it keeps as much as repetitions may reach back, of lossy ones three rows of macroblocks.
 */
export async function openWebp(
  source: ByteSource,
  host: RasterHost,
): Promise<RowSource & { warnings: string[]; droppedProfile: string | null }> {
  const bytes = await holdFile(source)
  const chunks = findChunks(bytes)
  const { widthPx, heightPx } = sizeOf(bytes, chunks)
  checkArtworkSize(widthPx, heightPx)
  const { profile } = chunks
  const { transform, warnings } = useProfile(profile && bytes.slice(profile.from, profile.end), "rgb", host)
  return {
    widthPx,
    heightPx,
    warnings,
    droppedProfile: warnings[0] ?? null,
    async decode(sink, pause) {
      const held = await holdFile(source)
      const converted: RowSink = (row, y) => {
        transform?.apply(row)
        sink(row, y)
      }
      const decodeRows = chunks.picture.isLossless ? decodeLossless : decodeLossy
      await decodeRows(held, chunks, converted, pause).finally(() => transform?.close?.())
    },
  }
}

/** Reads the whole file, to the end that its head tells. */
async function holdFile(source: ByteSource): Promise<Uint8Array> {
  const reader = await openBytes(source)
  try {
    const head = await reader.exact(12)
    if (!head) throw damagedWebp("it ends too early")
    const sizeBytes = 8 + new DataView(head.buffer).getUint32(4, true)
    if (sizeBytes > WEBP_HELD_MIB << 20)
      throw refusedWebp(
        "too-large",
        `takes over ${WEBP_HELD_MIB} MB and has to be held whole`,
        "Save it as PNG and upload that.",
      )
    const bytes = new Uint8Array(Math.max(12, sizeBytes))
    bytes.set(head)
    for (let have = 12; have < bytes.length; ) {
      const piece = await reader.some(bytes.length - have)
      if (!piece) throw damagedWebp("it ends too early")
      bytes.set(piece, have)
      have += piece.length
    }
    return bytes
  } finally {
    await reader.close()
  }
}

function sizeOf(bytes: Uint8Array, { picture: { isLossless, from, end } }: WebpChunks) {
  if (end - from < 10) throw damagedWebp("it ends too early")
  return isLossless ? vp8lSize(bytes, from) : vp8Size(bytes, from)
}

async function decodeLossless(
  bytes: Uint8Array,
  { picture }: WebpChunks,
  sink: RowSink,
  pause?: Pause,
): Promise<void> {
  const { widthPx, heightPx, hasAlpha } = vp8lSize(bytes, picture.from)
  const rows = openVp8l(bytes, picture.from, picture.end)
  const pixels = new Uint32Array(widthPx)
  const row = new Uint8Array(widthPx * 4)
  const passOn = resting(widthPx, pause)
  for (let y = 0; y < heightPx; y++) {
    rows.next(pixels)
    for (let x = 0; x < widthPx; x++) {
      const pixel = pixels[x]
      row[x * 4] = pixel >>> 16
      row[x * 4 + 1] = pixel >>> 8
      row[x * 4 + 2] = pixel
      row[x * 4 + 3] = hasAlpha ? pixel >>> 24 : 255
    }
    sink(row, y)
    await passOn(1)
  }
}

async function decodeLossy(
  bytes: Uint8Array,
  chunks: WebpChunks,
  sink: RowSink,
  pause?: Pause,
): Promise<void> {
  const header = readVp8Header(bytes, chunks.picture.from, chunks.picture.end)
  const { widthPx, heightPx } = header
  const { alpha } = chunks
  const alphas = alpha && openAlphaRows(bytes, alpha.from, alpha.end, widthPx, heightPx)
  const rows = openVp8Rows(header)
  const [luma, blue, red] = rows.planes
  const row = new Uint8Array(widthPx * 4)
  const passOn = resting(widthPx, pause)
  const down = (heightPx + 15) >> 4

  /** Passes on the rows of one row of macroblocks, of those that are held. */
  function emit(macroblockRow: number, held: number): number {
    const top = macroblockRow * 16
    const bottom = Math.min(heightPx, top + 16)
    for (let y = top; y < bottom; y++) {
      const near = held * 8 + ((y - top) >> 1)
      const isEdge = y === 0 || (y === heightPx - 1 && y % 2 === 1)
      const far = isEdge ? near : near + (y % 2 === 1 ? 1 : -1)
      const chroma = ({ samples, stride }: typeof blue, at: number) =>
        samples.subarray(at * stride, (at + 1) * stride)
      const lumaRow = held * 16 + y - top
      makePixels(
        {
          luma: luma.samples.subarray(lumaRow * luma.stride, (lumaRow + 1) * luma.stride),
          blue: [chroma(blue, near), chroma(blue, far)],
          red: [chroma(red, near), chroma(red, far)],
        },
        widthPx,
        row,
      )
      const alphaRow = alphas?.next()
      if (alphaRow) for (let x = 0; x < widthPx; x++) row[x * 4 + 3] = alphaRow[x]
      sink(row, y)
    }
    return bottom - top
  }

  for (let i = 0; i < down; i++) {
    rows.next()
    if (i > 0) await passOn(emit(i - 1, 1))
  }
  emit(down - 1, 2)
}

/** Counts rows, and awaits the consumer after some. */
function resting(widthPx: number, pause?: Pause): (rows: number) => Promise<void> {
  let unpaused = 0
  return async (rows) => {
    unpaused += rows * widthPx
    if (pause === undefined || unpaused < PAUSE_PIXELS) return
    await pause(unpaused)
    unpaused = 0
  }
}
