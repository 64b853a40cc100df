import { ANY_INK_ALPHA } from "../ink/ink-rows.ts"
import type { MendStep } from "./mend.ts"
import { mendDots, visitDot } from "./small-dots.ts"

const isInk = (alpha: number) => alpha >= ANY_INK_ALPHA

/** Takes away ink alone on the film that has less area than a disc of so many mm, and the faint rim around it. */
export const dropSpecks: MendStep<"drop-specks"> = async (source, { mm }, context) => {
  const { widthPx, heightPx } = source
  return mendDots(source, { ...context, kind: "speck", limitMm: mm }, () => (held, speck) => {
    visitDot(held, speck, 1, isInk, (row, from, to, y) => {
      for (let x = from; x < to; x++) row[x * 4 + 3] = 0
      for (let beside = Math.max(0, y - 1); beside <= Math.min(heightPx - 1, y + 1); beside++) {
        const rim = held(beside)
        for (let x = Math.max(0, from - 1); x < Math.min(widthPx, to + 1); x++)
          if (!isInk(rim[x * 4 + 3])) rim[x * 4 + 3] = 0
      }
    })
  })
}
