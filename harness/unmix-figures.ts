import { difference } from "../sheet/mend/oklab.ts"
import type { Picture } from "../sheet/raster/artwork.ts"

/** How near the edges of a picture come to what was drawn. */
export type UnmixFigures = {
  /** The pixels that are neither clear nor opaque in truth. */
  edges: number
  /** Those whose alpha is off by 2 levels of 255 at most, and the mean by which alphas are off. */
  alphaRight: number
  alphaOff: number
  /** Those of a twentieth of cover and more, and of them those whose colour is within ΔE 2. */
  coloured: number
  colourRight: number
  /** The pixels that should be clear, far from edges, and are not; those that should be opaque and are not. */
  specks: number
  holes: number
}

/** An edge's colour is seen from this alpha on. */
const SEEN_ALPHA = 13
/** The pixels around an edge that JPEG blurs. */
const FAR_PX = 3

export function noFigures(): UnmixFigures {
  return { edges: 0, alphaRight: 0, alphaOff: 0, coloured: 0, colourRight: 0, specks: 0, holes: 0 }
}

/** Adds the figures of a picture to those of others. */
export function addFigures(sum: UnmixFigures, added: UnmixFigures): void {
  const offs = sum.alphaOff * sum.edges + added.alphaOff * added.edges
  for (const key of Object.keys(sum) as (keyof UnmixFigures)[]) sum[key] += added[key]
  sum.alphaOff = offs / Math.max(1, sum.edges)
}

/** Compares a mended picture with the truth. */
export function compareEdges(mended: Picture, truth: Picture): UnmixFigures {
  const figures = noFigures()
  const { widthPx, heightPx } = truth
  const colourAt = ({ rgba }: Picture, at: number) => rgba[at] | (rgba[at + 1] << 8) | (rgba[at + 2] << 16)
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 4
      const [alpha, wanted] = [mended.rgba[at + 3], truth.rgba[at + 3]]
      if (wanted === 0 && alpha > 0 && isFar(truth, x, y, wanted)) figures.specks++
      if (wanted === 255 && alpha < 253 && isFar(truth, x, y, wanted)) figures.holes++
      if (wanted === 0 || wanted === 255) continue
      figures.edges++
      figures.alphaOff += Math.abs(alpha - wanted)
      if (Math.abs(alpha - wanted) <= 2) figures.alphaRight++
      if (wanted < SEEN_ALPHA) continue
      figures.coloured++
      if (alpha > 0 && difference(colourAt(mended, at), colourAt(truth, at)) <= 2) figures.colourRight++
    }
  figures.alphaOff /= Math.max(1, figures.edges)
  return figures
}

/** Returns true if all around a pixel have its alpha. */
function isFar({ widthPx, heightPx, rgba }: Picture, x: number, y: number, alpha: number): boolean {
  for (let row = Math.max(0, y - FAR_PX); row <= Math.min(heightPx - 1, y + FAR_PX); row++)
    for (let column = Math.max(0, x - FAR_PX); column <= Math.min(widthPx - 1, x + FAR_PX); column++)
      if (rgba[(row * widthPx + column) * 4 + 3] !== alpha) return false
  return true
}
