import { openNodeHost } from "../../../cli/node-host.ts"
import { bytesSource } from "../../../harness/bytes.ts"
import type { ArtworkKind } from "../../../sheet/raster/artwork.ts"
import type { RasterHost } from "../../../sheet/raster/host.ts"
import { openArtwork } from "../../../sheet/raster/open-artwork.ts"
import { SVG_INSPECT_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"

export const host = await openNodeHost()

export type Decoded = { widthPx: number; heightPx: number; rgba: Uint8Array; warnings: string[] }

/** Decodes a whole artwork, in small pieces of input so that every state is cut somewhere. */
export async function decodeAll(
  bytes: Uint8Array,
  options: { kind?: ArtworkKind; host?: RasterHost; pieceBytes?: number } = {},
): Promise<Decoded> {
  const source = bytesSource(bytes, options.pieceBytes ?? 1000)
  const artwork = await openArtwork(source, options.kind ?? "png", options.host ?? host, {
    widthPx: 100,
    effort: SVG_INSPECT_EFFORT,
  })
  const { widthPx, heightPx, warnings } = artwork
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  let next = 0
  await artwork.decode((row, y) => {
    if (y !== next++) throw new Error(`row ${y} came out of order`)
    rgba.set(row, y * widthPx * 4)
  })
  if (next !== heightPx) throw new Error(`${next} of ${heightPx} rows came`)
  return { widthPx, heightPx, rgba, warnings }
}

/** Returns the largest difference between two pictures, channel by channel. */
export function largestDifference(a: Uint8Array, b: Uint8Array): number {
  let largest = Math.abs(a.length - b.length)
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]))
  return largest
}

/** Returns the first index at which two byte arrays differ, or −1; toEqual takes minutes and gigabytes. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return Math.min(a.length, b.length)
  return a.findIndex((byte, i) => byte !== b[i])
}
