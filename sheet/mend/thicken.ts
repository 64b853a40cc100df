import { CENTRES_LAG, centresReach, openCentreSites } from "./centre-sites.ts"
import { COVERAGE_BYTES } from "./coverage-rows.ts"
import { growRow, OUTLINE_BYTES, OUTLINE_LAG, openOutline, reachOf } from "./growth.ts"
import { layBeneath } from "./lay-beneath.ts"
import type { MendStep } from "./mend.ts"
import { openMovedSites } from "./moved-sites.ts"
import { type NearestSites, nearestBytes, openNearestSites } from "./nearest-sites.ts"
import { siteX, siteY } from "./outline-sites.ts"
import { type HeldRow, throughKernelWindow } from "./through-window.ts"

/** The bytes of a column of the depths of ink, and of rows of centres. */
const CENTRE_BYTES = 100
/** The least alpha of ink whose colour is taken for what is added; fainter ink's where there is none. */
const COLOUR_ALPHA = 128

/**
 * Gives ink that is thinner than so many mm at least that width: where no disc of the diameter fits, discs are laid beneath
 * the art along the centre lines of its strokes, one pixel soft, in the colour of the ink that is nearest. Discs that lie
 * within the ink add nothing, so wider strokes stay as they are, and corners and tips have no centre lines. At the picture's
 * border discs move inwards.
 *
 *    ░░▓▓░░           ░████░
 *    ░░▓▓░░    ──►    ░████░
 *    ░▓▓░░░           ████░░
 */
export const thicken: MendStep<"thicken"> = async (source, { mm }, { mmPerPx, host }) => {
  const { widthPx, heightPx } = source
  const radiusPx = mm / mmPerPx / 2
  const filmReach = centresReach(radiusPx)
  const reach = reachOf(radiusPx)
  const behind = Math.ceil(radiusPx) + 1
  const ahead = OUTLINE_LAG + filmReach + CENTRES_LAG + reach + behind
  const bytes = nearestBytes(widthPx, filmReach) + nearestBytes(widthPx, reach)
  const ownBytes = (OUTLINE_BYTES + CENTRE_BYTES) * widthPx + bytes
  const size = { behind, ahead, ownBytes, kernelBytes: COVERAGE_BYTES * widthPx }
  return throughKernelWindow(source, size, host, ({ kernel, held, pointerTo }) => {
    const outline = openOutline(kernel, widthPx, "film")
    const film = openNearestSites(widthPx, filmReach)
    const centres = openCentreSites(widthPx, film, radiusPx)
    const discs = openNearestSites(widthPx, reach, "line")
    const moved = openMovedSites(source, radiusPx, discs)
    const added = new Uint8Array(widthPx)
    let above = new Uint8Array(widthPx * 4)
    let target = new Uint8Array(widthPx * 4)
    const take = (row: number | null) => {
      const sites = outline(row)
      if (!sites) return
      film.push(sites)
      if (film.row() < 0) return
      const found = centres.next()
      if (film.row() >= CENTRES_LAG) moved.push(found)
    }
    return {
      take: (y) => take(pointerTo(y)),
      ready: () => discs.row() + 1,
      make(y) {
        while (discs.row() < y) {
          if (moved.rows() < heightPx) take(null)
          else moved.pushNone()
        }
        growRow(discs, radiusPx, added)
        ;[above, target] = [target, above]
        target.set(held(y))
        addInk(y, discs)
        return target
      },
    }

    /** Lays the coverage of discs beneath row y, in the colours of its art. */
    function addInk(y: number, { starts, columns, rows, cells, codeAt }: NearestSites): void {
      for (let k = 0; k < cells(); k++) {
        const code = codeAt(columns[k], rows[k])
        const centreX = columns[k] + siteX(code)
        const centreY = rows[k] + siteY(code)
        for (let x = starts[k]; x < starts[k + 1]; x++) {
          if (added[x] === 0 || target[x * 4 + 3] === 255) continue
          const colour =
            colourOnWay(held, x, y, centreX, centreY) ??
            // The ink of a disc that was moved lies behind it, towards the border; at the top that is the row above's.
            colourOnWay(
              held,
              centreX,
              centreY,
              borderOf(centreX, widthPx),
              Math.max(y, borderOf(centreY, heightPx)),
            ) ??
            above.subarray(x * 4, x * 4 + 3)
          layBeneath(target, x * 4, colour, added[x])
        }
      }
    }

    /** Returns the place of the border that a disc's centre was moved away from, or its own. */
    function borderOf(centre: number, sizePx: number): number {
      const margin = radiusPx - 0.5 + 0.01
      return centre <= margin ? 0 : centre >= sizePx - 1 - margin ? sizePx - 1 : centre
    }
  })
}

/**
 * Returns the first colour on the way from a point to another, which is that of the ink nearest to the first; of faint
 * ink the fullest.
 */
function colourOnWay(held: HeldRow, x: number, y: number, toX: number, toY: number): Uint8Array | null {
  const steps = Math.max(1, Math.ceil(Math.hypot(toX - x, toY - y)))
  let fullest = 0
  let colour: Uint8Array | null = null
  for (let step = 0; step <= steps; step++) {
    const row = held(Math.round(y + ((toY - y) * step) / steps))
    const at = Math.round(x + ((toX - x) * step) / steps) * 4
    if (row[at + 3] <= fullest) continue
    fullest = row[at + 3]
    colour = row.subarray(at, at + 3)
    if (fullest >= COLOUR_ALPHA) break
  }
  return colour
}
