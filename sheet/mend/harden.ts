import type { MendStep } from "./mend.ts"
import { throughWindow } from "./through-window.ts"

/**
 * Makes soft alpha solid at a threshold. The outline is the line where alpha, between the centres of pixels, is half a
 * level below the threshold (128 is a half). A pixel's distance to it is what its alpha is beyond, over the
 * steepest way to its neighbours; its new alpha is the distance plus a half, so that the outline is one pixel soft.
 * Colours stay. What is full stays so, and what has no ink gets none: its colour is not known.
 *
 *   alpha      255 ─╲                    255 ──╮
 *   threshold  ······╲········    ─►            │        one pixel
 *                0     ╲──────             0    ╰─────
 */
export const harden: MendStep<"harden"> = async (source, { threshold }) => {
  const { widthPx, heightPx } = source
  const level = threshold - 0.5
  return throughWindow(source, { behind: 1, ahead: 1 }, (held) => {
    const target = new Uint8Array(widthPx * 4)
    return {
      make(y) {
        const own = held(y)
        // The picture goes on beyond its border.
        const above = y > 0 ? held(y - 1) : own
        const below = y + 1 < heightPx ? held(y + 1) : own
        target.set(own)
        const last = widthPx * 4 - 1
        for (let at = 3; at <= last; at += 4) {
          const alpha = own[at]
          if (alpha === 0 || alpha === 255) continue
          const left = at > 3 ? own[at - 4] : alpha
          const right = at < last ? own[at + 4] : alpha
          const up = above[at]
          const down = below[at]
          if (alpha === left && alpha === right && alpha === up && alpha === down) {
            target[at] = alpha > level ? 255 : 0
            continue
          }
          const across = Math.max(Math.abs(alpha - left), Math.abs(alpha - right))
          const along = Math.max(Math.abs(alpha - up), Math.abs(alpha - down))
          const distance = (alpha - level) / Math.sqrt(across * across + along * along)
          target[at] = distance >= 0.5 ? 255 : distance <= -0.5 ? 0 : Math.round(255 * (distance + 0.5))
        }
        return target
      },
    }
  })
}
