import { restingPause } from "../raster/pause.ts"
import type { Mend, MendStep } from "./mend.ts"
import { colourOf, fromLab, labOf, openUnlikeness, remembered, surelyUnlike } from "./oklab.ts"
import { readGround } from "./read-ground.ts"
import { type Paint, repaint } from "./repaint.ts"

/** Beyond the tolerance the change fades to none at so many tolerances, so that shades do not tear. */
const FADED = 1.5

type Recolour = Extract<Mend, { kind: "recolour" }>

/**
 * Returns what becomes of a colour, both 0xbbggrr: within the tolerance it differs from the new one in OKLab as it did from
 * the old one.
 */
export function recolouring({ from, to, tolerance }: Recolour): (colour: number) => number {
  const [old, other] = [colourOf(from), colourOf(to)]
  const awayFrom = openUnlikeness(old)
  const way = labOf(other).map((value, i) => value - labOf(old)[i])
  return remembered((colour) => {
    const away = awayFrom(colour)
    const share = away <= tolerance ? 1 : Math.max(0, (FADED - away / tolerance) / (FADED - 1))
    if (share === 0) return colour
    const [l, a, b] = labOf(colour)
    return fromLab(l + share * way[0], a + share * way[1], b + share * way[2])
  })
}

/**
 * Gives a colour another, wherever it is. What differs from it a little differs as much from the other, in OKLab. An edge
 * that is mixed with it is mixed with the other as much: C + (1 − α) (B′ − B).
 */
export const recolour: MendStep<"recolour"> = async (source, mend, { host }) => {
  const { from, tolerance } = mend
  const ground = await readGround(source, colourOf(from), tolerance, false, restingPause(host))
  const changed = recolouring(mend)
  const isFar = surelyUnlike(colourOf(from), FADED * tolerance)
  const changedGround = changed(ground.colour)
  const paint: Paint = {
    plain(pixels) {
      for (let x = 0; x < pixels.length; ) {
        const pixel = pixels[x] | 0
        const alpha = pixel & 0xff000000
        if (alpha === 0 || isFar(pixel)) {
          x++
          continue
        }
        const other = changed(pixel & 0xffffff) | alpha
        const start = x++
        while (x < pixels.length && (pixels[x] | 0) === pixel) x++
        if (x === start + 1) pixels[start] = other
        else pixels.fill(other, start, x)
      }
    },
    edge(pixel, _fore, share) {
      let mixed = pixel & 0xff000000
      for (let shift = 0; shift < 24; shift += 8) {
        const back = ((changedGround >>> shift) & 255) - ((ground.colour >>> shift) & 255)
        const code = Math.round(((pixel >>> shift) & 255) + (1 - share) * back)
        mixed |= Math.max(0, Math.min(255, code)) << shift
      }
      return (share === 1 ? (pixel & 0xff000000) | changed(pixel & 0xffffff) : mixed) >>> 0
    },
  }
  return repaint(source, ground, paint, host)
}
