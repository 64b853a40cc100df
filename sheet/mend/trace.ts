import type { RowSource } from "../raster/artwork.ts"
import { restingPause } from "../raster/pause.ts"
import { enlargedEdges } from "./enlarge.ts"
import type { MendStep } from "./mend.ts"
import { labelColours, MIXED_AROUND, mixed, mixtureBytes, openMixtures } from "./mixtures.ts"
import { readPalette } from "./palette.ts"
import { throughWindow } from "./through-window.ts"

/** The share of a colour that is noise. */
const LEAST_SHARE = 0.08

/**
 * Draws a picture of few colours anew, in pixels: each pixel gets the colour that is nearest among at most so many, each pixel of
 * an edge a mixture of two of those around it, and edges become as sharp as `enlarge` makes them, at its size. A picture
 * without opaque pixels stays as it is. `traceDrawing` makes a drawing of it instead, where that is like it.
 */
export const trace: MendStep<"trace"> = async (source, { colours }, context) => {
  const palette = await readPalette(source, colours, restingPause(context.host))
  if (palette.length === 0) return source
  return enlargedEdges(flatColours(source, palette), context)
}

function flatColours(source: RowSource, palette: readonly number[]): RowSource {
  const { widthPx } = source
  const window = { behind: MIXED_AROUND, ahead: MIXED_AROUND, ownBytes: mixtureBytes(widthPx) }
  return throughWindow(source, window, (held) => {
    const mixtures = openMixtures(palette, source, held)
    const entries = labelColours(palette)
    const target = new Uint8Array(widthPx * 4)
    const pixels = new Uint32Array(target.buffer)
    return {
      take: mixtures.look,
      make(y) {
        mixtures.read(y, (x, one, other, share) => {
          const kept = share < LEAST_SHARE ? 0 : share > 1 - LEAST_SHARE ? 1 : share
          pixels[x] = mixed(entries[one], entries[other], kept)
        })
        return target
      },
    }
  })
}
