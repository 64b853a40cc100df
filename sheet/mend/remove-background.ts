import type { RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { restingPause } from "../raster/pause.ts"
import { FLOOD_BYTES, floodFromBorder } from "./flood.ts"
import { checkBytes, heldBy } from "./held-bytes.ts"
import type { MendStep } from "./mend.ts"
import { colourOf } from "./oklab.ts"
import { type Ground, readBorderGround, readGround } from "./read-ground.ts"
import { type Paint, repaint } from "./repaint.ts"

/** Less alpha is no ink that anyone sees, but may be the noise of the background. */
const LEAST_ALPHA = 2

/** Removes the background's colour, and its share in the edges. Where no pixel is opaque, nothing is removed. */
export const removeBackground: MendStep<"remove-background"> = async (source, mend, { host }) => {
  const pause = restingPause(host)
  const { colour, tolerance, from } = mend
  const isFromEdges = from === "edges"
  const ground =
    colour === undefined
      ? await readBorderGround(source, tolerance, isFromEdges, pause)
      : await readGround(source, colourOf(colour), tolerance, isFromEdges, pause)
  if (ground === null) return source
  if (!isFromEdges) return without(source, ground, host)
  checkBytes(heldBy(source) + 2 * ground.bits.words.byteLength + FLOOD_BYTES)
  return without(source, { ...ground, bits: await floodFromBorder(ground.bits, pause) }, host)
}

/** Makes a colour clear wherever it is, and what is mixed with it partly so. */
export const knockOut: MendStep<"knock-out"> = async (source, { colour, tolerance }, { host }) => {
  const ground = await readGround(source, colourOf(colour), tolerance, false, restingPause(host))
  return without(source, ground, host)
}

/**
 * Returns the picture without a ground. An edge's colour is F + α (C − α F − (1 − α) B) (M. Forte, "Approximate
 * fast foreground colour estimation", ICIP 2021, equation 5): its foreground's, with what that does not explain.
 */
function without(source: RowSource, ground: Ground, host: RasterHost): RowSource {
  const { colour } = ground
  const paint: Paint = {
    plain: (pixels, bits) => clear(pixels, bits),
    edge(pixel, fore, share) {
      const alpha = Math.round(share * (pixel >>> 24))
      if (share === 1) return pixel
      if (alpha < LEAST_ALPHA) return 0
      let own = alpha << 24
      for (let shift = 0; shift < 24; shift += 8) {
        const towards = (fore >>> shift) & 255
        const back = (colour >>> shift) & 255
        const rest = ((pixel >>> shift) & 255) - back - share * (towards - back)
        own |= Math.max(0, Math.min(255, Math.round(towards + share * rest))) << shift
      }
      return own >>> 0
    },
  }
  return repaint(source, ground, paint, host)
}

/** Clears the pixels whose bits are set. */
function clear(pixels: Uint32Array, bits: Uint32Array): void {
  for (let w = 0; w < bits.length; w++) {
    if (bits[w] === 0) continue
    const from = w << 5
    if (bits[w] === 0xffffffff) pixels.fill(0, from, from + 32)
    else for (let x = 0; x < 32; x++) if (((bits[w] >>> x) & 1) === 1) pixels[from + x] = 0
  }
}
