import { ArtworkError } from "./artwork.ts"
import { ARTWORK_MAX_PIXELS, ARTWORK_MAX_SIDE_PX } from "./limits.ts"
import { damagedPng, readUint32 } from "./png-chunks.ts"

/** The contents of IHDR, checked. */
export type PngHeader = {
  widthPx: number
  heightPx: number
  /** Bits a sample. */
  depth: number
  colourType: PngColourType
  isInterlaced: boolean
}

/** The type's number in PNG: grey, RGB, palette, grey and alpha, RGBA. */
type PngColourType = 0 | 2 | 3 | 4 | 6

const depthsOf: Record<PngColourType, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

const channelsOf: Record<PngColourType, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export function parsePngHeader(body: Uint8Array): PngHeader {
  if (body.length !== 13) throw damagedPng("its header has the wrong length")
  const widthPx = readUint32(body, 0)
  const heightPx = readUint32(body, 4)
  const [depth, colourType, compression, filter, interlace] = body.subarray(8)
  checkArtworkSize(widthPx, heightPx)
  if (!isColourType(colourType) || !depthsOf[colourType].includes(depth)) {
    throw damagedPng(`its header names colour type ${colourType} at ${depth} bits, which does not exist`)
  }
  if (compression !== 0 || filter !== 0 || interlace > 1) {
    throw damagedPng("its header asks for a compression that does not exist")
  }
  return { widthPx, heightPx, depth, colourType, isInterlaced: interlace === 1 }
}

/** Returns the channels of a pixel: 1 grey or palette index, 2 grey and alpha, 3 RGB, 4 RGBA. */
export function channelCount(header: PngHeader): number {
  return channelsOf[header.colourType]
}

/** Returns the bytes of a scanline of `widthPx` pixels, without its filter byte. */
export function scanlineBytes(header: PngHeader, widthPx: number): number {
  return Math.ceil((widthPx * channelCount(header) * header.depth) / 8)
}

/** Returns the distance in bytes to the byte that filters call "left". */
export function filterStep(header: PngHeader): number {
  return Math.max(1, (channelCount(header) * header.depth) >> 3)
}

/** Refuses pictures without pixels and pictures beyond the limits, before anything is decoded. */
export function checkArtworkSize(widthPx: number, heightPx: number): void {
  if (!(widthPx >= 1 && heightPx >= 1)) {
    throw new ArtworkError(
      "damaged",
      "This picture has no pixels. Export it again from your design program and upload it again.",
    )
  }
  if (
    widthPx > ARTWORK_MAX_SIDE_PX ||
    heightPx > ARTWORK_MAX_SIDE_PX ||
    widthPx * heightPx > ARTWORK_MAX_PIXELS
  ) {
    const megapixels = Math.round((widthPx * heightPx) / 1e6)
    throw new ArtworkError(
      "too-large",
      `This picture has ${widthPx} × ${heightPx} pixels (${megapixels} megapixels); at most ` +
        `${ARTWORK_MAX_PIXELS / 1e6} megapixels and ${ARTWORK_MAX_SIDE_PX} pixels a side can be printed. ` +
        "Scale it down to 300 pixels for each printed inch and upload it again.",
    )
  }
}

function isColourType(value: number): value is PngColourType {
  return value in depthsOf
}
